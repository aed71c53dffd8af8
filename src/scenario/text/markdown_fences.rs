//! The title and the fences of a Markdown file, each with its place; and which fences mean something here, or nearly do.

use super::line_reader::{LineTokenReader, foreign_word_help};
use super::parsed_scenario::{Span, Spanned};
use super::{
    Diagnostic, FileVocabulary, KeywordPlace, TokenKind, diagnose, near_candidates, quote,
    tokenize, without_byte_order_mark,
};
use crate::cards::CardLanguage;
use crate::rules::{LanguageWords, choices};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Fence<'a> {
    pub span: Span,
    /// Its opening line, without what follows its words.
    pub opening: Span,
    /// The words after the opening signs, as written.
    pub words: Vec<Spanned<&'a str>>,
    pub content: FenceContent,
    pub closed: bool,
}

/// Returns the text of a file's first `#` heading, and where the whole heading stands (an empty place where there is none);
/// and its fences. A byte order mark is passed over, and counted in every place.
pub fn read_title_and_fences(text: &str) -> (Spanned<String>, Vec<Fence<'_>>) {
    let mark = text.len() - without_byte_order_mark(text).len();
    let start = text.len() - text.trim_start_matches('\u{FEFF}').len();
    let mut title = Spanned {
        value: String::new(),
        span: start..start,
    };
    let mut fences = Vec::new();
    let mut open_fence: Option<Fence> = None;
    // Where the inside of the title stands, as far as it is read.
    let mut heading: Option<Span> = None;
    let options =
        Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for (event, range) in Parser::new_ext(&text[mark..], options).into_offset_iter() {
        let span = range.start + mark..range.end + mark;
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                open_fence = Some(open_fence_at(text, span));
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some(mut fence) = open_fence.take() {
                    fence.closed = has_closing_signs(text, &fence);
                    fences.push(fence);
                }
            }
            Event::Start(Tag::Heading {
                level: HeadingLevel::H1,
                ..
            }) if title.span.is_empty() => {
                heading = Some(span.end..span.start);
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(inside) = heading.take() {
                    title = read_title(text, inside, span);
                }
            }
            event => {
                if let (Event::Text(piece), Some(fence)) = (&event, &mut open_fence) {
                    fence.content.push_piece(piece, &text[span.clone()], span);
                } else if let Some(inside) = &mut heading {
                    inside.start = inside.start.min(span.start);
                    inside.end = inside.end.max(span.end);
                }
            }
        }
    }
    (title, fences)
}

/// Returns the text of a heading, whose inside and whole stand at these places.
fn read_title(text: &str, inside: Span, whole: Span) -> Spanned<String> {
    let words: Vec<&str> = text.get(inside).unwrap_or("").split_whitespace().collect();
    let line = text.get(whole.clone()).unwrap_or("").trim_end();
    Spanned {
        value: words.join(" "),
        span: whole.start..whole.start + line.len(),
    }
}

/// Returns whether the closing signs of a fence stand behind its content.
fn has_closing_signs(text: &str, fence: &Fence) -> bool {
    let content_end = fence.content.file_span().end.max(fence.opening.end);
    text[content_end.min(fence.span.end)..fence.span.end].contains(['`', '~'])
}

/// Returns a fence as its opening line says. Its words are read from the file: Markdown decodes them and loses their place.
fn open_fence_at(text: &str, span: Span) -> Fence<'_> {
    let line = text[span.clone()].lines().next().unwrap_or("");
    let signs = line
        .bytes()
        .take_while(|byte| matches!(byte, b'`' | b'~'))
        .count();
    let words = words_with_places(&line[signs..], span.start + signs);
    let end = match words.last() {
        Some(word) => word.span.end,
        None => span.start + signs,
    };
    let mut inside = (span.start + line.len() + 1).min(span.end);
    if !text.is_char_boundary(inside) {
        inside = span.end;
    }
    Fence {
        opening: span.start..end,
        span,
        words,
        content: FenceContent::new(inside),
        closed: false,
    }
}

/// Returns the words of a text, which white space and commas part, each with its place. `start` is the place of the text.
fn words_with_places(text: &str, start: usize) -> Vec<Spanned<&str>> {
    let mut words = Vec::new();
    let mut at = start;
    for part in text.split_inclusive(is_fence_word_separator) {
        let word = part.trim_end_matches(is_fence_word_separator);
        if !word.is_empty() {
            words.push(Spanned {
                value: word,
                span: at..at + word.len(),
            });
        }
        at += part.len();
    }
    words
}

