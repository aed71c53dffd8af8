//! The chapter of the family: a drawing, the same in words, the dates of print, and what is named beside it.

mod drawing;

use super::links::{Link, glossed};
use crate::editions;
use crate::page::Place;
use crate::page::markdown::{inline, one_line};
use crate::rules::{Game, Kin, Neighbour, Print, Rests};
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// A game, and the lines that tell where it comes from.
struct Entry {
    game: &'static Game,
    about: String,
    sources: Vec<Cited>,
    rules: Vec<Link>,
    lines: Vec<Line>,
}

/// A line of the drawing in words.
struct Line {
    number: usize,
    kin: &'static Kin,
    other: Link,
    doubt: Option<&'static str>,
    sources: Vec<Cited>,
}

/// Something in print for the first time.
struct Printed {
    print: &'static Print,
    what: String,
    source: Cited,
}

/// A game beside the family.
struct Beside {
    neighbour: &'static Neighbour,
    why: String,
    sources: Vec<Cited>,
}

/// A work, and where in it.
struct Cited {
    work: Link,
    section: &'static str,
}

#[derive(Template)]
#[template(path = "family.html")]
struct Family {
    entries: Vec<Entry>,
}

#[derive(Template)]
#[template(path = "family_beside.md")]
struct Around {
    prints: Vec<Printed>,
    neighbours: Vec<Beside>,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn family(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let words = Family { entries: editions::GAMES.iter().map(|game| entry(game, place)).collect() };
    let prints = editions::PRINTS.iter().map(|print| printed(print, place)).collect();
    let neighbours = editions::NEIGHBOURS.iter().map(|neighbour| beside(neighbour, place)).collect();
    let drawn = one_line(&drawing::drawing()?);
    Ok(format!(
        "# The family\n\n{HOW_TO_READ}\n\n<section class=\"family\" aria-label=\"The family, drawn\" tabindex=\"0\">{drawn}</section>\n\n## The same in words\n\n{}\n\n{}\n",
        one_line(&words.render()?),
        Around { prints, neighbours }.render()?
    ))
}

/// Said before the drawing.
const HOW_TO_READ: &str = "Where la Mouche comes from, and which games are its kin, as far as the texts we have say so. What came first, by their account, stands on top; a date under a name is that of the earliest print or mention we know of. A line with a full arrowhead means *descends from*, one with an open arrowhead *is a variant of*, a line without one *is related to*. A broken line is a weaker word: the source merely suggests it, or speaks of something near, and the reading is ours. A line of dashes and dots is said by a source, and the dates of print run the other way. Each line bears a number, under which the list below names its source. The games with a heavy frame have their rules in this book.";

fn entry(game: &'static Game, place: Place) -> Entry {
    let rules = editions::ALL.iter().filter(|edition| game.editions.contains(&edition.id));
    let lines = editions::KINSHIP.iter().zip(1..).filter(|(kin, _)| kin.of == game.id);
    Entry {
        game,
        about: inline(&glossed(game.about, place)),
        sources: game.rests_on.iter().map(|rests| cited(*rests, place)).collect(),
        rules: rules.map(|edition| Link::new(place.to(&format!("rules/{}.html", edition.id)), edition.name)).collect(),
        lines: lines.filter_map(|(kin, number)| line(kin, number, place)).collect(),
    }
}

fn line(kin: &'static Kin, number: usize, place: Place) -> Option<Line> {
    let other = editions::game_by_id(kin.to)?;
    Some(Line {
        number,
        kin,
        other: Link::new(format!("#{}", other.id), other.name),
        doubt: kin.certainty.doubt(),
        sources: std::iter::once(&kin.rests_on).chain(kin.also).map(|rests| cited(*rests, place)).collect(),
    })
}

fn printed(print: &'static Print, place: Place) -> Printed {
    Printed { print, what: inline(print.what), source: cited(print.rests_on, place) }
}

fn beside(neighbour: &'static Neighbour, place: Place) -> Beside {
    let sources = neighbour.rests_on.iter().map(|rests| cited(*rests, place)).collect();
    Beside { neighbour, why: inline(neighbour.why), sources }
}

fn cited(rests: Rests, place: Place) -> Cited {
    Cited { work: Link::new(place.work(rests.work), rests.work.short), section: rests.section }
}
