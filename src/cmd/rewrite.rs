//! Scenario files written anew: `mouche bless` fills in what the program can compute, `mouche fmt` spells canonically.

use super::check::{NO_SCENARIO, Target, find_targets, nothing_found_message};
use super::files::write_file;
use super::*;
use crate::scenario::{SkippedFile, bless_in, format_in, list_names};
use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

/// Replace each `?` in scenario files with what the engine finds, and nothing else
#[derive(Debug, Args)]
pub struct Bless {
    #[command(flatten)]
    which: RewriteArgs,
    /// Also replace winners, obligations, refusals and payouts that are wrong
    #[arg(long)]
    all: bool,
}

pub fn bless(call: &Bless, scenarios: &Path) -> Result<ExitCode> {
    let ci = std::env::var_os("CI").is_some_and(|set| !set.is_empty());
    ensure!(
        !ci || call.which.check || call.which.is_stream(),
        "nothing is blessed where the variable CI is set; run `mouche bless --check`, which writes nothing"
    );
    let (fill, done) = if call.all {
        (FillMode::WrongExpectations, "filled or replaced")
    } else {
        (FillMode::OpenValues, "filled")
    };
    let rewrite =
        |path: &str, bytes: &[u8]| bless_in(house_rules_of(Path::new(path)), path, bytes, fill);
    RewriteRun::new(&call.which, done, &rewrite).rewrite_all(scenarios)
}

pub fn fmt(which: &RewriteArgs, scenarios: &Path) -> Result<ExitCode> {
    let rewrite = |path: &str, bytes: &[u8]| format_in(house_rules_of(Path::new(path)), bytes);
    RewriteRun::new(which, "lines spelled anew", &rewrite).rewrite_all(scenarios)
}

// RewriteArgs files are rewritten, and whether they are: no doc, which clap would print as help.
#[derive(Debug, Args)]
pub struct RewriteArgs {
    /// Files and folders; `-` for standard input to standard output [default: `scenarios`]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print the changes without writing them; exit code 1 if there are any
    #[arg(long)]
    check: bool,
}

impl RewriteArgs {
    /// Whether only standard input is named: no file can be written.
    fn is_stream(&self) -> bool {
        self.paths.iter().all(|path| path.as_os_str() == "-") && !self.paths.is_empty()
    }
}

struct RewriteRun<'a> {
    which: &'a RewriteArgs,
    /// What is said behind a number of changes.
    done: &'static str,
    rewrite: &'a dyn Fn(&str, &[u8]) -> Option<RewrittenFile>,
    /// How many files came out in each way.
    counts: [usize; 5],
    unusable: bool,
    /// The files without a header, and the files that were not read.
    skipped: Vec<String>,
    passed_over: Vec<SkippedFile>,
}

const WRITTEN: usize = 0;
const SAME: usize = 1;
const REFUSED: usize = 2;
const LEFT: usize = 3;
const SKIPPED: usize = 4;

