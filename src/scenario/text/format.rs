//! Scenario files in their canonical spelling: cards by their signs, columns aligned. Prose, header and comments stay.

use super::load::{Block, Loaded, blocks, decode, load_in};
use super::task::read_answers;
use super::{
    Code, Content, Diagnostic, House, Keyword, Kind, Names, Reader, Span, Token, Word, tokens,
};
use crate::cards::{Letters, read_card, read_suit, spell_card};
use unicode_width::UnicodeWidthStr;

/// A fence indented in the file takes its marks from each line that it can; one that has fewer settles at the second reading.
const READINGS: usize = 4;

/// Spells a file canonically in a folder with a table; none if it is no scenario.
pub fn format_in(house: House, bytes: &[u8]) -> Option<Rewritten> {
    use Code::{AmbiguousCard, BadAmount, BadCard, MissingTitle, Syntax, UnknownName};
    let (
        text,
        Loaded {
            scenario,
            diagnostics: wrong,
            ..
        },
    ) = match decode(bytes) {
        Ok(text) => (text.into(), load_in(house, text)),
        Err(wrong) => (
            String::from_utf8_lossy(bytes),
            Loaded {
                diagnostics: vec![wrong],
                ..Loaded::default()
            },
        ),
    };
    // A line that cannot be read is laid out as well; a fence or a header that cannot be may be something else.
    let in_a_line = [
        AmbiguousCard,
        BadAmount,
        BadCard,
        MissingTitle,
        Syntax,
        UnknownName,
    ];
    match scenario.filter(|_| wrong.iter().all(|wrong| in_a_line.contains(&wrong.code))) {
        Some(scenario) => Some(rewritten(&text, &Names::of(&scenario.header))),
        None => (!wrong.is_empty()).then(|| Rewritten {
            text: text.into_owned(),
            changes: 0,
            wrong,
        }),
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
    let (now, changes) = if same {
        (now, changes)
    } else {
        (text.to_owned(), 0)
    };
    Rewritten {
        wrong: load_in(names.house, &now).diagnostics,
        text: now,
        changes,
    }
}

fn rows<'a>(word: Word, content: &'a Content, names: &Names) -> Vec<Row<'a>> {
    let read = if word == Word::Task {
        Row::of_task
    } else {
        Row::read
    };
    content
        .lines()
        .map(|(at, line)| read(at, line, names))
        .collect()
}

/// What each fence says, line by line, however it is laid out.
fn reading(text: &str, names: &Names) -> Vec<(Word, Vec<String>)> {
    let said = |row: &Row| [&row.head, " ", &row.body, " ", row.comment.unwrap_or("")].concat();
    // A payout has no empty lines.
    let is_kept = |word: Word, row: &&Row| word != Word::Payout || !row.is_empty();
    let all = |block: Block| {
        let rows = rows(block.word, &block.content, names);
        (
            block.word,
            rows.iter()
                .filter(|row| is_kept(block.word, row))
                .map(said)
                .collect(),
        )
    };
    blocks(names.house, text).1.into_iter().map(all).collect()
}

fn edits(text: &str, names: &Names) -> Vec<Edit> {
    let mut found = Vec::new();
    let mut trick = None;
    for Block { word, content, .. } in blocks(names.house, text).1 {
        let mut rows = rows(word, &content, names);
        match word {
            Word::Header => continue,
            Word::Deal => {
                trick = None;
                align(&mut rows, &|_| true);
            }
            Word::Script => lay_out(&mut rows, &mut trick),
            Word::Payout | Word::Task => {}
        }
        align_comments(&mut rows);
        for row in rows {
            if word == Word::Payout && row.is_empty() {
                found.extend(whole_line(text, &content, &row).map(|span| Edit {
                    span,
                    text: String::new(),
                }));
                continue;
            }
            let (span, new) = (content.span(row.at..row.at + row.line.len()), row.written());
            // A row that Markdown has put other characters into is left as it is: half a tab has no place.
            let is_new = text.get(span.clone()) == Some(row.line) && new != row.line;
            found.extend(is_new.then_some(Edit { span, text: new }));
        }
    }
    found
}

/// Returns the stretch of a row with its end, where it is a line of the file for itself: not so within a quotation.
fn whole_line(text: &str, content: &Content, row: &Row) -> Option<Span> {
    let span = content.span(row.at..row.at + row.line.len() + 1);
    let is_whole = text[..span.start].ends_with('\n') && text[span.clone()].trim().is_empty();
    (is_whole && text[span.clone()].ends_with('\n')).then_some(span)
}

