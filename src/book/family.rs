//! The chapter of the family: a drawing, and the same in words.

mod drawing;
mod layout;

use super::gloss::glossed;
use super::link::Link;
use super::markdown::{inline, one_line};
use super::place::Place;
use crate::editions;
use crate::rules::{Certainty, Game, Kin, Rests};
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// A game, and the lines that tell where it comes from.
struct Entry {
    game: &'static Game,
    about: String,
    source: Cited,
    rules: Vec<Link>,
    lines: Vec<Line>,
}

/// A line of the drawing in words.
struct Line {
    number: usize,
    kin: &'static Kin,
    other: Link,
    is_suggested: bool,
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

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn family(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let words = Family { entries: editions::GAMES.iter().map(|game| entry(game, place)).collect() };
    let drawn = one_line(&drawing::drawing()?);
    Ok(format!(
        "# The family\n\n{HOW_TO_READ}\n\n<section class=\"family\" aria-label=\"The family, drawn\" tabindex=\"0\">{drawn}</section>\n\n## The same in words\n\n{}\n",
        one_line(&words.render()?)
    ))
}

/// Said before the drawing.
const HOW_TO_READ: &str = "Where la Mouche comes from, and what came of it, as far as the texts we have say so. Old games stand on top. A line with a full arrowhead means *descends from*, one with an open arrowhead *is a variant of*, a line without one *is related to*. A broken line is a weaker word: the source merely suggests it, or speaks of something near, and the reading is ours. Each line bears a number, under which the list below names its source. The games with a heavy frame have their rules in this book.";

fn entry(game: &'static Game, place: Place) -> Entry {
    let rules = editions::ALL.iter().filter(|edition| game.editions.contains(&edition.id));
    let lines = editions::KINSHIP.iter().zip(1..).filter(|(kin, _)| kin.of == game.id);
    Entry {
        game,
        about: inline(&glossed(game.about, place)),
        source: cited(game.rests_on, place),
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
        is_suggested: kin.certainty == Certainty::Suggested,
        sources: std::iter::once(&kin.rests_on).chain(kin.also).map(|rests| cited(*rests, place)).collect(),
    })
}

fn cited(rests: Rests, place: Place) -> Cited {
    Cited { work: Link::new(place.work(rests.work), rests.work.short), section: rests.section }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_every_line_is_told_with_its_source() {
        let chapter = family(Path::new("family.md")).expect("a chapter");
        for game in editions::GAMES {
            assert_eq!(chapter.matches(&format!(r#"id="{}""#, game.id)).count(), 1, "{}", game.id);
        }
        let lines = chapter.matches(r#"class="kin-source""#).count();
        assert_eq!(lines, editions::KINSHIP.len());
    }
}
