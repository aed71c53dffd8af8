//! The editions side by side: a row for each topic, a column for each edition.

use super::clause::{Group, by_subject};
use super::provenance::{adds, differs, provenance};
use crate::book::sign::words;
use crate::editions;
use crate::page::Place;
use crate::page::markdown::one_line;
use crate::rules::{Mark, Ruleset, Source, Topic};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "comparison.html")]
struct Comparison {
    place: Place,
    editions: &'static [&'static Ruleset],
    groups: Vec<Group<Row>>,
    news: Vec<News>,
}

/// What the editions say on a topic.
struct Row {
    topic: Topic,
    title: String,
    cells: Vec<Cell>,
}

/// What one edition says.
struct Cell {
    edition: &'static Ruleset,
    /// As HTML with its signs.
    says: String,
    is_absent: bool,
    is_taken_over: bool,
    /// Whether no source of its own decides it.
    is_silent: bool,
    /// The short names of the earlier editions that decide otherwise.
    differs: Vec<&'static str>,
}

/// What is new in an edition, against the first.
struct News {
    edition: &'static Ruleset,
    first: &'static Ruleset,
    topics: Vec<Topic>,
    /// What it tells or offers, and the first does not.
    adds: Vec<Topic>,
    /// Whether its own rules are not at hand, so that more may differ.
    is_unknown: bool,
}

/// The chapter, as Markdown, for a page at this path.
pub(super) fn comparison(page: &Path) -> Result<String> {
    let rows = editions::topics().map(|topic| row(*topic)).collect();
    let table = Comparison {
        place: Place::of(page),
        editions: editions::ALL,
        groups: by_subject(rows, |row: &Row| row.topic),
        news: news(),
    };
    Ok(format!("# The editions compared\n\n{}\n", one_line(&table.render()?)))
}

fn news() -> Vec<News> {
    let Some((first, others)) = editions::ALL.split_first() else { return Vec::new() };
    let news = |edition: &&'static Ruleset| {
        let topics = |is: fn(&'static Ruleset, &'static Ruleset, Topic) -> bool| {
            editions::topics().copied().filter(|topic| is(edition, first, *topic)).collect()
        };
        let is_unknown = edition.clauses().iter().any(|clause| clause.marks().has(Mark::NotKnown));
        News { edition, first, topics: topics(differs), adds: topics(adds), is_unknown }
    };
    others.iter().map(news).collect()
}

fn row(topic: Topic) -> Row {
    Row { topic, title: title(topic), cells: (0..editions::ALL.len()).map(|at| cell(at, topic)).collect() }
}

fn cell(at: usize, topic: Topic) -> Cell {
    let (earlier, edition) = (&editions::ALL[..at], editions::ALL[at]);
    let origin = editions::origin(edition, topic);
    let clause = edition.clause(topic);
    let otherwise = earlier.iter().filter(|other| differs(edition, other, topic));
    Cell {
        edition,
        says: words(&provenance(edition, topic)),
        is_absent: clause.is_absent(),
        is_taken_over: origin.id != edition.id,
        is_silent: clause.is_unknown() || origin.clause(topic).source == Source::Silent,
        differs: otherwise.map(|other| other.short).collect(),
    }
}

/// A topic's title, in the words of each edition that has others.
fn title(topic: Topic) -> String {
    let mut titles: Vec<String> = editions::ALL.iter().map(|edition| edition.title(topic)).collect();
    titles.sort_by_key(|title| *title != topic.title());
    titles.dedup();
    titles.join(" / ")
}
