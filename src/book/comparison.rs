//! The editions side by side: a row for each topic, a column for each edition.

use super::footing::{adds, differs, footing};
use super::link::Link;
use super::sign::words;
use super::subject::{Group, by_subject};
use crate::editions;
use crate::page::Place;
use crate::page::markdown::one_line;
use crate::rules::{Mark, Ruleset, Source, Topic};
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// What the editions say on a topic.
struct Row {
    topic: Topic,
    title: String,
    cells: Vec<Cell>,
}

/// What one edition says.
struct Cell {
    edition: &'static Ruleset,
    /// Its address, and in words, as HTML with its signs.
    link: Link,
    id: String,
    is_absent: bool,
    is_taken_over: bool,
    /// Whether no source of its own decides it.
    is_silent: bool,
    /// The short names of the earlier editions that decide otherwise.
    differs: Vec<&'static str>,
}

/// What is new in an edition, against the first.
struct News {
    link: Link,
    first: &'static str,
    topics: Vec<Topic>,
    /// What it tells or offers, and the first does not.
    adds: Vec<Topic>,
    /// Whether its own rules are not at hand, so that more may differ.
    is_unknown: bool,
}

#[derive(Template)]
#[template(path = "comparison.html")]
struct Comparison {
    heads: Vec<Link>,
    groups: Vec<Group<Row>>,
    news: Vec<News>,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn comparison(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let rows = editions::topics().map(|topic| row(*topic, place)).collect();
    let table = Comparison {
        heads: editions::ALL.iter().map(|edition| Link::new(chapter(edition, place), edition.name)).collect(),
        groups: by_subject(rows, |row: &Row| row.topic),
        news: all_news(place),
    };
    Ok(format!("# The editions compared\n\n{}\n", one_line(&table.render()?)))
}

fn chapter(edition: &Ruleset, place: Place) -> String {
    place.to(&format!("rules/{}.html", edition.id))
}

fn all_news(place: Place) -> Vec<News> {
    let first_and_others = editions::ALL.split_first();
    first_and_others.into_iter().flat_map(|(first, others)| others.iter().map(|one| news(first, one, place))).collect()
}

fn news(first: &'static Ruleset, edition: &'static Ruleset, place: Place) -> News {
    let topics = |is: fn(&'static Ruleset, &'static Ruleset, Topic) -> bool| {
        editions::topics().copied().filter(|topic| is(edition, first, *topic)).collect()
    };
    News {
        link: Link::new(chapter(edition, place), edition.name),
        first: first.short,
        topics: topics(differs),
        adds: topics(adds),
        is_unknown: edition.clauses().iter().any(|clause| clause.marks().has(Mark::NotKnown)),
    }
}

fn row(topic: Topic, place: Place) -> Row {
    let cell = |(at, edition): (usize, &&'static Ruleset)| cell(at, edition, topic, place);
    Row { topic, title: title(topic), cells: editions::ALL.iter().enumerate().map(cell).collect() }
}

fn cell(at: usize, edition: &'static Ruleset, topic: Topic, place: Place) -> Cell {
    let origin = editions::origin(edition, topic);
    let clause = edition.clause(topic);
    Cell {
        edition,
        link: Link::new(place.clause(edition.id, topic), words(&footing(edition, topic))),
        id: edition.clause_id(topic),
        is_absent: clause.is_absent(),
        is_taken_over: origin.id != edition.id,
        is_silent: clause.is_unknown() || origin.clause(topic).source == Source::Silent,
        differs: earlier(at, edition, topic),
    }
}

/// Which of the earlier editions decide otherwise.
fn earlier(at: usize, edition: &'static Ruleset, topic: Topic) -> Vec<&'static str> {
    let earlier = editions::ALL[..at].iter();
    earlier.filter(|other| differs(edition, other, topic)).map(|other| other.short).collect()
}

/// A topic's title, in the words of each edition that has others.
fn title(topic: Topic) -> String {
    let mut titles: Vec<String> = editions::ALL.iter().map(|edition| edition.title(topic)).collect();
    titles.sort_by_key(|title| *title != topic.title());
    titles.dedup();
    titles.join(" / ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::sign::{faults, signed};

    #[test]
    fn every_clause_of_every_edition_has_its_cell() {
        let chapter = comparison(Path::new("comparison.md")).expect("a chapter");
        for edition in editions::ALL {
            for topic in editions::topics() {
                let href = format!(r#"href="rules/{}.html#{topic}""#, edition.id);
                assert!(chapter.contains(&href), "{}/{topic}", edition.id);
            }
        }
        assert_eq!(chapter.matches(r#"<tr id="#).count(), editions::topics().count());
    }

    #[test]
    fn what_differs_is_said_in_words() {
        let cell = |at: usize, topic| cell(at, editions::ALL[at], topic, Place::of(Path::new("x.md")));
        assert_eq!(cell(4, Topic::Stake).differs, ["1718"]);
        assert_eq!(cell(2, Topic::PamFee).differs, [""; 0], "1718 is told without the card");
        assert_eq!(cell(4, Topic::PamFee).differs, [""; 0], "and 1896 without the fee");
        assert!(cell(1, Topic::PlayTrump).link.words.starts_with("taken from 1718"));
        assert!(cell(1, Topic::End).is_silent && !cell(1, Topic::PlayTrump).is_silent);
    }

    #[test]
    fn every_cell_has_the_signs_of_its_clause() {
        let chapter = comparison(Path::new("comparison.md")).expect("a chapter");
        assert_eq!(chapter.matches("data-clause=").count(), editions::topics().count() * editions::ALL.len());
        assert_eq!(faults(&signed(&chapter, Path::new("comparison.md")), Path::new("comparison.html")), [""; 0]);
        let end = chapter.split("data-clause=\"boussac-1896/end\"").nth(1).and_then(|cell| cell.split("</td>").next());
        assert!(end.is_some_and(|cell| cell.contains("°")), "{end:?}");
    }

    #[test]
    fn of_what_is_not_known_no_headline_tells_all() {
        let news = all_news(Place::of(Path::new("x.md")));
        let unknown: Vec<_> = news.iter().filter(|one| one.is_unknown).map(|one| one.link.words.as_str()).collect();
        assert_eq!(unknown, ["Méry, 1847"]);
        let chapter = comparison(Path::new("comparison.md")).expect("a chapter");
        assert_eq!(chapter.matches("; others we do not know").count(), 1);
    }

    #[test]
    fn a_title_has_the_words_of_every_edition() {
        assert_eq!(title(Topic::PamCard), "The Pamphile / The Mistigri");
        assert_eq!(title(Topic::Stake), "The stake");
    }
}
