//! Scenario files in their canonical spelling: cards by their signs, columns aligned. Prose, header and comments stay.

use super::scenario_loader::{ScenarioFence, decode_utf8, header_and_scenario_fences, load_in};
use super::task_fence::read_answers_before_reason;
use super::{
    Code, Diagnostic, FenceContent, FenceKind, FileVocabulary, FolderRules, Keyword,
    LineTokenReader, Span, Token, TokenKind, join_words, tokenize,
};
use crate::cards::{CardLanguage, read_card, read_suit, spell_card};
use unicode_width::UnicodeWidthStr;

/// A fence indented in the file takes its marks from each line that it can; one that has fewer settles at the second reading.
const READINGS: usize = 4;

/// Spells a file canonically in a folder with a table; none if it is no scenario.
pub fn format_in(house: FolderRules, bytes: &[u8]) -> Option<RewrittenFile> {
    use Code::{AmbiguousCard, BadAmount, BadCard, MissingTitle, Syntax, UnknownName};
    let text = match decode_utf8(bytes) {
        Ok(text) => text,
        Err(wrong) => {
            return Some(RewrittenFile {
                text: String::from_utf8_lossy(bytes).into_owned(),
                changes: 0,
                wrong: vec![wrong],
            });
        }
    };
    let loaded = load_in(house, text);
    let wrong = loaded.diagnostics;
    // A line that cannot be read is laid out as well; a fence or a header that cannot be may be something else.
    let in_a_line = [
        AmbiguousCard,
        BadAmount,
        BadCard,
        MissingTitle,
        Syntax,
        UnknownName,
    ];
    if let Some(scenario) = loaded.scenario
        && wrong.iter().all(|wrong| in_a_line.contains(&wrong.code))
    {
        return Some(spell_canonically(
            text,
            &FileVocabulary::of_header(&scenario.header),
        ));
    }
    if wrong.is_empty() {
        return None;
    }
    Some(RewrittenFile {
        text: text.to_owned(),
        changes: 0,
        wrong,
    })
}

/// Spells a scenario canonically.
fn spell_canonically(text: &str, names: &FileVocabulary) -> RewrittenFile {
    let mut rewritten = text.to_owned();
    let mut changes = 0;
    for _ in 0..READINGS {
        let edits = find_edits(&rewritten, names);
        if edits.is_empty() {
            break;
        }
        changes = changes.max(edits.len());
        rewritten = apply_replacements(&rewritten, &edits);
    }
    let says_the_same = layout_free_lines(text, names) == layout_free_lines(&rewritten, names)
        && find_edits(&rewritten, names).is_empty();
    debug_assert!(says_the_same, "{text}\nbecomes\n{rewritten}");
    if !says_the_same {
        // Better to leave a file as it is than to change what it says.
        rewritten = text.to_owned();
        changes = 0;
    }
    RewrittenFile {
        wrong: load_in(names.house, &rewritten).diagnostics,
        text: rewritten,
        changes,
    }
}

/// Reads the lines of a fence.
fn read_rows<'a>(
    kind: FenceKind,
    content: &'a FenceContent,
    names: &FileVocabulary,
) -> Vec<LineToFormat<'a>> {
    let mut rows = Vec::new();
    for (at, line) in content.lines() {
        rows.push(if kind == FenceKind::Task {
            LineToFormat::read_task_row(at, line, names)
        } else {
            LineToFormat::read(at, line, names)
        });
    }
    rows
}

/// Returns what each fence says, line by line, however it is laid out.
fn layout_free_lines(text: &str, names: &FileVocabulary) -> Vec<(FenceKind, Vec<String>)> {
    let mut fences = Vec::new();
    for ScenarioFence { word, content, .. } in header_and_scenario_fences(names.house, text).1 {
        let mut lines = Vec::new();
        for row in read_rows(word, &content, names) {
            // A payout has no empty lines.
            if word != FenceKind::Payout || !row.is_empty() {
                let comment = row.comment.unwrap_or("");
                lines.push([&row.head, " ", &row.body, " ", comment].concat());
            }
        }
        fences.push((word, lines));
    }
    fences
}

/// Returns what is to be changed so that a text is spelled canonically.
fn find_edits(text: &str, names: &FileVocabulary) -> Vec<TextReplacement> {
    let mut edits = Vec::new();
    let mut trick = None;
    for ScenarioFence { word, content, .. } in header_and_scenario_fences(names.house, text).1 {
        let mut rows = read_rows(word, &content, names);
        match word {
            FenceKind::Header => continue,
            FenceKind::Deal => {
                trick = None;
                align_first_words(&mut rows, &|_| true);
            }
            FenceKind::Script => align_script_rows(&mut rows, &mut trick),
            FenceKind::Payout | FenceKind::Task => {}
        }
        align_comments(&mut rows);
        for row in rows {
            if word == FenceKind::Payout && row.is_empty() {
                if let Some(span) = row_span_if_blank(text, &content, &row) {
                    edits.push(TextReplacement {
                        span,
                        text: String::new(),
                    });
                }
                continue;
            }
            let span = content.span_of(row.at..row.at + row.line.len());
            let new = row.to_line();
            // A row that Markdown has put other characters into is left as it is: half a tab has no place.
            if text.get(span.clone()) == Some(row.line) && new != row.line {
                edits.push(TextReplacement { span, text: new });
            }
        }
    }
    edits
}

