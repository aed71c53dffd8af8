//! Where the parts of an edition file stand in its text.

use super::offered_option_errors::cut_to_first_line;
use crate::rules::{ClauseId, inherited_clauses_tables};
use crate::scenario::text::Span;
use toml::de::{DeTable, DeValue};

/// Returns the place of the value of a clause, in its table or in `[not_there]`; none if the file does not give the value.
pub(super) fn span_of_value(text: &str, topic: ClauseId) -> Option<Span> {
    span_in_clause(text, topic, "value")
        .or_else(|| span_of_value_at_keys(text, &["not_there", topic.id()]))
}

/// Returns the place where a file names the edition from which it takes clauses over: in `based_on`, or in its first `[[same]]`.
pub(super) fn span_of_base_or_first_same(text: &str) -> Option<Span> {
    if let Some(span) = span_of_value_at_keys(text, &["based_on"]) {
        return Some(span);
    }
    let file = DeTable::parse(text).ok()?;
    let first = inherited_clauses_tables(file.get_ref()).next()?;
    let edition = first.get_ref().get("edition")?;
    Some(cut_to_first_line(text, edition.span()))
}

/// Returns the place of a part of a clause; none if the file does not give it.
pub(super) fn span_in_clause(text: &str, topic: ClauseId, part: &str) -> Option<Span> {
    let mut path: Vec<&str> = topic.id().split('.').collect();
    path.push(part);
    span_of_value_at_keys(text, &path)
}

/// Returns the place of the value under some keys.
pub(super) fn span_of_value_at_keys(text: &str, path: &[&str]) -> Option<Span> {
    let file = DeTable::parse(text).ok()?;
    let mut table = file.get_ref();
    let (last, folders) = path.split_last()?;
    for key in folders {
        table = match table.get(*key)?.get_ref() {
            DeValue::Table(inner) => inner,
            _ => return None,
        };
    }
    let value = table.get(*last)?;
    Some(cut_to_first_line(text, value.span()))
}