/// Returns whether a character separates the words of a fence's opening line.
pub fn is_fence_word_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The text of a fence without the marks of quotations and lists around it.
#[derive(Clone, Debug, Default)]
pub struct FenceContent {
    text: String,
    pieces: Vec<StretchInFileAndFence>,
    start: usize,
}

/// A stretch of the text and the stretch of the file it came from.
#[derive(Clone, Debug)]
struct StretchInFileAndFence {
    text: usize,
    file: Span,
    /// Markdown put other characters in its place: spaces for half a tab.
    replaced: bool,
}

impl FenceContent {
    /// Returns the empty content of a fence whose text begins at this place of the file.
    pub fn new(start: usize) -> FenceContent {
        FenceContent {
            start,
            ..FenceContent::default()
        }
    }

    /// Adds a piece; `source` is what the file has at `file`.
    pub fn push_piece(&mut self, piece: &str, source: &str, file_span: Span) {
        self.pieces.push(StretchInFileAndFence {
            text: self.text.len(),
            file: file_span,
            replaced: piece != source,
        });
        self.text.push_str(piece);
    }

    /// Returns the text of the fence.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the stretch of the file that holds the text.
    pub fn file_span(&self) -> Span {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(first), Some(last)) => first.file.start..last.file.end,
            _ => self.start..self.start,
        }
    }

    /// Returns the place in the file of a range of the text.
    pub fn span_of(&self, range: Range<usize>) -> Span {
        let start = self.file_offset(range.start, false);
        let end = if range.is_empty() {
            start
        } else {
            self.file_offset(range.end - 1, true)
        };
        start..end.max(start)
    }

    fn file_offset(&self, at: usize, is_end: bool) -> usize {
        let after = self.pieces.partition_point(|piece| piece.text <= at);
        let Some(piece) = self.pieces[..after].last() else {
            return self.start;
        };
        match (piece.replaced, is_end) {
            (true, true) => piece.file.end,
            (true, false) => piece.file.start,
            (false, _) => {
                (piece.file.start + at - piece.text + usize::from(is_end)).min(piece.file.end)
            }
        }
    }

    /// Returns its lines, each with where it begins in the text.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        self.text.split_inclusive('\n').map(move |line| {
            at += line.len();
            (at - line.len(), line)
        })
    }
}

/// Returns the beginning of the line, if only marks of quotations and lists stand before this place.
pub fn line_start_if_only_marks(text: &str, place: usize) -> usize {
    let start = start_of_line(text, place);
    if text[start..place].chars().all(is_in_block_prefix) {
        start
    } else {
        place
    }
}

/// Returns where the line of a place begins.
fn start_of_line(text: &str, place: usize) -> usize {
    match text[..place].rfind('\n') {
        Some(end) => end + 1,
        None => 0,
    }
}

/// Returns whether a character may belong to the mark of a quotation or of a list.
pub fn is_in_block_prefix(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_digit() || matches!(c, '>' | '-' | '*' | '+' | '.' | ')')
}

/// Returns the text without blank lines around it, those of a quotation included.
pub fn trim_blank_lines(text: &str) -> &str {
    let Some(first) = text.find(is_text_character) else {
        return "";
    };
    let last = text.rfind(is_text_character).unwrap_or(first);
    let start = start_of_line(text, first);
    let end = match text[last..].find('\n') {
        Some(end) => last + end,
        None => text.len(),
    };
    text[start..end].trim()
}

/// Returns whether a character is more than white space or the mark of a quotation.
fn is_text_character(c: char) -> bool {
    !c.is_whitespace() && c != '>'
}

choices! {
    /// The content of a fence that the program reads.
    FenceKind { Header "toml scenario", Deal "deal", Script "script", Payout "payout", Task "task" }
}

/// Words of other people's fences that are within two letters of ours.
const OTHERS: &str = "al as bash css d dal daml dax dcl dhall diff dot el hcl html json lean markdown md nasm perl rust \
    sas sh shell sml sql tap tasm tcsh text tk toml txt wasm xml yaml zeal";

impl FenceKind {
    /// Returns its word in a file of these letters.
    pub fn spelling(self, letters: CardLanguage) -> &'static str {
        let at = self as usize;
        match LanguageWords::for_letters(letters) {
            Some(language) if self != FenceKind::Header => language.fences.0[at - 1],
            _ => FenceKind::NAMES[at].0,
        }
    }
}

/// The kinds of fences that stand after the header.
const HANDS: [FenceKind; 4] = [
    FenceKind::Deal,
    FenceKind::Script,
    FenceKind::Payout,
    FenceKind::Task,
];

