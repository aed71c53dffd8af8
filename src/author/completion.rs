//! What may be written at the cursor: the parser says what the grammar would take where the line breaks off, and the engine
//! says what the table would take after the text before it.

mod completion_item;
mod script_completion;

use super::cursor::EditorCursor;
use super::{Document, HeaderAndFences, hover, line_start};
use crate::editions;
use crate::rules::{ClausePresence, OptionDef, Ruleset};
use crate::scenario::{FenceKind, FolderRules, HEADER_KEYS, Keyword, KeywordPlace, Span};
pub(crate) use completion_item::{Completion, CompletionKind};
use script_completion::CompletionContext;
use std::collections::BTreeSet;

/// Returns what may be written at a byte, the likeliest first, and the stretch of the text that it replaces.
pub(crate) fn complete_at(document: &Document, byte: usize) -> Option<(Vec<Completion>, Span)> {
    if let Some(completion) = complete_fence_opening(document, byte) {
        return Some(completion);
    }
    let cursor = EditorCursor::in_fence(document, byte)?;
    if cursor.block.word == FenceKind::Header {
        return complete_header(document, &cursor);
    }
    let context = CompletionContext::new(document, &cursor);
    let mut texts = BTreeSet::new();
    let items = script_completion::completion_items(&context)
        .into_iter()
        .filter(|item| texts.insert(item.text.clone()))
        .collect();
    Some((items, context.start..byte))
}

/// Returns the words of fences, where a fence is being opened. After the word of a task the questions that it may ask, after
/// other words the editions that the fence is for.
fn complete_fence_opening(document: &Document, byte: usize) -> Option<(Vec<Completion>, Span)> {
    let line_start = line_start(&document.text, byte);
    let opening = document.text[line_start..byte]
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '>' | '-' | '*'));
    let words = opening.trim_start_matches(['`', '~']);
    let structure = document.structure();
    let signs_start = byte - opening.len();
    let ends_other_fence = structure.blocks.iter().any(|block| {
        block.closed && block.opening.start < signs_start && signs_start < block.span.end
    });
    if opening.len() - words.len() < 3 || ends_other_fence {
        return None;
    }
    let last_word = words.rsplit([' ', ',']).next().unwrap_or(words);
    let last_start = byte - last_word.len();
    if words.contains(' ') && !words.trim_end().is_empty() {
        let kind = words.split(' ').next().unwrap_or_default();
        return Some((words_after_fence_kind(structure, kind), last_start..byte));
    }
    let start = if words.contains(' ') {
        last_start
    } else {
        byte - words.len()
    };
    Some((fence_kind_items(structure), start..byte))
}

/// Returns what may follow the word of a fence: the questions of a task, else the editions of the file.
fn words_after_fence_kind(structure: &HeaderAndFences, kind: &str) -> Vec<Completion> {
    let letters = structure.names.letters;
    if kind == FenceKind::Task.spelling(letters) {
        return Keyword::all_at(KeywordPlace::Task)
            .map(|keyword| Completion::new(CompletionKind::Word, keyword.spelling_in(letters), ""))
            .collect();
    }
    let Some(header) = &structure.header else {
        return Vec::new();
    };
    header
        .editions
        .iter()
        .map(|edition| Completion::new(CompletionKind::Member, edition.value.clone(), ""))
        .collect()
}

/// Returns the words of fences, that of the header only where the file has none.
fn fence_kind_items(structure: &HeaderAndFences) -> Vec<Completion> {
    let mut items = Vec::new();
    for kind in FenceKind::ALL.iter().copied() {
        if structure.header.is_none() || kind != FenceKind::Header {
            let word = kind.spelling(structure.names.letters);
            items.push(Completion::new(CompletionKind::Word, word, kind.words()));
        }
    }
    items
}

