//! What an edition's sources leave open, gathered: our readings, and the silences that need none.

use super::link::Link;
use crate::editions;
use crate::page::Place;
use crate::rules::{Answer, ClauseView, Reading, Ruleset, Source};

/// What is left open.
pub(super) struct Silences {
    /// The answers, by who gives them.
    pub(super) parts: Vec<Part>,
    /// Clauses that rest on nothing and ask nothing.
    pub(super) silent: Vec<Link>,
    /// The chapters whose readings hold here too, since their clauses are taken over.
    pub(super) inherited: Vec<Link>,
}

/// Answers of one kind, in the order of the clauses.
pub(super) struct Part {
    /// The title over them.
    pub(super) title: &'static str,
    /// Whose answers they are.
    pub(super) about: &'static str,
    /// The answers.
    pub(super) answers: Vec<Answered>,
}

/// The kinds of answers, with the titles over them.
const PARTS: &[(Answer, &str, &str)] = &[
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

/// A reading, and the clause it reads.
pub(super) struct Answered {
    /// The clause.
    pub(super) clause: Link,
    /// Whether no source stands behind the clause itself.
    pub(super) is_silent: bool,
    /// The reading.
    pub(super) reading: Reading,
}

/// The silences of an edition, for a page at this place.
pub(super) fn silences(edition: &'static Ruleset, place: Place) -> Silences {
    let clauses = edition.clauses();
    Silences {
        parts: PARTS.iter().filter_map(|part| self::part(edition, &clauses, part)).collect(),
        silent: clauses.iter().filter(|clause| is_bare(clause)).map(link).collect(),
        inherited: inherited(edition, &clauses, place),
    }
}

fn part(
    edition: &'static Ruleset,
    clauses: &[ClauseView],
    part: &(Answer, &'static str, &'static str),
) -> Option<Part> {
    let (kind, title, about) = *part;
    let all = clauses.iter().flat_map(|clause| answers(edition, clause));
    let answers: Vec<Answered> = all.filter(|answered| answered.reading.kind == kind).collect();
    (!answers.is_empty()).then_some(Part { title, about, answers })
}

/// The readings of a clause that are this edition's own.
pub(super) fn own_readings(edition: &'static Ruleset, clause: &ClauseView) -> Vec<Reading> {
    let origin = editions::origin(edition, clause.topic);
    let theirs = if origin.id == edition.id { &[] } else { origin.clause(clause.topic).readings };
    let is_theirs = |reading: &Reading| theirs.iter().any(|other| other.id == reading.id);
    clause.readings.iter().filter(|reading| !is_theirs(reading)).copied().collect()
}

fn answers(edition: &'static Ruleset, clause: &ClauseView) -> Vec<Answered> {
    let is_silent = clause.source == Source::Silent;
    let answered = |reading| Answered { clause: link(clause), is_silent, reading };
    own_readings(edition, clause).into_iter().map(answered).collect()
}

fn is_bare(clause: &ClauseView) -> bool {
    clause.source == Source::Silent && clause.readings.is_empty()
}

fn link(clause: &ClauseView) -> Link {
    Link::new(format!("#{}", clause.topic), clause.title.as_str())
}

fn inherited(edition: &'static Ruleset, clauses: &[ClauseView], place: Place) -> Vec<Link> {
    let from = clauses.iter().filter(|clause| !clause.readings.is_empty());
    let mut origins: Vec<&'static Ruleset> = from.map(|clause| editions::origin(edition, clause.topic)).collect();
    origins.retain(|origin| origin.id != edition.id);
    origins.sort_by_key(|origin| (origin.year, origin.id));
    origins.dedup_by_key(|origin| origin.id);
    let page = |origin: &Ruleset| place.to(&format!("rules/{}.html#silences", origin.id));
    origins.into_iter().map(|origin| Link::new(page(origin), origin.name)).collect()
}
