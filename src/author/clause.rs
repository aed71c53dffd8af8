//! What an edition says of a topic, in a few lines.

use super::document::Document;
use crate::editions;
use crate::page::markdown::plain;
use crate::rules::{Ruleset, Source, Topic, page};

/// The rules that a file is played by: with the options it agrees, where they can be.
pub(super) fn rules(document: &Document) -> Vec<Ruleset> {
    let checked = document.checked();
    if !checked.stories.is_empty() {
        return checked.stories.iter().map(|story| story.rules).collect();
    }
    let named = document.outline().header.iter().flat_map(|header| &header.editions);
    named.filter_map(|named| editions::by_id(&named.value)).copied().collect()
}

/// The clause, as Markdown: title, text, value, source, and its page where the book is published.
pub(super) fn told(rules: &Ruleset, topic: Topic, book: &str) -> String {
    let clause = rules.clause(topic);
    let id = rules.clause_id(topic);
    let page = (!book.is_empty()).then(|| format!("{}/{}", book.trim_end_matches('/'), page(rules.id, topic)));
    let id = page.map_or_else(|| format!("`{id}`"), |page| format!("[`{id}`]({page})"));
    let text = clause.text().map(plain);
    let source = source(rules, topic, clause.source);
    let (signs, turns_on) = (clause.marks().explained(), clause.readings.iter().filter_map(|reading| reading.turns_on));
    let signs = signs.map_or(String::new(), |signs| format!("\n- {signs}"));
    let turns_on: String = turns_on.map(|phrase| format!("\n- turns on: {phrase}")).collect();
    let (title, value) = (&clause.title, clause.value());
    format!("{id} **{title}**\n\n{text}\n\n- engine: {value}\n- source: {source}{signs}{turns_on}")
}

/// What a clause rests on; of one that is taken over, what the first rests on too.
fn source(rules: &Ruleset, topic: Topic, source: Source) -> String {
    let first = editions::by_id(rules.id).map(|edition| editions::origin(edition, topic).clause(topic).source);
    match (source, first) {
        (Source::Same { why, .. }, Some(first)) => format!("{source} ({why}): {first}"),
        _ => source.to_string(),
    }
}

/// The same under each edition of a file, each clause once.
pub(super) fn told_under_all(document: &Document, topic: Topic, book: &str) -> Vec<String> {
    let mut told: Vec<String> = rules(document).iter().map(|rules| told(rules, topic, book)).collect();
    told.dedup();
    told
}