impl Fence<'_> {
    /// Returns a word after the opening signs, or nothing.
    fn opening_word(&self, index: usize) -> &str {
        match self.words.get(index) {
            Some(word) => word.value,
            None => "",
        }
    }

    /// Returns what the fence is, if it is one of ours. A file may have the words of its language and the English ones.
    pub fn kind(&self, letters: CardLanguage) -> Option<FenceKind> {
        fence_kind(self.opening_word(0), self.opening_word(1), letters)
    }

    /// Returns what the fence was probably meant to be, if its word is nearly one of ours.
    pub fn nearest_kind(&self, letters: CardLanguage) -> Option<FenceKind> {
        if self.kind(letters).is_some() {
            return None;
        }
        let first = self.opening_word(0);
        let second = self.opening_word(1);
        if first == "toml" {
            return if is_near_word(second, "scenario") {
                Some(FenceKind::Header)
            } else {
                None
            };
        }
        if is_code_word_near_ours(first) {
            return None;
        }
        if let Some((word, _)) = non_english_fence_kind(first) {
            return Some(word);
        }
        if second == "scenario" || (is_near_word(first, "toml") && is_near_word(second, "scenario"))
        {
            return Some(FenceKind::Header);
        }
        if is_near_word(first, "scenario") {
            return Some(FenceKind::Header);
        }
        let near = HANDS
            .into_iter()
            .find(|word| is_near_word(first, word.spelling(letters)));
        synonym_kind(first).or(near)
    }

    /// Returns whether a fence of another word holds what only a header holds.
    pub fn looks_like_header(&self) -> bool {
        !is_example_fence_word(self.opening_word(0))
            && self.kind(CardLanguage::English).is_none()
            && self.has_key("players")
            && (self.has_key("edition") || self.has_key("editions"))
    }

    /// Returns whether a line of the fence gives a key a value.
    fn has_key(&self, key: &str) -> bool {
        self.content.lines().any(|(_, line)| {
            line.trim_start()
                .strip_prefix(key)
                .is_some_and(|rest| rest.trim_start().starts_with('='))
        })
    }

    /// Returns what a fence of no word of ours holds, if it begins as a hand does: it was meant to be read. Code is left alone.
    pub fn guess_kind_by_content(&self, names: &FileVocabulary) -> Option<FenceKind> {
        if is_code_word_near_ours(self.opening_word(0)) {
            return None;
        }
        let mut line = self
            .content
            .lines()
            .map(|(_, line)| LineTokenReader::new(tokenize(line, &|range| range), names))
            .find(|line| line.next_kind() != TokenKind::End)?;
        let is_numbered = line.take_if(TokenKind::Number);
        if names.is_mus() && line.next_mus_phase_word().is_some() {
            line.take_token();
            let is_of_script = line.next_kind() == TokenKind::Colon;
            return Some(match is_of_script {
                true => FenceKind::Script,
                false => FenceKind::Payout,
            });
        }
        let is_named = line.expect_name().is_ok();
        if is_numbered {
            return if is_named {
                Some(FenceKind::Script)
            } else {
                None
            };
        }
        if let Some(keyword) = line.next_keyword() {
            let places = if is_named {
                [
                    (KeywordPlace::Payment, FenceKind::Payout),
                    (KeywordPlace::Move, FenceKind::Script),
                ]
            } else {
                [
                    (KeywordPlace::Deal, FenceKind::Deal),
                    (KeywordPlace::Payout, FenceKind::Payout),
                ]
            };
            for (place, word) in places {
                if keyword.may_stand_at(place) {
                    return Some(word);
                }
            }
        }
        if !is_named || !line.is_at_possible_card() {
            None
        } else if line.remaining_tokens().len() > 4 {
            Some(FenceKind::Deal)
        } else {
            Some(FenceKind::Script)
        }
    }

    /// Says that the word of the fence is none of ours, and which is meant.
    pub fn unknown_kind_error(&self, meant: FenceKind, letters: CardLanguage) -> Diagnostic {
        let count = if meant == FenceKind::Header { 2 } else { 1 };
        let words = &self.words[..self.words.len().min(count)];
        let ours = HANDS.map(|word| word.spelling(letters)).join("`, `");
        let spelling = meant.spelling(letters);
        let Some(first) = words.first() else {
            let what = "without a word";
            return diagnose!("unknown-fence", &self.opening, what, ours)
                .with_help(format!("did you mean `{spelling}`?"));
        };
        let last = words.last().unwrap_or(first);
        let text: Vec<&str> = words.iter().map(|word| word.value).collect();
        let text = text.join(" ");
        let help = match non_english_fence_kind(&text) {
            Some((_, language)) => foreign_word_help(language, spelling),
            None => format!("did you mean `{spelling}`?"),
        };
        let span = first.span.start..last.span.end;
        let what = quote(&text);
        diagnose!("unknown-fence", &span, what, ours)
            .with_help(help)
            .with_fix(spelling)
    }

    /// Says that the fence has no end, or not where it should: a line of signs within one of ours was meant to end it, or to
    /// open another.
    pub fn unclosed_error(&self, letters: CardLanguage) -> Option<Diagnostic> {
        let wrong = diagnose!("unclosed-fence", &self.opening);
        if self.kind(letters).is_some()
            && let Some(span) = self.first_inner_fence_line()
        {
            return Some(wrong.with_related(span, "another fence before its end"));
        }
        if self.closed { None } else { Some(wrong) }
    }

    /// Returns the place of the first line inside the fence that begins with the marks of a fence.
    fn first_inner_fence_line(&self) -> Option<Span> {
        for (at, line) in self.content.lines() {
            let signs = line.trim_start();
            if signs.starts_with("```") || signs.starts_with("~~~") {
                let indent = line.len() - signs.len();
                return Some(
                    self.content
                        .span_of(at + indent..at + line.trim_end().len()),
                );
            }
        }
        None
    }

    /// Says that a line before the fence should have opened it: two signs are too few.
    pub fn two_sign_opening_error(&self, text: &str) -> Option<Diagnostic> {
        if !self.words.is_empty() {
            return None;
        }
        let before = text.get(..self.span.start)?;
        let at = before.rfind("\n``")? + 1;
        let word = before[at + 2..].lines().next()?.trim_end();
        if FenceKind::NAMES.iter().any(|(ours, _)| *ours == word)
            || non_english_fence_kind(word).is_some()
        {
            Some(diagnose!("two-backticks", &(at..at + 2)))
        } else {
            None
        }
    }
}