/// Returns the span of a row with its line end, if it is a blank line outside a quotation.
fn row_span_if_blank(text: &str, content: &FenceContent, row: &LineToFormat) -> Option<Span> {
    let span = content.span_of(row.at..row.at + row.line.len() + 1);
    let line = &text[span.clone()];
    if text[..span.start].ends_with('\n') && line.trim().is_empty() && line.ends_with('\n') {
        Some(span)
    } else {
        None
    }
}

/// Makes the first words equally wide in rows that follow each other and for which `belongs` holds. A row without words separates no
/// rows.
fn align_first_words(rows: &mut [LineToFormat], belongs: &dyn Fn(&LineToFormat) -> bool) {
    let within = |row: &LineToFormat| {
        row.has_no_words() && row.comment.is_some() || !row.has_no_words() && belongs(row)
    };
    for run in rows.chunk_by_mut(|row, next| within(row) && within(next)) {
        let mut widest = 0;
        for row in run.iter().filter(|row| within(row)) {
            widest = widest.max(row.head.width());
        }
        for row in run.iter_mut().filter(|row| !row.has_no_words()) {
            row.head += &" ".repeat(widest.saturating_sub(row.head.width()));
        }
    }
}

/// Puts the comments of rows that follow each other into one column, two spaces from the longest.
fn align_comments(rows: &mut [LineToFormat]) {
    for run in rows.chunk_by_mut(|row, next| row.has_comment_beside() && next.has_comment_beside())
    {
        let longest = run.iter().map(|row| row.words().width()).max().unwrap_or(0);
        for row in run {
            row.comment_at = longest + 2;
        }
    }
}

/// Lays out a script. `is_trick_open` is whether a trick is under way between two fences of a hand: none before the first.
fn align_script_rows(rows: &mut [LineToFormat], is_trick_open: &mut Option<bool>) {
    let mut first = true;
    for row in rows.iter_mut().filter(|row| !row.has_no_words()) {
        // Of two fences for two editions the later one may go on with a trick that the one before has ended.
        let is_led_in = first && row.line.starts_with(char::is_whitespace);
        let goes_on = is_trick_open.is_some_and(|is_open| is_open || is_led_in);
        first &= !row.is_numbered && !row.has_winner;
        if row.is_numbered {
            *is_trick_open = Some(true);
        } else if goes_on && row.is_named {
            // As wide as the number of a trick.
            row.head.insert_str(0, "   ");
        }
        *is_trick_open = is_trick_open.map(|is_open| is_open && !row.has_winner);
    }
    align_first_words(rows, &|row| row.is_named && !row.head.starts_with(' '));
}

/// A line of a script, with what decides how it is formatted.
#[derive(Default)]
struct LineToFormat<'a> {
    /// The place in the fence's text where it begins.
    at: usize,
    /// The line as it is written, without its end.
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

