//! The chapter of the family: a drawing, the same in words, the dates of print, and what is named beside it.

use super::picture::arrowhead;
use super::{game_page, glossed};
use crate::editions::{self, KINSHIP};
use crate::page::{Place, inline, one_line};
use crate::rules::from_toml::told;
use crate::rules::{Certainty, Game, Kin, Relation, Rests, Ruleset, data};
use anyhow::Result;
use askama::Template;
use std::path::Path;
use std::sync::LazyLock;

const BOX: (i32, i32) = (144, 44);

data! {
    /// The drawing: it is drawn by hand, and tells what the games and their kinship tell.
    #[derive(Template)]
    #[template(path = "family.svg")]
    struct Drawing {
        width: i32,
        height: i32,
        boxes: &'static [GameBox],
        lines: &'static [KinLine],
    }

    /// A game's box: its upper edge, and the middle between its sides.
    struct GameBox {
        game: &'static str,
        middle: i32,
        top: i32,
    }

    /// A line, in the order of the kinships: its path, the place of its number, and the tip of its arrowhead if it has one.
    struct KinLine {
        of: &'static str,
        to: &'static str,
        way: &'static str,
        label: (i32, i32),
        tip: Option<(i32, i32)>,
    }
}

static DRAWING: LazyLock<Drawing> = LazyLock::new(|| told("drawing.toml", include_str!("drawing.toml")));

impl GameBox {
    fn game(&self) -> Option<&'static Game> {
        editions::game_by_id(self.game)
    }

    /// Where its name stands: above its date, if it has one.
    fn baseline(&self) -> i32 {
        let has_date = self.game().is_some_and(|game| !game.when.is_empty());
        self.top + if has_date { 19 } else { 27 }
    }
}

impl KinLine {
    fn is_of(&self, kin: &Kin) -> bool {
        (self.of, self.to) == (kin.of, kin.to)
    }

    fn head(&self) -> Option<String> {
        self.tip.map(arrowhead)
    }

    fn kind(&self) -> String {
        let Some(kin) = KINSHIP.iter().find(|kin| self.is_of(kin)) else { return String::new() };
        let relation = match kin.relation {
            Relation::Descends => "descends",
            Relation::Variant => "variant",
            Relation::Related => "related",
        };
        let certainty = match kin.certainty {
            Certainty::Said => "",
            Certainty::Suggested => " suggested",
            Certainty::AgainstDates => " disputed",
        };
        relation.to_string() + certainty
    }
}

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

pub(super) fn family(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let drawn = one_line(&DRAWING.render()?);
    Ok(format!(
        "# The family\n\n{HOW_TO_READ}\n\n<section class=\"family\" aria-label=\"The family, drawn\" tabindex=\"0\">{drawn}</section>\n\n## The same in words\n\n{}\n\n{}\n",
        one_line(&Family { place }.render()?),
        Around { place }.render()?
    ))
}

const HOW_TO_READ: &str = "Where la Mouche comes from, and which games are its kin, as far as the texts we have say so. What came first, by their account, stands on top; a date under a name is that of the earliest print or mention we know of. A line with a full arrowhead means *descends from*, one with an open arrowhead *is a variant of*, a line without one *is related to*. A broken line is a weaker word: the source merely suggests it, or speaks of something near, and the reading is ours. A line of dashes and dots is said by a source, and the dates of print run the other way. Each line bears a number, under which the list below names its source. The games with a heavy frame can be played in this book: each leads to its page.";

fn editions_of(game: &Game) -> impl Iterator<Item = &'static Ruleset> {
    editions::ALL.iter().copied().filter(|edition| game.editions.contains(&edition.id))
}

/// Where a game can be played: its page, or that of the game in which a company may agree to it; nothing if it cannot.
fn way(game: &Game) -> String {
    let home = editions_of(game).find_map(editions::game_of);
    home.map_or(String::new(), |home| Place::Home(0).to(&game_page(home, "html")))
}

/// The lines of the drawing that tell where a game comes from: number, kinship, and the other game.
fn lines(game: &Game) -> Vec<(usize, &'static Kin, &'static Game)> {
    let own = editions::KINSHIP.iter().zip(1..).filter(|(kin, _)| kin.of == game.id);
    own.filter_map(|(kin, number)| Some((number, kin, editions::game_by_id(kin.to)?))).collect()
}

fn sources(kin: &'static Kin) -> impl Iterator<Item = &'static Rests> {
    std::iter::once(&kin.rests_on).chain(kin.also)
}

#[cfg(test)]
#[path = "../../tests/unit/book_family.rs"]
mod tests;
