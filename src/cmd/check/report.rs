//! Reports that are written beside what is printed.

use super::held::Held;
use crate::scenario::render::junit::{Suite, junit};
use crate::scenario::render::{Record, Report, records_in, sarif};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// The kinds of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// JUnit's XML, a case a hand.
    Junit,
    /// A SARIF 2.1.0 log.
    Sarif,
}

/// Reads `junit=FILE` or `sarif=FILE`.
pub(super) fn parse(text: &str) -> Result<(Kind, PathBuf), String> {
    let wrong = || "write junit=FILE or sarif=FILE".to_owned();
    let (kind, file) = text.split_once('=').filter(|(_, file)| !file.is_empty()).ok_or_else(wrong)?;
    match kind {
        "junit" => Ok((Kind::Junit, file.into())),
        "sarif" => Ok((Kind::Sarif, file.into())),
        _ => Err(wrong()),
    }
}

/// A report in the making.
pub(super) struct Sink {
    kind: Kind,
    file: PathBuf,
    suites: Vec<Suite>,
    records: Vec<Record>,
    more: Vec<String>,
}

impl Sink {
    /// One for each report asked for.
    pub(super) fn of(reports: &[(Kind, PathBuf)]) -> Vec<Sink> {
        let sink = |(kind, file): &(Kind, PathBuf)| (*kind, file.clone());
        let sinks = reports.iter().map(sink);
        sinks
            .map(|(kind, file)| Sink { kind, file, suites: Vec::new(), records: Vec::new(), more: Vec::new() })
            .collect()
    }

    /// Whether it is JUnit's.
    pub(super) fn is_junit(&self) -> bool {
        self.kind == Kind::Junit
    }

    /// Takes up one file, if it is a scenario or could not be read.
    pub(super) fn add(&mut self, held: &Held, book: &str) {
        let told = held.verdict.as_ref().map_or(true, |verdict| verdict.is_scenario || !verdict.diagnostics.is_empty());
        match (self.kind, &held.verdict) {
            (Kind::Junit, _) if told => self.suites.extend(held.suite.clone()),
            (Kind::Sarif, Ok(verdict)) => {
                let report = Report { path: &held.name, text: &verdict.text, diagnostics: &verdict.diagnostics };
                self.records.extend(records_in(&report, book));
                self.more.extend(report.more());
            }
            _ => {}
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write(self) -> Result<()> {
        let text = match self.kind {
            Kind::Junit => junit(&self.suites),
            Kind::Sarif => serde_json::to_string_pretty(&sarif(&self.records, &self.more))? + "\n",
        };
        std::fs::write(&self.file, text).with_context(|| format!("{} cannot be written", self.file.display()))
    }
}
