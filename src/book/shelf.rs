//! The chapter that lists the hands of an edition.

use super::column::names;
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
    /// The editions it is told under, if there are several.
    editions: String,
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

/// The chapter of the hands told under several editions, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn compared_shelf(title: &str, told: &[&Told], page: &Path) -> Result<String> {
    let place = Place::of(page);
    let lines = told.iter().map(|told| line(told, place)).collect();
    let head = format!(
        "# {title}\n\nThe same cards, held against the rules of several editions at once. A step that they tell alike stands once; \
         where they part, each has a column of its own, and the clauses in it are its own. At the end stands what the hand comes to in each.\n\n"
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
        editions: if told.is_compared() { editions(told) } else { String::new() },
        options: now.iter().zip(&printed).any(|(now, printed)| now.value != printed.value),
    }
}

fn editions(told: &Told) -> String {
    names(&told.file.stories.iter().map(|story| &story.rules).collect::<Vec<_>>())
}