/// Returns what may be written in the header. A header that is being written is no TOML yet, so that the text before the
/// cursor decides.
fn complete_header(document: &Document, cursor: &EditorCursor) -> Option<(Vec<Completion>, Span)> {
    let header = cursor.block.content.text();
    let before = document
        .text
        .get(cursor.block.content.file_span().start..cursor.byte)?;
    let line = document.text.get(cursor.line..cursor.byte)?;
    let word = line
        .rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
        .next()
        .unwrap_or_default();
    let quoted = line[..line.len() - word.len()].ends_with('"');
    let start = cursor.byte - word.len() - usize::from(quoted);
    // A quotation mark that the editor has set behind the cursor belongs to the word.
    let end = cursor.byte + usize::from(quoted && document.text[cursor.byte..].starts_with('"'));
    let is_in_list = before.matches('[').count() > before.matches(']').count();
    let items = match last_header_key(before) {
        Some(key) if line.contains('=') || is_in_list => {
            complete_value(document.house, header, key, line)
        }
        _ => missing_keys(header),
    };
    Some((items, start..end))
}

/// Returns the last key of a header that is given a value in a text.
fn last_header_key(text: &str) -> Option<&str> {
    for line in text.lines().rev() {
        if let Some((key, _)) = line.split_once('=') {
            let key = key.trim();
            if HEADER_KEYS.iter().any(|row| row.toml_key() == key) {
                return Some(key);
            }
        }
    }
    None
}

/// Returns the keys that a header does not have yet.
fn missing_keys(header: &str) -> Vec<Completion> {
    let present: Vec<&str> = header
        .lines()
        .filter_map(|line| Some(line.split_once('=')?.0.trim()))
        .collect();
    let mut items = Vec::new();
    for row in HEADER_KEYS.iter() {
        if !present.contains(&row.toml_key()) {
            let text = format!("{} = ", row.toml_key());
            items.push(Completion::new(CompletionKind::Key, text, row.says));
        }
    }
    items
}

/// Returns the values that a key may have. `line_before_cursor` is the line of the header up to the cursor.
fn complete_value(
    house: FolderRules,
    header: &str,
    key: &str,
    line_before_cursor: &str,
) -> Vec<Completion> {
    match key {
        // The table of the folder is the likeliest.
        "edition" | "editions" => house
            .house_table_rules()
            .into_iter()
            .chain(house.printed_editions())
            .map(|edition| quoted_item(edition.id, edition.name))
            .collect(),
        "shows" => {
            let rules = named_or_folder_editions(house, header);
            editions::clause_ids_in_use()
                .filter(|topic| {
                    rules
                        .iter()
                        .all(|rules| rules.presence_of(**topic) == ClausePresence::Present)
                })
                .map(|topic| quoted_item(topic.id(), topic.title()))
                .collect()
        }
        "options" => match line_before_cursor.rsplit_once('{') {
            Some((_, options)) => {
                complete_option_or_value(&named_or_folder_editions(house, header), options)
            }
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns an item that is written between quotation marks.
fn quoted_item(id: &str, detail: &str) -> Completion {
    Completion::new(CompletionKind::Member, format!("{id:?}"), detail)
}

/// Returns the options that the header of a file may set; behind `=`, the values of the option.
fn complete_option_or_value(editions: &[&'static Ruleset], options: &str) -> Vec<Completion> {
    let entry = options.rsplit(',').next().unwrap_or_default();
    let mut items = Vec::new();
    if let Some((name, _)) = entry.split_once('=') {
        let mut known = editions
            .iter()
            .filter_map(|edition| Some((edition, OptionDef::known_by_name(edition, name.trim())?)));
        if let Some((edition, option)) = known.next() {
            for value in option.agreeable_fixed_values(edition) {
                let detail = option.value_in_words(&value);
                items.push(Completion::new(
                    CompletionKind::Value,
                    value.to_string(),
                    detail,
                ));
            }
        }
        return items;
    }
    for edition in editions {
        for option in OptionDef::open_in(edition) {
            let text = format!("{} = ", option.name);
            let mut item = Completion::new(CompletionKind::Option, text, option.question());
            if item.detail.is_empty() {
                item.detail = option.describe_values(edition);
            }
            item.more = hover::option_values_as_markdown(option, edition);
            items.push(item);
        }
    }
    items
}

/// Returns the editions that a header names; where it names none, that of its folder.
fn named_or_folder_editions(house: FolderRules, header: &str) -> Vec<&'static Ruleset> {
    let mut named = house.printed_editions();
    named.extend(house.house_table_rules());
    named.retain(|edition| {
        header.contains(&format!("{:?}", edition.id))
            || header.contains(&format!("'{}'", edition.id))
    });
    if named.is_empty() {
        named.extend(house.house_table_rules());
    }
    named
}
