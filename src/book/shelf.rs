//! The chapter that lists the hands of an edition.

use super::markdown::one_line;
use super::place::Place;
use super::told::Told;
use crate::rules::Ruleset;
use crate::scenario::story::Kind;
use anyhow::Result;
use askama::Template;
use std::path::Path;

struct Line {
    href: String,
    title: String,
    players: usize,
    hands: usize,
    refusals: usize,
    options: bool,
}

#[derive(Template)]
#[template(path = "shelf.html")]
struct Shelf {
    lines: Vec<Line>,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn shelf(edition: &Ruleset, told: &[Told], page: &Path) -> Result<String> {
    let place = Place::of(page);
    let lines: Vec<Line> =
        told.iter().filter(|told| told.story.rules.id == edition.id).map(|told| line(told, place)).collect();
    let rules = place.to(&format!("rules/{}.html", edition.id));
    let head = format!(
        "# The hands: {}\n\n{} hands played by the [rules of {}]({rules}). Every card and every chip in them was held against the engine.\n\n",
        edition.name,
        lines.len(),
        edition.year
    );
    Ok(head + &one_line(&Shelf { lines }.render()?) + "\n")
}

fn line(told: &Told, place: Place) -> Line {
    let steps = &told.story.steps;
    let printed = crate::editions::by_id(told.story.rules.id).map(|rules| rules.clauses()).unwrap_or_default();
    let now = told.story.rules.clauses();
    Line {
        href: place.to(&told.page("html")),
        title: told.title(),
        players: told.story.players.len(),
        hands: steps.last().map_or(0, |step| step.hand),
        refusals: steps.iter().filter(|step| matches!(step.kind, Kind::Refused { .. })).count(),
        options: now.iter().zip(&printed).any(|(now, printed)| now.value != printed.value),
    }
}
