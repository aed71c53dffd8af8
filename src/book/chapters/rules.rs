//! The chapter of an edition's rules, made of its clauses, and of what its sources leave open.

use super::clause::{Group, Printed, by_subject, own_readings, printed};
use super::infobox::{infobox, works};
use crate::book::picture::cards::{order, packs};
use crate::book::pictures::packs_in_words;
use crate::editions;
use crate::page::markdown::one_line;
use crate::page::{Place, Told};
use crate::rules::{Agreed, Answer, ClauseView, Presence, Reading, Ruleset, Source, Topic, Work};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "rules.md")]
struct Rules<'a> {
    title: String,
    edition: &'static Ruleset,
    place: Place,
    clauses: &'a [ClauseView],
    infobox: String,
    order: String,
    packs: String,
    /// What it decides itself, where it takes over other clauses.
    own: Vec<&'a ClauseView>,
    /// Where practice of the time is told in the stead of a rule.
    practice: Vec<&'a ClauseView>,
    groups: Vec<Group<Printed>>,
    absent: Vec<Printed>,
    works: Vec<&'static Work>,
}

/// What the chapter is called. Most of what is printed under a name may not be known to be its own.
pub(super) fn title(edition: &Ruleset) -> String {
    let clauses = edition.clauses();
    let unknown = clauses.iter().filter(|clause| clause.is_unknown()).count();
    if 2 * unknown > clauses.len() {
        format!("What is known of {}", edition.name)
    } else {
        format!("The rules of {}", edition.short)
    }
}

/// The chapter of an edition, as Markdown, for a page at this path.
pub(super) fn rules(edition: &'static Ruleset, told: &[Told], page: &Path) -> Result<String> {
    let place = Place::of(page);
    let clauses = edition.clauses();
    let (absent, present): (Vec<&ClauseView>, _) =
        clauses.iter().partition(|clause| clause.presence == Presence::Lacking);
    let print = |clauses: Vec<&ClauseView>| -> Result<Vec<Printed>> {
        clauses.into_iter().map(|clause| printed(edition, clause, told, place)).collect()
    };
    let is_taken_over = |clause: &&ClauseView| editions::origin(edition, clause.topic).id != edition.id;
    let takes_over = present.iter().any(is_taken_over);
    let (practice, own) = clauses
        .iter()
        .filter(|clause| takes_over && !is_taken_over(clause))
        .partition(|clause| matches!(clause.source, Source::Period { .. }));
    let chapter = Rules {
        title: title(edition),
        edition,
        place,
        clauses: &clauses,
        infobox: one_line(&infobox(edition, place)?),
        order: order(edition).figure(edition.id)?,
        packs: format!("{} {}", packs(edition).figure(edition.id)?, packs_in_words(edition)?),
        own,
        practice,
        groups: by_subject(print(present)?, |clause| clause.topic),
        absent: print(absent)?,
        works: works(edition),
    };
    Ok(chapter.render()?)
}

/// The kinds of answers to what is left open, with the titles over them and whose answers they are.
const ANSWERS: &[(Answer, &str, &str)] = &[
    (Answer::Silence, "Silences, and how we read them", "No source settles these. The answers are ours."),
    (
        Answer::Open,
        "Open questions, and how we play them",
        "The source speaks of these, and its words fit more than one answer. The choice is ours.",
    ),
    (
        Answer::Practice,
        "Practice of other times and authors",
        "Others tell these, and they are not this edition's rules. What we do is ours to answer for.",
    ),
    (
        Answer::Repair,
        "Slips and garbled words, mended",
        "The text at hand, or its translation, goes wrong here. The repair is ours.",
    ),
    (Answer::Settled, "What the source settles", "These are asked, and what the source says answers them."),
];

impl Rules<'_> {
    /// The picture of a clause, if it has one.
    fn picture(&self, topic: &Topic) -> &str {
        match topic {
            Topic::Rank => &self.order,
            Topic::Pack => &self.packs,
            _ => "",
        }
    }

    /// Why clauses are taken over, each reason once.
    fn reasons(&self) -> Vec<&'static str> {
        let mut reasons = Vec::new();
        for clause in self.clauses {
            if let Source::Same { why, .. } = clause.source
                && !reasons.contains(&why)
            {
                reasons.push(why);
            }
        }
        reasons
    }

    /// The edition's own answers of a kind, each with its clause.
    fn answers(&self, kind: &Answer) -> Vec<(&ClauseView, Reading)> {
        let own = |clause| own_readings(self.edition, clause).into_iter().map(move |reading| (clause, reading));
        self.clauses.iter().flat_map(own).filter(|(_, reading)| reading.kind == *kind).collect()
    }

    /// The editions whose readings hold here too, since their clauses are taken over.
    fn inherited(&self) -> Vec<&'static Ruleset> {
        let read = self.clauses.iter().filter(|clause| !clause.readings.is_empty());
        let mut origins: Vec<_> = read.map(|clause| editions::origin(self.edition, clause.topic)).collect();
        origins.retain(|origin| origin.id != self.edition.id);
        origins.sort_by_key(|origin| (origin.year, origin.id));
        origins.dedup_by_key(|origin| origin.id);
        origins
    }

    /// Clauses that rest on nothing and ask nothing.
    fn silent(&self) -> Vec<&ClauseView> {
        let is_bare = |clause: &&ClauseView| clause.source == Source::Silent && clause.readings.is_empty();
        self.clauses.iter().filter(is_bare).collect()
    }

    fn options(&self) -> impl Iterator<Item = &'static Agreed> {
        Agreed::known_to(self.edition)
    }

    /// Whether an option is known from another time or author.
    fn is_practice(&self, option: &Agreed) -> bool {
        let mut readings = self.edition.readings(option.topic).iter();
        readings.any(|reading| reading.option == Some(option.name) && reading.kind == Answer::Practice)
    }
}

/// What an option takes, with what stands in straight quotes as code, so that Markdown does not bend the quotes.
fn takes(option: &Agreed) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { format!("`\"{part}\"`") } else { part.into() };
    option.takes().split('"').enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_and_every_reading_is_listed() {
        for edition in editions::ALL {
            let chapter = rules(edition, &[], Path::new("rules/x.md")).expect("a chapter");
            for option in Agreed::known_to(edition).map(|option| option.name) {
                assert!(chapter.contains(&format!("- `{option}`: ")), "{}: {option}", edition.id);
            }
            let (_, gathered) = chapter.split_once("{#silences}").expect("the section");
            for clause in edition.clauses() {
                let listed = own_readings(edition, &clause).iter().all(|reading| gathered.contains(reading.question));
                let leads = ["](#", "\"#"].iter().any(|link| gathered.contains(&format!("{link}{}", clause.topic)));
                assert!(listed && (leads || clause.source != Source::Silent), "{}/{}", edition.id, clause.topic);
            }
        }
    }
}
