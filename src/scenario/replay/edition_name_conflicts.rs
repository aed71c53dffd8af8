//! Names in an edition file that cannot stay: those of another edition or work, and the examples of the template.

use super::edition_places::span_of_value_at_keys;
use crate::editions;
use crate::rules::{Ruleset, WORKS};
use crate::scenario::text::{Diagnostic, Span, diagnose, quote};

/// What the file of `mouche new-edition` has in place of the author's words.
const PLACEHOLDERS: [(&str, &str); 3] = [
    ("short", "Author"),
    ("full", "Author, Title, place and year"),
    ("good_for", "What you take from this work."),
];

/// Returns the diagnostic for the first name that another edition or work has, or that is an example of the template.
pub(super) fn find_taken_or_template_name(
    rules: &Ruleset,
    known: &[&'static Ruleset],
    text: &str,
) -> Option<Diagnostic> {
    find_placeholder(text)
        .or_else(|| find_shared_edition_name(rules, known, text))
        .or_else(|| find_shared_work_name(rules, known, text))
}

/// Returns the diagnostic for words of the template that the author has not replaced.
fn find_placeholder(text: &str) -> Option<Diagnostic> {
    for (key, words) in PLACEHOLDERS {
        if let Some(span) = last_span_of_key_value(text, key, words) {
            let written = quote(words);
            return Some(diagnose!("template-words", &span, key, written));
        }
    }
    None
}

/// Returns the diagnostic if another edition has the short name of this one.
fn find_shared_edition_name(
    rules: &Ruleset,
    known: &[&'static Ruleset],
    text: &str,
) -> Option<Diagnostic> {
    let span = span_of_value_at_keys(text, &["short"])?;
    let authors = known.iter().copied();
    let mut others = editions::built_in_editions().chain(authors);
    let other = others.find(|other| other.id != rules.id && other.short == rules.short)?;
    let name = quote(rules.short);
    Some(diagnose!(
        "edition-short-twice",
        &span,
        name,
        other = other.id
    ))
}

/// Returns the diagnostic if two works have one short name.
fn find_shared_work_name(
    rules: &Ruleset,
    known: &[&'static Ruleset],
    text: &str,
) -> Option<Diagnostic> {
    for (at, work) in rules.works.iter().enumerate() {
        let authors = known.iter().filter(|other| other.id != rules.id);
        let works_of_authors = authors.flat_map(|other| other.works);
        let earlier = rules.works[..at].iter();
        let mut others = WORKS.iter().chain(works_of_authors).chain(earlier);
        let other = others.find(|other| other.id != work.id && other.short == work.short);
        if let Some(other) = other {
            let span = last_span_of_key_value(text, "short", work.short).unwrap_or_default();
            let name = quote(work.short);
            return Some(diagnose!("work-short-twice", &span, name, other = other.id));
        }
    }
    None
}

/// Returns the last place at which a key has these words; comments do not count.
fn last_span_of_key_value(text: &str, key: &str, words: &str) -> Option<Span> {
    let quoted = format!("\"{words}\"");
    let mut found = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some((before, value)) = line.split_once('=')
            && before.trim() == key
            && value.trim() == quoted
        {
            let start = at + line.find(&quoted)?;
            found = Some(start..start + quoted.len());
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::PLACEHOLDERS;

    /// The words are those of the file that `mouche new-edition` writes.
    #[test]
    fn each_placeholder_is_in_the_template() {
        let template = include_str!("../../../templates/new_edition.toml");
        for (key, words) in PLACEHOLDERS {
            let line = format!("#{key} = \"{words}\"");
            assert!(template.lines().any(|written| written == line), "{line}");
        }
    }
}
