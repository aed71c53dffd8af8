//! `mouche coverage`: which hands show which clauses.

use super::{Exit, Format, print_json};
use crate::book::Library;
use crate::editions;
use crate::page::markdown::plain;
use crate::rules::Ruleset;
use crate::scenario::coverage::{Covered, MANY, Standing, Witness, coverage, missing};
use crate::scenario::{shown, visible};
use crate::terminal::Paper;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// List the hands that show each clause of each edition
#[derive(Debug, Args)]
pub struct Coverage {
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Fail if a clause that a hand could show is shown by none
    #[arg(long, value_enum, value_name = "WHAT")]
    require: Option<Require>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Require {
    /// Every clause of every edition
    All,
}

/// A hand by its file and the edition it is played by.
#[derive(Serialize, JsonSchema)]
pub(super) struct Hand {
    /// The path of its file.
    file: String,
    /// The edition's id.
    edition: &'static str,
    /// Its title, without markup.
    title: String,
}

impl From<&Witness<'_>> for Hand {
    fn from(told: &Witness) -> Hand {
        Hand { file: told.file.path.clone(), edition: told.story.rules.id, title: plain(&told.file.title) }
    }
}

/// A clause, and who shows it.
#[derive(Serialize, JsonSchema)]
struct Line {
    /// Its id: `mouche-1718/play.trump`.
    clause: String,
    /// Hands that show it.
    shown: Vec<Hand>,
    /// Hands in which something is refused by it.
    refused: Vec<Hand>,
    /// Why no hand can show it, if none can.
    unseen: Option<&'static str>,
}

/// The clauses of an edition, counted.
#[derive(Serialize, JsonSchema)]
struct Total {
    /// Its id.
    edition: &'static str,
    /// All of them.
    clauses: usize,
    /// Those that a hand shows.
    shown: usize,
    /// Those that a hand could show, and none does.
    missing: usize,
    /// Those that no hand can show.
    unseen: usize,
}

/// Clauses and the hands that show them, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The version of this form.
    version: u32,
    /// Every clause of every edition.
    clauses: Vec<Line>,
    /// How many they are, by edition.
    editions: Vec<Total>,
}

/// Runs the verb on the scenarios of a folder.
pub fn run(call: &Coverage, scenarios: &Path) -> Result<Exit> {
    let library = Library::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?;
    ensure!(!library.files.is_empty(), "no scenario was found in {}", shown(scenarios));
    let covered = coverage(&library.files);
    match call.format {
        Format::Json => {
            let editions = editions::every().map(|edition| total(edition, &covered)).collect();
            print_json(&Output { version: 1, clauses: covered.iter().map(line).collect(), editions })?;
        }
        Format::Full => full(&covered)?,
    }
    let mut err = std::io::stderr().lock();
    let failing = library.failures().count();
    if failing > 0 {
        writeln!(err, "error: {failing} of {} scenarios do not hold; `mouche check` says why", library.files.len())?;
    }
    let missing = missing(&covered);
    let lacking = call.require.is_some() && !missing.is_empty();
    if lacking {
        writeln!(err, "error: no hand shows {}", missing.join(", "))?;
    }
    Ok(Exit::of(false, failing > 0 || lacking))
}

fn line(covered: &Covered) -> Line {
    let hands = |told: &[Witness]| told.iter().map(Hand::from).collect();
    let unseen = covered.clause.unseen.filter(|_| covered.shown.is_empty());
    Line { clause: covered.id(), shown: hands(&covered.shown), refused: hands(&covered.refused), unseen }
}

fn total(edition: &Ruleset, covered: &[Covered]) -> Total {
    let own = || covered.iter().filter(|covered| covered.edition.id == edition.id);
    let count = |is: fn(Standing) -> bool| own().filter(|covered| is(covered.standing())).count();
    let shown = count(|standing| standing == Standing::Shown);
    let missing = count(|standing| standing == Standing::Missing);
    let unseen = count(|standing| matches!(standing, Standing::Unseen(_)));
    Total { edition: edition.id, clauses: own().count(), shown, missing, unseen }
}

fn full(covered: &[Covered]) -> Result<()> {
    let mut paper = Paper::new(16);
    for edition in editions::every() {
        let own: Vec<&Covered> = covered.iter().filter(|covered| covered.edition.id == edition.id).collect();
        paper.heading(&format!("{} ({})", edition.name, edition.id));
        for covered in &own {
            let mut words = match covered.standing() {
                Standing::Shown => named(&covered.shown),
                Standing::Missing => "NOT SHOWN".into(),
                Standing::Unseen(_) => continue,
            };
            if !covered.refused.is_empty() {
                words += &format!("; refused in {}", named(&covered.refused));
            }
            paper.fact(covered.clause.topic.id(), &words);
        }
        let mut reasons: IndexMap<&str, Vec<&str>> = IndexMap::new();
        for covered in own {
            if let Standing::Unseen(why) = covered.standing() {
                reasons.entry(why).or_default().push(covered.clause.topic.id());
            }
        }
        for (why, topics) in reasons {
            paper.paragraph(&format!("No hand can show {}: {why}.", topics.join(", ")));
        }
        let Total { clauses, shown, missing, unseen, .. } = total(edition, covered);
        paper.paragraph(&format!(
            "{clauses} clauses: {shown} shown, {missing} not shown, {unseen} that no hand can show"
        ));
        paper.gap();
    }
    Ok(paper.print()?)
}

/// The hands by the names of their files, or how many they are.
fn named(told: &[Witness]) -> String {
    if told.len() >= MANY {
        return format!("{} hands", told.len());
    }
    let stem = |told: &Witness| visible(&Path::new(&told.file.path).file_stem().unwrap_or_default().to_string_lossy());
    told.iter().map(stem).collect::<Vec<_>>().join(", ")
}
