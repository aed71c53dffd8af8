//! Scenario files written anew: `mouche bless` fills in what the program can compute, `mouche fmt` spells canonically.

use super::Exit;
use super::check::{Target, targets};
use super::files::write;
use crate::scenario::{self, Fill, Report, Rewritten, TABLE_FILE, full, house_of, visible};
use crate::terminal;
use anstyle::{AnsiColor, Style};
use anyhow::{Result, ensure};
use clap::Args;
use similar::{ChangeTag, TextDiff};
use std::fmt::Display;

use std::io::Write;
use std::path::{Path, PathBuf};

/// Replace each `?` in scenario files with what the engine finds, and nothing else
#[derive(Debug, Args)]
pub struct Bless {
    #[command(flatten)]
    which: Which,
    /// Also replace winners, obligations, refusals and payouts that are wrong
    #[arg(long)]
    all: bool,
}

/// Fills in what is left open. `scenarios` is the folder to fill when no path is named.
pub fn bless(call: &Bless, scenarios: &Path) -> Result<Exit> {
    let ci = std::env::var_os("CI").is_some_and(|set| !set.is_empty());
    ensure!(
        !ci || call.which.check || call.which.is_stream(),
        "nothing is blessed where the variable CI is set; run `mouche bless --check`, which writes nothing"
    );
    let fill = if call.all { Fill::Wrong } else { Fill::Holes };
    let rewrite = |path: &str, bytes: &[u8]| scenario::bless_in(house_of(Path::new(path)), path, bytes, fill);
    let done: fn(usize) -> String =
        if call.all { |count| format!("{count} filled or replaced") } else { |count| format!("{count} filled") };
    Run::new(&call.which, done, &rewrite).all(scenarios)
}

/// Format scenario files: cards as symbols, fences aligned; prose and headers stay
#[derive(Debug, Args)]
pub struct Fmt {
    #[command(flatten)]
    which: Which,
}

/// Spells canonically. `scenarios` is the folder to spell when no path is named.
pub fn fmt(call: &Fmt, scenarios: &Path) -> Result<Exit> {
    let spelled = |lines| if lines == 1 { "1 line spelled anew".into() } else { format!("{lines} lines spelled anew") };
    let rewrite = |path: &str, bytes: &[u8]| scenario::format_in(house_of(Path::new(path)), bytes);
    Run::new(&call.which, spelled, &rewrite).all(scenarios)
}

/// Which files are rewritten, and whether they are.
#[derive(Debug, Args)]
struct Which {
    /// Files and folders; `-` for standard input to standard output [default: `scenarios`]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print the changes without writing them; exit code 1 if there are any
    #[arg(long)]
    check: bool,
}

impl Which {
    /// Whether only standard input is named: no file can be written.
    fn is_stream(&self) -> bool {
        self.paths.iter().all(|path| path.as_os_str() == "-") && !self.paths.is_empty()
    }
}

