//! The text of a scenario file, read and written; nothing here plays a hand. This file cuts a line into words and signs, and makes
//! the author's words fit for messages.

pub mod canonical_format;
pub mod chapter_hand_fences;
pub mod deal_and_payout;
pub mod diagnostic;
#[cfg(feature = "cli")]
pub mod edition_file_json_schema;
pub mod fence_opening_slips;
pub mod fences_before_place;
pub mod file_vocabulary;
pub mod header;
pub mod keyword;
pub mod line_reader;
pub mod line_translation;
pub mod markdown_fences;
pub mod moves_and_line_forms;
pub mod near_cards;
pub mod odd_characters;
pub mod own_fences;
pub mod parsed_scenario;
pub mod prose_links_and_pictures;
pub mod scenario_draft;
pub mod scenario_loader;
pub mod script_line_parser;
mod script_verbs;
pub mod slip_mending;
mod slip_table;
pub mod statements_commented_out;
pub mod swallowed_fences;
pub mod synonyms;
pub mod task_fence;
pub mod unknown_player_names;

use crate::cards::InsertionSort;
pub(crate) use diagnostic::diagnose;
pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use file_vocabulary::{FileVocabulary, MAX_NAME_LENGTH};
pub use keyword::{Keyword, KeywordPlace};
pub use line_reader::{LinePieceResult, LineTokenReader, PossibleToken, ensure};
pub use markdown_fences::{Fence, FenceContent, FenceKind};
pub use moves_and_line_forms::{
    EditionWithOptionVariants, GrammarRow, HEADER_KEYS, LINE_FORMS, LineForm, TABLE_KEYS,
    VerbInflection, header_schema, write_verb_with_object,
};
pub use parsed_scenario::{
    DeclarationChoice, ExpectedValueOrGap, FolderEditions, FolderHouseTable, FolderRules, Header,
    MisdealConsequence, MoveChoices, ParsedDeal, ParsedHand, ParsedMove, ParsedScriptLine,
    PayoutEntry, PayoutSubject, Scenario, ScriptOrPayoutContent, ScriptOrPayoutFence, Span,
    Spanned, Statement, Task, TaskAnswer, TaskQuestion,
};
use std::borrow::Cow;
use std::ops::Range;
#[cfg(not(target_arch = "wasm32"))]
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A keyword, a card, an amount, a topic, or a piece of a name.
    Word,
    /// `3.` at the beginning of a line; the text is its digits.
    Number,
    /// `,`.
    Comma,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `;`.
    Semicolon,
    /// `:`.
    Colon,
    /// `->`.
    Arrow,
    /// `?`.
    Hole,
    /// `+`.
    Plus,
    /// The end of the line, as an empty place after its last token.
    End,
}

/// A word or a sign of a line, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text, as it is written.
    pub text: &'a str,
    /// Its place in the file.
    pub span: Span,
}

/// Returns the tokens of a line without its comment, and one [`TokenKind::End`]. `place` is where a range of the line
/// stands in the file.
pub fn tokenize<'a>(line: &'a str, place: &dyn Fn(Range<usize>) -> Span) -> Vec<Token<'a>> {
    let line = line.split('#').next().unwrap_or("");
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let at = line.len() - rest.len();
        let (kind, text, length) = first_token(rest, tokens.is_empty());
        tokens.push(Token {
            kind,
            text,
            span: place(at..at + length),
        });
        rest = rest[length..].trim_start();
    }
    let end = match tokens.last() {
        Some(token) => token.span.end,
        None => place(0..0).start,
    };
    tokens.push(Token {
        kind: TokenKind::End,
        text: "",
        span: end..end,
    });
    tokens
}

/// Returns the kind of the first token of a text, its own text and its length. Only the first of a line may be a number.
fn first_token(text: &str, is_first: bool) -> (TokenKind, &str, usize) {
    if is_first && let Some((digits, length)) = leading_number_with_point(text) {
        return (TokenKind::Number, digits, length);
    }
    if let Some((sign, kind)) = leading_sign(text) {
        return (*kind, &text[..sign.len()], sign.len());
    }
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || leading_sign(&text[at..]).is_some() {
            end = at;
            break;
        }
    }
    (TokenKind::Word, &text[..end], end)
}

/// Returns the sign with which a text begins.
fn leading_sign(text: &str) -> Option<&'static (&'static str, TokenKind)> {
    SIGNS.iter().find(|(sign, _)| text.starts_with(sign))
}

/// Joins words and signs with the spaces that should stand between them.
pub fn join_words(words: &[(TokenKind, String)]) -> String {
    let mut line = String::new();
    let mut before = TokenKind::Open;
    for (kind, word) in words {
        let is_closing = matches!(
            kind,
            TokenKind::Comma | TokenKind::Close | TokenKind::Semicolon | TokenKind::Colon
        );
        if !is_closing && before != TokenKind::Open {
            line.push(' ');
        }
        line += word;
        before = *kind;
    }
    line
}

impl TokenKind {
    /// Returns how it is written, if it is a sign; of two, the plainer.
    pub fn sign(self) -> Option<&'static str> {
        SIGNS
            .iter()
            .find(|(_, kind)| *kind == self)
            .map(|(sign, _)| *sign)
    }
}

const SIGNS: [(&str, TokenKind); 8] = [
    (",", TokenKind::Comma),
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    (";", TokenKind::Semicolon),
    (":", TokenKind::Colon),
    ("->", TokenKind::Arrow),
    ("→", TokenKind::Arrow),
    ("?", TokenKind::Hole),
];

/// Returns the digits of `12.` or `12 .` at the beginning of a text, and the length of both.
fn leading_number_with_point(rest: &str) -> Option<(&str, usize)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest[digits..].trim_start().strip_prefix('.')?;
    let is_fraction = after.starts_with(|next: char| next.is_ascii_digit());
    if digits > 0 && !is_fraction {
        Some((&rest[..digits], rest.len() - after.len()))
    } else {
        None
    }
}

