//! The data of the comparison of all editions: its topics in their order, what its page needs to make a column of each edition that
//! a reader chooses, and the whole comparison as CSV and as JSON.

use super::edition_decision_words::{decision_in_words, decision_noting_silence};
use super::shared_topic_groups::{group_runs_by_subject, shared_title, subject_of};
use crate::book::book_contents::GamesWithEditions;
use crate::cards::deduplicated;
use crate::editions::{self, author_editions::registered_editions};
use crate::page::{HandUnderEdition, escape_html};
use crate::rules::{ClauseId, ClauseLookup, EngineKind, clause_address_in_book};
use crate::scenario::StoryWithFile;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the topics that editions are compared on, by subject. A subject that the games with tricks and Mus share stands once.
pub(super) fn compared_topics_by_subject() -> Vec<(&'static str, Vec<ClauseId>)> {
    let all_topics = editions::clause_ids_in_use().copied().collect();
    let mut groups: Vec<(&'static str, Vec<ClauseId>)> = Vec::new();
    for (subject, mut topics) in group_runs_by_subject(all_topics, |topic| *topic) {
        if let Some(at) = groups.iter().position(|(title, _)| *title == subject) {
            let (_, earlier) = groups.remove(at);
            topics.splice(0..0, earlier);
        }
        groups.push((subject, topics));
    }
    groups
}

/// Returns the topics that editions are compared on, in the order of the page.
fn compared_topics() -> impl Iterator<Item = ClauseId> {
    compared_topics_by_subject()
        .into_iter()
        .flat_map(|(_, topics)| topics)
}

/// Returns the empty form of the comparison. Its attributes hold what `theme/compare.js` needs: the
/// editions of each game, and the deals that are played under several of them.
pub(super) fn form_for_columns(games: &GamesWithEditions, hands: &[HandUnderEdition]) -> String {
    let mut editions_by_game = Vec::new();
    for (game, editions) in games {
        let editions: Vec<Value> = editions
            .iter()
            .map(|edition| json!([edition.id, edition.name, edition.short]))
            .collect();
        editions_by_game.push(json!([game.name, editions]));
    }
    let mut deals = Vec::new();
    for view in hands {
        if view.is_first_of_several_editions() {
            deals.push(describe_multi_edition_deal(view));
        }
    }
    format!(
        "<form class=\"compare-form\" aria-label=\"Editions to compare\" data-games=\"{}\" data-first=\"{}\" data-deals=\"{}\"></form>",
        quote_attribute(&Value::from(editions_by_game).to_string()),
        comparison_editions_shown_first(games).join(" "),
        quote_attribute(&Value::from(deals).to_string())
    )
}

/// Returns the ids of the editions whose columns are shown first: those of the book's author, each after the edition that it is
/// based on, and then the first edition of each game and all editions of Mus. Mus shares few rows with other games.
fn comparison_editions_shown_first(games: &GamesWithEditions) -> Vec<&'static str> {
    let compared: Vec<&'static str> = games
        .iter()
        .flat_map(|(_, editions)| editions.iter().map(|edition| edition.id))
        .collect();
    let mut ids = Vec::new();
    for edition in registered_editions() {
        ids.extend(edition.parent.map(|base| base.id));
        ids.push(edition.id);
    }
    for (_, editions) in games {
        let shown = match editions[0].family() {
            EngineKind::Mus => editions,
            EngineKind::Tricks => &editions[..1],
        };
        // An edition that takes over most rules of another one tells little beside it.
        let shown = shown.iter().filter(|edition| edition.parent.is_none());
        ids.extend(shown.map(|edition| edition.id));
    }
    ids.retain(|id| compared.contains(id));
    deduplicated(ids)
}

/// Returns a text as it stands in an attribute in quotation marks.
fn quote_attribute(text: &str) -> String {
    escape_html(text).replace('"', "&quot;")
}

/// Returns a deal that is played under several editions: its page, its title, its editions, and the
/// topics that it shows and that they decide differently.
fn describe_multi_edition_deal(view: &HandUnderEdition) -> Value {
    let mut ids = Vec::new();
    for story in &view.file.stories {
        ids.push(story.rules.id);
    }
    let mut topics = Vec::new();
    for topic in editions::clause_ids_of(view.story.rules.family()) {
        if is_shown_and_different(view, *topic) {
            topics.push(topic.id());
        }
    }
    json!([view.page_path("html"), view.title(), ids, topics])
}

/// Returns whether a deal shows a topic under one of its editions, and they decide it differently.
fn is_shown_and_different(view: &HandUnderEdition, topic: ClauseId) -> bool {
    let file = view.file;
    let mut is_shown = false;
    let mut decisions = BTreeSet::new();
    for story in &file.stories {
        if let Some(edition) = editions::by_id(story.rules.id) {
            is_shown |= StoryWithFile { file, story }.shows_clause_of_lineage(edition, topic);
            decisions.insert(decision_in_words(edition, topic));
        }
    }
    is_shown && decisions.len() > 1
}

/// Returns the comparison of all editions as CSV: a row for each topic, and a column for each edition.
pub(crate) fn comparison_as_csv() -> String {
    let mut lines = vec![vec!["clause".to_owned(), "topic".into(), "subject".into()]];
    for edition in editions::printed_editions() {
        lines[0].push(edition.name.into());
    }
    for topic in compared_topics() {
        let mut line = vec![
            topic.id().to_owned(),
            shared_title(topic),
            subject_of(topic).into(),
        ];
        for edition in editions::printed_editions() {
            line.push(decision_noting_silence(edition, topic));
        }
        lines.push(line);
    }
    let mut csv = String::new();
    for line in lines {
        let fields: Vec<String> = line.iter().map(|field| csv_field(field)).collect();
        csv += &fields.join(",");
        csv += "\r\n";
    }
    csv
}

/// Returns a field of CSV, in quotation marks.
fn csv_field(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Returns the comparison of all editions as JSON: the editions, and the topics with the decision of each
/// edition that has a clause on them, its marks and its page.
pub(crate) fn comparison_as_json() -> String {
    let editions: Vec<Value> = editions::printed_editions()
        .map(|edition| {
            let game = editions::game_of(edition).map(|game| game.name);
            json!({ "id": edition.id, "name": edition.name, "game": game })
        })
        .collect();
    let topics: Vec<Value> = compared_topics().map(topic_as_json).collect();
    json!({ "editions": editions, "topics": topics }).to_string()
}

/// Returns a topic with the decisions of the editions that have a clause on it.
fn topic_as_json(topic: ClauseId) -> Value {
    let mut decisions = serde_json::Map::new();
    for edition in editions::printed_editions() {
        if edition.has_clause_on(topic) {
            let decision = json!({
                "decision": decision_noting_silence(edition, topic),
                "marks": edition.marks(topic).signs(),
                "page": clause_address_in_book(edition.id, topic),
            });
            decisions.insert(edition.id.into(), decision);
        }
    }
    json!({
        "clause": topic.id(),
        "topic": shared_title(topic),
        "subject": subject_of(topic),
        "decisions": decisions,
    })
}
