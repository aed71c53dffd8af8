//! A clause as the chapter of its edition prints it.

use super::gloss::glossed;
use super::link::Link;
use super::markdown::one_line;
use super::place::Place;
use super::silence::own_readings;
use super::told::Told;
use crate::editions;
use crate::rules::{Agreed, ClauseView, Reading, Ruleset, Source, Topic};
use anyhow::Result;
use askama::Template;

/// From how many hands on they are counted, not named.
const MANY: usize = 9;

/// A clause of a chapter.
pub(super) struct Printed {
    /// Its topic.
    pub(super) topic: Topic,
    /// The attribute that gives its heading its id: `{#play.trump}`.
    pub(super) anchor: String,
    /// The rule, as Markdown.
    pub(super) text: String,
    /// Source, value, readings and hands, as HTML on one line.
    pub(super) facts: String,
    /// Whether the edition has no such thing.
    pub(super) is_absent: bool,
    /// Whether another edition states it.
    pub(super) is_taken_over: bool,
}

#[derive(Template)]
#[template(path = "clause.html")]
struct Facts<'a> {
    value: &'a str,
    source: Source,
    work: Option<Link>,
    comparison: String,
    origin: Option<Link>,
    readings: Vec<Answer>,
    shown: Vec<Link>,
    shown_by: usize,
    hands: String,
}

/// A reading, and the option that answers otherwise.
struct Answer {
    reading: Reading,
    option: Option<&'static Agreed>,
}

/// A clause of an edition, for a page at this place, with the hands that show it.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn printed(edition: &'static Ruleset, clause: &ClauseView, told: &[Told], place: Place) -> Result<Printed> {
    let topic = clause.topic;
    let shown: Vec<&Told> = told.iter().filter(|told| shows(told, edition, topic)).collect();
    let origin = origin(edition, topic, place);
    let is_taken_over = origin.is_some();
    let named = if shown.len() < MANY { &shown[..] } else { &[] };
    let facts = Facts {
        value: &clause.value,
        source: clause.source,
        readings: own_readings(edition, clause).iter().map(answer).collect(),
        work: clause.source.work().map(|work| Link::new(place.work(work), work.short)),
        comparison: place.comparison(topic),
        origin,
        shown: named.iter().map(|told| Link::new(place.to(&told.page("html")), told.title())).collect(),
        shown_by: shown.len(),
        hands: place.to(&format!("hands/{}.html", edition.id)),
    };
    Ok(Printed {
        topic,
        anchor: format!("{{#{topic}}}"),
        text: glossed(clause.text, place),
        facts: one_line(&facts.render()?),
        is_absent: clause.is_absent,
        is_taken_over,
    })
}

/// Whether a hand of this edition exercises the clause.
fn shows(told: &Told, edition: &Ruleset, topic: Topic) -> bool {
    told.story.rules.id == edition.id && told.story.shown.contains(&topic)
}

/// The clause it is taken over from.
fn origin(edition: &'static Ruleset, topic: Topic, place: Place) -> Option<Link> {
    let origin = editions::origin(edition, topic);
    (origin.id != edition.id).then(|| Link::new(place.clause(origin.id, topic), origin.name))
}

fn answer(reading: &Reading) -> Answer {
    Answer { reading: *reading, option: reading.option.and_then(Agreed::by_name) }
}
