//! Keys of the header, and what stands after them: editions, clauses, options with their values.

use super::item::Item;
use crate::editions;
use crate::editor::cursor::Cursor;
use crate::editor::document::Document;
use crate::rules::{Agreed, Ruleset, Topic};
use crate::scenario::reference::KEYS;
use crate::scenario::syntax::Span;
use lsp_types::CompletionItemKind;

/// What may be written in the header here. TOML that is being written is no TOML, so the text before the cursor is looked
/// at as it is.
pub(super) fn complete(document: &Document, cursor: &Cursor) -> Option<(Vec<Item>, Span)> {
    let header = cursor.block.content.text();
    let before = document.text.get(cursor.block.content.whole().start..cursor.byte)?;
    let statement = before.lines().rev().find_map(|line| line.split_once('=').filter(|(key, _)| is_key(key)));
    let line = document.text.get(cursor.line..cursor.byte)?;
    let word = line.rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))).next().unwrap_or_default();
    let quoted = line[..line.len() - word.len()].ends_with('"');
    let start = cursor.byte - word.len() - usize::from(quoted);
    // A quotation mark that the editor has set behind the cursor belongs to the word.
    let end = cursor.byte + usize::from(quoted && document.text[cursor.byte..].starts_with('"'));
    let items = match statement {
        Some((key, _)) if line.contains('=') || is_open(before) => values(header, key.trim(), line),
        _ => keys(header),
    };
    Some((items, start..end))
}

fn is_key(text: &str) -> bool {
    KEYS.iter().any(|key| key.name == text.trim())
}

/// Whether a list of several lines is not closed yet.
fn is_open(before: &str) -> bool {
    before.matches('[').count() > before.matches(']').count()
}

/// The keys that the header does not have.
fn keys(header: &str) -> Vec<Item> {
    let has = |name: &str| header.lines().any(|line| line.split_once('=').is_some_and(|(key, _)| key.trim() == name));
    let keys = KEYS.iter().filter(|key| !has(key.name));
    keys.map(|key| Item::new(CompletionItemKind::FIELD, format!("{} = ", key.name), key.says)).collect()
}

fn values(header: &str, key: &str, line: &str) -> Vec<Item> {
    let text = |id: &str, detail: String| Item::new(CompletionItemKind::ENUM_MEMBER, format!("{id:?}"), detail);
    match key {
        "edition" | "editions" => editions::ALL.iter().map(|edition| text(edition.id, edition.name.into())).collect(),
        "shows" => {
            let rules = named(header);
            let has = |topic: &&Topic| rules.iter().all(|rules| !rules.clause(**topic).is_absent());
            editions::topics().filter(has).map(|topic| text(topic.id(), topic.title().into())).collect()
        }
        "options" => options(header, line),
        _ => Vec::new(),
    }
}

/// The names of options, or after one its values.
fn options(header: &str, line: &str) -> Vec<Item> {
    let entry = line.rsplit(['{', ',']).next().unwrap_or_default();
    if !line.contains('{') {
        return Vec::new();
    }
    match entry.split_once('=').and_then(|(name, _)| Agreed::by_name(name.trim())) {
        Some(option) => {
            let item =
                |value: crate::rules::Setting| Item::new(CompletionItemKind::VALUE, value.to_string(), option.takes());
            option.values().into_iter().map(item).collect()
        }
        None => {
            let known = named(header).into_iter().flat_map(Agreed::known_to);
            let item = |option: &Agreed| {
                Item::new(CompletionItemKind::PROPERTY, format!("{} = ", option.name), option.takes())
            };
            known.map(item).collect()
        }
    }
}

/// The editions that a header names.
fn named(header: &str) -> Vec<&'static Ruleset> {
    let is_named = |edition: &&&Ruleset| {
        [format!("{:?}", edition.id), format!("'{}'", edition.id)].iter().any(|id| header.contains(id))
    };
    editions::ALL.iter().filter(is_named).copied().collect()
}
