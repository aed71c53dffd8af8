//! The chapters of what the rules rest on: every work with what rests on it, and what was not found; and every word, with
//! what it means.

use super::clause::own_readings;
use crate::book::links::{Link, glossed_of};
use crate::book::sign::sign;
use crate::editions;
use crate::page::{Place, inline, one_line};
use crate::rules::{Reading, Rests, Ruleset, Term, Tongue, Topic, WORKS, Work};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "sources.md")]
struct Sources {
    place: Place,
}

pub(super) fn sources(page: &Path) -> Result<String> {
    Ok(Sources { place: Place::of(page) }.render()?)
}

/// What rests on a work, a line each: what it is, and in Markdown where it stands.
fn lines(work: &Work, place: Place) -> Vec<(&'static str, String)> {
    let clauses = editions::every().map(|edition| (edition.name, clauses(edition, work, place)));
    let words = editions::TERMS.iter().filter(|term| rests(term.rests_on, work));
    let words: Vec<String> = words.map(|term| Link::new(place.term(term), term.name).markdown()).collect();
    let prints = editions::PRINTS.iter().filter(|print| print.rests_on.work == work);
    let years: Vec<String> = prints.map(|print| print.year.to_string()).collect();
    let others = [
        ("Readings that lean on it", readings(work, place).join(", ")),
        ("Words", words.join("; ")),
        ("The family", games(work, place).join(", ")),
        ("Dates", years.join(", ")),
    ];
    clauses.chain(others).filter(|(_, links)| !links.is_empty()).collect()
}

fn clauses(edition: &Ruleset, work: &Work, place: Place) -> String {
    let on_it = |topic: &&Topic| edition.clause(**topic).source.work() == Some(work);
    let link = |topic: &Topic| Link::new(place.clause(edition.id, *topic), edition.title(*topic)).markdown();
    editions::topics().filter(on_it).map(link).collect::<Vec<_>>().join(", ")
}

fn rests(on: &[Rests], work: &Work) -> bool {
    on.iter().any(|rests| rests.work == work)
}

/// The games that it tells of, or whose kinship it tells.
fn games(work: &Work, place: Place) -> Vec<String> {
    let kin = |id| {
        let kinship = editions::KINSHIP.iter().filter(|kin| kin.of == id);
        kinship.flat_map(|kin| std::iter::once(&kin.rests_on).chain(kin.also)).any(|rests| rests.work == work)
    };
    let drawn = editions::GAMES.iter().filter(|game| rests(game.rests_on, work) || kin(game.id));
    let drawn = drawn.map(|game| Link::new(place.game(game), game.name));
    let beside = editions::NEIGHBOURS.iter().filter(|beside| rests(beside.rests_on, work));
    let beside = beside.map(|beside| Link::new(place.neighbour(beside), beside.name));
    drawn.chain(beside).map(|link| link.markdown()).collect()
}

/// The clauses with readings that name it among their reasons.
fn readings(work: &Work, place: Place) -> Vec<String> {
    let leans = |reading: &Reading| work.called.iter().any(|name| reading.why.contains(name));
    let of = |edition: &'static Ruleset| {
        let clauses = edition.clauses().into_iter();
        let leaning = clauses.filter(move |clause| own_readings(edition, clause).iter().any(leans));
        leaning.map(move |clause| {
            let words = format!("{} ({})", clause.title, edition.short);
            Link::new(place.clause(edition.id, clause.topic), words).markdown()
        })
    };
    editions::every().flat_map(of).collect()
}

#[derive(Template)]
#[template(path = "glossary.html")]
struct Glossary {
    tongue: Tongue,
    place: Place,
}

pub(super) fn glossary(page: &Path) -> Result<String> {
    let part = |tongue| -> Result<String> { Ok(one_line(&Glossary { tongue, place: Place::of(page) }.render()?)) };
    Ok(format!(
        "# Glossary\n\nThe words that the rules use, with what they mean here. Where a word stands in a rule for the first time, it leads to its entry. The meanings are in our words; a work is named where the word is the work's.\n\n## French words\n\n{}\n\n## Spanish words\n\n{}\n\n## Basque words\n\n{}\n\n## German words\n\n{}\n\n## Words of the card table\n\n{}\n",
        part(Tongue::French)?,
        part(Tongue::Spanish)?,
        part(Tongue::Basque)?,
        part(Tongue::German)?,
        part(Tongue::English)?
    ))
}

impl Glossary {
    fn terms(&self) -> impl Iterator<Item = &'static Term> {
        editions::TERMS.iter().filter(|term| term.tongue == self.tongue)
    }

    fn more(&self, term: &'static Term) -> String {
        inline(&glossed_of(term, self.place))
    }
}

/// Who states a clause of their own on a topic, where an edition has the thing; else everyone who says that it has not.
fn stated(term: &Term, topic: &Topic) -> Vec<&'static Ruleset> {
    let own = editions::every().filter(|edition| editions::origin(edition, *topic).id == edition.id);
    let told = own.filter(|edition| edition.tells(*topic));
    let own: Vec<_> = told.filter(|edition| term.of.is_empty() || term.of.contains(&edition.id)).collect();
    let having: Vec<_> = own.iter().copied().filter(|edition| !edition.clause(*topic).is_absent()).collect();
    if having.is_empty() { own } else { having }
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_sources.rs"]
mod tests;
