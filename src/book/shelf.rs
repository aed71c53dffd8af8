//! The chapter that lists the hands of an edition.

use crate::page::Place;
use crate::page::Told;
use crate::page::markdown::one_line;
use crate::page::names;
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
    /// Where else it is told: `compared with La Mouche, 1730`, or nothing.
    told: String,
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
    let own = |compared| {
        let told = told.iter().filter(move |told| told.story.rules.id == edition.id && told.is_compared() == compared);
        told.map(|told| line(told, place, also(told)))
    };
    let lines: Vec<Line> = own(false).chain(own(true)).collect();
    let rules = place.to(&format!("rules/{}.html", edition.id));
    let head = format!(
        "# The hands: {}\n\n{} hands played by the [rules of {}]({rules}). Every card and every chip in them was held against the engine.\n\n",
        edition.name,
        lines.len(),
        edition.short
    );
    Ok(head + &one_line(&Shelf { lines }.render()?) + "\n")
}

/// The chapter of the hands told under several editions, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn compared_shelf(title: &str, told: &[&Told], page: &Path) -> Result<String> {
    let place = Place::of(page);
    let lines = told.iter().map(|told| line(told, place, format!("under {}", names(&editions(told))))).collect();
    let head = format!(
        "# {title}\n\nThe same cards, held against the rules of several editions at once. A step that they tell alike stands once; \
         where they part, each has a column of its own, and the clauses in it are its own. At the end stands what the hand comes to in each.\n\n"
    );
    Ok(head + &one_line(&Shelf { lines }.render()?) + "\n")
}

fn line(told: &Told, place: Place, told_where: String) -> Line {
    let steps = &told.story.steps;
    let printed = crate::editions::by_id(told.story.rules.id).map(|rules| rules.clauses()).unwrap_or_default();
    let now = told.story.rules.clauses();
    Line {
        href: place.to(&told.page("html")),
        title: told.title(),
        players: told.story.players.len(),
        hands: steps.last().map_or(0, |step| step.hand),
        refusals: steps.iter().filter(|step| matches!(step.kind, Kind::Refused { .. })).count(),
        told: told_where,
        options: now.iter().zip(&printed).any(|(now, printed)| now.key() != printed.key()),
    }
}

fn editions<'a>(told: &Told<'a>) -> Vec<&'a Ruleset> {
    told.file.stories.iter().map(|story| &story.rules).collect()
}

/// The other editions of its file, as words.
fn also(told: &Told) -> String {
    let mut others = editions(told);
    others.retain(|rules| rules.id != told.story.rules.id);
    if others.is_empty() { String::new() } else { format!("compared with {}", names(&others)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Library;
    use crate::scenario::check;

    #[test]
    fn a_compared_hand_stands_last_on_the_shelf_of_each_of_its_editions() {
        let files = vec![
            check("compared/two.md", include_bytes!("../../scenarios/compared/one-line-of-1730.md")),
            check("one.md", include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md")),
        ];
        let library = Library::of(files);
        let told = library.told();
        let chapter = |at: usize| shelf(&told[at].story.rules, &told, Path::new("hands/x.md")).expect("a chapter");
        assert!(chapter(0).contains("2 hands played"));
        let (_, last) =
            chapter(0).split_once("Denise must trump").map(|(a, b)| (a.to_string(), b.to_string())).expect("hers");
        assert!(
            last.contains(r#"href="../hands/compared/two.html""#) && last.contains("compared with La Mouche, 1730<"),
            "{last}"
        );
        assert!(chapter(1).contains("compared with La Mouche, 1718<"));
        let compared = compared_shelf("T", &[&told[0]], Path::new("hands/compared.md")).expect("a chapter");
        assert!(compared.contains("under La Mouche, 1718 and La Mouche, 1730<"), "{compared}");
    }
}
