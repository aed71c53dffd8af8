//! The chapter of an edition's rules, made of its clauses.

use super::clause::{Printed, printed};
use super::place::Place;
use super::told::Told;
use crate::rules::{Ruleset, Source, Topic, Work};
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// Clauses that belong together.
struct Group {
    title: &'static str,
    clauses: Vec<Printed>,
}

#[derive(Template)]
#[template(path = "rules.md")]
struct Rules {
    edition: &'static Ruleset,
    hands: String,
    own: Vec<Printed>,
    taken_over: Vec<&'static str>,
    groups: Vec<Group>,
    absent: Vec<Printed>,
    works: Vec<&'static Work>,
}

/// The chapter of an edition, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn rules(edition: &'static Ruleset, told: &[Told], page: &Path) -> Result<String> {
    let place = Place::of(page);
    let views = edition.clauses();
    let print = || views.iter().map(|clause| printed(edition, clause, told, place)).collect::<Result<Vec<_>>>();
    let (absent, present): (Vec<_>, Vec<_>) = print()?.into_iter().partition(|clause| clause.is_absent);
    let takes_over = present.iter().any(|clause| clause.is_taken_over);
    let own =
        if takes_over { print()?.into_iter().filter(|clause| !clause.is_taken_over).collect() } else { Vec::new() };
    let chapter = Rules {
        edition,
        hands: place.to(&format!("hands/{}.html", edition.id)),
        own,
        taken_over: unique(views.iter().filter_map(|clause| why(clause.source))),
        groups: groups(present),
        absent,
        works: unique(views.iter().filter_map(|clause| work(clause.source))),
    };
    Ok(chapter.render()?)
}

fn why(source: Source) -> Option<&'static str> {
    match source {
        Source::Same { why, .. } => Some(why),
        _ => None,
    }
}

fn work(source: Source) -> Option<&'static Work> {
    match source {
        Source::Says { work, .. } | Source::Period { work } => Some(work),
        _ => None,
    }
}

/// Each once, in the order of the first.
fn unique<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    all.for_each(|one| {
        if !seen.contains(&one) {
            seen.push(one);
        }
    });
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    fn chapter(edition: &str) -> String {
        let edition = editions::by_id(edition).expect("an edition");
        rules(edition, &[], Path::new("rules/x.md")).expect("a chapter")
    }

    #[test]
    fn every_clause_has_its_anchor_once() {
        for edition in editions::ALL {
            let chapter = chapter(edition.id);
            for topic in Topic::ALL {
                assert_eq!(chapter.matches(&format!("{{#{topic}}}")).count(), 1, "{}/{topic}", edition.id);
            }
        }
    }

    #[test]
    fn what_is_taken_over_links_to_where_it_comes_from() {
        assert!(chapter("mouche-1730").contains(r#"href="../rules/mouche-1718.html#play.trump""#));
    }

    #[test]
    fn what_an_edition_lacks_comes_last() {
        let chapter = chapter("mouche-1718");
        let (_, end) = chapter.split_once("## What this edition does not have").expect("the section");
        assert!(end.contains("{#pam.card}") && !end.contains("{#play.trump}"));
    }
}
