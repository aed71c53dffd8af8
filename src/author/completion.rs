//! What may be written at the cursor. What the grammar would take is what the parser asked for where the line breaks off;
//! what the table would take is played up to there.

mod script;

use super::Document;
use super::cursor::Cursor;
use crate::editions;
use crate::rules::{ClauseId, OptionDef, OptionValue, Ruleset};
use crate::scenario::{FenceKind, GrammarPlace, HEADER_KEYS, HouseRules, Keyword, Span};
use script::CompletionContext;
pub(crate) use script::{Item, ItemKind};
use std::collections::BTreeSet;

/// Returns what may be written here, the likeliest first, and instead of what.
pub(crate) fn complete(document: &Document, byte: usize) -> Option<(Vec<Item>, Span)> {
    if let Some(found) = complete_fence_opening(document, byte) {
        return Some(found);
    }
    let cursor = Cursor::in_fence(document, byte)?;
    if cursor.block.word == FenceKind::Header {
        return complete_header(document, &cursor);
    }
    let asked = CompletionContext::new(document, &cursor);
    let mut written = BTreeSet::new();
    let items = script::completion_items(&asked)
        .filter(|item| written.insert(item.text.clone()))
        .collect();
    Some((items, asked.start..byte))
}

/// Returns the words of fences, where one is being opened; after that of a task what it may ask, after others the editions
/// it is for.
fn complete_fence_opening(document: &Document, byte: usize) -> Option<(Vec<Item>, Span)> {
    let line = document.text[..byte].rfind('\n').map_or(0, |end| end + 1);
    let typed = document.text[line..byte]
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '>' | '-' | '*'));
    let words = typed.trim_start_matches(['`', '~']);
    let structure = document.structure();
    let signs = byte - typed.len();
    let ends = structure
        .blocks
        .iter()
        .any(|one| one.closed && one.opening.start < signs && signs < one.span.end);
    if typed.len() - words.len() < 3 || ends {
        return None;
    }
    let start = byte - words.rsplit([' ', ',']).next().unwrap_or(words).len();
    if words.contains(' ') && !words.trim_end().is_empty() {
        if words.split(' ').next() == Some(FenceKind::Task.spelling(structure.names.letters)) {
            let word = |keyword: Keyword| {
                Item::new(
                    ItemKind::Word,
                    keyword.spelling_in(structure.names.letters),
                    "",
                )
            };
            return Some((
                Keyword::all_at(GrammarPlace::Task).map(word).collect(),
                start..byte,
            ));
        }
        let editions = structure.header.iter().flat_map(|header| &header.editions);
        let items = editions.map(|edition| Item::new(ItemKind::Member, edition.value.clone(), ""));
        return Some((items.collect(), start..byte));
    }
    let known = FenceKind::ALL
        .iter()
        .copied()
        .filter(|word| structure.header.is_none() || *word != FenceKind::Header);
    let items = known.map(|word| {
        Item::new(
            ItemKind::Word,
            word.spelling(structure.names.letters),
            word.words(),
        )
    });
    Some((
        items.collect(),
        if words.contains(' ') {
            start..byte
        } else {
            byte - words.len()..byte
        },
    ))
}

/// Returns what may be written in the header here. TOML that is being written is none yet: the text before the cursor is
/// looked at.
fn complete_header(document: &Document, cursor: &Cursor) -> Option<(Vec<Item>, Span)> {
    let text = cursor.block.content.text();
    let before = document
        .text
        .get(cursor.block.content.file_span().start..cursor.byte)?;
    let is_key = |text: &str| HEADER_KEYS.iter().any(|row| row.key() == text.trim());
    let statement = before
        .lines()
        .rev()
        .find_map(|line| line.split_once('=').filter(|(key, _)| is_key(key)));
    let line = document.text.get(cursor.line..cursor.byte)?;
    let word = line
        .rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
        .next()
        .unwrap_or_default();
    let quoted = line[..line.len() - word.len()].ends_with('"');
    let start = cursor.byte - word.len() - usize::from(quoted);
    // A quotation mark that the editor has set behind the cursor belongs to the word.
    let end = cursor.byte + usize::from(quoted && document.text[cursor.byte..].starts_with('"'));
    let in_a_list = before.matches('[').count() > before.matches(']').count();
    let items = match statement {
        Some((key, _)) if line.contains('=') || in_a_list => {
            complete_value(document.house, text, key.trim(), line)
        }
        _ => {
            let said = text
                .lines()
                .filter_map(|line| Some(line.split_once('=')?.0.trim()));
            let keys = HEADER_KEYS
                .iter()
                .filter(|row| !said.clone().any(|name| name == row.key()));
            keys.map(|row| Item::new(ItemKind::Key, format!("{} = ", row.key()), row.says))
                .collect()
        }
    };
    Some((items, start..end))
}

fn complete_value(house: HouseRules, header: &str, key: &str, line: &str) -> Vec<Item> {
    let text = |id: &str, detail: String| Item::new(ItemKind::Member, format!("{id:?}"), detail);
    match key {
        // That of the folder is the likeliest.
        "edition" | "editions" => {
            let all = house
                .ruleset()
                .into_iter()
                .chain(editions::playable_editions());
            all.map(|edition| text(edition.id, edition.name.into()))
                .collect()
        }
        "shows" => {
            let rules = named_editions(house, header);
            let has =
                |topic: &&ClauseId| rules.iter().all(|rules| !rules.clause(**topic).is_absent());
            editions::clause_ids()
                .filter(has)
                .map(|topic| text(topic.id(), topic.title().into()))
                .collect()
        }
        // The names of options, or after one its values.
        "options" if line.contains('{') => {
            let entry = line.rsplit(['{', ',']).next().unwrap_or_default();
            let mut editions = named_editions(house, header).into_iter();
            if let Some(option) = entry
                .split_once('=')
                .and_then(|(name, _)| OptionDef::by_name(name.trim()))
            {
                let Some(edition) = editions.find(|edition| option.is_known_to(edition)) else {
                    return Vec::new();
                };
                let item = |value: OptionValue| {
                    Item::new(
                        ItemKind::Value,
                        value.to_string(),
                        option.describe_values(edition),
                    )
                };
                return option.values_in(edition).into_iter().map(item).collect();
            }
            let all = editions.flat_map(|edition| {
                OptionDef::open_in(edition).map(move |option| (edition, option))
            });
            all.map(|(edition, option)| {
                Item::new(
                    ItemKind::Option,
                    format!("{} = ", option.name),
                    option.describe_values(edition),
                )
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the editions that a header names; where it names none, that of its folder.
fn named_editions(house: HouseRules, header: &str) -> Vec<&'static Ruleset> {
    let is_named = |edition: &&Ruleset| {
        header.contains(&format!("{:?}", edition.id))
            || header.contains(&format!("'{}'", edition.id))
    };
    let named: Vec<_> = editions::playable_editions()
        .chain(house.ruleset())
        .filter(is_named)
        .collect();
    if named.is_empty() {
        house.ruleset().into_iter().collect()
    } else {
        named
    }
}
