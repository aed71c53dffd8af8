//! Scenario files in their canonical spelling: cards by their signs, columns aligned. Prose, header and comments stay.

use super::load::{Loaded, answers, contents, decode, load_in};
use super::{Code, Content, Diagnostic, House, Keyword, Kind, Names, Reader, Span, Token, Word, tokens, visible};
use crate::cards::{Letters, read_card, read_suit, spell_card};
use unicode_width::UnicodeWidthStr;

/// A fence indented in the file takes its marks from each line that it can; a line that has fewer settles at the second
/// reading.
const READINGS: usize = 4;

/// Spells a file canonically; none if it is no scenario. It reads as before, and spelling it once more changes nothing.
///
/// ```
/// use mouche::scenario::format;
///
/// let file = std::fs::read_to_string("scenarios/mouche-1718/denise-must-trump.md")?;
/// let spelled = format(file.replace("9♥", "9H").as_bytes()).ok_or(std::fmt::Error)?;
/// assert!(spelled.changes > 0 && spelled.text.contains("9♥") && !spelled.text.contains("9H"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(bytes: &[u8]) -> Option<Rewritten> {
    format_in(House::None, bytes)
}

/// The same in a folder with a table.
pub fn format_in(house: House, bytes: &[u8]) -> Option<Rewritten> {
    use Code::{AmbiguousCard, BadAmount, BadCard, MissingTitle, Syntax, UnknownName};
    let as_it_is = |text: String, wrong| Some(Rewritten { text, changes: 0, wrong });
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(wrong) => return as_it_is(String::from_utf8_lossy(bytes).into_owned(), vec![wrong]),
    };
    let Loaded { scenario, diagnostics, .. } = load_in(house, text);
    // A line that cannot be read is laid out as well; a fence or a header that cannot be may be something else.
    let in_a_line = [AmbiguousCard, BadAmount, BadCard, MissingTitle, Syntax, UnknownName];
    match scenario.filter(|_| diagnostics.iter().all(|wrong| in_a_line.contains(&wrong.code))) {
        Some(scenario) => Some(rewritten(text, &Names::of(&scenario.header))),
        None if diagnostics.is_empty() => None,
        None => as_it_is(text.to_owned(), diagnostics),
    }
}

fn rewritten(text: &str, names: &Names) -> Rewritten {
    let mut now = text.to_owned();
    let mut changes = 0;
    for _ in 0..READINGS {
        let edits = edits(&now, names);
        if edits.is_empty() {
            break;
        }
        changes = changes.max(edits.len());
        now = splice(&now, &edits);
    }
    let same = reading(text, names) == reading(&now, names) && edits(&now, names).is_empty();
    debug_assert!(same, "{text}\nbecomes\n{now}");
    // Better to leave a file as it is than to change what it says.
    let (now, changes) = if same { (now, changes) } else { (text.to_owned(), 0) };
    Rewritten { wrong: load_in(names.house, &now).diagnostics, text: now, changes }
}

fn rows<'a>(word: Word, content: &'a Content, names: &Names) -> Vec<Row<'a>> {
    let read = if word == Word::Task { Row::of_task } else { Row::read };
    content.lines().map(|(at, line)| read(at, line, names)).collect()
}

/// What each fence says, line by line, however it is laid out.
fn reading(text: &str, names: &Names) -> Vec<(Word, Vec<String>)> {
    let said = |word, content: &Content| rows(word, content, names).iter().map(Row::said).collect();
    contents(names.house, text).iter().map(|(word, content)| (*word, said(*word, content))).collect()
}

fn edits(text: &str, names: &Names) -> Vec<Edit> {
    let mut found = Vec::new();
    let mut trick = Trick::default();
    for (word, content) in contents(names.house, text) {
        let mut rows = rows(word, &content, names);
        match word {
            Word::Header => continue,
            Word::Deal => {
                trick = Trick::default();
                align(&mut rows, |_| true);
            }
            Word::Script => lay_out(&mut rows, &mut trick),
            Word::Payout | Word::Task => {}
        }
        align_comments(&mut rows);
        found.extend(rows.iter().filter_map(|row| edit(text, &content, row)));
    }
    found
}

/// What a row changes. One that Markdown has put other characters into is left as it is: half a tab has no place.
fn edit(text: &str, content: &Content, row: &Row) -> Option<Edit> {
    let span: Span = content.span(row.at..row.at + row.line.len());
    let new = row.written();
    (text.get(span.clone()) == Some(row.line) && new != row.line).then_some(Edit { span, text: new })
}

