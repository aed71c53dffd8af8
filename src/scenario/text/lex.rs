//! A line of a fence cut into words and signs; and words of the author's in messages: put so that they can be seen and
//! cannot steer a terminal, and the nearest to them.

use super::syntax::Span;
use crate::cards::InOrder;
use std::borrow::Cow;
use std::ops::Range;
#[cfg(not(target_arch = "wasm32"))]
use unicode_normalization::{UnicodeNormalization, is_nfc};

#[expect(missing_docs, reason = "its variants are what they are called")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword, a card, an amount, a topic, or a piece of a name.
    Word,
    /// `3.` at the beginning of a line; the text is its digits.
    Number,
    Comma,
    Open,
    Close,
    Semicolon,
    Colon,
    /// `->` or `→`
    Arrow,
    Hole,
    /// `+` between two names.
    Plus,
    /// The end of the line, as an empty place after its last token.
    End,
}

/// A token and where it stands in the file.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub span: Span,
}

/// The tokens of a line without its comment, ended by one [`Kind::End`]. `place` turns a range of the line into one
/// of the file.
pub fn tokens(line: &str, place: impl Fn(Range<usize>) -> Span) -> Vec<Token<'_>> {
    let line = line.split('#').next().unwrap_or("");
    let mut found = Vec::new();
    let mut at = skip_space(line, 0);
    while at < line.len() {
        let (kind, length) = first(&line[at..], found.is_empty());
        let text = if kind == Kind::Number { digits(&line[at..]) } else { &line[at..at + length] };
        found.push(Token { kind, text, span: place(at..at + length) });
        at = skip_space(line, at + length);
    }
    let end = found.last().map_or_else(|| place(0..0).start, |token| token.span.end);
    found.push(Token { kind: Kind::End, text: "", span: end..end });
    found
}

fn skip_space(line: &str, at: usize) -> usize {
    line.len() - line[at..].trim_start().len()
}

/// The kind and the length of the first token of a text that begins with one.
fn first(rest: &str, opens_line: bool) -> (Kind, usize) {
    if let Some(length) = opens_line.then(|| number_length(rest)).flatten() {
        return (Kind::Number, length);
    }
    let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
    sign.map_or_else(|| (Kind::Word, word_length(rest)), |(sign, kind)| (*kind, sign.len()))
}

impl Kind {
    /// How it is written, if it is a sign; of two, the plainer.
    pub fn sign(self) -> Option<&'static str> {
        SIGNS.iter().find(|(_, kind)| *kind == self).map(|(sign, _)| *sign)
    }
}

const SIGNS: [(&str, Kind); 8] = [
    (",", Kind::Comma),
    ("(", Kind::Open),
    (")", Kind::Close),
    (";", Kind::Semicolon),
    (":", Kind::Colon),
    ("->", Kind::Arrow),
    ("→", Kind::Arrow),
    ("?", Kind::Hole),
];

fn digits(rest: &str) -> &str {
    &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()]
}

/// The length of `12.` or `12 .` at the beginning of a text.
fn number_length(rest: &str) -> Option<usize> {
    let digits = digits(rest).len();
    let dot = skip_space(rest, digits);
    let after = rest[dot..].strip_prefix('.')?;
    let is_fraction = after.starts_with(|next: char| next.is_ascii_digit());
    (digits > 0 && !is_fraction).then_some(dot + 1)
}

fn word_length(rest: &str) -> usize {
    let ends = |(at, character): &(usize, char)| {
        character.is_whitespace()
            || matches!(character, ',' | '(' | ')' | ';' | ':' | '→' | '?')
            || rest[*at..].starts_with("->")
    };
    rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at)
}

/// The longest piece of the author's text that a message repeats, in characters.
const LONGEST: usize = 48;

/// The text with each character that has no shape of its own named: `9♥` and a selector is `9♥U+FE0F`.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match is_hidden(character) {
            true => shown.push_str(&format!("U+{:04X}", character as u32)),
            false => shown.push(character),
        }
    }
    shown
}

/// A piece of the author's text between backticks, cut where it is long.
pub fn quoted(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    if let Some(at) = end { format!("`{}…`", visible(&text[..at])) } else { format!("`{}`", visible(text)) }
}

/// Whether a character is seen only by what it does to others: controls, directions, joiners, selectors, odd spaces.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character in prose works without being seen: a control, or one that turns the direction of writing.
pub fn is_unseen(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}')
}

/// The candidate nearest to a word, if it is near enough to be meant: a third of its letters, at least two. None of two that
/// are as near as each other.
///
/// ```
/// use mouche::scenario::nearest;
///
/// assert_eq!(nearest("flods", ["stands", "folds"]), Some("folds"));
/// assert_eq!(nearest("dances", ["stands", "folds"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 80 {
        return None;
    }
    let word = word.to_lowercase();
    let far = 2.max(word.chars().count() / 3);
    let distance = |candidate: &str| strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
    let near = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    let near: Vec<(usize, &str)> =
        near.filter(|(distance, candidate)| *distance <= far && *distance < candidate.chars().count()).collect();
    let (least, nearest) = near.iter().copied().min_by_key(|(distance, _)| *distance)?;
    let is_other = |(distance, other): &&(usize, &str)| *distance == least && *other != nearest;
    near.iter().find(is_other).is_none().then_some(nearest)
}

/// The three candidates nearest to a word, the nearest first, however far.
pub fn close<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word: String = word.chars().take(80).flat_map(char::to_lowercase).collect();
    let distance = |candidate| (strsim::damerau_levenshtein(&word, candidate), candidate);
    let mut candidates: Vec<(usize, &str)> = candidates.into_iter().map(distance).collect();
    candidates.in_order_of(|(distance, _)| *distance);
    candidates.into_iter().take(3).map(|(_, candidate)| candidate).collect()
}

/// The text in NFC. In the browser what is asked comes composed, and the engine need not carry the tables.
pub fn composed(text: &str) -> Cow<'_, str> {
    #[cfg(target_arch = "wasm32")]
    return Cow::Borrowed(text);
    #[cfg(not(target_arch = "wasm32"))]
    if text.is_ascii() || is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// Whether a character is a mark on the one before it: in the browser, of those of diacritics.
pub fn is_mark(character: char) -> bool {
    #[cfg(target_arch = "wasm32")]
    return matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}');
    #[cfg(not(target_arch = "wasm32"))]
    unicode_normalization::char::is_combining_mark(character)
}
