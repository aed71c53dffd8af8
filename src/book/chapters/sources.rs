//! The chapters of what the rules rest on: works, and what was not found; words, and what they mean; and the family.

use super::clause::own_readings;
use crate::book::prose::{game_page, link_terms, link_terms_except, markdown_link};
use crate::book::sign::sign;
use crate::editions::{self, KINSHIP};
use crate::page::{Place, inline, one_line};
use crate::rules::from_toml::parse_file;
use crate::rules::{
    Certainty, Citation, ClauseId, FamilyLink, Game, Reading, Relation, Ruleset, Term, Tongue,
    WORKS, Work, data,
};
use anyhow::Result;
use askama::Template;
use std::sync::LazyLock;

#[derive(Template)]
#[template(path = "sources.md")]
struct Sources {
    place: Place,
}

pub(super) fn sources(place: Place) -> Result<String> {
    Ok(Sources { place }.render()?)
}

/// What rests on a work, a line each: what it is, and in Markdown where it stands.
fn lines(work: &Work, place: Place) -> Vec<(&'static str, String)> {
    let clauses = editions::playable_editions().map(|edition| {
        let on_it = |topic: &&ClauseId| edition.source(**topic).work() == Some(work);
        let link = |topic: &ClauseId| {
            markdown_link(place.clause(edition.id, *topic), edition.title(*topic))
        };
        (
            edition.name,
            editions::clause_ids()
                .filter(on_it)
                .map(link)
                .collect::<Vec<_>>()
                .join(", "),
        )
    });
    let words = editions::TERMS
        .iter()
        .filter(|term| term.rests_on.iter().any(|rests| rests.work == work));
    let words: Vec<String> = words
        .map(|term| markdown_link(place.term(term), term.name))
        .collect();
    let prints = editions::PRINTS
        .iter()
        .filter(|print| print.rests_on.work == work);
    let years: Vec<String> = prints.map(|print| print.year.to_string()).collect();
    let others = [
        ("Readings that lean on it", readings(work, place).join(", ")),
        ("Words", words.join("; ")),
        ("The family", games(work, place).join(", ")),
        ("Dates", years.join(", ")),
    ];
    clauses
        .chain(others)
        .filter(|(_, links)| !links.is_empty())
        .collect()
}

/// The games that it tells of, or whose kinship it tells.
fn games(work: &Work, place: Place) -> Vec<String> {
    let kin = |id| {
        KINSHIP
            .iter()
            .filter(|kin| kin.of == id)
            .flat_map(rests_on)
            .any(|rests| rests.work == work)
    };
    let rests = |on: &[Citation]| on.iter().any(|rests| rests.work == work);
    let drawn = editions::GAMES
        .iter()
        .filter(|game| rests(game.rests_on) || kin(game.id));
    let drawn = drawn.map(|game| markdown_link(place.game(game), game.name));
    let beside = editions::NEIGHBOURS
        .iter()
        .filter(|beside| rests(beside.rests_on));
    let beside = beside
        .map(|beside| markdown_link(place.to(&format!("family.html#{}", beside.id)), beside.name));
    drawn.chain(beside).collect()
}

/// The clauses with readings that name it among their reasons.
fn readings(work: &Work, place: Place) -> Vec<String> {
    let leans = |reading: &Reading| work.called.iter().any(|name| reading.why.contains(name));
    let of = |edition: &'static Ruleset| {
        let leaning = editions::clause_ids()
            .filter(move |topic| own_readings(edition, **topic).iter().any(leans));
        leaning.map(move |topic| {
            let words = format!("{} ({})", edition.title(*topic), edition.short);
            markdown_link(place.clause(edition.id, *topic), words)
        })
    };
    editions::playable_editions().flat_map(of).collect()
}

#[derive(Template)]
#[template(path = "glossary.html")]
struct Glossary {
    tongue: Tongue,
    place: Place,
}

