//! A clause as the chapter of its edition prints it, what clauses belong together, and what a company may agree before play
//! in the words of a reader. The names that files use are for authors.

use crate::book::pictures::picture;
use crate::book::{Link, Scope, glossed, sign};
use crate::editions::{self, lineage};
use crate::narrate::sentence::capital;
use crate::page::{Place, Told, one_line};
use crate::rules::from_toml::told;
use crate::rules::{
    Agreed, Answer, ClauseView, Duty, Mark, Presence, Reading, Ruleset, Setting, Source, Topic, Work, data,
};
use crate::scenario::coverage::MANY;
use crate::session::companies;
use anyhow::Result;
use askama::Template;
use std::sync::LazyLock;

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
    pub(super) picture: String,
    /// Source, value, readings and hands, as HTML on one line.
    pub(super) facts: String,
    /// Its id, `as 1718` as HTML with its signs, and where that is told.
    pub(super) taken_over: [String; 3],
    pub(super) has_own_readings: bool,
}

#[derive(Template)]
#[template(path = "clause.html")]
struct Facts<'a> {
    id: String,
    clause: &'a ClauseView,
    chapter: Chapter<'a>,
    changed: &'static str,
    /// Where an issue is opened about it.
    contest: Option<String>,
    /// As HTML, with its signs.
    value: Option<String>,
    source: String,
    origin: Option<Link>,
    readings: Vec<Reading>,
    shown: Vec<Link>,
    shown_by: usize,
    hands: String,
}

impl Facts<'_> {
    /// The option that a reading's question may be answered otherwise by.
    fn option(&self, reading: &Reading) -> Option<&'static Agreed> {
        reading.option.and_then(Agreed::by_name)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Chapter<'a> {
    pub(super) edition: &'static Ruleset,
    pub(super) title: &'a str,
    pub(super) scope: &'a Scope,
    pub(super) told: &'a [Told<'a>],
    pub(super) place: Place,
}

/// The version in which a clause last changed, from a line for each: its id, that version, and what a test knows it by.
fn changed(id: &str) -> &'static str {
    let lines = include_str!("../../editions/changed.txt").lines().map(|line| line.split(' '));
    lines.filter(|line| line.clone().next() == Some(id)).find_map(|mut line| line.nth(1)).unwrap_or_default()
}

pub(super) fn printed(chapter: Chapter, clause: &ClauseView) -> Result<Printed> {
    let Chapter { edition, scope: Scope { imprint, .. }, told, place, .. } = chapter;
    let topic = clause.topic;
    let id = edition.clause_id(topic);
    let shown = shown(edition, topic, told);
    let shelf = shown.first().map_or(edition.id, |told| told.story.rules.id);
    let first = editions::origin(edition, topic);
    let taken_over = sign::words(&clause.text().map(|_| format!("as {}", first.short)));
    let named = if shown.len() < MANY { &shown[..] } else { &[] };
    let contest = format!("> {}\n\n{}, {}, {}\n\n", clause.text(), edition.name, clause.title, imprint.version());
    let facts = Facts {
        clause,
        chapter,
        changed: changed(&id),
        contest: imprint.issue(&format!("{}: {}", edition.name, clause.title), &contest),
        id,
        // What the engine plays by: nothing, where the edition has no such thing.
        // That a duty is binding says no more than the words do.
        value: (!clause.is_custom() && clause.key() != Duty::Binding.words()).then(|| {
            sign::words(&clause.value().map(|value| if clause.presence == Presence::Lacking { "none" } else { value }))
        }),
        source: source(clause.source, place),
        readings: own_readings(edition, clause),
        origin: (first.id != edition.id).then(|| Link::new(place.clause(first.id, topic), first.name)),
        shown: named.iter().map(|told| Link::new(place.to(&told.page("html")), told.title())).collect(),
        shown_by: shown.len(),
        hands: place.to(&format!("hands/{shelf}.html")),
    };
    Ok(Printed {
        title: clause.title.clone(),
        topic,
        anchor: format!("{{#{topic}}}"),
        former: topic.former_ids().map(|old| format!("<div id=\"{old}\"></div>\n")).collect(),
        picture: picture(edition, topic, place)?,
        taken_over: [edition.clause_id(topic), taken_over, place.clause(first.id, topic)],
        has_own_readings: !own_readings(edition, clause).is_empty(),
        text: sign::html(&clause.text().map(|text| glossed(text, place))) + &instead(edition, clause, place),
        facts: one_line(&facts.render()?),
    })
}

/// What a company's clause stands in the place of, as Markdown; a link to a clause gets its signs later.
fn instead(edition: &Ruleset, clause: &ClauseView, place: Place) -> String {
    let Some(base) = edition.base.filter(|_| clause.source == Source::Agreed) else { return String::new() };
    let before = base.clause(clause.topic);
    if clause.agreed_instead_of(&before).is_none() {
        return String::new();
    }
    let value = before.value().set(|value, _| (*value).to_owned());
    format!(" In {}: [{value}]({}).", base.name, place.clause(base.id, clause.topic))
}

