//! `mouche check`: scenario files held against the engine.

use super::{Exit, paper};
use crate::scenario::render::{self, Report};
use crate::scenario::story::Proved;
use crate::scenario::{Checked, check, collect};
use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Holds scenario files against the engine.
#[derive(Debug, Args)]
pub struct Check {
    /// Files and folders; `scenarios` if none is named
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to print what is wrong
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The place, what was expected, and what to write
    Full,
    /// A line an error
    Concise,
    /// One JSON object
    Json,
}

/// What a run came to.
#[derive(Debug, Default, Serialize)]
struct Summary {
    scenarios: usize,
    failed: usize,
    errors: usize,
    skipped: usize,
    #[serde(flatten)]
    proved: Proved,
}

#[derive(Serialize)]
struct Output {
    version: u32,
    diagnostics: Vec<render::Record>,
    summary: Summary,
}

/// Runs the verb. `scenarios` is the folder to check when no path is named.
///
/// # Errors
/// Standard output that is closed.
pub fn run(call: &Check, scenarios: &Path) -> Result<Exit> {
    let default = [scenarios.to_path_buf()];
    let paths = if call.paths.is_empty() { &default[..] } else { &call.paths[..] };
    let mut run = Run { format: call.format, summary: Summary::default(), records: Vec::new(), unusable: false };
    for path in paths {
        run.path(path)?;
    }
    run.end(paths)
}

struct Run {
    format: Format,
    summary: Summary,
    records: Vec<render::Record>,
    unusable: bool,
}

impl Run {
    fn path(&mut self, path: &Path) -> Result<()> {
        let files = match collect(path) {
            Ok(files) => files,
            Err(error) => return self.cannot(path, &error),
        };
        let named = path.is_file();
        for file in files {
            match std::fs::read(&file) {
                Ok(bytes) => self.file(&check(&file.display().to_string(), &bytes), named)?,
                Err(error) => self.cannot(&file, &error)?,
            }
        }
        Ok(())
    }

    fn cannot(&mut self, path: &Path, error: &std::io::Error) -> Result<()> {
        self.unusable = true;
        writeln!(std::io::stderr(), "error: {} cannot be read: {error}", path.display())?;
        Ok(())
    }

    fn file(&mut self, checked: &Checked, named: bool) -> Result<()> {
        if !checked.is_scenario && checked.diagnostics.is_empty() {
            return self.no_scenario(checked, named);
        }
        self.summary.scenarios += 1;
        self.summary.failed += usize::from(!checked.holds());
        self.summary.errors += checked.diagnostics.len();
        self.summary.proved += checked.proved();
        if !checked.diagnostics.is_empty() {
            self.report(&Report { path: &checked.path, text: &checked.text, diagnostics: &checked.diagnostics })?;
        }
        Ok(())
    }

    fn no_scenario(&mut self, checked: &Checked, named: bool) -> Result<()> {
        self.summary.skipped += 1;
        if named {
            self.unusable = true;
            writeln!(std::io::stderr(), "error: {} is no scenario: it has no `toml scenario` fence", checked.path)?;
        }
        Ok(())
    }

    fn report(&mut self, report: &Report) -> Result<()> {
        let mut out = anstream::stdout().lock();
        match self.format {
            Format::Full => write!(out, "{}", render::full(report, true, paper::width()))?,
            Format::Concise => write!(out, "{}", render::concise(report))?,
            Format::Json => self.records.extend(render::records(report)),
        }
        Ok(())
    }

    fn end(mut self, paths: &[PathBuf]) -> Result<Exit> {
        if self.summary.scenarios == 0 && !self.unusable {
            self.unusable = true;
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            writeln!(std::io::stderr(), "error: no scenario was found in {}", names.join(", "))?;
        }
        let exit = match (self.unusable, self.summary.failed) {
            (true, _) => Exit::Unusable,
            (false, 0) => Exit::Holds,
            (false, _) => Exit::Fails,
        };
        match self.format {
            Format::Json => {
                let output = Output { version: 1, diagnostics: self.records, summary: self.summary };
                writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&output)?)?;
            }
            _ => writeln!(std::io::stdout(), "{}", self.summary)?,
        }
        Ok(exit)
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let many = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        let Proved { hands, plays, refusals, expectations } = self.proved;
        let counted =
            [many(self.scenarios, "scenario"), many(hands, "hand"), many(plays, "play"), many(refusals, "refusal")]
                .join(", ");
        let hold = if expectations == 1 { "holds" } else { "hold" };
        write!(f, "{counted}, {} {hold}", many(expectations, "expectation"))?;
        if self.failed > 0 {
            let does = if self.failed == 1 { "does" } else { "do" };
            write!(f, "; {} {does} not hold, with {}", many(self.failed, "scenario"), many(self.errors, "error"))?;
        }
        if self.skipped > 0 {
            write!(f, "; {} skipped", many(self.skipped, "file"))?;
        }
        Ok(())
    }
}