/// Makes the first words of those rows equally wide that follow each other and `belong`. Rows without words part none.
fn align(rows: &mut [Row], belongs: &dyn Fn(&Row) -> bool) {
    let within =
        |row: &Row| row.is_bare() && row.comment.is_some() || !row.is_bare() && belongs(row);
    for run in rows.chunk_by_mut(|row, next| within(row) && within(next)) {
        let widest = run
            .iter()
            .filter(|row| within(row))
            .map(|row| row.head.width())
            .max()
            .unwrap_or(0);
        for row in run.iter_mut().filter(|row| !row.is_bare()) {
            row.head += &" ".repeat(widest.saturating_sub(row.head.width()));
        }
    }
}

/// Puts the comments of rows that follow each other into one column, two spaces from the longest.
fn align_comments(rows: &mut [Row]) {
    let beside = |row: &Row| row.comment.is_some() && !row.is_bare();
    for run in rows.chunk_by_mut(|row, next| beside(row) && beside(next)) {
        let longest = run.iter().map(|row| row.words().width()).max().unwrap_or(0);
        run.iter_mut().for_each(|row| row.comment_at = longest + 2);
    }
}

/// Lays out a script. `trick` is whether one is under way between two fences of a hand: none before the first.
fn lay_out(rows: &mut [Row], trick: &mut Option<bool>) {
    let mut first = true;
    for row in rows.iter_mut().filter(|row| !row.is_bare()) {
        // Of two fences for two editions the later one may go on with a trick that the one before has ended.
        let is_led_in = first && row.line.starts_with(char::is_whitespace);
        let goes_on = trick.is_some_and(|is_open| is_open || is_led_in);
        first &= !row.is_numbered && !row.has_winner;
        if row.is_numbered {
            *trick = Some(true);
        } else if goes_on && row.is_named {
            // As wide as the number of a trick.
            row.head.insert_str(0, "   ");
        }
        *trick = trick.map(|is_open| is_open && !row.has_winner);
    }
    align(rows, &|row| row.is_named && !row.head.starts_with(' '));
}

#[derive(Default)]
struct Row<'a> {
    /// Where it begins in the fence's text.
    at: usize,
    /// As written, without its end.
    line: &'a str,
    is_named: bool,
    is_numbered: bool,
    has_winner: bool,
    /// Its first word, or the name that begins it, and what follows.
    head: String,
    body: String,
    comment: Option<&'a str>,
    comment_at: usize,
}

