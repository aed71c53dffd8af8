//! The index of hands: by clause, by edition, by number of players, by what was agreed.

use super::link::Link;
use super::subject::by_subject;
use crate::editions;
use crate::page::Place;
use crate::page::Told;
use crate::page::markdown::one_line;
use crate::rules::{Agreed, Ruleset, Topic};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeMap;
use std::path::Path;

/// What hands are listed under.
struct Head {
    /// The id of its entry.
    id: String,
    /// Where more is said of it, and its words.
    link: Link,
    hands: Vec<Hand>,
}

/// A hand in a list.
struct Hand {
    link: Link,
    /// What else is said of it: `1718, 1730`.
    note: String,
}

#[derive(Template)]
#[template(path = "hand_index_entries.html")]
struct Entries {
    heads: Vec<Head>,
}

/// A group of entries, as HTML on one line.
struct Part {
    title: &'static str,
    entries: String,
}

#[derive(Template)]
#[template(path = "hand_index.md")]
struct Index {
    count: usize,
    clauses: Vec<Part>,
    editions: String,
    players: String,
    agreed: String,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn hand_index(told: &[Told], page: &Path) -> Result<String> {
    let shelves = Shelves { told, place: Place::of(page) };
    let clauses = editions::topics().map(|topic| (*topic, shelves.about(*topic))).collect();
    let part = |title, members: Vec<(Topic, Head)>| {
        let heads: Vec<Head> =
            members.into_iter().map(|(_, head)| head).filter(|head| !head.hands.is_empty()).collect();
        (!heads.is_empty()).then(|| Ok(Part { title, entries: entries(heads)? }))
    };
    let groups = by_subject(clauses, |(topic, _)| *topic).into_iter();
    let index = Index {
        count: told.iter().filter(|told| told.is_first()).count(),
        clauses: groups.filter_map(|group| part(group.title, group.members)).collect::<Result<_>>()?,
        editions: entries(shelves.by_edition())?,
        players: entries(shelves.by_players())?,
        agreed: entries(shelves.by_agreement())?,
    };
    Ok(index.render()?)
}

fn entries(heads: Vec<Head>) -> Result<String> {
    Ok(one_line(&Entries { heads }.render()?))
}

/// All hands, and where the index stands.
struct Shelves<'a> {
    told: &'a [Told<'a>],
    place: Place,
}

impl<'a> Shelves<'a> {
    /// Each file once, as its first edition tells it.
    fn files(&self) -> impl Iterator<Item = &'a Told<'a>> {
        self.told.iter().filter(|told| told.is_first())
    }

    fn hand(&self, told: &Told, note: String) -> Hand {
        Hand { link: Link::new(self.place.to(&told.page("html")), told.title()), note }
    }

    /// The hands that say they are about a clause, with their editions.
    fn about(&self, topic: Topic) -> Head {
        let about = self.files().filter(|told| told.file.about().any(|named| named == topic));
        let link = Link::new(self.place.comparison(topic), topic.title());
        Head { id: format!("by-{topic}"), link, hands: about.map(|told| self.hand(told, short_names(told))).collect() }
    }

    fn by_edition(&self) -> Vec<Head> {
        let head = |edition: &&'static Ruleset| {
            let own = self.told.iter().filter(|told| told.story.rules.id == edition.id);
            let link = Link::new(self.place.to(&format!("hands/{}.html", edition.id)), edition.name);
            Head {
                id: format!("by-{}", edition.id),
                link,
                hands: own.map(|told| self.hand(told, others(told))).collect(),
            }
        };
        editions::ALL.iter().map(head).filter(|head| !head.hands.is_empty()).collect()
    }

    fn by_players(&self) -> Vec<Head> {
        let mut by: BTreeMap<usize, Vec<Hand>> = BTreeMap::new();
        for told in self.files() {
            by.entry(told.story.players.len()).or_default().push(self.hand(told, short_names(told)));
        }
        let link = |players| Link::new(self.place.comparison(Topic::Pack), format!("{players} players"));
        let head = |(players, hands)| Head { id: format!("by-{players}-players"), link: link(players), hands };
        by.into_iter().map(head).collect()
    }

    /// Options in the order of their names, with what was agreed.
    fn by_agreement(&self) -> Vec<Head> {
        let mut by: BTreeMap<&'static str, Vec<Hand>> = BTreeMap::new();
        for told in self.told {
            let edition = told.story.rules.short;
            for (name, setting) in agreed(told) {
                by.entry(name).or_default().push(self.hand(told, format!("{edition}, {setting}")));
            }
        }
        let link = |name| Agreed::by_name(name).map(|option| Link::new(self.place.comparison(option.topic), name));
        let head = |(name, hands)| Some(Head { id: format!("by-option-{name}"), link: link(name)?, hands });
        by.into_iter().filter_map(head).collect()
    }
}

/// The options that a hand was played with, and how they stand.
fn agreed(told: &Told) -> Vec<(&'static str, String)> {
    let Some(printed) = editions::by_id(told.story.rules.id) else { return Vec::new() };
    let settled = |option: &'static Agreed| {
        let now = option.now(&told.story.rules);
        now.filter(|now| option.now(printed).as_ref() != Some(now)).map(|now| (option.name, now.to_string()))
    };
    Agreed::known_to(printed).filter_map(settled).collect()
}

/// The short names of the editions that its file is told under.
fn short_names(told: &Told) -> String {
    told.file.stories.iter().map(|story| story.rules.short).collect::<Vec<_>>().join(", ")
}

/// Those of the other editions of its file, if there are any.
fn others(told: &Told) -> String {
    if told.is_compared() { format!("compared: {}", short_names(told)) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Library;
    use crate::scenario::check;

    fn index() -> String {
        let files = vec![
            check("compared/two.md", include_bytes!("../../scenarios/compared/one-line-of-1730.md")),
            check("one.md", include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md")),
            check("agreed.md", include_bytes!("../../scenarios/mouche-1718/nicolas-at-a-stricter-table.md")),
        ];
        let library = Library::of(files);
        hand_index(&library.told(), Path::new("hands/index-of-hands.md")).expect("a chapter")
    }

    /// What is listed under an entry.
    fn under(index: &str, id: &str) -> String {
        let (_, rest) = index.split_once(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("no entry {id}"));
        rest.split_once("</dd>").expect("its end").0.to_string()
    }

    #[test]
    fn a_hand_stands_under_what_it_is_about_its_players_and_its_options() {
        let index = index();
        assert!(under(&index, "by-play.trump").contains("Denise must trump"));
        assert!(under(&index, "by-4-players").contains("Denise must trump"));
        let agreed = under(&index, "by-option-play_obligation");
        assert!(agreed.contains("agreed.html") && agreed.contains("1718, "), "{agreed}");
        let staged = under(&index, "by-option-debts");
        assert!(staged.contains("1718, ") && !staged.contains("1730, "), "what 1730 prints is not agreed: {staged}");
    }

    #[test]
    fn a_hand_told_under_two_editions_is_under_both_and_once_under_its_clauses() {
        let index = index();
        for edition in ["by-mouche-1718", "by-mouche-1730"] {
            assert!(under(&index, edition).contains("hands/compared/two.html"), "{edition}");
        }
        let swept = under(&index, "by-flush.take");
        assert_eq!(swept.matches("two.html").count(), 1);
        assert!(swept.contains("1718, 1730"), "{swept}");
    }

    #[test]
    fn a_clause_that_no_hand_is_about_has_no_entry() {
        assert!(!index().contains("by-seat.draw"));
    }
}