/// The hands that show a clause: those of its edition, or if there is none, those of where it is taken over from.
fn shown<'a>(edition: &'static Ruleset, topic: Topic, told: &'a [Told<'a>]) -> Vec<&'a Told<'a>> {
    let of = |by: &'static Ruleset| told.iter().filter(move |told| told.story.rules.id == by.id);
    let shown = |by| of(by).filter(|told| told.witness().shows(edition, topic)).collect::<Vec<_>>();
    lineage(edition, topic).map(shown).find(|shown| !shown.is_empty()).unwrap_or_default()
}

/// What a clause rests on, as HTML, with its work as a link.
fn source(source: Source, place: Place) -> String {
    let words = source.to_string().replace('&', "&amp;").replace('<', "&lt;");
    let link = |work: &Work| format!(r#"<a href="{}">{}</a>"#, place.work(work), work.short);
    source.work().map_or(words.clone(), |work| words.replacen(work.short, &link(work), 1))
}

pub(super) fn own_readings(edition: &'static Ruleset, clause: &ClauseView) -> Vec<Reading> {
    let origin = edition.base.unwrap_or(editions::origin(edition, clause.topic));
    let theirs = if origin.id == edition.id { &[] } else { origin.clause(clause.topic).readings };
    let is_theirs = |reading: &Reading| theirs.iter().any(|other| other.id == reading.id);
    clause.readings.iter().filter(|reading| !is_theirs(reading)).copied().collect()
}

data! {
    /// The topics that chapters name together, each list under its title, and the titles over answers to what is left open. What
    /// each list is for stands in the file.
    pub(super) struct Lists {
        pub(super) apart: &'static [(&'static str, &'static [Topic])],
        pub(super) minute: &'static [(&'static str, &'static [Topic])],
        pub(super) glance: &'static [Topic],
        pub(super) subjects: &'static [(&'static str, &'static [&'static str])],
        pub(super) sheet: &'static [(&'static str, &'static [&'static str])],
        pub(super) left_off_the_sheet: &'static [Topic],
        pub(super) duties: &'static [(&'static str, Topic)],
        pub(super) answers: &'static [(Answer, (&'static str, &'static str))],
    }
}

pub(super) static LISTS: LazyLock<Lists> = LazyLock::new(|| told("topics.toml", include_str!("topics.toml")));

/// Whether the first part of its id is one of these.
pub(super) fn is_of(topic: Topic, ids: &[&str]) -> bool {
    topic.id().split('.').next().is_some_and(|first| ids.contains(&first))
}

pub(super) fn subject(topic: Topic) -> &'static str {
    LISTS.subjects.iter().find(|(_, ids)| is_of(topic, ids)).map_or("", |(title, _)| *title)
}

/// What a topic is called where editions stand beside each other, each with a name of its own for the top card.
pub(super) fn title(topic: Topic) -> String {
    topic.title().replace("Pamphile", "top card")
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

/// What may be agreed before play, as the form of a table asks for it.
pub(super) struct Agreeable {
    pub(super) option: &'static Agreed,
    pub(super) question: &'static str,
    /// What holds if nothing is said.
    pub(super) now: Option<Setting>,
    /// What else it takes, each with those who may play then, if they are others.
    pub(super) values: Vec<(Setting, Option<String>)>,
}

impl Agreeable {
    pub(super) fn new(rules: &Ruleset, option: &'static Agreed) -> Agreeable {
        let mut readings = rules.readings(option.topic).iter();
        let answered = readings.find(|reading| reading.option == Some(option.name));
        let others = |value: &Setting| {
            let agreed = rules.with(&[(option.name.to_owned(), value.clone())].into()).ok()?;
            Some(players(&agreed)).filter(|after| *after != players(rules))
        };
        let now = option.now(rules);
        let values =
            option.values_in(rules).into_iter().chain(option.usual(rules)).filter(|value| Some(value) != now.as_ref());
        let values = values.map(|value| (value.clone(), others(&value))).collect();
        Agreeable { option, question: answered.map_or("", |reading| reading.question), now, values }
    }
}

/// A value in words: `yes`, `at once`.
pub(super) fn in_words(value: &Setting) -> String {
    match value {
        Setting::Flag(true) => "yes".into(),
        Setting::Flag(false) => "no".into(),
        Setting::Table(what, 1) => format!("1 {}", what.trim_end_matches('s')),
        Setting::Table(what, count) => format!("{count} {what}"),
        other => other.in_address().replace('_', " "),
    }
}

pub(super) fn named(option: &Agreed) -> String {
    capital(&option.name.replace('_', " "))
}

/// All that an option takes in an edition, in words: `first come, reshuffle discards or cap 3`.
pub(super) fn takes(option: &Agreed, edition: &Ruleset) -> String {
    let number = |also: &str| match also.strip_prefix("{ ").and_then(|rest| rest.split(' ').next()) {
        Some(what) => format!("{what}, by number"),
        None => also.into(),
    };
    let words: Vec<String> =
        option.values_in(edition).iter().map(in_words).chain(option.also(edition).map(number)).collect();
    match words.split_last() {
        Some((last, words)) if !words.is_empty() => format!("{} or {last}", words.join("; ")),
        _ => words.concat(),
    }
}

/// How many may sit down to an edition: `3 4 5`.
pub(super) fn players(rules: &Ruleset) -> String {
    companies(rules).map(|players| players.to_string()).collect::<Vec<_>>().join(" ")
}
