//! `mouche coverage`: which hands show which clauses.

use super::{Exit, Format, print_json};
use crate::book::Library;
use crate::editions;
use crate::page::markdown::plain;
use crate::rules::Ruleset;
use crate::scenario::coverage::{Covered, MANY, Standing, Witness, coverage, missing};
use crate::scenario::report::told;
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

told! {
    /// A hand by its file and the edition it is played by.
    pub(super) Hand of told, &Witness<'_> {
        /// The path of its file.
        file: String = told.file.path.clone();
        /// The edition's id.
        edition: &'static str = told.story.rules.id;
        /// Its title, without markup.
        title: String = plain(&told.file.title);
    }

    /// A clause, and who shows it.
    pub(super) Line of covered, &Covered<'_> {
        /// Its id: `mouche-1718/play.trump`.
        clause: String = covered.id();
        /// Hands that show it.
        shown: Vec<Hand> = covered.shown.iter().map(Hand::from).collect();
        /// Hands in which something is refused by it.
        refused: Vec<Hand> = covered.refused.iter().map(Hand::from).collect();
        /// Why no hand can show it, if none can.
        unseen: Option<&'static str> = covered.clause.unseen.filter(|_| covered.shown.is_empty());
    }

    /// The clauses of an edition, counted.
    pub(super) Total of (edition, covered), (&Ruleset, &[Covered<'_>]) where {
        let own = || covered.iter().filter(|covered| covered.edition.id == edition.id);
        let count = |is: fn(Standing) -> bool| own().filter(|covered| is(covered.standing())).count();
    } {
        /// Its id.
        edition: &'static str = edition.id;
        /// All of them.
        clauses: usize = own().count();
        /// Those that a hand shows.
        shown: usize = count(|standing| standing == Standing::Shown);
        /// Those that a hand could show, and none does.
        missing: usize = count(|standing| standing == Standing::Missing);
        /// Those that no hand can show.
        unseen: usize = count(|standing| matches!(standing, Standing::Unseen(_)));
    }

    /// Clauses and the hands that show them, for a machine.
    pub(super) Output of covered, &[Covered<'_>] {
        /// The version of this form.
        version: u32 = 1;
        /// Every clause of every edition.
        clauses: Vec<Line> = covered.iter().map(Line::from).collect();
        /// How many they are, by edition.
        editions: Vec<Total> = editions::every().map(|edition| (edition, covered).into()).collect();
    }
}

/// Runs the verb on the scenarios of a folder.
pub fn run(call: &Coverage, scenarios: &Path) -> Result<Exit> {
    let library = Library::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?;
    ensure!(!library.files.is_empty(), "no scenario was found in {}", shown(scenarios));
    let covered = coverage(&library.files);
    match call.format {
        Format::Json => print_json(&Output::from(&covered[..]))?,
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
        let Total { clauses, shown, missing, unseen, .. } = Total::from((edition, covered));
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
