//! `mouche editions`: what can be played, and what may be agreed before play.

use super::{Exit, Format, print_json};
use crate::editions;
use crate::rules::{Agreed, Ruleset, Setting};
use crate::terminal::Paper;
use anyhow::Result;
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// List the editions and their options
#[derive(Debug, Args)]
pub struct Editions {
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
}

/// An edition, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Edition {
    /// The name that a scenario gives it.
    id: &'static str,
    /// Its name in words.
    name: &'static str,
    /// When it was printed.
    year: Option<u16>,
    /// The printed edition that a table has made its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<&'static str>,
    /// What it is.
    about: &'static str,
    /// What may be agreed before play.
    options: Vec<Choice>,
}

/// An option of an edition, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Choice {
    /// Its name.
    name: &'static str,
    /// What it takes, in words.
    takes: String,
    /// What holds if nothing is said, where that can be said.
    default: Option<Taken>,
    /// The clause it changes.
    clause: String,
}

/// What an option takes, as a header would have it.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Taken {
    Word(String),
    Flag(bool),
    Number(i64),
    Table(BTreeMap<String, i64>),
}

impl From<&Ruleset> for Edition {
    fn from(edition: &Ruleset) -> Edition {
        let Ruleset { id, name, year, about, base, .. } = *edition;
        let base = base.map(|base| base.id);
        let options = Agreed::known_to(edition).map(|option| Choice::of(edition, option)).collect();
        Edition { id, name, year, base, about, options }
    }
}

impl Choice {
    pub(super) fn of(edition: &Ruleset, option: &Agreed) -> Choice {
        let default = option.now(edition).map(|setting| match setting {
            Setting::Word(word) => Taken::Word(word),
            Setting::Flag(flag) => Taken::Flag(flag),
            Setting::Number(number) => Taken::Number(number),
            Setting::Table(name, number) => Taken::Table(BTreeMap::from([(name, number)])),
        });
        Choice { name: option.name, takes: option.takes(edition), default, clause: edition.clause_id(option.topic) }
    }
}

/// The editions, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The version of this form.
    version: u32,
    /// Each of them.
    editions: Vec<Edition>,
}

pub fn run(call: &Editions) -> Result<Exit> {
    match call.format {
        Format::Json => {
            let editions = editions::known().map(Edition::from).collect();
            print_json(&Output { version: 1, editions })?;
        }
        Format::Full => {
            let mut paper = Paper::new(12);
            for edition in editions::known() {
                head(&mut paper, edition);
                options(&mut paper, edition);
                paper.gap();
            }
            paper.print()?;
        }
    }
    Ok(Exit::Holds)
}

pub(super) fn head(paper: &mut Paper, edition: &Ruleset) {
    paper.heading(&format!("{} ({})", edition.name, edition.id));
    paper.paragraph(edition.about);
}

/// What may be agreed before play, and what holds if nothing is said.
pub(super) fn options(paper: &mut Paper, edition: &Ruleset) {
    for (index, option) in Agreed::known_to(edition).enumerate() {
        let words = format!("{}; changes {}", option_words(edition, option), option.topic);
        paper.fact(if index == 0 { "options" } else { "" }, &words);
    }
}

/// An option in a line: its name, its default and what else it takes.
pub(super) fn option_words(edition: &Ruleset, option: &Agreed) -> String {
    let now = option.now(edition).map_or(String::new(), |now| format!(" = {now}"));
    format!("{}{now}: takes {}", option.name, option.takes(edition))
}
