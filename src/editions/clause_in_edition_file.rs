//! The parts of clauses as the files of editions write them.

use super::{APART, EDITIONS, SHARED, author_editions};
use crate::rules::{ClauseId, inherited_clauses_tables};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The place where the file of an edition has a part of a clause.
enum ClausePartInEditionFile {
    /// The file writes the part: this is its text.
    Here(String),
    /// The part is that of another edition.
    In(String),
    /// No file writes the part: the type of the value has a default.
    Nowhere,
}

/// Returns the text of a part of a clause, `value` or `text`, in the file of the edition or of the one from which it is taken
/// over. None if no file writes it, because the program needs no value.
pub fn written_or_inherited_part(edition: &str, topic: ClauseId, key: &str) -> Option<String> {
    written_or_inherited_part_in(edition_file_text(edition)?, topic, key)
}

/// Returns the text of a part of a clause in the file with this text, or in that of the edition from which the file takes the
/// clause over.
pub fn written_or_inherited_part_in(text: &str, topic: ClauseId, key: &str) -> Option<String> {
    let mut origin = find_part(text, topic, key);
    loop {
        match origin {
            ClausePartInEditionFile::Here(part) => return Some(part),
            ClausePartInEditionFile::In(other) => {
                origin = find_part(edition_file_text(&other)?, topic, key)
            }
            ClausePartInEditionFile::Nowhere => return None,
        }
    }
}

/// Returns the text of the file of an edition: ours or that of an author.
fn edition_file_text(id: &str) -> Option<&'static str> {
    let mut own = EDITIONS.iter().chain(&SHARED).chain(&APART);
    if let Some(file) = own.find(|file| file.id == id) {
        return Some(file.text);
    }
    let authors = author_editions::registered().into_iter().rev();
    let mut found = authors.filter(|edition| edition.rules.id == id);
    found.next().map(|edition| edition.text)
}

/// Returns where the file of an edition has a part of a clause.
fn find_part(text: &str, topic: ClauseId, part: &str) -> ClausePartInEditionFile {
    let Ok(file) = DeTable::parse(text) else {
        return ClausePartInEditionFile::Nowhere;
    };
    let file = file.get_ref();
    let absent = file
        .get("not_there")
        .and_then(|absent| absent.get_ref().get(topic.id()));
    if let Some(value) = absent.filter(|_| part == "value") {
        return ClausePartInEditionFile::Here(write_inline(text, value));
    }
    if absent.is_some() {
        return ClausePartInEditionFile::Nowhere;
    }
    if let Some(clause) = clause_table(file, topic) {
        if let Some(value) = clause.get(part) {
            return ClausePartInEditionFile::Here(write_inline(text, value));
        }
        if let Some(like) = clause.get("like").and_then(string_of) {
            return ClausePartInEditionFile::In(like.to_owned());
        }
        // A clause with words and a source of its own takes nothing over.
        if clause.contains_key("source") && (clause.contains_key("text") || part == "text") {
            return ClausePartInEditionFile::Nowhere;
        }
    }
    match inherited_edition(file, topic) {
        Some(other) => ClausePartInEditionFile::In(other.to_owned()),
        None => ClausePartInEditionFile::Nowhere,
    }
}

/// Returns a value in the form that follows `value =`, on one line. A file may also write a table under a heading of its own.
fn write_inline(text: &str, value: &Spanned<DeValue>) -> String {
    match value.get_ref() {
        DeValue::Table(table) => {
            // In the order of the file.
            let mut written: Vec<_> = table.iter().collect();
            written.sort_by_key(|(key, _)| key.span().start);
            let mut entries = Vec::new();
            for (key, inner) in written {
                let key = &text[key.span()];
                entries.push(format!("{key} = {}", write_inline(text, inner)));
            }
            format!("{{ {} }}", entries.join(", "))
        }
        DeValue::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| write_inline(text, item)).collect();
            format!("[{}]", items.join(", "))
        }
        _ => text[value.span()].to_owned(),
    }
}

/// Returns the table of a clause: `[rank.promoted]` stands in `[rank]`.
pub(crate) fn clause_table<'a>(file: &'a DeTable<'a>, topic: ClauseId) -> Option<&'a DeTable<'a>> {
    let mut table = file;
    for key in topic.id().split('.') {
        table = table.get(key)?.get_ref().as_table()?;
    }
    Some(table)
}

/// Returns the edition from which a file takes a clause over.
pub(crate) fn inherited_edition<'a>(file: &'a DeTable<'a>, topic: ClauseId) -> Option<&'a str> {
    for inherited in inherited_clauses_tables(file) {
        let topics = inherited.get_ref().get("topics");
        let has_topic = topics.is_none_or(|topics| has_word(topics.get_ref(), topic.id()));
        if has_topic {
            return inherited.get_ref().get("edition").and_then(string_of);
        }
    }
    file.get("based_on").and_then(string_of)
}

fn has_word(list: &DeValue, wanted: &str) -> bool {
    let mut words = list.as_array().into_iter().flat_map(|list| list.iter());
    words.any(|item| string_of(item) == Some(wanted))
}

fn string_of<'a>(value: &'a Spanned<DeValue<'a>>) -> Option<&'a str> {
    value.get_ref().as_str()
}