impl<'a> Row<'a> {
    fn read(at: usize, line: &'a str, names: &Names) -> Row<'a> {
        let line = line.trim_end_matches(['\n', '\r']);
        let comment = line.find('#').map(|start| line[start..].trim_end());
        let tokens = tokens(line, &|range| range);
        let (words, is_named) = (words(&tokens, names), names.at(&tokens).is_some());
        let is = |kind| words.iter().any(|(of, _)| *of == kind);
        // The word of a phase goes with its colon.
        let is_marked = words.get(1).is_some_and(|(kind, _)| *kind == Kind::Colon);
        let (head, body) = words.split_at(words.len().min(1 + usize::from(is_marked)));
        let (is_numbered, has_winner) = (is(Kind::Number), is(Kind::Arrow));
        let (head, body) = (joined(head), joined(body));
        Row {
            at,
            line,
            is_named,
            is_numbered,
            has_winner,
            head,
            body,
            comment,
            ..Row::default()
        }
    }

    /// A line of a task: what it answers is spelled, and the author's words are left as they are.
    fn of_task(at: usize, line: &'a str, names: &Names) -> Row<'a> {
        let (said, line) = (line.trim(), line.trim_end_matches(['\n', '\r']));
        let is_answer = |head: &str| {
            let mut reader = Reader::new(tokens(head, &|range| range), names);
            read_answers(&mut reader).is_ok() && reader.kind() == Kind::End
        };
        let (head, body) = match said.split_once(':').filter(|(head, _)| is_answer(head)) {
            Some((head, reason)) => (
                joined(&words(&tokens(head, &|range| range), names)) + ":",
                reason.trim().to_owned(),
            ),
            None => (said.to_owned(), String::new()),
        };
        Row {
            at,
            line,
            head,
            body,
            ..Row::default()
        }
    }

    /// Whether nothing but a comment stands on it.
    fn is_bare(&self) -> bool {
        self.head.is_empty()
    }

    /// Whether nothing stands on it at all.
    fn is_empty(&self) -> bool {
        self.is_bare() && self.comment.is_none()
    }

    fn words(&self) -> String {
        [&self.head, " ", &self.body].concat().trim_end().to_owned()
    }

    fn written(&self) -> String {
        let words = self.words();
        let gap = self.comment_at.saturating_sub(words.width());
        match self.comment {
            Some(_) if self.is_bare() => self.line.trim_end().to_owned(),
            Some(comment) => words + &" ".repeat(gap) + comment,
            None => words,
        }
    }
}

/// The words, signs and whole names of a line.
fn words(tokens: &[Token], names: &Names) -> Vec<(Kind, String)> {
    let mut words = Vec::new();
    let mut at = 0;
    while tokens[at].kind != Kind::End {
        let name = names.at(&tokens[at..]).map(|(_, length)| length);
        let taken = &tokens[at..at + name.unwrap_or(1)];
        let text = match name {
            Some(_) => taken
                .iter()
                .map(|token| token.text)
                .collect::<Vec<_>>()
                .join(" "),
            None => spelled(&tokens[..at], &tokens[at], names.letters),
        };
        words.push((tokens[at].kind, text));
        at += taken.len();
    }
    words
}

fn spelled(before: &[Token], token: &Token, letters: Letters) -> String {
    // A clause stands here; whatever it is called, it is no card.
    let is_clause = match before {
        [.., refused, colon] if colon.kind == Kind::Colon => {
            Keyword::Refused.is(refused.text, letters)
        }
        before => before.last().is_some_and(|last| last.kind == Kind::Open),
    };
    let word = token.text;
    let suit = || read_suit(word).filter(|_| !word.starts_with(char::is_alphanumeric));
    match token.kind {
        Kind::Number => format!("{word}."),
        Kind::Arrow => "->".to_owned(),
        Kind::Word if !is_clause => match read_card(word, letters) {
            Ok(card) => spell_card(card, letters),
            Err(_) => suit().map_or(word.to_owned(), |suit| suit.sign().to_string()),
        },
        _ => word.to_owned(),
    }
}

fn joined(words: &[(Kind, String)]) -> String {
    let is_glued = |at: usize| {
        matches!(
            words[at].0,
            Kind::Comma | Kind::Close | Kind::Semicolon | Kind::Colon
        ) || words[..at]
            .last()
            .is_none_or(|(before, _)| *before == Kind::Open)
    };
    (0..words.len())
        .flat_map(|at| [if is_glued(at) { "" } else { " " }, words[at].1.as_str()])
        .collect()
}

/// What is to stand instead of a stretch of a text, which is on character boundaries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

/// The text with its edits, which are in order and do not overlap.
pub fn splice(text: &str, edits: &[Edit]) -> String {
    let (mut spliced, mut at) = (String::new(), 0);
    for edit in edits {
        spliced += &text[at..edit.span.start];
        spliced += &edit.text;
        at = edit.span.end;
    }
    spliced + &text[at..]
}

/// Lines as they must be written at a place of the text: ended as its lines are, within the same quotations and lists.
pub fn lines_at(text: &str, place: usize, lines: &str) -> String {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..place].trim_start_matches('\u{FEFF}');
    let within = line.len()
        - line
            .trim_start_matches(|sign: char| sign == '>' || sign.is_whitespace())
            .len();
    let end = text[place..]
        .find('\n')
        .map_or(start.saturating_sub(1), |end| place + end);
    let end_of_line = if text[..end].ends_with('\r') {
        "\r\n"
    } else {
        "\n"
    };
    lines.replace('\n', &format!("{end_of_line}{}", &line[..within]))
}

#[derive(Clone, Debug)]
pub struct Rewritten {
    pub text: String,
    /// In how many places it is new.
    pub changes: usize,
    /// What is wrong with it still, or so that nothing was changed.
    pub wrong: Vec<Diagnostic>,
}

impl Rewritten {
    /// Returns the text, if nothing is wrong with it.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn sound(self) -> Result<String, Box<Diagnostic>> {
        match self.wrong.into_iter().next() {
            Some(wrong) => Err(Box::new(wrong)),
            None => Ok(self.text),
        }
    }
}