/// Returns what a fence of these words is, if it is one of ours.
pub fn fence_kind(first: &str, second: &str, letters: CardLanguage) -> Option<FenceKind> {
    if first == "toml" && second == "scenario" {
        return Some(FenceKind::Header);
    }
    HANDS.into_iter().find(|word| {
        word.spelling(CardLanguage::English) == first || word.spelling(letters) == first
    })
}

/// Returns what a word of a fence means in another language than English, and the language.
fn non_english_fence_kind(word: &str) -> Option<(FenceKind, CardLanguage)> {
    for letters in &CardLanguage::LANGUAGES[1..] {
        for kind in HANDS {
            if kind.spelling(*letters) == word {
                return Some((kind, *letters));
            }
        }
    }
    None
}

/// Returns the language of a file whose header does not say one: that of its fences, if all are in it.
pub fn language_of_fences(fences: &[Fence]) -> Option<CardLanguage> {
    let mut language = None;
    for fence in fences {
        match fence.kind(CardLanguage::English) {
            Some(FenceKind::Header) => {}
            Some(_) => return None,
            None => {
                language = language
                    .or(non_english_fence_kind(fence.opening_word(0)).map(|(_, letters)| letters));
            }
        }
    }
    language
}

/// Returns whether a fence of this word shows an example, a whole file among others, and is not read.
fn is_example_fence_word(word: &str) -> bool {
    [
        "hand", "markdown", "md", "console", "text", "txt", "sh", "shell", "bash", "html", "diff",
    ]
    .contains(&word)
}

/// Returns whether a word opens the code fences of others and is near one of ours.
fn is_code_word_near_ours(word: &str) -> bool {
    OTHERS.split(' ').any(|other| other == word)
}

/// Other words for the fences, with the kinds that they mean.
const SYNONYMS: [(&str, FenceKind); 12] = [
    ("deals", FenceKind::Deal),
    ("ausgabe", FenceKind::Deal),
    ("scripts", FenceKind::Script),
    ("jugada", FenceKind::Script),
    ("juego", FenceKind::Script),
    ("pay-out", FenceKind::Payout),
    ("payouts", FenceKind::Payout),
    ("payment", FenceKind::Payout),
    ("pago", FenceKind::Payout),
    ("auszahlung", FenceKind::Payout),
    ("paiements", FenceKind::Payout),
    ("tasks", FenceKind::Task),
];

fn synonym_kind(word: &str) -> Option<FenceKind> {
    let word = word.to_lowercase();
    let (_, ours) = SYNONYMS.iter().find(|(theirs, _)| *theirs == word)?;
    Some(*ours)
}

fn is_near_word(word: &str, ours: &str) -> bool {
    !near_candidates(word, [ours]).is_empty()
}
