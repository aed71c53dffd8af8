//! Finds the terms of the glossary in running text.

use super::TERMS;
use crate::rules::GlossaryTerm;
use std::collections::BTreeSet;
use std::ops::Range;

/// A term in a text, with its place there.
pub(crate) struct TermInText {
    pub(crate) term: &'static GlossaryTerm,
    pub(crate) span: Range<usize>,
}

/// Returns the first place of each term in a piece of plain text, if its id is not in `known`, and adds the id there.
pub(crate) fn find_new_terms(text: &str, known: &mut BTreeSet<&'static str>) -> Vec<TermInText> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(term) = next_term(text, at, |rest, is_start| {
        longest_term_at_start(rest, known, is_start)
    }) {
        at = term.span.end;
        known.insert(term.term.id);
        found.push(term);
    }
    found
}

/// Returns the first term at or after a place in a text. `longest_at_start` gets the rest of the text, and whether a
/// sentence begins there. It returns the longest term with which that rest begins, and the words that stand for it.
pub(crate) fn next_term<'a>(
    text: &'a str,
    from: usize,
    longest_at_start: impl Fn(&'a str, bool) -> Option<(&'static GlossaryTerm, &'a str)>,
) -> Option<TermInText> {
    let mut is_inside_word = text[..from].ends_with(is_word_char);
    let mut is_sentence_start = is_at_sentence_start(&text[..from]);
    for (place, next) in text[from..].char_indices() {
        let at = from + place;
        if !is_inside_word
            && let Some((term, form)) = longest_at_start(&text[at..], is_sentence_start)
        {
            let span = at..at + form.len();
            return Some(TermInText { term, span });
        }
        is_inside_word = is_word_char(next);
        is_sentence_start = ends_sentence(next) || (is_sentence_start && next.is_whitespace());
    }
    None
}

/// Returns whether a sentence can begin after a text.
fn is_at_sentence_start(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty() || before.ends_with(ends_sentence)
}

/// Returns whether a sentence can begin after a character.
fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | ':' | '?' | '“')
}

/// Returns the term with the longest form at the beginning of a text, and that form as it is
/// written there. Terms with ignored ids do not count.
fn longest_term_at_start<'a>(
    text: &'a str,
    ignored: &BTreeSet<&'static str>,
    is_sentence_start: bool,
) -> Option<(&'static GlossaryTerm, &'a str)> {
    let mut longest: Option<(&'static GlossaryTerm, &str)> = None;
    for term in TERMS.iter() {
        let has_other_meaning = term.but_not.iter().any(|phrase| text.starts_with(phrase));
        if ignored.contains(term.id) || has_other_meaning {
            continue;
        }
        for form in term.forms {
            if let Some(word) = written_form_at_start(text, form, is_sentence_start)
                && longest.is_none_or(|(_, other)| word.len() >= other.len())
            {
                longest = Some((term, word));
            }
        }
    }
    longest
}

/// Returns a form of a term as it is written at the beginning of a text, if the text begins with it
/// as a whole word. It may have a capital at the start of a sentence only: elsewhere a capital
/// makes a name, as in *la Bête*.
pub(crate) fn written_form_at_start<'a>(
    text: &'a str,
    form: &str,
    is_sentence_start: bool,
) -> Option<&'a str> {
    let word = text.get(..form.len())?;
    let is_form = word == form || is_sentence_start && word == capitalized_form(form);
    let goes_on = text[word.len()..].starts_with(is_word_char);
    if is_form && !goes_on {
        Some(word)
    } else {
        None
    }
}

/// Returns a form of a term with a capital first letter.
fn capitalized_form(form: &str) -> String {
    let mut letters = form.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '-'
}
