//! What is printed, as files are told one after another.

use super::held::{Held, Verdict};
use super::summary::Summary;
use super::{Check, Exit, Format};
use crate::scenario::diagnostic::Code;
use crate::scenario::render::{self, Look, Report};
use crate::scenario::visible;
use crate::terminal;
use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Prints a run, and counts it.
pub(super) struct Printer<'a> {
    call: &'a Check,
    summary: Summary,
    records: Vec<render::Record>,
    unusable: bool,
}

/// A run, for a machine.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct Output {
    /// The version of this form.
    version: u32,
    /// What is wrong, or worth a warning, in the order of the files.
    diagnostics: Vec<render::Record>,
    /// What the run came to.
    summary: Summary,
}

impl<'a> Printer<'a> {
    pub(super) fn new(call: &'a Check) -> Printer<'a> {
        Printer { call, summary: Summary::default(), records: Vec::new(), unusable: false }
    }

    /// Whether something does not hold, or could not be read.
    pub(super) fn fails(&self) -> bool {
        self.unusable || self.summary.failed > 0 || self.denied()
    }

    /// Whether there is a warning, and none is allowed.
    fn denied(&self) -> bool {
        self.call.deny_warnings && self.summary.warnings > 0
    }

    /// Counts files that are passed over.
    pub(super) fn passed_over(&mut self, files: usize) {
        self.summary.passed_over += files;
    }

    /// Tells one file.
    pub(super) fn held(&mut self, held: &Held) -> Result<()> {
        match &held.verdict {
            Err(why) => self.cannot(&format!("{} cannot be read: {why}", held.name)),
            Ok(verdict) if !verdict.is_scenario && verdict.diagnostics.is_empty() => self.no_scenario(held),
            Ok(verdict) => self.verdict(&held.name, verdict),
        }
    }

    fn cannot(&mut self, what: &str) -> Result<()> {
        self.unusable = true;
        writeln!(std::io::stderr(), "error: {}", visible(what))?;
        Ok(())
    }

    fn no_scenario(&mut self, held: &Held) -> Result<()> {
        self.summary.skipped += 1;
        match held.is_named {
            true => self.cannot(&format!("{} is no scenario: it has no `toml scenario` fence", held.name)),
            false => Ok(()),
        }
    }

    fn verdict(&mut self, name: &str, verdict: &Verdict) -> Result<()> {
        self.summary.scenarios += 1;
        self.summary.failed += usize::from(!verdict.holds);
        self.summary.open += verdict.diagnostics.iter().filter(|wrong| wrong.code == Code::Unfilled).count();
        let told = verdict.diagnostics.len();
        *(if verdict.holds { &mut self.summary.warnings } else { &mut self.summary.errors }) += told;
        self.summary.proved += verdict.proved;
        let report = Report { path: name, text: &verdict.text, diagnostics: &verdict.diagnostics };
        if verdict.diagnostics.is_empty() { Ok(()) } else { self.report(&report) }
    }

    fn report(&mut self, report: &Report) -> Result<()> {
        let mut out = anstream::stdout().lock();
        let look = Look { color: true, width: terminal::width(), book: &self.call.book_url, ..Look::default() };
        match self.call.format {
            Format::Full => write!(out, "{}", render::full_as(report, &look))?,
            Format::Plain => {
                write!(out, "{}", render::full_as(report, &Look { color: false, graphics: false, ..look }))?
            }
            Format::Concise => write!(out, "{}", render::concise(report))?,
            Format::Github => write!(out, "{}", render::github(report))?,
            Format::Json => {
                self.summary.not_told += report.diagnostics.len() - report.told().len();
                self.records.extend(render::records_in(report, look.book));
            }
        }
        Ok(())
    }

    /// Says what the run came to. A share may be empty, if there was anything to share.
    pub(super) fn end(mut self, paths: &[PathBuf], anything: bool) -> Result<Exit> {
        let may_be_empty = anything && self.call.partition.is_some();
        if self.summary.scenarios == 0 && !self.unusable && !may_be_empty {
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            self.cannot(&format!("no scenario was found in {}", names.join(", ")))?;
        }
        let exit = match (self.unusable, self.summary.failed) {
            (true, _) => Exit::Unusable,
            (false, 0) if !self.denied() => Exit::Holds,
            (false, _) => Exit::Fails,
        };
        let mut out = anstream::stdout().lock();
        if self.call.format == Format::Json {
            let output = Output { version: 1, diagnostics: self.records, summary: self.summary };
            writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
        } else if !self.call.quiet {
            writeln!(out, "{}", self.summary)?;
        }
        Ok(exit)
    }
}
