//! The chapter of sources: every work, and what rests on it; and what was not found.

use super::link::Link;
use super::silence::own_readings;
use crate::editions;
use crate::page::Place;
use crate::rules::{Neighbour, Print, Reading, Rests, Ruleset, Sought, Term, Topic, WORKS, Work};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeSet;
use std::path::Path;

/// A work, and what rests on it.
struct Entry {
    work: &'static Work,
    editions: Vec<Resting>,
    terms: Vec<Link>,
    games: Vec<Link>,
    prints: Vec<&'static Print>,
    readings: Vec<Link>,
}

/// The clauses of an edition that rest on a work.
struct Resting {
    edition: &'static Ruleset,
    clauses: Vec<Link>,
}

#[derive(Template)]
#[template(path = "sources.md")]
struct Sources {
    entries: Vec<Entry>,
    sought: &'static [Sought],
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn sources(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let entries = WORKS.iter().map(|work| entry(work, place)).collect();
    Ok(Sources { entries, sought: &editions::SOUGHT }.render()?)
}

fn entry(work: &'static Work, place: Place) -> Entry {
    let resting = editions::ALL.iter().map(|edition| resting(edition, work, place));
    Entry {
        work,
        editions: resting.filter(|resting| !resting.clauses.is_empty()).collect(),
        terms: editions::TERMS.iter().filter(|term| rests(term.rests_on, work)).map(|term| link(term, place)).collect(),
        games: games(work, place),
        prints: editions::PRINTS.iter().filter(|print| print.rests_on.work == work).collect(),
        readings: readings(work, place),
    }
}

fn resting(edition: &'static Ruleset, work: &Work, place: Place) -> Resting {
    let on_it = |topic: &&Topic| edition.clause(**topic).source.work() == Some(work);
    let clause = |topic: &Topic| Link::new(place.clause(edition.id, *topic), edition.title(*topic));
    Resting { edition, clauses: editions::topics().filter(on_it).map(clause).collect() }
}

fn rests(on: &[Rests], work: &Work) -> bool {
    on.iter().any(|rests| rests.work == work)
}

fn link(term: &Term, place: Place) -> Link {
    Link::new(place.term(term), term.name)
}

/// The games that it tells of, or whose kinship it tells.
fn games(work: &Work, place: Place) -> Vec<Link> {
    let kin = |id| {
        editions::KINSHIP
            .iter()
            .any(|kin| kin.of == id && std::iter::once(&kin.rests_on).chain(kin.also).any(|rests| rests.work == work))
    };
    let drawn = editions::GAMES.iter().filter(|game| rests(game.rests_on, work) || kin(game.id));
    let beside = editions::NEIGHBOURS.iter().filter(|beside| rests(beside.rests_on, work));
    let beside = beside.map(|beside: &Neighbour| Link::new(place.neighbour(beside), beside.name));
    drawn.map(|game| Link::new(place.game(game), game.name)).chain(beside).collect()
}

/// The readings that name it among their reasons.
fn readings(work: &Work, place: Place) -> Vec<Link> {
    let leans = |reading: &Reading| work.called.iter().any(|name| reading.why.contains(name));
    let mut named = BTreeSet::new();
    let mut all = Vec::new();
    for edition in editions::ALL {
        for clause in edition.clauses() {
            // A reading that answers for several clauses is one reading.
            let own = own_readings(edition, &clause);
            let first = own.iter().filter(|reading| leans(reading) && named.insert(reading.id));
            let link = |reading: &Reading| {
                Link::new(place.clause(edition.id, clause.topic), format!("{} ({})", reading.id, edition.short))
            };
            all.extend(first.map(link));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Entry {
        fn bears_nothing(&self) -> bool {
            let told =
                [self.terms.len(), self.games.len(), self.prints.len(), self.readings.len(), self.editions.len()];
            told == [0; 5]
        }
    }

    #[test]
    fn a_reading_is_listed_once_under_a_work() {
        for work in WORKS.iter() {
            let ids = readings(work, Place::of(Path::new("sources.md"))).into_iter();
            let mut ids: Vec<String> =
                ids.map(|link| link.words.split(' ').next().unwrap_or_default().into()).collect();
            let listed = ids.len();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), listed, "{}: {ids:?}", work.id);
        }
    }

    #[test]
    fn every_clause_with_a_work_is_listed_under_it() {
        let chapter = sources(Path::new("sources.md")).expect("a chapter");
        for edition in editions::ALL {
            for clause in edition.clauses().iter().filter(|clause| clause.source.work().is_some()) {
                assert!(chapter.contains(&format!("(rules/{}.html#{})", edition.id, clause.topic)), "{}", clause.topic);
            }
        }
        for work in WORKS.iter() {
            assert_eq!(chapter.matches(&format!("{{#{}}}", work.id)).count(), 1, "{}", work.id);
            assert!(!entry(work, Place::of(Path::new("sources.md"))).bears_nothing(), "nothing rests on {}", work.id);
        }
    }
}
