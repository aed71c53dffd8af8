//! The chapter of the family: a drawing, the same in words, the dates of print, and what is named beside it.

mod drawing;

use super::links::glossed;
use crate::editions;
use crate::page::Place;
use crate::page::markdown::{inline, one_line};
use crate::rules::{Game, Kin, Rests, Ruleset};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "family.html")]
struct Family {
    place: Place,
}

#[derive(Template)]
#[template(path = "family_beside.md")]
struct Around {
    place: Place,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn family(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let drawn = one_line(&drawing::drawing()?);
    Ok(format!(
        "# The family\n\n{HOW_TO_READ}\n\n<section class=\"family\" aria-label=\"The family, drawn\" tabindex=\"0\">{drawn}</section>\n\n## The same in words\n\n{}\n\n{}\n",
        one_line(&Family { place }.render()?),
        Around { place }.render()?
    ))
}

/// Said before the drawing.
const HOW_TO_READ: &str = "Where la Mouche comes from, and which games are its kin, as far as the texts we have say so. What came first, by their account, stands on top; a date under a name is that of the earliest print or mention we know of. A line with a full arrowhead means *descends from*, one with an open arrowhead *is a variant of*, a line without one *is related to*. A broken line is a weaker word: the source merely suggests it, or speaks of something near, and the reading is ours. A line of dashes and dots is said by a source, and the dates of print run the other way. Each line bears a number, under which the list below names its source. The games with a heavy frame have their rules in this book.";

/// The editions that tell the rules of a game.
fn editions_of(game: &Game) -> impl Iterator<Item = &'static Ruleset> {
    editions::ALL.iter().copied().filter(|edition| game.editions.contains(&edition.id))
}

/// The lines of the drawing that tell where a game comes from: number, kinship, and the other game.
fn lines(game: &Game) -> Vec<(usize, &'static Kin, &'static Game)> {
    let own = editions::KINSHIP.iter().zip(1..).filter(|(kin, _)| kin.of == game.id);
    own.filter_map(|(kin, number)| Some((number, kin, editions::game_by_id(kin.to)?))).collect()
}

/// What a kinship rests on.
fn sources(kin: &'static Kin) -> impl Iterator<Item = &'static Rests> {
    std::iter::once(&kin.rests_on).chain(kin.also)
}
