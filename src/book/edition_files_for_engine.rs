//! The edition files of authors as the engine in a page reads them.

use crate::editions::author_editions::{AuthorEdition, registered};
use crate::rules::{ClauseId, ClauseLookup, Ruleset, SourceReading};
use anyhow::{Context, Result};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

/// Returns the registered edition files for pages, each after those that it is based on. They do not have what pages have
/// already: what is said about the edition, its works, and the questions of its readings.
pub(super) fn edition_tomls_for_pages() -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for AuthorEdition { rules, text } in registered() {
        let written = text.parse::<DocumentMut>();
        let mut file = written.with_context(|| format!("the edition {}", rules.id))?;
        file.remove("about");
        drop_work_details(&mut file);
        for topic in ClauseId::ALL.iter().copied() {
            replace_readings_by_options(&mut file, rules, topic)?;
        }
        texts.push(file.to_string());
    }
    Ok(texts)
}

/// Removes from the works of an edition file everything that a step does not name and a quotation does not need, so that the
/// page's engine stays small.
fn drop_work_details(file: &mut DocumentMut) {
    let Some(works) = file.get_mut("work").and_then(Item::as_array_of_tables_mut) else {
        return;
    };
    for work in works.iter_mut() {
        work.retain(|key, _| ["id", "short", "lang", "seen"].contains(&key));
    }
}

/// Replaces the readings of a clause by their options. A reading may repeat that of another edition, which the engine in a
/// page does not have.
fn replace_readings_by_options(
    file: &mut DocumentMut,
    rules: &Ruleset,
    topic: ClauseId,
) -> Result<()> {
    let mut clause = file.as_item_mut();
    for key in topic.id().split('.') {
        let Some(inner) = clause.get_mut(key) else {
            return Ok(());
        };
        clause = inner;
    }
    let Some(clause) = clause.as_table_like_mut() else {
        return Ok(());
    };
    if clause.contains_key("reading") {
        let mut readings = ArrayOfTables::new();
        for reading in rules.questions_with_answers(topic) {
            readings.push(reading_without_answer(reading)?);
        }
        clause.insert("reading", Item::ArrayOfTables(readings));
    }
    Ok(())
}

/// Returns a reading without its question and its answer.
fn reading_without_answer(reading: &SourceReading) -> Result<Table> {
    let mut table = Table::new();
    table.insert("id", value(reading.id));
    let kind = serde_json::to_value(reading.kind)?;
    table.insert("kind", value(kind.as_str().unwrap_or_default()));
    if let Some(option) = reading.option {
        table.insert("option", value(option));
    }
    if !reading.among.is_empty() {
        let among: toml_edit::Array = reading.among.iter().copied().collect();
        table.insert("among", value(among));
    }
    Ok(table)
}
