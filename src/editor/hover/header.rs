//! A word of the header: a key, an edition, a clause, an option.

use super::Said;
use crate::editions;
use crate::editor::clause;
use crate::editor::document::Document;
use crate::rules::{Agreed, Ruleset};
use crate::scenario::reference::KEYS;
use crate::scenario::syntax::Span;

/// What is said of the word here.
pub(super) fn hover(document: &Document, byte: usize, book: &str) -> Option<Said> {
    let span = word(&document.text, byte);
    let text = document.text.get(span.clone())?;
    let said = match text {
        _ if KEYS.iter().any(|key| key.name == text) => key(text),
        _ if editions::by_id(text).is_some() => editions::by_id(text).map(edition).into_iter().collect(),
        _ => match (editions::topic(text), Agreed::by_name(text)) {
            (_, Some(option)) => options(document, option, book),
            (Some(topic), None) => clause::told_under_all(document, topic, book),
            (None, None) => Vec::new(),
        },
    };
    (!said.is_empty()).then_some((said, span))
}

/// The word around a byte.
fn word(text: &str, byte: usize) -> Span {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let start =
        text[..byte].rfind(|c| !inside(c)).map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[byte..].find(|c| !inside(c)).map_or(text.len(), |at| byte + at);
    start..end
}

fn key(name: &str) -> Vec<String> {
    let told = |key: &crate::scenario::reference::Key| format!("`{}`\n\n{}", key.example, key.says);
    KEYS.iter().filter(|key| key.name == name).map(told).collect()
}

/// What an edition is.
pub(in crate::editor) fn edition(edition: &Ruleset) -> String {
    format!("**{}** (`{}`)\n\n{}", edition.name, edition.id, edition.about)
}

/// An option as each edition of the file has it, and the clause it changes.
fn options(document: &Document, option: &Agreed, book: &str) -> Vec<String> {
    let known = |rules: &&Ruleset| option.is_known_to(rules);
    let told = |rules: &Ruleset| {
        let now = option.now(rules).map_or(String::new(), |now| format!(" = {now}"));
        format!("`{}{now}`: takes {}\n\n{}", option.name, option.takes(), clause::told(rules, option.topic, book))
    };
    clause::rules(document).iter().filter(known).map(told).collect()
}
