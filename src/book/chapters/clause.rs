//! A clause as the chapter of its edition prints it; and what clauses and options are called there.

use crate::book::odds::{debt_editions, growth_section};
use crate::book::picture::clauses::{draw_card_order, draw_flow, draw_packs};
use crate::book::{BookConfig, link_terms, sign};
use crate::editions::{self, lineage};
use crate::narrate::sentence::capital;
use crate::page::{Place, Told};
use crate::rules::from_toml::parse_file;
use crate::rules::{
    Answer, ClauseId, ClauseInfo, Duty, Mark, OptionDef, OptionValue, Presence, Reading, Ruleset,
    Source, Work, data,
};
use crate::scenario::Witness;
use crate::scenario::coverage::MANY;
use anyhow::Result;
use askama::Template;
use std::sync::LazyLock;

/// A clause with what it rests on: as HTML its source, value, readings and hands.
#[derive(Template)]
#[template(path = "clause.html")]
pub(super) struct Printed<'a> {
    chapter: Chapter<'a>,
    pub(super) clause: &'a ClauseInfo,
    pub(super) id: String,
    /// The edition that stated it first.
    pub(super) first: &'static Ruleset,
    pub(super) readings: Vec<Reading>,
    shown: Vec<&'a Told<'a>>,
    /// What is drawn beside it, as Markdown; nothing beside most.
    pub(super) picture: String,
}

#[derive(Clone, Copy)]
pub(super) struct Chapter<'a> {
    pub(super) edition: &'static Ruleset,
    pub(super) title: &'a str,
    pub(super) scope: &'a BookConfig,
    pub(super) told: &'a [Told<'a>],
    pub(super) place: Place,
}

/// The version in which a clause last changed, from a line for each: its id, that version, and what a test knows it by.
fn changed(id: &str) -> Option<&'static str> {
    let mut lines = include_str!("../../editions/changed.txt")
        .lines()
        .map(|line| line.split(' '));
    lines.find_map(|mut line| (line.next() == Some(id)).then(|| line.next())?)
}

impl<'a> Printed<'a> {
    pub(super) fn new(chapter: Chapter<'a>, clause: &'a ClauseInfo) -> Result<Printed<'a>> {
        let Chapter {
            edition,
            told,
            place,
            ..
        } = chapter;
        let topic = clause.topic;
        let picture = match topic {
            ClauseId::Rank => draw_card_order(edition)?,
            ClauseId::Pack => draw_packs(edition)?,
            ClauseId::DeclOrder => draw_flow(edition, place)?,
            ClauseId::DebtEnter if edition.id == debt_editions().at_once.id => {
                growth_section(place)?
            }
            _ => String::new(),
        };
        let (id, first) = (edition.clause_id(topic), editions::origin(edition, topic));
        let (readings, shown) = (own_readings(edition, topic), shown(edition, topic, told));
        Ok(Printed {
            chapter,
            clause,
            id,
            first,
            readings,
            shown,
            picture,
        })
    }

    /// The rule, as Markdown.
    pub(super) fn text(&self) -> String {
        let Chapter { edition, place, .. } = self.chapter;
        sign::html(&self.clause.text().map(|text| link_terms(text, place)))
            + &instead(edition, self.clause, place)
    }

    /// `as 1718` as HTML, with its signs.
    pub(super) fn as_first(&self) -> String {
        sign::words(
            &self
                .clause
                .text()
                .map(|_| format!("as {}", self.first.short)),
        )
    }

    /// Places, as HTML, to which the addresses lead that it had under other names.
    pub(super) fn former(&self) -> String {
        self.clause
            .topic
            .former_ids()
            .map(|old| format!("<div id=\"{old}\"></div>\n"))
            .collect()
    }

    /// The edition that stated it first, if that is another.
    fn origin(&self) -> Option<&'static Ruleset> {
        Some(self.first).filter(|first| first.id != self.chapter.edition.id)
    }

    /// What the engine plays by, as HTML with its signs: nothing, where the edition has no such thing.
    fn value(&self) -> Option<String> {
        let is_lacking = self.clause.presence == Presence::Lacking;
        let value = self
            .clause
            .value()
            .map(|value| if is_lacking { "none" } else { value });
        (!self.clause.is_custom() && self.clause.value_key() != Duty::Binding.words())
            .then(|| sign::words(&value))
    }

    fn contest(&self) -> Option<String> {
        let (edition, clause, imprint) = (
            self.chapter.edition.name,
            self.clause,
            &self.chapter.scope.imprint,
        );
        let body = format!(
            "> {}\n\n{edition}, {}, {}\n\n",
            clause.text(),
            clause.title,
            imprint.version()
        );
        imprint.issue_address(&format!("{edition}: {}", clause.title), &body)
    }
}

/// What a company's clause stands in the place of, as Markdown; a link to a clause gets its signs later.
fn instead(edition: &Ruleset, clause: &ClauseInfo, place: Place) -> String {
    let Some(base) = edition.base.filter(|_| clause.source == Source::Agreed) else {
        return String::new();
    };
    let before = base.clause(clause.topic);
    if clause.changed_value(&before).is_none() {
        return String::new();
    }
    let value = before.value().render(|value, _| (*value).to_owned());
    format!(
        " In {}: [{value}]({}).",
        base.name,
        place.clause(base.id, clause.topic)
    )
}