/// How many columns a text fills.
fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Makes the first words of those rows equally wide that follow each other and `belong`. Rows without words part none.
fn align(rows: &mut [Row], belongs: impl Fn(&Row) -> bool) {
    let within = |row: &Row| row.is_bare() && row.comment.is_some() || !row.is_bare() && belongs(row);
    for run in rows.chunk_by_mut(|row, next| within(row) && within(next)) {
        let widest = run.iter().filter(|row| within(row)).map(|row| width(&row.head)).max().unwrap_or(0);
        run.iter_mut().filter(|row| !row.is_bare()).for_each(|row| row.head_width = widest);
    }
}

/// Puts the comments of rows that follow each other into one column, two spaces from the longest.
fn align_comments(rows: &mut [Row]) {
    let beside = |row: &Row| row.comment.is_some() && !row.is_bare();
    for run in rows.chunk_by_mut(|row, next| beside(row) && beside(next)) {
        let longest = run.iter().map(|row| width(&row.words())).max().unwrap_or(0);
        run.iter_mut().for_each(|row| row.comment_at = longest + 2);
    }
}

/// How far the later lines of a trick stand in: as wide as its number.
const INDENT: usize = "1. ".len();

/// Where the play stands between two fences of a hand.
#[derive(Default)]
struct Trick {
    /// A trick has begun and nobody is said to have won it.
    is_open: bool,
    has_been: bool,
}

fn lay_out(rows: &mut [Row], trick: &mut Trick) {
    let mut first = true;
    for row in rows.iter_mut().filter(|row| !row.is_bare()) {
        // Of two fences for two editions the later one may go on with a trick that the one before has ended.
        let goes_on = trick.is_open || (first && trick.has_been && row.line.starts_with(char::is_whitespace));
        first &= !row.is_numbered && !row.has_winner;
        if row.is_numbered {
            *trick = Trick { is_open: true, has_been: true };
        } else if goes_on && row.is_named {
            row.indent = INDENT;
        }
        trick.is_open &= !row.has_winner;
    }
    align(rows, |row| row.is_named && row.indent == 0);
}

/// A line, as written and as it will be.
struct Row<'a> {
    /// Where it begins in the fence's text.
    at: usize,
    /// As written, without its end.
    line: &'a str,
    /// Whether its first word is a player's name.
    is_named: bool,
    /// Whether it begins a trick.
    is_numbered: bool,
    /// Whether it says who wins one.
    has_winner: bool,
    /// Spaces before its first word.
    indent: usize,
    /// Its first word, or the name that begins it.
    head: String,
    body: String,
    /// How wide the first is made, in columns.
    head_width: usize,
    comment: Option<&'a str>,
    /// In which column that begins.
    comment_at: usize,
}