impl<'a> LineToFormat<'a> {
    fn read(at: usize, line: &'a str, names: &FileVocabulary) -> LineToFormat<'a> {
        let line = line.trim_end_matches(['\n', '\r']);
        let comment = line.find('#').map(|start| line[start..].trim_end());
        let tokens = tokenize(line, &|range| range);
        let words = spelled_words(&tokens, names);
        // The word of a phase goes with its colon.
        let is_marked = words
            .get(1)
            .is_some_and(|(kind, _)| *kind == TokenKind::Colon);
        let (head, body) = words.split_at(words.len().min(1 + usize::from(is_marked)));
        LineToFormat {
            at,
            line,
            is_named: names.longest_name_at(&tokens).is_some(),
            is_numbered: words.iter().any(|(kind, _)| *kind == TokenKind::Number),
            has_winner: words.iter().any(|(kind, _)| *kind == TokenKind::Arrow),
            head: join_words(head),
            body: join_words(body),
            comment,
            ..LineToFormat::default()
        }
    }

    /// Reads a line of a task: its answers are spelled, and the author's words are left as they are.
    fn read_task_row(at: usize, line: &'a str, names: &FileVocabulary) -> LineToFormat<'a> {
        let mut row = LineToFormat {
            at,
            line: line.trim_end_matches(['\n', '\r']),
            head: line.trim().to_owned(),
            ..LineToFormat::default()
        };
        if let Some((answer, reason)) = line.trim().split_once(':') {
            let tokens = tokenize(answer, &|range| range);
            let mut reader = LineTokenReader::new(tokens.clone(), names);
            if read_answers_before_reason(&mut reader).is_ok()
                && reader.next_kind() == TokenKind::End
            {
                row.head = join_words(&spelled_words(&tokens, names)) + ":";
                row.body = reason.trim().to_owned();
            }
        }
        row
    }

    /// Returns whether a comment stands behind something else.
    fn has_comment_beside(&self) -> bool {
        self.comment.is_some() && !self.has_no_words()
    }

    /// Returns whether nothing but a comment stands on it.
    fn has_no_words(&self) -> bool {
        self.head.is_empty()
    }

    /// Returns whether nothing stands on it at all.
    fn is_empty(&self) -> bool {
        self.has_no_words() && self.comment.is_none()
    }

    fn words(&self) -> String {
        [&self.head, " ", &self.body].concat().trim_end().to_owned()
    }

    fn to_line(&self) -> String {
        let words = self.words();
        let gap = self.comment_at.saturating_sub(words.width());
        match self.comment {
            Some(_) if self.has_no_words() => self.line.trim_end().to_owned(),
            Some(comment) => words + &" ".repeat(gap) + comment,
            None => words,
        }
    }
}

/// Returns the words, signs and whole names of a line.
fn spelled_words(tokens: &[Token], names: &FileVocabulary) -> Vec<(TokenKind, String)> {
    let mut words = Vec::new();
    let mut at = 0;
    while tokens[at].kind != TokenKind::End {
        let kind = tokens[at].kind;
        if let Some((_, length)) = names.longest_name_at(&tokens[at..]) {
            let name = &tokens[at..at + length];
            let name: Vec<&str> = name.iter().map(|token| token.text).collect();
            words.push((kind, name.join(" ")));
            at += length;
        } else {
            words.push((kind, spell_token(&tokens[..at], &tokens[at], names.letters)));
            at += 1;
        }
    }
    words
}

/// Spells a token canonically, which stands behind others.
fn spell_token(tokens_before: &[Token], token: &Token, letters: CardLanguage) -> String {
    // A clause stands here; whatever it is called, it is no card.
    let is_clause = match tokens_before {
        [.., refused, colon] if colon.kind == TokenKind::Colon => {
            Keyword::Refused.is_spelled(refused.text, letters)
        }
        before => before
            .last()
            .is_some_and(|last| last.kind == TokenKind::Open),
    };
    let word = token.text;
    match token.kind {
        TokenKind::Number => format!("{word}."),
        TokenKind::Arrow => "->".to_owned(),
        TokenKind::Word if !is_clause => spell_card_or_suit(word, letters),
        _ => word.to_owned(),
    }
}

/// Spells a card or the sign of a suit canonically, and leaves any other word.
fn spell_card_or_suit(word: &str, letters: CardLanguage) -> String {
    if let Ok(card) = read_card(word, letters) {
        return spell_card(card, letters);
    }
    if !word.starts_with(char::is_alphanumeric)
        && let Some(suit) = read_suit(word)
    {
        return suit.sign().to_string();
    }
    word.to_owned()
}

/// A text that replaces a stretch of another, which lies on character boundaries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextReplacement {
    pub span: Span,
    pub text: String,
}

/// Returns the text with its edits, which are in order and do not overlap.
pub fn apply_replacements(text: &str, edits: &[TextReplacement]) -> String {
    let mut spliced = String::new();
    let mut at = 0;
    for edit in edits {
        spliced += &text[at..edit.span.start];
        spliced += &edit.text;
        at = edit.span.end;
    }
    spliced + &text[at..]
}

/// Returns lines as they must be written at a place of the text: ended as its lines are, within the same quotations and lists.
pub fn fit_lines_at(text: &str, offset: usize, lines: &str) -> String {
    let start = match text[..offset].rfind('\n') {
        Some(end) => end + 1,
        None => 0,
    };
    let line = text[start..offset].trim_start_matches('\u{FEFF}');
    let rest = line.trim_start_matches(|sign: char| sign == '>' || sign.is_whitespace());
    let within = line.len() - rest.len();
    let end = match text[offset..].find('\n') {
        Some(end) => offset + end,
        None => start.saturating_sub(1),
    };
    let end_of_line = if text[..end].ends_with('\r') {
        "\r\n"
    } else {
        "\n"
    };
    lines.replace('\n', &format!("{end_of_line}{}", &line[..within]))
}

/// A file that was formatted or filled in.
#[derive(Clone, Debug)]
pub struct RewrittenFile {
    /// The new text.
    pub text: String,
    /// In how many places it is new.
    pub changes: usize,
    /// The mistakes that are left, or because of which nothing was changed.
    pub wrong: Vec<Diagnostic>,
}

impl RewrittenFile {
    /// Returns the text, if nothing is wrong with it.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn into_sound_text(self) -> Result<String, Box<Diagnostic>> {
        match self.wrong.into_iter().next() {
            Some(wrong) => Err(Box::new(wrong)),
            None => Ok(self.text),
        }
    }
}
