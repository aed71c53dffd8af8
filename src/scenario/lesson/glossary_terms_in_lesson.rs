//! Finds the terms of the glossary in a lesson. The pages link only some forms of a term; a lesson counts others too: *voids*,
//! *folding*, *plain suits*.

use crate::editions::TERMS;
use crate::editions::glossary_terms_in_text::{TermInText, next_term, written_form_at_start};
use crate::rules::{GlossaryTerm, Language};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The names of terms that are also everyday words, or names of people. Only their longer forms count, such as *follow suit*.
const EVERYDAY_NAMES: [&str; 4] = ["double", "follow", "pierre", "plain"];

/// A form of a term.
struct GlossaryTermForm {
    term: &'static GlossaryTerm,
    form: String,
}

/// The forms of all terms, by their first letters in lower case.
static FORMS: LazyLock<BTreeMap<char, Vec<GlossaryTermForm>>> = LazyLock::new(|| {
    let mut by_letter: BTreeMap<char, Vec<GlossaryTermForm>> = BTreeMap::new();
    for term in TERMS.iter() {
        for form in forms_of_term(term) {
            let forms = by_letter.entry(first_letter(&form)).or_default();
            forms.push(GlossaryTermForm { term, form });
        }
    }
    by_letter
});

/// Returns the terms in a piece of the plain text of a lesson, in their order.
pub(super) fn find_terms(text: &str) -> Vec<TermInText> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(term) = next_term(text, at, longest_term) {
        at = term.span.end;
        found.push(term);
    }
    found
}

/// Returns whether a text uses a word as it is written, as a whole word.
pub(super) fn uses_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let goes_on = text[at + word.len()..].starts_with(is_in_word);
        !goes_on && !text[..at].ends_with(is_in_word)
    })
}

/// Returns whether a character is part of a word: a letter, a digit or a hyphen.
fn is_in_word(character: char) -> bool {
    character.is_alphanumeric() || character == '-'
}

/// Returns the term with the longest form at the beginning of a text, and that form as it is written there.
fn longest_term(text: &str, is_sentence_start: bool) -> Option<(&'static GlossaryTerm, &str)> {
    let mut longest: Option<(&'static GlossaryTerm, &str)> = None;
    let letter = first_letter(text);
    for GlossaryTermForm { term, form } in FORMS.get(&letter).into_iter().flatten() {
        let has_other_meaning = term.but_not.iter().any(|phrase| text.starts_with(phrase));
        if !has_other_meaning
            && let Some(word) = written_form_at_start(text, form, is_sentence_start)
            && longest.is_none_or(|(_, other)| word.len() >= other.len())
        {
            longest = Some((term, word));
        }
    }
    longest
}

/// Returns the first letter of a text in lower case.
fn first_letter(text: &str) -> char {
    let letter = text.chars().next().unwrap_or_default();
    letter.to_lowercase().next().unwrap_or(letter)
}

/// Returns the forms of a term that count in a lesson: those of the glossary, its name, and of an English term the other forms of
/// their first and last words.
fn forms_of_term(term: &GlossaryTerm) -> BTreeSet<String> {
    let mut forms: BTreeSet<String> = term.forms.iter().map(|form| (*form).to_owned()).collect();
    if !EVERYDAY_NAMES.contains(&term.name) {
        forms.insert(term.name.to_owned());
    }
    if term.tongue == Language::English {
        for form in forms.clone() {
            add_inflected_forms(&form, &mut forms);
        }
    }
    forms
}

/// Adds a form of a term with other forms of its first word, and with other forms of its last word.
fn add_inflected_forms(form: &str, forms: &mut BTreeSet<String>) {
    if form.starts_with(char::is_uppercase) {
        return;
    }
    let (first, after) = form.split_once(' ').unwrap_or((form, ""));
    for word in inflected_forms(first) {
        forms.insert(format!("{word} {after}").trim_end().to_owned());
    }
    if let Some((before, last)) = form.rsplit_once(' ') {
        for word in inflected_forms(last) {
            forms.insert(format!("{before} {word}"));
        }
    }
}

/// Returns the plural of a word and the forms that it has as a verb; some of them do not exist.
fn inflected_forms(word: &str) -> Vec<String> {
    let mut stems = vec![word];
    if let Some(stem) = word.strip_suffix('s')
        && !stem.ends_with('s')
    {
        stems.push(stem);
    }
    let mut forms = Vec::new();
    for stem in stems {
        let Some(last) = stem.chars().last() else {
            continue;
        };
        forms.extend([format!("{stem}s"), format!("{stem}es")]);
        let short = stem.strip_suffix('e').unwrap_or(stem);
        for begin in [short.to_owned(), format!("{stem}{last}")] {
            forms.extend([format!("{begin}ed"), format!("{begin}ing")]);
        }
    }
    forms
}