/// The longest piece of the author's text that a message repeats, in characters.
const LONGEST: usize = 48;

/// Returns the text with each character that has no shape of its own named: `9♥` and a selector is `9♥U+FE0F`.
pub fn name_hidden_characters(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            shown += &format!("U+{:04X}", c as u32);
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Returns a piece of the author's text between backticks, cut where it is long.
pub fn quote(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    if let Some(at) = end {
        format!("`{}…`", name_hidden_characters(&text[..at]))
    } else {
        format!("`{}`", name_hidden_characters(text))
    }
}

/// Returns whether a character is seen only by what it does to others: controls, directions, joiners, selectors, odd spaces.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns a text without the byte order mark that some editors write before it.
pub fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// Returns whether a character in prose works without being seen: a control, or one that turns the direction of writing.
pub fn is_unsafe_in_prose(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}')
}

/// Returns the candidate nearest to a word, within a third of its letters or two; none of two that are as near as each other,
/// and never the word itself.
///
/// ```
/// use mouche::scenario::unique_nearest_candidate;
///
/// assert_eq!(unique_nearest_candidate("flods", ["stands", "folds"]), Some("folds"));
/// assert_eq!(unique_nearest_candidate("dances", ["stands", "folds"]), None);
/// ```
pub fn unique_nearest_candidate<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if word.len() > 80 {
        return None;
    }
    let lower = word.to_lowercase();
    let most = 2.max(lower.chars().count() / 3);
    let mut nearest: Option<(usize, &str)> = None;
    let mut is_tied = false;
    for candidate in candidates {
        let distance = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
        let is_word = candidate == word;
        if is_word || distance > most || distance >= candidate.chars().count() {
            continue;
        }
        match nearest {
            Some((least, _)) if distance > least => {}
            Some((least, first)) if distance == least => is_tied |= candidate != first,
            _ => {
                nearest = Some((distance, candidate));
                is_tied = false;
            }
        }
    }
    let (_, candidate) = nearest?;
    if is_tied { None } else { Some(candidate) }
}

/// Returns the candidates that a word may be a slip of: the nearest, and all that are as near. The case, the accents and what
/// separates the words may differ at any length. Otherwise both have five letters or more, begin alike, and differ by one slip,
/// or by two if they are long: short words are too near to others that mean the opposite.
///
/// ```
/// use mouche::scenario::near_candidates;
///
/// assert_eq!(near_candidates("delaer", ["dealer", "debt"]), ["dealer"]);
/// assert_eq!(near_candidates("DEBT", ["dealer", "debt"]), ["debt"]);
/// assert!(near_candidates("dept", ["dealer", "debt"]).is_empty());
/// ```
pub fn near_candidates<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let word_letters = word.chars().count();
    if word_letters > 80 {
        return Vec::new();
    }
    let plain = fold_case_accents_and_separators(word);
    let mut near: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        let plain_candidate = fold_case_accents_and_separators(candidate);
        let distance = strsim::damerau_levenshtein(&plain, &plain_candidate);
        if distance <= slips_allowed(&plain, &plain_candidate)
            && !near.iter().any(|(_, other)| *other == candidate)
        {
            near.push((distance, candidate));
        }
    }
    near.insertion_sort_by_key(|(distance, _)| *distance);
    let least = near.first().map(|(distance, _)| *distance);
    near.into_iter()
        .filter(|(distance, _)| Some(*distance) == least)
        .map(|(_, candidate)| candidate)
        .collect()
}

/// Returns in how many places a word may differ from another and still be a slip of it.
fn slips_allowed(word: &str, other: &str) -> usize {
    let shorter = word.chars().count().min(other.chars().count());
    let begins_alike = word.chars().take(2).any(|letter| other.starts_with(letter));
    if !begins_alike || (has_digits(word) && !has_digits(other)) {
        return 0;
    }
    match shorter {
        ..5 => 0,
        5..8 => 1,
        _ => 2,
    }
}

fn has_digits(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// Returns a word in small letters without its accents, and without what parts its pieces.
pub fn fold_case_accents_and_separators(word: &str) -> String {
    let lower = word.to_lowercase();
    #[cfg(not(target_arch = "wasm32"))]
    let lower: String = lower
        .nfd()
        .filter(|letter| !is_combining_mark(*letter))
        .collect();
    lower
        .replace(['-', '_', ' ', '\'', '\u{2019}'], "")
        .replace('œ', "oe")
}

/// Returns the three candidates nearest to a word, the nearest first, however far.
pub fn three_nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let lower: String = word.chars().take(80).flat_map(char::to_lowercase).collect();
    let mut by_distance: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        by_distance.push((strsim::damerau_levenshtein(&lower, candidate), candidate));
    }
    by_distance.insertion_sort_by_key(|(distance, _)| *distance);
    by_distance.truncate(3);
    by_distance
        .into_iter()
        .map(|(_, candidate)| candidate)
        .collect()
}

/// Returns the text in NFC. In the browser what is asked comes composed, and the engine need not carry the tables.
pub fn to_nfc(text: &str) -> Cow<'_, str> {
    #[cfg(target_arch = "wasm32")]
    return Cow::Borrowed(text);
    #[cfg(not(target_arch = "wasm32"))]
    if text.is_ascii() || is_nfc(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Returns whether a character is a mark on the one before it: in the browser, of those of diacritics.
pub fn is_combining_mark(character: char) -> bool {
    #[cfg(target_arch = "wasm32")]
    return matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}');
    #[cfg(not(target_arch = "wasm32"))]
    unicode_normalization::char::is_combining_mark(character)
}
