//! `mouche editions`: what can be played, and what may be agreed before play.

use super::{Exit, Format, print_json};
use crate::editions;
use crate::rules::{Agreed, Ruleset, Setting};
use crate::scenario::report::told;
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

told! {
    /// An edition, for a machine.
    pub(super) Edition of edition, &Ruleset {
        /// The name that a scenario gives it.
        id: &'static str = edition.id;
        /// Its name in words.
        name: &'static str = edition.name;
        /// When it was printed.
        year: Option<u16> = edition.year;
        /// The printed edition that a table has made its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        base: Option<&'static str> = edition.base.map(|base| base.id);
        /// What it is.
        about: &'static str = edition.about;
        /// What may be agreed before play.
        options: Vec<Choice> = Agreed::known_to(edition).map(|option| (edition, option).into()).collect();
    }

    /// An option of an edition, for a machine.
    pub(super) Choice of (edition, option), (&Ruleset, &Agreed) {
        /// Its name.
        name: &'static str = option.name;
        /// What it takes, in words.
        takes: String = option.takes(edition);
        /// What holds if nothing is said, where that can be said.
        default: Option<Taken> = option.now(edition).map(taken);
        /// The clause it changes.
        clause: String = edition.clause_id(option.topic);
    }

    /// The editions, for a machine.
    pub(super) Output of editions, Vec<Edition> {
        /// The version of this form.
        version: u32 = 1;
        /// Each of them.
        editions: Vec<Edition> = editions;
    }
}

/// What an option takes, as a header would have it.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Taken {
    Word(String),
    Flag(bool),
    Number(i64),
    Table(BTreeMap<String, i64>),
}

fn taken(setting: Setting) -> Taken {
    match setting {
        Setting::Word(word) => Taken::Word(word),
        Setting::Flag(flag) => Taken::Flag(flag),
        Setting::Number(number) => Taken::Number(number),
        Setting::Table(name, number) => Taken::Table(BTreeMap::from([(name, number)])),
    }
}

pub fn run(call: &Editions) -> Result<Exit> {
    match call.format {
        Format::Json => print_json(&Output::from(editions::known().map(Edition::from).collect::<Vec<_>>()))?,
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