impl<'a> RewriteRun<'a> {
    fn new(
        which: &'a RewriteArgs,
        done: &'static str,
        rewrite: &'a dyn Fn(&str, &[u8]) -> Option<RewrittenFile>,
    ) -> RewriteRun<'a> {
        let (counts, skipped, passed_over) = Default::default();
        RewriteRun {
            which,
            done,
            rewrite,
            counts,
            unusable: false,
            skipped,
            passed_over,
        }
    }

    fn rewrite_all(mut self, scenarios: &Path) -> Result<ExitCode> {
        let default = [scenarios.to_path_buf()];
        let paths = if self.which.paths.is_empty() {
            &default[..]
        } else {
            &self.which.paths[..]
        };
        for path in paths {
            let (targets, passed_over) = find_targets(path, "-", &[])?;
            self.passed_over.extend(passed_over);
            targets
                .iter()
                .try_for_each(|target| self.rewrite_target(target))?;
        }
        let none = self.counts[..=REFUSED] == [0; 3];
        if none && !self.unusable {
            self.report_unusable(&escape_hidden(&nothing_found_message(paths)))?;
        }
        if !self.which.is_stream() && !none {
            let written = if self.which.check {
                "to be written"
            } else {
                "written"
            };
            let ways = [
                written,
                "unchanged",
                "refused",
                "with errors left",
                "skipped",
            ];
            let told = self
                .counts
                .iter()
                .zip(ways)
                .filter(|(count, _)| **count > 0);
            let told: Vec<String> = told.map(|(count, way)| format!("{count} {way}")).collect();
            let skipped = if self.skipped.is_empty() { "" } else { ": " };
            let skipped = format!("{skipped}{}", list_names(self.skipped.iter()));
            writeln!(
                terminal::plain_output(),
                "files: {}{skipped}{}",
                told.join(", "),
                describe_skipped(&self.passed_over)
            )?;
        }
        let [written, _, refused, left, _] = self.counts;
        Ok(exit_code(
            self.unusable,
            refused + left > 0 || self.which.check && written > 0,
        ))
    }

    fn report_unusable(&mut self, what: &str) -> Result<()> {
        self.unusable = true;
        Ok(writeln!(std::io::stderr(), "error: {what}")?)
    }

    fn rewrite_target(&mut self, target: &Target) -> Result<()> {
        let name = &target.name;
        let shown = escape_hidden(&target.name);
        let bytes = match target.read() {
            Ok(bytes) => bytes,
            Err(why) => return self.report_unusable(&format!("{shown} cannot be read: {why}")),
        };
        let Some(RewrittenFile {
            text,
            changes,
            wrong,
        }) = (self.rewrite)(name, &bytes)
        else {
            if target.is_named || !Path::new(name).ends_with(TABLE_FILE) {
                self.counts[SKIPPED] += 1;
                self.skipped.push(name.clone());
            }
            return if target.is_named {
                self.report_unusable(&format!("{shown} {NO_SCENARIO}"))
            } else {
                Ok(())
            };
        };
        let report = Report {
            path: name,
            text: &text,
            diagnostics: &wrong,
        };
        write!(
            anstream::stderr().lock(),
            "{}",
            render_full(&report, true, terminal::page_width())
        )?;
        let way = match changes {
            0 if !wrong.is_empty() => REFUSED,
            _ if text.as_bytes() == bytes => SAME,
            _ => WRITTEN,
        };
        self.counts[way] += 1;
        self.counts[LEFT] += usize::from(!wrong.is_empty() && changes > 0);
        if way == REFUSED {
            return Ok(());
        }
        if self.which.check {
            return print_diff(&shown, &bytes, &text);
        }
        match &target.source {
            Err(_) => Ok(terminal::plain_output().write_all(text.as_bytes())?),
            Ok(_) if way == SAME => Ok(()),
            Ok(path) => match write_file(path, Some(&bytes), text.as_bytes()) {
                Ok(()) => {
                    let done = if changes == 1 {
                        self.done.replace("lines", "line")
                    } else {
                        self.done.into()
                    };
                    Ok(writeln!(
                        terminal::plain_output(),
                        "{shown}: {changes} {done}"
                    )?)
                }
                Err(error) => {
                    self.counts[WRITTEN] -= 1;
                    self.report_unusable(&format!("{shown} cannot be written: {error}"))
                }
            },
        }
    }
}

/// Prints a unified difference, if there is one; a terminal alone gets colours, and no character of the file steers it.
fn print_diff(path: &str, before: &[u8], after: &str) -> Result<()> {
    if before == after.as_bytes() {
        return Ok(());
    }
    let mut out = terminal::coloured_output();
    writeln!(out, "--- {path}\n+++ {path}")?;
    let diff = TextDiff::from_lines(std::str::from_utf8(before)?, after);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        writeln!(out, "{}", hunk.header())?;
        for change in hunk.iter_changes() {
            let style = match change.tag() {
                ChangeTag::Delete => AnsiColor::Red.on_default(),
                ChangeTag::Insert => AnsiColor::Green.on_default(),
                ChangeTag::Equal => Style::new(),
            };
            let line = escape_hidden(change.value().trim_end_matches(['\n', '\r']));
            writeln!(out, "{style}{}{line}{style:#}", change.tag())?;
        }
    }
    Ok(())
}
