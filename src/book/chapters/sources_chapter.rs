//! The chapter of the works on which the rules rest, and of the works that were looked for and not
//! found.

use super::game_family_chapter::citations_of_link;
use super::printed_clause::own_readings;
use crate::book::markdown_link;
use crate::book::site::lang_attribute;
use crate::cards::deduplicated;
use crate::editions::{self, KINSHIP};
use crate::page::HomeOrGuestPage;
use crate::rules::{Citation, ClauseLookup, ClauseSource, FamilyGame, WORKS, Work};
use anyhow::Result;
use askama::Template;

/// The chapter of the works that everything rests on.
#[derive(Template)]
#[template(path = "sources.md")]
struct SourcesChapter {
    place: HomeOrGuestPage,
}

/// Returns the chapter of the sources as Markdown.
pub(super) fn sources_chapter(place: HomeOrGuestPage) -> Result<String> {
    Ok(SourcesChapter { place }.render()?)
}

/// Returns the works of the book, and those that the edition files of authors describe, each once.
fn all_works() -> Vec<&'static Work> {
    let mut works: Vec<&Work> = WORKS.iter().collect();
    for edition in editions::printed_editions() {
        works.extend(edition.works);
    }
    deduplicated(works)
}

/// Returns whether an edition file of an author describes a work.
fn has_added_works() -> bool {
    let mut editions = editions::author_editions::registered_editions().into_iter();
    editions.any(|edition| !edition.works.is_empty())
}

/// Returns a sentence that links the works of an author which editions were added with to this book, as Markdown; empty if there
/// are none.
fn added_edition_works_by(author: &str, place: &HomeOrGuestPage) -> String {
    let mut links = Vec::new();
    for edition in editions::author_editions::registered_editions() {
        for work in edition.works {
            if !author.is_empty() && work.full.contains(author) {
                links.push(markdown_link(place.link_to_work(work), work.short));
            }
        }
    }
    let links = deduplicated(links);
    if links.is_empty() {
        return String::new();
    }
    format!(
        " An edition that was added to this book has: {}.",
        links.join(", ")
    )
}

/// Returns what rests on a work: a title for each kind of thing, and its links as Markdown.
fn things_resting_on(work: &Work, place: HomeOrGuestPage) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    for edition in editions::printed_editions() {
        let mut links = Vec::new();
        for topic in editions::clause_ids_in_use() {
            if edition.source(*topic).and_then(ClauseSource::work) == Some(work) {
                let href = place.link_to_clause(edition.id, *topic);
                links.push(markdown_link(href, edition.title(*topic)));
            }
        }
        lines.push((edition.name, links.join(", ")));
    }
    let mut words = Vec::new();
    for term in editions::TERMS.iter() {
        if rests_on_work(term.rests_on, work) {
            words.push(markdown_link(place.link_to_term(term), term.name));
        }
    }
    let mut years = Vec::new();
    for print in editions::PRINTS.iter() {
        if print.rests_on.work == work {
            years.push(print.year.to_string());
        }
    }
    let readings = links_to_readings(work, place);
    let games = links_to_games(work, place);
    lines.push(("Interpretations that rest on it", readings.join(", ")));
    lines.push(("Words", words.join("; ")));
    lines.push(("The family", games.join(", ")));
    lines.push(("Dates", years.join(", ")));
    lines.retain(|(_, links)| !links.is_empty());
    lines
}

/// Returns whether one of some passages is in a work.
fn rests_on_work(citations: &[Citation], work: &Work) -> bool {
    citations.iter().any(|citation| citation.work == work)
}

/// Returns links to the games of which a work tells, or whose kinship it tells.
fn links_to_games(work: &Work, place: HomeOrGuestPage) -> Vec<String> {
    let mut links = Vec::new();
    for game in editions::GAMES.iter() {
        if rests_on_work(game.rests_on, work) || has_kinship_from(game, work) {
            links.push(markdown_link(place.link_to_game_in_family(game), game.name));
        }
    }
    for neighbour in editions::NEIGHBOURS.iter() {
        if rests_on_work(neighbour.rests_on, work) {
            let href = place.link_to(&format!("family.html#{}", neighbour.id));
            links.push(markdown_link(href, neighbour.name));
        }
    }
    links
}

/// Returns whether a work tells where a game comes from.
fn has_kinship_from(game: &FamilyGame, work: &Work) -> bool {
    let mut citations = KINSHIP
        .iter()
        .filter(|link| link.of == game.id)
        .flat_map(citations_of_link);
    citations.any(|citation| citation.work == work)
}

/// Returns links to the clauses whose readings name a work among their reasons.
fn links_to_readings(work: &Work, place: HomeOrGuestPage) -> Vec<String> {
    let mut links = Vec::new();
    for edition in editions::printed_editions() {
        for topic in editions::clause_ids_in_use() {
            let readings = own_readings(edition, *topic);
            let names_work = |why: &str| work.called.iter().any(|name| why.contains(name));
            if readings.iter().any(|reading| names_work(reading.why)) {
                let words = format!("{} ({})", edition.title(*topic), edition.short);
                links.push(markdown_link(
                    place.link_to_clause(edition.id, *topic),
                    words,
                ));
            }
        }
    }
    links
}

/// Returns the whole reference of a work as Markdown, marked with the language of the work if a file says it.
pub(super) fn reference_of_work(work: &Work) -> String {
    let attribute = lang_attribute(work.language());
    if attribute.is_empty() {
        work.full.to_owned()
    } else {
        format!("<span{attribute}>{}</span>", work.full)
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_sources_chapter.rs"]
mod tests;