impl<'a> Row<'a> {
    fn read(at: usize, line: &'a str, names: &Names) -> Row<'a> {
        let line = line.trim_end_matches(['\n', '\r']);
        let comment = line.find('#').map(|start| line[start..].trim_end());
        let words = words(line, names);
        let is = |kind| words.iter().any(|word| word.kind == kind);
        // The word of a phase goes with its colon.
        let is_marked = words.get(1).is_some_and(|word| word.kind == Kind::Colon);
        let (head, body) = words.split_at(words.len().min(1 + usize::from(is_marked)));
        Row {
            at,
            line,
            is_named: head.iter().any(|word| word.is_name),
            is_numbered: is(Kind::Number),
            has_winner: is(Kind::Arrow),
            indent: 0,
            head: joined(head),
            body: joined(body),
            head_width: 0,
            comment,
            comment_at: 0,
        }
    }

    /// A line of a task: what it answers is spelled, and the author's words are left as they are.
    fn of_task(at: usize, line: &'a str, names: &Names) -> Row<'a> {
        let said = line.trim();
        let parts = said.split_once(':').filter(|(head, _)| {
            let mut reader = Reader::new(tokens(head, |range| range), names);
            answers(&mut reader).is_ok() && reader.kind() == Kind::End
        });
        let (head, body) = match parts {
            Some((head, reason)) => (joined(&words(head, names)) + ":", reason.trim().to_owned()),
            None => (said.to_owned(), String::new()),
        };
        let line = line.trim_end_matches(['\n', '\r']);
        Row { head, body, comment: None, line, is_named: false, ..Row::read(at, "", names) }
    }

    /// Whether nothing but a comment stands on it.
    fn is_bare(&self) -> bool {
        self.head.is_empty()
    }

    /// What it says, without its layout.
    fn said(&self) -> String {
        [&self.head, " ", &self.body, " ", self.comment.unwrap_or("")].concat()
    }

    /// Its words as they will stand.
    fn words(&self) -> String {
        let gap = self.head_width.saturating_sub(width(&self.head));
        let head = format!("{:1$}{2}{3:4$}", "", self.indent, self.head, "", gap);
        if self.body.is_empty() { head.trim_end().to_owned() } else { format!("{head} {}", self.body) }
    }

    fn written(&self) -> String {
        match self.comment {
            Some(_) if self.is_bare() => self.line.trim_end().to_owned(),
            Some(comment) => {
                let words = self.words();
                let gap = self.comment_at.saturating_sub(width(&words));
                format!("{words}{:gap$}{comment}", "")
            }
            None => self.words(),
        }
    }
}

/// A word, a sign, or a whole name.
struct Piece {
    kind: Kind,
    is_name: bool,
    text: String,
}

fn words(line: &str, names: &Names) -> Vec<Piece> {
    let tokens = tokens(line, |range| range);
    let mut words = Vec::new();
    let mut at = 0;
    while tokens[at].kind != Kind::End {
        let name = names.at(&tokens[at..]).map(|(_, length)| length);
        let taken = &tokens[at..at + name.unwrap_or(1)];
        let text = match name {
            Some(_) => taken.iter().map(|token| token.text).collect::<Vec<_>>().join(" "),
            None => spelled(&tokens[..at], &tokens[at], names.letters),
        };
        words.push(Piece { kind: tokens[at].kind, is_name: name.is_some(), text });
        at += taken.len();
    }
    words
}

fn spelled(before: &[Token], token: &Token, letters: Letters) -> String {
    match token.kind {
        Kind::Number => format!("{}.", token.text),
        Kind::Arrow => "->".to_owned(),
        Kind::Word if !names_a_clause(before, letters) => card_or_suit(token.text, letters),
        _ => token.text.to_owned(),
    }
}

/// A clause stands here; whatever it is called, it is no card.
fn names_a_clause(before: &[Token], letters: Letters) -> bool {
    match before {
        [.., refused, colon] if colon.kind == Kind::Colon => Keyword::Refused.is(refused.text, letters),
        [.., last] => last.kind == Kind::Open,
        [] => false,
    }
}

fn card_or_suit(word: &str, letters: Letters) -> String {
    let is_sign = !word.starts_with(char::is_alphanumeric);
    match (read_card(word, letters), read_suit(word).filter(|_| is_sign)) {
        (Ok(card), _) => spell_card(card, letters),
        (_, Some(suit)) => suit.sign().to_string(),
        _ => word.to_owned(),
    }
}

fn joined(words: &[Piece]) -> String {
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        let glued = matches!(word.kind, Kind::Comma | Kind::Close | Kind::Semicolon | Kind::Colon)
            || words[..at].last().is_none_or(|before| before.kind == Kind::Open);
        text.push_str(if glued { "" } else { " " });
        text.push_str(&word.text);
    }
    text
}

/// What is to stand instead of a stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The stretch, on character boundaries.
    pub span: Span,
    pub text: String,
}

/// The text with its edits, which are in order and do not overlap.
pub fn splice(text: &str, edits: &[Edit]) -> String {
    let mut spliced = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        spliced.push_str(&text[at..edit.span.start]);
        spliced.push_str(&edit.text);
        at = edit.span.end;
    }
    spliced + &text[at..]
}

/// Lines as they must be written at a place of the text: ended as its lines are, within the marks of the same
/// quotations and lists.
pub fn lines_at(text: &str, place: usize, lines: &str) -> String {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..place].trim_start_matches('\u{FEFF}');
    let within = line.len() - line.trim_start_matches(|sign: char| sign == '>' || sign.is_whitespace()).len();
    let end = text[place..].find('\n').map_or(start.saturating_sub(1), |end| place + end);
    let end_of_line = if text[..end].ends_with('\r') { "\r\n" } else { "\n" };
    lines.replace('\n', &format!("{end_of_line}{}", &line[..within]))
}

/// A file as it would be written.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// In how many places it is new.
    pub changes: usize,
    /// What is wrong with it still, or so that nothing was changed.
    pub wrong: Vec<Diagnostic>,
}

impl Rewritten {
    /// The text, if nothing is wrong with it; else what is, first of all.
    ///
    /// # Errors
    /// The message of the first mistake, and what helps.
    pub fn sound(self) -> Result<String, String> {
        match self.wrong.first() {
            Some(wrong) => Err(visible(&[vec![wrong.message.clone()], wrong.help.clone()].concat().join("; "))),
            None => Ok(self.text),
        }
    }
}
