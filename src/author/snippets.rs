//! Pieces of a scenario that an editor can write in one go, with places to be filled in.

use super::completion::{Completion, CompletionKind};
use super::{Document, fence_holds_byte, line_start};
use crate::scenario::{FenceKind, Span};
use serde_json::Value;
use std::sync::LazyLock;

/// A piece of a scenario, as `mouche init` gives it to editors.
struct Snippet {
    prefixes: Vec<String>,
    description: String,
    /// Its text, with `${1:a place}` for each place to be filled in.
    body: String,
    /// True if it is a line of a script; else it is a fence.
    is_statement: bool,
}

static SNIPPETS: LazyLock<Vec<Snippet>> = LazyLock::new(|| {
    let text = include_str!("../../templates/init/snippets.json");
    let rows: serde_json::Map<String, Value> = serde_json::from_str(text).expect("a file of JSON");
    rows.values().map(read_snippet).collect()
});

fn read_snippet(row: &Value) -> Snippet {
    let body = texts_of(&row["body"]).join("\n");
    Snippet {
        prefixes: texts_of(&row["prefix"]),
        description: texts_of(&row["description"]).concat(),
        is_statement: !body.starts_with("```"),
        body,
    }
}

/// Returns a text or a list of texts as a list.
fn texts_of(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts_of).collect(),
        _ => Vec::new(),
    }
}

/// Returns the snippets whose prefix is being written at a byte, and the stretch that they replace: fences outside all fences,
/// lines of a script inside one. Their texts have places to be filled in.
pub(crate) fn complete_snippets(
    document: &Document,
    byte: usize,
) -> Option<(Vec<Completion>, Span)> {
    let line_start = line_start(&document.text, byte);
    let written = document.text[line_start..byte].trim_start();
    if written.is_empty() || !written.chars().all(char::is_alphabetic) {
        return None;
    }
    let mut blocks = document.structure().blocks.iter();
    let block = blocks.find(|block| fence_holds_byte(block, byte));
    let wants_statement = match block.map(|block| block.word) {
        None => false,
        Some(FenceKind::Script) => true,
        Some(_) => return None,
    };
    let mut items = Vec::new();
    for snippet in SNIPPETS.iter() {
        let mut prefixes = snippet.prefixes.iter();
        if snippet.is_statement == wants_statement
            && let Some(prefix) = prefixes.find(|prefix| prefix.starts_with(written))
        {
            let mut item = Completion::new(
                CompletionKind::Snippet,
                snippet.body.clone(),
                snippet.description.clone(),
            );
            item.also.clone_from(prefix);
            items.push(item);
        }
    }
    if items.is_empty() {
        return None;
    }
    Some((items, byte - written.len()..byte))
}

/// Returns the text of a snippet with what its places suggest, for an editor that cannot fill in places.
pub(crate) fn fill_in_snippet(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('$') {
        text += before;
        if let Some((place, behind)) = after
            .strip_prefix('{')
            .and_then(|place| place.split_once('}'))
        {
            let (_, suggested) = place.split_once(':').unwrap_or_default();
            text += suggested;
            rest = behind;
        } else {
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        }
    }
    text + rest
}
