//! One clause: its words, its value, what it rests on, and the hands that show it.

use crate::cmd::coverage::Hand;
use crate::cmd::editions::{Choice, option_words};
use crate::editions;
use crate::page::markdown::plain;
use crate::rules::{Agreed, Mark, Reading, Ruleset, Source, TakenOver, Topic};
use crate::scenario::coverage::{MANY, Standing, Witness, covered};
use crate::scenario::{Checked, visible};
use crate::terminal::Paper;
use schemars::JsonSchema;
use serde::Serialize;

/// A clause, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Record {
    /// Its id: `mouche-1718/play.trump`.
    id: String,
    /// Its title, in the words of its edition.
    title: String,
    /// The rule in words, without markup.
    text: String,
    /// What the engine reads, in words.
    value: String,
    /// How sure it is: what the source says, and what is taken over, our reading, open or not known.
    marks: Vec<Mark>,
    source: Rests,
    /// The clause it is taken over from; its own id, if it is from none.
    origin: String,
    /// Questions that the source leaves open, with our answers.
    readings: &'static [Reading],
    /// What may be agreed instead.
    options: Vec<Choice>,
    /// Why no hand can show it, if none can.
    unseen: Option<&'static str>,
    /// Hands that show it.
    shown: Vec<Hand>,
    /// Hands in which something is refused by it.
    refused: Vec<Hand>,
}

/// What a clause rests on.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Rests {
    /// The source of this edition says so.
    Says {
        /// Which text.
        work: &'static str,
        /// Where in it.
        section: &'static str,
    },
    /// Another edition says so, and this one takes it over.
    Same {
        /// The other edition's id.
        edition: &'static str,
        /// Why it may be taken over.
        why: &'static str,
        /// How sure it is that this edition has it so.
        taken: TakenOver,
    },
    /// Practice of the time, not this author's.
    Period {
        /// Which text.
        work: &'static str,
    },
    /// No source speaks; the rule is our reading.
    Silent,
    /// The game is told without the thing.
    Without,
}

impl Record {
    /// A clause with the hands among these files.
    pub(super) fn of(files: &[Checked], edition: &'static Ruleset, topic: Topic) -> Record {
        let covered = covered(files, edition, topic);
        let clause = &covered.clause;
        Record {
            id: covered.id(),
            title: clause.title.clone(),
            text: clause.text().set(|text, _| plain(text)),
            value: clause.value().set(|value, _| value.to_string()),
            marks: clause.marks().iter().collect(),
            source: clause.source.into(),
            origin: editions::origin(edition, topic).clause_id(topic),
            readings: clause.readings,
            options: options(edition, topic).map(|option| Choice::of(edition, option)).collect(),
            unseen: match covered.standing() {
                Standing::Unseen(why) => Some(why),
                _ => None,
            },
            shown: covered.shown.iter().map(Hand::from).collect(),
            refused: covered.refused.iter().map(Hand::from).collect(),
        }
    }
}

impl From<Source> for Rests {
    fn from(source: Source) -> Rests {
        match source {
            Source::Says { work, section } => Rests::Says { work: work.full, section },
            Source::Same { edition, why, taken, .. } => Rests::Same { edition, why, taken },
            Source::Period { work } => Rests::Period { work: work.full },
            Source::Silent => Rests::Silent,
            Source::Without => Rests::Without,
        }
    }
}

/// The options that change a clause.
fn options(edition: &'static Ruleset, topic: Topic) -> impl Iterator<Item = &'static Agreed> {
    Agreed::known_to(edition).filter(move |option| option.topic == topic)
}

/// Tells a clause with the hands among these files.
pub(super) fn tell(paper: &mut Paper, files: &[Checked], edition: &'static Ruleset, topic: Topic) {
    let covered = covered(files, edition, topic);
    let clause = &covered.clause;
    paper.heading(&format!("{}: {}", covered.id(), clause.title));
    paper.paragraph(&clause.text().map(plain).to_string());
    paper.gap();
    paper.fact("edition", edition.name);
    rests_on(paper, edition, topic);
    paper.fact("engine", &clause.value().to_string());
    if let Some(signs) = clause.marks().explained() {
        paper.fact("signs", &signs);
    }
    for reading in clause.readings {
        let Reading { id, question, ruling, why, turns_on, .. } = reading;
        let turns_on = turns_on.map_or(String::new(), |phrase| format!(" It turns on {phrase}."));
        paper.fact("reading", &format!("{question} {ruling} {why}{turns_on} ({id})"));
    }
    for option in options(edition, topic) {
        paper.fact("option", &option_words(edition, option));
    }
    match covered.standing() {
        Standing::Shown => {}
        Standing::Missing => paper.fact("shown in", "no hand yet"),
        Standing::Unseen(why) => paper.fact("shown in", &format!("no hand can show it: {why}")),
    }
    hands(paper, "shown in", &covered.shown);
    hands(paper, "refused in", &covered.refused);
}

fn rests_on(paper: &mut Paper, edition: &'static Ruleset, topic: Topic) {
    let source = edition.clause(topic).source;
    paper.fact("source", &source.to_string());
    let first = editions::origin(edition, topic).clause(topic).source;
    if let Source::Same { why, .. } = source {
        paper.fact("", why);
        paper.fact("", &first.to_string());
    }
    if let Some(work) = first.work() {
        paper.fact("", work.full);
    }
}

fn hands(paper: &mut Paper, label: &str, told: &[Witness]) {
    for (index, one) in told.iter().take(MANY).enumerate() {
        let words = format!("{}: {}", visible(&one.file.path), plain(&one.file.title));
        paper.fact(if index == 0 { label } else { "" }, &words);
    }
    if told.len() > MANY {
        paper.fact("", &format!("and {} more: --format json names them", told.len() - MANY));
    }
}
