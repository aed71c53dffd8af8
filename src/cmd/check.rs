//! `mouche check`: scenario files held against the engine.

mod held;
mod partition;
pub(super) mod printer;
mod report;
mod summary;
mod target;
mod watch;

use super::Exit;
use anyhow::Result;
use clap::{Args, ValueEnum};
use held::all;
use partition::Partition;
use printer::Printer;
use report::{Kind, Sink};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use target::Target;

/// Holds scenario files against the engine.
#[derive(Debug, Args)]
pub struct Check {
    /// Files and folders, `-` for standard input; `scenarios` if none is named. A folder is walked without what is hidden,
    /// without folders called `target`, and without what a `.gitignore` or `.scenarioignore` in it names, which the
    /// summary counts; nothing outside of it is heeded. A file that is named is always checked
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to print what is wrong
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Writes a report beside what is printed; may be given several times
    #[arg(long = "report", value_name = "KIND=FILE", value_parser = report::parse)]
    reports: Vec<(Kind, PathBuf)>,
    /// Passes over what this glob names, as a line of a `.gitignore` in each folder would; may be given several times
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// What to call standard input
    #[arg(long, value_name = "NAME", default_value = "stdin.md")]
    stdin_name: String,
    /// Checks a share of the files only, such as 2/3: of all files in the order of their paths, each third from the second
    #[arg(long, value_name = "K/N")]
    partition: Option<Partition>,
    /// How many files to check at once; as many as there are processors if not given
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Ends with 1 if there is a warning, as if it were an error
    #[arg(long)]
    deny_warnings: bool,
    /// Stops after the first scenario that does not hold
    #[arg(long)]
    fail_fast: bool,
    /// Prints what is wrong, and no summary
    #[arg(short, long)]
    quiet: bool,
    /// Checks again whenever a file changes
    #[arg(long)]
    watch: bool,
    /// The address of the published book, for links to its clauses
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    book_url: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The place, what was expected, and what to write
    Full,
    /// A line an error
    Concise,
    /// As full, in words alone: for screen readers and logs
    Plain,
    /// One JSON object
    Json,
    /// Annotations for a workflow on GitHub
    Github,
}

/// Runs the verb. `scenarios` is the folder to check when no path is named.
///
/// # Errors
/// Standard output that is closed, or a report that cannot be written.
pub fn run(call: &Check, scenarios: &Path) -> Result<Exit> {
    let paths = if call.paths.is_empty() { vec![scenarios.to_path_buf()] } else { call.paths.clone() };
    match call.watch {
        true => watch::run(call, &paths),
        false => once(call, &paths),
    }
}

/// Checks all paths once.
fn once(call: &Check, paths: &[PathBuf]) -> Result<Exit> {
    let mut printer = Printer::new(call);
    let mut sinks = Sink::of(&call.reports);
    let mut targets = Vec::new();
    for path in paths {
        let (found, passed_over) = target::targets(path, call)?;
        targets.extend(found);
        printer.passed_over(passed_over);
    }
    let anything = !targets.is_empty();
    let share = call.partition.unwrap_or_default().of(targets);
    let junit = sinks.iter().any(Sink::is_junit);
    for held in all(&share, call.jobs, junit) {
        sinks.iter_mut().for_each(|sink| sink.add(&held, &call.book_url));
        printer.held(&held)?;
        if call.fail_fast && printer.fails() {
            break;
        }
    }
    for sink in sinks {
        sink.write()?;
    }
    printer.end(paths, anything)
}
