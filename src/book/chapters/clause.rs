//! A clause as the chapter of its edition prints it, and what clauses belong together.

use crate::book::links::{Link, glossed};
use crate::book::sign;
use crate::editions::{self, lineage};
use crate::narrate::sentence::capital;
use crate::page::markdown::one_line;
use crate::page::{Place, Told};
use crate::rules::{Agreed, ClauseView, Mark, Marked, Presence, Reading, Ruleset, Source, Topic, Work};
use crate::scenario::coverage::MANY;
use anyhow::Result;
use askama::Template;

/// A clause of a chapter.
pub(super) struct Printed {
    pub(super) topic: Topic,
    /// Its title, in the words of its edition.
    pub(super) title: String,
    /// The attribute that gives its heading its id: `{#play.trump}`.
    pub(super) anchor: String,
    /// Places, as HTML, to which the addresses lead that it had under other names.
    pub(super) former: String,
    /// The rule, as Markdown.
    pub(super) text: String,
    /// Source, value, readings and hands, as HTML on one line.
    pub(super) facts: String,
}

#[derive(Template)]
#[template(path = "clause.html")]
struct Facts {
    id: String,
    /// As HTML, with its signs.
    value: String,
    source: String,
    /// The same without links, for the line that opens.
    rests_on: String,
    is_unknown: bool,
    is_told_again: bool,
    comparison: String,
    origin: Option<Link>,
    readings: Vec<Answer>,
    shown: Vec<Link>,
    shown_by: usize,
    hands: String,
}

impl Facts {
    /// How many questions it left open, and whether a table may answer them otherwise.
    fn read(&self) -> String {
        let read = match self.readings.len() {
            1 => "one question answered".to_string(),
            many => format!("{many} questions answered"),
        };
        let is_free = self.readings.iter().any(|answer| answer.option.is_some());
        if is_free { read + ", may be agreed otherwise" } else { read }
    }

    fn hands(&self) -> String {
        if self.shown_by == 1 { "one hand".into() } else { format!("{} hands", self.shown_by) }
    }
}

/// A reading, and the option that answers otherwise.
struct Answer {
    reading: Reading,
    option: Option<&'static Agreed>,
}

/// A clause of an edition, for a page at this place, with the hands that show it.
pub(super) fn printed(edition: &'static Ruleset, clause: &ClauseView, told: &[Told], place: Place) -> Result<Printed> {
    let topic = clause.topic;
    let shown = shown(edition, topic, told);
    let shelf = shown.first().map_or(edition.id, |told| told.story.rules.id);
    let origin = origin(edition, topic, place);
    let named = if shown.len() < MANY { &shown[..] } else { &[] };
    let facts = Facts {
        id: edition.clause_id(topic),
        value: sign::words(&engine(clause)),
        source: source(clause.source, place),
        rests_on: capital(&clause.source.to_string()),
        is_unknown: clause.is_unknown(),
        is_told_again: clause.marks().has(Mark::TakenOver),
        readings: own_readings(edition, clause).iter().map(answer).collect(),
        comparison: place.comparison(topic),
        origin,
        shown: named.iter().map(|told| Link::new(place.to(&told.page("html")), told.title())).collect(),
        shown_by: shown.len(),
        hands: place.to(&format!("hands/{shelf}.html")),
    };
    Ok(Printed {
        title: clause.title.clone(),
        topic,
        anchor: format!("{{#{topic}}}"),
        former: topic.former_ids().map(|old| format!("<div id=\"{old}\"></div>\n")).collect(),
        text: sign::html(&clause.text().map(|text| glossed(text, place))),
        facts: one_line(&facts.render()?),
    })
}

/// The hands that show a clause: those of its edition, or if there is none, those of where it is taken over from.
fn shown<'a>(edition: &'static Ruleset, topic: Topic, told: &'a [Told<'a>]) -> Vec<&'a Told<'a>> {
    let of = |by: &'static Ruleset| told.iter().filter(move |told| told.story.rules.id == by.id);
    let shown = |by| of(by).filter(|told| told.witness().shows(edition, topic)).collect::<Vec<_>>();
    lineage(edition, topic).map(shown).find(|shown| !shown.is_empty()).unwrap_or_default()
}

/// The clause it is taken over from.
fn origin(edition: &'static Ruleset, topic: Topic, place: Place) -> Option<Link> {
    let origin = editions::origin(edition, topic);
    (origin.id != edition.id).then(|| Link::new(place.clause(origin.id, topic), origin.name))
}

fn answer(reading: &Reading) -> Answer {
    Answer { reading: *reading, option: reading.option.and_then(Agreed::by_name) }
}

/// What the engine plays by: nothing, where the edition has no such thing.
fn engine(clause: &ClauseView) -> Marked<&str> {
    clause.value().map(|value| if clause.presence == Presence::Lacking { "none" } else { value })
}

/// What a clause rests on, as HTML, with its work as a link.
fn source(source: Source, place: Place) -> String {
    let words = source.to_string().replace('&', "&amp;").replace('<', "&lt;");
    let link = |work: &Work| format!(r#"<a href="{}">{}</a>"#, place.work(work), work.short);
    source.work().map_or(words.clone(), |work| words.replacen(work.short, &link(work), 1))
}

/// The readings of a clause that are this edition's own.
pub(super) fn own_readings(edition: &'static Ruleset, clause: &ClauseView) -> Vec<Reading> {
    let origin = editions::origin(edition, clause.topic);
    let theirs = if origin.id == edition.id { &[] } else { origin.clause(clause.topic).readings };
    let is_theirs = |reading: &Reading| theirs.iter().any(|other| other.id == reading.id);
    clause.readings.iter().filter(|reading| !is_theirs(reading)).copied().collect()
}

/// What a topic belongs to, by the first part of its id.
pub(super) fn subject(topic: Topic) -> &'static str {
    match topic.id().split('.').next().unwrap_or_default() {
        "players" | "pack" | "rank" | "chips" => "Players, cards and chips",
        "seat" | "deal" | "direction" | "stake" | "fille" | "turn" => "Seats, stake and deal",
        "forced" | "decl" => "Declaring",
        "exchange" => "Exchanging cards",
        "flush" | "table" => "Five of a suit",
        "play" | "trick" => "Playing the cards",
        "pam" => "The Pamphile in the game",
        "pay" | "debt" => "Paying and owing",
        "fault" => "Faults and their price",
        _ => "Empty hands, credit and the end",
    }
}

/// Things of topics that belong together.
pub(super) struct Group<T> {
    pub(super) title: &'static str,
    pub(super) members: Vec<T>,
}

/// Things of topics, in the order of the topics, under the titles of what they belong to.
pub(super) fn by_subject<T>(all: Vec<T>, topic: impl Fn(&T) -> Topic) -> Vec<Group<T>> {
    let mut groups: Vec<Group<T>> = Vec::new();
    for one in all {
        let title = subject(topic(&one));
        match groups.last_mut().filter(|group| group.title == title) {
            Some(group) => group.members.push(one),
            None => groups.push(Group { title, members: vec![one] }),
        }
    }
    groups
}