pub(super) fn glossary(place: Place) -> Result<String> {
    let tongues = [
        ("French words", Tongue::French),
        ("Spanish words", Tongue::Spanish),
        ("Basque words", Tongue::Basque),
        ("German words", Tongue::German),
        ("Words of the card table", Tongue::English),
    ];
    let part = |(title, tongue)| {
        Ok(format!(
            "\n## {title}\n\n{}\n",
            one_line(&Glossary { tongue, place }.render()?)
        ))
    };
    Ok(WORDS.to_owned() + &tongues.map(part).into_iter().collect::<Result<String>>()?)
}

const WORDS: &str = "# Glossary\n\nThe words that the rules use, with what they mean here. Where a word stands in a rule for the first time, it leads to its entry. The meanings are in our words; a work is named where the word is the work's.\n";

impl Glossary {
    fn terms(&self) -> impl Iterator<Item = &'static Term> {
        editions::TERMS
            .iter()
            .filter(|term| term.tongue == self.tongue)
    }

    fn more(&self, term: &'static Term) -> String {
        inline(&link_terms_except(term.more, self.place, Some(term.id)))
    }
}

/// Who states a clause of their own on a topic, where an edition has the thing; else everyone who says that it has not.
fn stated(term: &Term, topic: &ClauseId) -> Vec<&'static Ruleset> {
    let own = editions::playable_editions()
        .filter(|edition| editions::origin(edition, *topic).id == edition.id);
    let told = own.filter(|edition| edition.has_clause_on(*topic));
    let own: Vec<_> = told
        .filter(|edition| term.of.is_empty() || term.of.contains(&edition.id))
        .collect();
    let having: Vec<_> = own
        .iter()
        .copied()
        .filter(|edition| !edition.clause(*topic).is_absent())
        .collect();
    if having.is_empty() { own } else { having }
}

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

static DRAWING: LazyLock<Drawing> =
    LazyLock::new(|| parse_file("drawing.toml", include_str!("../drawing.toml")));

impl KinLine {
    fn is_of(&self, kin: &FamilyLink) -> bool {
        (self.of, self.to) == (kin.of, kin.to)
    }

    fn kin(&self) -> Option<&'static FamilyLink> {
        KINSHIP.iter().find(|kin| self.is_of(kin))
    }
}

#[derive(Template)]
#[template(path = "family.html")]
struct Kinship {
    place: Place,
}

#[derive(Template)]
#[template(path = "family.md")]
struct Family {
    place: Place,
    drawn: String,
    words: String,
}

pub(super) fn family(place: Place) -> Result<String> {
    let (drawn, words) = (
        one_line(&DRAWING.render()?),
        one_line(&Kinship { place }.render()?),
    );
    Ok(Family {
        place,
        drawn,
        words,
    }
    .render()?)
}

fn editions_of(game: &Game) -> impl Iterator<Item = &'static Ruleset> {
    editions::ALL
        .iter()
        .copied()
        .filter(|edition| game.editions.contains(&edition.id))
}

/// Where a game can be played: its page, or that of the game in which a company may agree to it; nothing if it cannot.
fn way(game: &Game) -> String {
    let home = editions_of(game).find_map(editions::game_of);
    home.map_or(String::new(), |home| {
        Place::Home(0).to(&game_page(home, "html"))
    })
}

/// The lines of the drawing that tell where a game comes from: number, kinship, and the other game.
fn kin_of(game: &Game) -> Vec<(usize, &'static FamilyLink, &'static Game)> {
    let own = editions::KINSHIP
        .iter()
        .zip(1..)
        .filter(|(kin, _)| kin.of == game.id);
    own.filter_map(|(kin, number)| Some((number, kin, editions::game_by_id(kin.to)?)))
        .collect()
}

fn rests_on(kin: &'static FamilyLink) -> impl Iterator<Item = &'static Citation> {
    std::iter::once(&kin.rests_on).chain(kin.also)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_sources.rs"]
mod tests;
