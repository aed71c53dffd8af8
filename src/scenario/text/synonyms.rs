//! What people write for a verb that is called otherwise here: `synonyms.toml`, the one place that has such words.

use super::{Diagnostic, FileVocabulary, Keyword, KeywordPlace, Token, TokenKind, to_nfc};
use crate::cards::CardLanguage;
use crate::editions;
use crate::rules::from_toml::{parse_file, text};
use crate::rules::{LanguageWords, Synonym, Verb, data};
use std::sync::LazyLock;

data! {
    struct VerbSynonymTable { synonym: &'static [Synonym], }
}

static SYNONYMS: LazyLock<VerbSynonymTable> =
    LazyLock::new(|| parse_file("synonyms.toml", text!("scenario/text/synonyms")));

/// Returns what the next words stand for: the likeliest text, what else may be meant, and the byte
/// where the words end in the line.
pub fn find_synonym(
    rest: &[Token],
    names: &FileVocabulary,
    place: KeywordPlace,
) -> Option<(String, Vec<String>, usize)> {
    if !matches!(place, KeywordPlace::Move | KeywordPlace::Payment) {
        return None;
    }
    let mut begun = String::new();
    let mut found = None;
    for token in rest
        .iter()
        .take_while(|token| token.kind == TokenKind::Word)
        .take(8)
    {
        if !begun.is_empty() {
            begun.push(' ');
        }
        begun += &to_nfc(token.text).to_lowercase().replace('\u{2019}', "'");
        // The longest of those that fit.
        if let Some((first, others)) = meanings_of_synonym(&begun, place, names).split_first() {
            found = Some((first.clone(), others.to_vec(), token.span.end));
        }
    }
    found
}

/// Returns the word, in the language of a file, for what other games and older drafts call otherwise in English: the first of a
/// move that is known.
pub fn word_for_synonym(
    written: &str,
    letters: CardLanguage,
    is_known: impl Fn(Verb) -> bool,
) -> Option<&'static str> {
    for row in SYNONYMS.synonym {
        if row.payout || row.written.split('|').all(|word| word != written) {
            continue;
        }
        for word in row.meant.split('|') {
            if let Some(keyword) = Keyword::from_word(word, CardLanguage::English)
                && keyword.verbs().any(&is_known)
            {
                return Some(verb_in_language(word, letters));
            }
        }
    }
    None
}

/// Returns whether a word is a verb of a game, but of none that an edition of the file plays.
pub fn is_verb_of_other_games(word: &str, names: &FileVocabulary) -> bool {
    if let Some(keyword) = Keyword::from_word(word, names.letters) {
        let mut verbs = keyword.verbs();
        return keyword.verbs().next().is_some()
            && !verbs.any(|verb| names.may_have_clause_about(verb.topic()));
    }
    let mut rows = SYNONYMS.synonym.iter().filter(|row| !row.payout);
    rows.any(|row| row.written.split('|').any(|written| written == word))
}

/// Returns what these words stand for by the table of synonyms; nothing where no row has them.
fn meanings_of_synonym(words: &str, place: KeywordPlace, names: &FileVocabulary) -> Vec<String> {
    let own = LanguageWords::for_letters(names.letters).map(|language| language.synonyms);
    let mut found: Vec<String> = Vec::new();
    for synonyms in own.into_iter().chain([SYNONYMS.synonym]) {
        for row in synonyms {
            if row.payout != (place == KeywordPlace::Payment)
                || (place == KeywordPlace::Move && row.mus != names.is_mus())
            {
                continue;
            }
            for written in row.written.split('|') {
                let Some(flush) = match_flush_pattern(written, words) else {
                    continue;
                };
                for meant in row.meant.split('|') {
                    if is_meaning_in_edition(meant, place, names) {
                        let word = verb_in_language(meant, names.letters);
                        found.push(word.replace("FLUSH", flush));
                    }
                }
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// Returns the word for the flush in these words if they are what a row has; an empty one where the row has none.
fn match_flush_pattern<'a>(pattern: &str, words: &'a str) -> Option<&'a str> {
    let Some(before) = pattern.strip_suffix("FLUSH") else {
        return if pattern == words { Some("") } else { None };
    };
    let rest = words.strip_prefix(before)?;
    if editions::flush_word(rest).is_some() {
        Some(rest)
    } else {
        None
    }
}

/// Returns whether the edition has the clause of the verb that a synonym means.
fn is_meaning_in_edition(meant: &str, place: KeywordPlace, names: &FileVocabulary) -> bool {
    if meant.is_empty() || place == KeywordPlace::Payment {
        return true;
    }
    for verb in Verb::ALL.iter().copied() {
        let is_meant = [CardLanguage::English, names.letters]
            .iter()
            .any(|letters| verb_with_object(verb, *letters).as_deref() == Some(meant));
        if is_meant && names.may_have_clause_about(verb.topic()) {
            return true;
        }
    }
    false
}

/// Returns a verb as it is told, with what it is said of: `claims the FLUSH`.
fn verb_with_object(verb: Verb, letters: CardLanguage) -> Option<String> {
    let mut full = verb.words(letters)?.third_person().to_owned();
    for word in verb.info().object.split_whitespace() {
        full.push(' ');
        full += if word == "FLUSH" {
            word
        } else {
            Keyword::from_english_inside_statement(word).spelling_inside_statement(letters)
        };
    }
    Some(full)
}

/// Returns a verb of one word as the language of the file has it.
fn verb_in_language(meant: &str, letters: CardLanguage) -> &str {
    match Keyword::from_word(meant, CardLanguage::English) {
        Some(keyword) if letters != CardLanguage::English => keyword.spelling_in(letters),
        _ => meant,
    }
}

impl Diagnostic {
    /// Adds what the words are called here, or that they are left out.
    pub fn with_spellings_used_here(
        self,
        spelling: &str,
        other_spellings: &[String],
    ) -> Diagnostic {
        let wrong = match (spelling, other_spellings) {
            ("", _) => self.with_help("leave this out"),
            (text, []) => self.with_help(format!("in this file, write `{text}`")),
            (text, others) => {
                let all: Vec<String> = std::iter::once(text)
                    .chain(others.iter().map(String::as_str))
                    .map(quoted_word)
                    .collect();
                self.with_help(format!("in this file, write {}", all.join(" or ")))
            }
        };
        wrong
            .with_fix(spelling)
            .with_other_fixes(other_spellings.iter().cloned())
    }
}

fn quoted_word(word: &str) -> String {
    format!("`{word}`")
}