/// The hands that show a clause: those of its edition, or if there is none, those of where it is taken over from.
fn shown<'a>(
    edition: &'static Ruleset,
    topic: ClauseId,
    told: &'a [Told<'a>],
) -> Vec<&'a Told<'a>> {
    let of = |by: &'static Ruleset| told.iter().filter(move |told| told.story.rules.id == by.id);
    let shown = |by| {
        of(by)
            .filter(|told| {
                Witness {
                    file: told.file,
                    story: told.story,
                }
                .shows(edition, topic)
            })
            .collect::<Vec<_>>()
    };
    lineage(edition, topic)
        .map(shown)
        .find(|shown| !shown.is_empty())
        .unwrap_or_default()
}

/// What a clause rests on, as HTML, with its work as a link.
fn source(source: Source, place: Place) -> String {
    let words = source
        .to_string()
        .replace('&', "&amp;")
        .replace('<', "&lt;");
    let link = |work: &Work| format!(r#"<a href="{}">{}</a>"#, place.work(work), work.short);
    source.work().map_or(words.clone(), |work| {
        words.replacen(work.short, &link(work), 1)
    })
}

pub(super) fn own_readings(edition: &'static Ruleset, topic: ClauseId) -> Vec<Reading> {
    let origin = edition.base.unwrap_or(editions::origin(edition, topic));
    let theirs = if origin.id == edition.id {
        &[]
    } else {
        origin.readings(topic)
    };
    let is_theirs = |reading: &Reading| theirs.iter().any(|other| other.id == reading.id);
    edition
        .readings(topic)
        .iter()
        .filter(|reading| !is_theirs(reading))
        .copied()
        .collect()
}

data! {
    /// The topics that chapters name together, and titles over answers. The file says what each list is for.
    pub(super) struct Lists {
        pub(super) apart: &'static [(&'static str, &'static [ClauseId])],
        pub(super) minute: &'static [(&'static str, &'static [ClauseId])],
        pub(super) glance: &'static [ClauseId],
        pub(super) subjects: &'static [(&'static str, &'static [&'static str])],
        pub(super) sheet: &'static [(&'static str, &'static [&'static str])],
        pub(super) left_off_the_sheet: &'static [ClauseId],
        pub(super) duties: &'static [(&'static str, ClauseId)],
        pub(super) answers: &'static [(Answer, (&'static str, &'static str))],
    }
}

pub(super) static LISTS: LazyLock<Lists> =
    LazyLock::new(|| parse_file("topics.toml", include_str!("topics.toml")));

/// Whether the first part of its id is one of these.
pub(super) fn is_of(topic: ClauseId, ids: &[&str]) -> bool {
    topic
        .id()
        .split('.')
        .next()
        .is_some_and(|first| ids.contains(&first))
}

pub(super) fn subject(topic: ClauseId) -> &'static str {
    LISTS
        .subjects
        .iter()
        .find(|(_, ids)| is_of(topic, ids))
        .map_or("", |(title, _)| *title)
}

/// What a topic is called where editions stand beside each other, each with a name of its own for the top card.
pub(super) fn title(topic: ClauseId) -> String {
    topic.title().replace("Pamphile", "top card")
}

/// Things of topics, in the order of the topics, each list under the title of what it belongs to.
pub(super) fn by_subject<T>(
    all: Vec<T>,
    topic: impl Fn(&T) -> ClauseId,
) -> Vec<(&'static str, Vec<T>)> {
    let mut groups: Vec<(&'static str, Vec<T>)> = Vec::new();
    for one in all {
        let title = subject(topic(&one));
        match groups.last_mut().filter(|(before, _)| *before == title) {
            Some((_, members)) => members.push(one),
            None => groups.push((title, vec![one])),
        }
    }
    groups
}

/// A value in words: `yes`, `at once`.
pub(super) fn in_words(value: &OptionValue) -> String {
    match value {
        OptionValue::Flag(true) => "yes".into(),
        OptionValue::Flag(false) => "no".into(),
        OptionValue::Table(what, 1) => format!("1 {}", what.trim_end_matches('s')),
        OptionValue::Table(what, count) => format!("{count} {what}"),
        other => other.in_address().replace('_', " "),
    }
}

pub(super) fn named(option: &OptionDef) -> String {
    capital(&option.name.replace('_', " "))
}

/// All that an option takes in an edition, in words: `first come, reshuffle discards or cap 3`.
pub(super) fn takes(option: &OptionDef, edition: &Ruleset) -> String {
    let number = |also: &str| match also
        .strip_prefix("{ ")
        .and_then(|rest| rest.split(' ').next())
    {
        Some(what) => format!("{what}, by number"),
        None => also.into(),
    };
    let words: Vec<String> = option
        .values_in(edition)
        .iter()
        .map(in_words)
        .chain(option.number_forms(edition).map(number))
        .collect();
    match words.split_last() {
        Some((last, words)) if !words.is_empty() => format!("{} or {last}", words.join("; ")),
        _ => words.concat(),
    }
}