struct Run<'a> {
    which: &'a Which,
    /// Says what a number of changes is.
    done: fn(usize) -> String,
    rewrite: &'a dyn Fn(&str, &[u8]) -> Option<Rewritten>,
    /// How many files came out in each of these ways.
    counts: [(usize, &'static str); 5],
    unusable: bool,
}

const WRITTEN: usize = 0;
const SAME: usize = 1;
const REFUSED: usize = 2;
const LEFT: usize = 3;
const SKIPPED: usize = 4;

impl<'a> Run<'a> {
    fn new(
        which: &'a Which,
        done: fn(usize) -> String,
        rewrite: &'a dyn Fn(&str, &[u8]) -> Option<Rewritten>,
    ) -> Run<'a> {
        let written = if which.check { "to be written" } else { "written" };
        let counts = [written, "unchanged", "refused", "with errors left", "skipped"].map(|way| (0, way));
        Run { which, done, rewrite, counts, unusable: false }
    }

    fn all(mut self, scenarios: &Path) -> Result<Exit> {
        let default = [scenarios.to_path_buf()];
        let paths = if self.which.paths.is_empty() { &default[..] } else { &self.which.paths[..] };
        for path in paths {
            let (targets, _) = targets(path, "-", &[])?;
            targets.iter().try_for_each(|target| self.one(target))?;
        }
        self.end(paths)
    }

    fn cannot(&mut self, name: &str, what: &str, error: &dyn Display) -> Result<()> {
        self.unusable = true;
        writeln!(std::io::stderr(), "error: {} cannot be {what}: {error}", visible(name))?;
        Ok(())
    }

    fn one(&mut self, target: &Target) -> Result<()> {
        let Target { name, is_named, source } = target;
        let bytes = match target.read() {
            Ok(bytes) => bytes,
            Err(why) => return self.cannot(name, "read", &why),
        };
        let Some((text, changes)) = self.rewritten(name, &bytes, *is_named)? else { return Ok(()) };
        match source {
            _ if self.which.check => show(name, &bytes, &text),
            Err(_) => Ok(terminal::plain().write_all(text.as_bytes())?),
            Ok(_) if text.as_bytes() == bytes => Ok(()),
            Ok(path) => match write(path, Some(&bytes), text.as_bytes()) {
                Ok(()) => Ok(writeln!(terminal::plain(), "{}: {}", visible(name), (self.done)(changes))?),
                Err(error) => {
                    self.counts[WRITTEN].0 -= 1;
                    self.cannot(name, "written", &error)
                }
            },
        }
    }

    /// The new text, counted; none for a file that is left alone.
    fn rewritten(&mut self, name: &str, bytes: &[u8], is_named: bool) -> Result<Option<(String, usize)>> {
        match (self.rewrite)(name, bytes) {
            Some(Rewritten { text, changes, wrong: diagnostics }) => {
                let report = Report { path: name, text: &text, diagnostics: &diagnostics };
                write!(anstream::stderr().lock(), "{}", full(&report, true, terminal::width()))?;
                self.counts[LEFT].0 += usize::from(!diagnostics.is_empty() && changes > 0);
                let way = match (changes, diagnostics.is_empty()) {
                    (0, false) => REFUSED,
                    _ if text.as_bytes() == bytes => SAME,
                    _ => WRITTEN,
                };
                self.counts[way].0 += 1;
                Ok((changes > 0 || diagnostics.is_empty()).then_some((text, changes)))
            }
            None if !is_named && Path::new(name).ends_with(TABLE_FILE) => Ok(None),
            None => {
                self.counts[SKIPPED].0 += 1;
                if is_named {
                    self.unusable = true;
                    let name = visible(name);
                    writeln!(std::io::stderr(), "error: {name} is no scenario: it has no `toml scenario` fence")?;
                }
                Ok(None)
            }
        }
    }

    fn end(self, paths: &[PathBuf]) -> Result<Exit> {
        let count = |ways: &[usize]| ways.iter().map(|way| self.counts[*way].0).sum::<usize>();
        let none = count(&[WRITTEN, SAME, REFUSED]) == 0;
        if none && !self.unusable {
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            writeln!(std::io::stderr(), "error: no scenario was found in {}", visible(&names.join(", ")))?;
        }
        if !self.which.is_stream() && !none {
            let told = self.counts.iter().filter(|(count, _)| *count > 0);
            let told: Vec<String> = told.map(|(count, what)| format!("{count} {what}")).collect();
            writeln!(terminal::plain(), "files: {}", told.join(", "))?;
        }
        let fails = count(&[REFUSED, LEFT]) > 0 || (self.which.check && count(&[WRITTEN]) > 0);
        Ok(Exit::of(self.unusable || none, fails))
    }
}

const AROUND: usize = 3;

/// Prints a unified difference, if there is one; a terminal alone gets colours, and no character of the file steers it.
fn show(path: &str, before: &[u8], after: &str) -> Result<()> {
    if before == after.as_bytes() {
        return Ok(());
    }
    let mut out = terminal::out();
    let path = visible(path);
    writeln!(out, "--- {path}\n+++ {path}")?;
    let diff = TextDiff::from_lines(std::str::from_utf8(before)?, after);
    for hunk in diff.unified_diff().context_radius(AROUND).iter_hunks() {
        writeln!(out, "{}", hunk.header())?;
        for change in hunk.iter_changes() {
            let style = match change.tag() {
                ChangeTag::Delete => AnsiColor::Red.on_default(),
                ChangeTag::Insert => AnsiColor::Green.on_default(),
                ChangeTag::Equal => Style::new(),
            };
            let line = visible(change.value().trim_end_matches(['\n', '\r']));
            writeln!(out, "{style}{}{line}{style:#}", change.tag())?;
        }
    }
    Ok(())
}
