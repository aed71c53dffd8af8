//! `mouche explain`: what the book says of a clause, a topic or an edition, in the terminal.

mod clause;
mod edition;
mod topic;

use super::Exit;
use super::format::Format;
use crate::book::Library;
use crate::editions;
use crate::rules::{Ruleset, Topic};
use crate::scenario::{Checked, nearest, visible};
use crate::terminal::Paper;
use anyhow::{Result, anyhow};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Says what the book says of a clause, of a topic in every edition, or of an edition.
#[derive(Debug, Args)]
pub struct Explain {
    /// A clause (mouche-1718/play.trump), a topic (play.trump) or an edition (mouche-1718)
    #[arg(value_name = "NAME")]
    name: String,
    /// The edition whose clause on a topic is meant
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
}

/// What is asked about.
enum Asked {
    Clause(&'static Ruleset, Topic),
    Topic(Topic),
    Edition(&'static Ruleset),
}

/// What the book says, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The version of this form.
    version: u32,
    /// The edition, if it was asked for.
    edition: Option<super::editions::Edition>,
    /// Each clause that was asked for.
    clauses: Vec<clause::Record>,
}

/// Runs the verb; the hands it names are those of a folder, if there is one.
///
/// # Errors
/// A name that nothing has, a folder that cannot be read, or standard output that is closed.
pub fn run(call: &Explain, scenarios: &Path) -> Result<Exit> {
    let asked = asked(&call.name, call.edition.as_deref())?;
    let library = match scenarios.is_dir() {
        true => Library::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?,
        false => Library::default(),
    };
    match call.format {
        Format::Json => {
            let output = Output::of(&asked, &library.files);
            writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&output)?)?;
        }
        Format::Full => {
            let mut paper = Paper::new(16);
            match asked {
                Asked::Clause(edition, topic) => clause::tell(&mut paper, &library.files, edition, topic),
                Asked::Topic(topic) => topic::tell(&mut paper, topic),
                Asked::Edition(edition) => edition::tell(&mut paper, &library.files, edition),
            }
            paper.print()?;
        }
    }
    Ok(Exit::Holds)
}

impl Output {
    fn of(asked: &Asked, files: &[Checked]) -> Output {
        let record = |edition, topic| clause::Record::of(files, edition, topic);
        let (clauses, edition) = match *asked {
            Asked::Clause(edition, topic) => (vec![record(edition, topic)], None),
            Asked::Topic(topic) => (editions::ALL.iter().map(|edition| record(edition, topic)).collect(), None),
            Asked::Edition(edition) => {
                (edition.clauses().iter().map(|clause| record(edition, clause.topic)).collect(), Some(edition.into()))
            }
        };
        Output { version: 1, edition, clauses }
    }
}

fn asked(name: &str, edition: Option<&str>) -> Result<Asked> {
    let id = edition.map_or(name.to_string(), |edition| format!("{edition}/{name}"));
    if let Some((edition, clause)) = editions::clause(&id) {
        return Ok(Asked::Clause(edition, clause.topic));
    }
    let other = match edition {
        Some(_) => None,
        None => editions::topic(name).map(Asked::Topic).or(editions::by_id(name).map(Asked::Edition)),
    };
    other.ok_or_else(|| unknown(&id))
}

/// A name that nothing has, with the nearest that something has.
fn unknown(id: &str) -> anyhow::Error {
    let shown = visible(&id.chars().take(80).collect::<String>());
    match near(id) {
        Some(other) => anyhow!("no clause, topic or edition is called {shown}; did you mean {other}?"),
        None => anyhow!(
            "no clause, topic or edition is called {shown}; `mouche editions` lists the editions, and `mouche explain EDITION` its clauses"
        ),
    }
}

/// Of a clause, each half may be misspelt.
fn near(id: &str) -> Option<String> {
    let topics = || editions::topics().map(|topic| topic.id());
    let editions = || editions::ALL.iter().map(|edition| edition.id);
    match id.split_once('/') {
        Some((edition, topic)) => Some(format!("{}/{}", nearest(edition, editions())?, nearest(topic, topics())?)),
        None => nearest(id, topics().chain(editions())).map(str::to_owned),
    }
}
