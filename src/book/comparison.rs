//! The editions side by side: a row for each topic, a column for each edition.

use super::footing::{differs, footing};
use super::link::Link;
use super::markdown::one_line;
use super::place::Place;
use super::subject::{Group, by_subject};
use crate::editions;
use crate::rules::{Ruleset, Source, Topic};
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
    /// The clause, in words.
    link: Link,
    is_absent: bool,
    is_taken_over: bool,
    /// Whether no source of its own decides it.
    is_silent: bool,
    /// The years of the first edition and of the one before, where they decide otherwise.
    differs: Vec<u16>,
}

/// What is new in an edition, against the first.
struct News {
    link: Link,
    first: u16,
    topics: Vec<Topic>,
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
    let rows = Topic::ALL.iter().map(|topic| row(*topic, place)).collect();
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
    News {
        link: Link::new(chapter(edition, place), edition.name),
        first: first.year,
        topics: Topic::ALL.iter().copied().filter(|topic| differs(edition, first, *topic)).collect(),
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
        link: Link::new(place.clause(edition.id, topic), footing(edition, topic)),
        is_absent: clause.is_absent(),
        is_taken_over: origin.id != edition.id,
        is_silent: clause.is_unknown() || origin.clause(topic).source == Source::Silent,
        differs: years(at, edition, topic),
    }
}

/// Which of the first edition and the one before decide otherwise.
fn years(at: usize, edition: &'static Ruleset, topic: Topic) -> Vec<u16> {
    let others = [editions::ALL.first(), at.checked_sub(1).and_then(|before| editions::ALL.get(before))];
    let others = others.into_iter().flatten().filter(|other| differs(edition, other, topic));
    let mut years: Vec<u16> = others.map(|other| other.year).collect();
    years.dedup();
    years
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

    #[test]
    fn every_clause_of_every_edition_has_its_cell() {
        let chapter = comparison(Path::new("comparison.md")).expect("a chapter");
        for edition in editions::ALL {
            for topic in Topic::ALL {
                let href = format!(r#"href="rules/{}.html#{topic}""#, edition.id);
                assert!(chapter.contains(&href), "{}/{topic}", edition.id);
            }
        }
        assert_eq!(chapter.matches(r#"<tr id="#).count(), Topic::ALL.len());
    }

    #[test]
    fn what_differs_is_said_in_words() {
        let cell = |topic| cell(1, editions::ALL[1], topic, Place::of(Path::new("x.md")));
        assert_eq!(cell(Topic::DebtEnter).differs, [1718]);
        assert_eq!(cell(Topic::PlayTrump).link.words, "as 1718");
        assert!(cell(Topic::End).is_silent && !cell(Topic::PlayTrump).is_silent);
    }

    #[test]
    fn a_title_has_the_words_of_every_edition() {
        assert_eq!(title(Topic::PamCard), "The Pamphile / The Mistigri");
        assert_eq!(title(Topic::Stake), "The stake");
    }
}
