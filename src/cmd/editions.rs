//! `mouche editions`: what can be played, and what may be agreed before play.

use super::Exit;
use super::format::Format;
use crate::editions;
use crate::rules::{Agreed, Ruleset, Setting};
use crate::terminal::Paper;
use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;

/// Lists the editions, and the options that each knows.
#[derive(Debug, Args)]
pub struct Editions {
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
}

/// An edition, for a machine.
#[derive(Serialize)]
pub(super) struct Edition {
    id: &'static str,
    name: &'static str,
    year: u16,
    about: &'static str,
    options: Vec<Choice>,
}

/// An option of an edition, for a machine.
#[derive(Serialize)]
pub(super) struct Choice {
    name: &'static str,
    takes: String,
    default: Option<Value>,
    clause: String,
}

impl From<&Ruleset> for Edition {
    fn from(edition: &Ruleset) -> Edition {
        let Ruleset { id, name, year, about, .. } = *edition;
        let options = Agreed::known_to(edition).map(|option| Choice::of(edition, option)).collect();
        Edition { id, name, year, about, options }
    }
}

impl Choice {
    /// An option as an edition has it.
    pub(super) fn of(edition: &Ruleset, option: &Agreed) -> Choice {
        let Agreed { name, topic, .. } = *option;
        Choice {
            name,
            takes: option.takes(),
            default: option.now(edition).as_ref().map(value),
            clause: edition.clause_id(topic),
        }
    }
}

fn value(setting: &Setting) -> Value {
    match setting {
        Setting::Word(word) => json!(word),
        Setting::Flag(flag) => json!(flag),
        Setting::Number(number) => json!(number),
        Setting::Table(name, number) => json!({ name: number }),
    }
}

#[derive(Serialize)]
struct Output {
    version: u32,
    editions: Vec<Edition>,
}

/// Runs the verb.
///
/// # Errors
/// Standard output that is closed.
pub fn run(call: &Editions) -> Result<Exit> {
    match call.format {
        Format::Json => {
            let all: Vec<Edition> = editions::ALL.iter().map(|edition| Edition::from(*edition)).collect();
            let output = Output { version: 1, editions: all };
            writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&output)?)?;
        }
        Format::Full => {
            let mut paper = Paper::new(12);
            for edition in editions::ALL {
                head(&mut paper, edition);
                options(&mut paper, edition);
                paper.gap();
            }
            paper.print()?;
        }
    }
    Ok(Exit::Holds)
}

/// What an edition is.
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
    match option.now(edition) {
        Some(now) => format!("{} = {now}: takes {}", option.name, option.takes()),
        None => format!("{}: takes {}", option.name, option.takes()),
    }
}
