//! `mouche check`: scenario files held against the engine, and what is printed of them.

use super::files::{Changes, overwrite, write};
use super::{Exit, print_json};
use crate::scenario::diagnostic::Code;
use crate::scenario::render::{self, Look, Record, Report, Suite, junit, records_in};
use crate::scenario::story::Proved;
use crate::scenario::{
    Checked, Fill, Found, Rewritten, TABLE_FILE, bless_in, check_in, collect_but, house_of, namesakes, passed_over,
    read, shown, visible,
};
use crate::terminal;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Check scenario files against the rules engine
#[derive(Debug, Args)]
pub struct Check {
    /// Files and folders; `-` for standard input [default: `scenarios`]. In a folder, hidden files, folders called `target`
    /// and what its `.gitignore` or `.scenarioignore` names are skipped, and the summary counts them; ignore files outside
    /// of it do not count. A file that is named is always checked
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to print the errors
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Also write a report; may be repeated
    #[arg(long = "report", value_name = "KIND=FILE", value_parser = report)]
    reports: Vec<(Kind, PathBuf)>,
    /// Skip files that match this glob (gitignore syntax); may be repeated
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// File name to report for standard input
    #[arg(long, alias = "stdin-filename", value_name = "NAME", default_value = "stdin.md")]
    stdin_name: String,
    /// Check only a share of the files: 2/3 takes every third file from the second on, in the order of their paths
    #[arg(long, alias = "shard", value_name = "K/N")]
    partition: Option<Partition>,
    /// How many files to check at once [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Mend in the files whatever has one certain fix, then check them; `bless` fills each `?`
    #[arg(long)]
    fix: bool,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Stop after the first scenario that fails
    #[arg(long)]
    fail_fast: bool,
    /// Print errors only, without the summary
    #[arg(short, long)]
    quiet: bool,
    /// Check again whenever a file changes
    #[arg(long)]
    watch: bool,
    /// Address of the published book, for links to its clauses
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    book_url: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The place, what was expected, and how to mend it
    Full,
    /// One line per error
    Concise,
    /// Like full, without graphics: for screen readers and logs
    Plain,
    /// One JSON object
    Json,
    /// Annotations for a GitHub workflow
    Github,
}

/// Runs the verb. `scenarios` is the folder to check when no path is named.
pub fn run(call: &Check, scenarios: &Path) -> Result<Exit> {
    let paths = if call.paths.is_empty() { vec![scenarios.to_path_buf()] } else { call.paths.clone() };
    ensure!(!call.fix || paths.iter().all(|path| path.as_os_str() != "-"), "--fix mends files; standard input is none");
    if !call.watch {
        return once(call, &paths);
    }
    let above = paths[0].parent().unwrap_or(Path::new(""));
    let changes = Changes::of(&paths, above, call.reports.iter().map(|(_, file)| file.clone()))?;
    loop {
        let mut out = std::io::stdout();
        if out.is_terminal() {
            // Clear the screen and what was scrolled away, and begin at its top.
            write!(out, "\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
        }
        out.flush()?;
        let exit = once(call, &paths)?;
        if terminal::is_closed() {
            return Ok(exit);
        }
        writeln!(std::io::stderr(), "Watching for changes; Ctrl-C ends it.")?;
        changes.wait()?;
    }
}

fn once(call: &Check, paths: &[PathBuf]) -> Result<Exit> {
    let (summary, records, suites, sarif) = Default::default();
    let mut printer = Printer { call, summary, unusable: false, records, suites, sarif };
    let mut found = Vec::new();
    for path in paths {
        let (more, passed_over) = targets(path, &call.stdin_name, &call.exclude)?;
        found.extend(more);
        printer.summary.passed_over += passed_over;
    }
    let is_table = |path: &&PathBuf| path.file_name().is_some_and(|name| name == TABLE_FILE);
    let tables = found.iter().filter_map(|target| target.source.as_ref().ok()).filter(is_table).cloned();
    let twins = namesakes(&tables.collect::<Vec<_>>());
    // A share may be empty, if there was anything to share.
    let may_be_empty = !found.is_empty() && call.partition.is_some();
    let share = if let Some(partition) = call.partition { partition.of(found) } else { found };
    for target in share.iter().filter(|_| call.fix) {
        printer.mend(target)?;
    }
    for twin in twins {
        printer.verdict(&twin, Proved::default())?;
    }
    for held in all(&share, call.jobs, printer.writes(Kind::Junit))? {
        printer.held(held)?;
        if call.fail_fast && printer.fails() {
            break;
        }
    }
    for (kind, file) in &call.reports {
        let text = match kind {
            Kind::Junit => junit(&printer.suites),
            Kind::Sarif => serde_json::to_string_pretty(&render::sarif(&printer.sarif.0, &printer.sarif.1))? + "\n",
        };
        overwrite(file, text.as_bytes()).with_context(|| format!("{} cannot be written", shown(file)))?;
    }
    if printer.summary.scenarios == 0 && !printer.unusable && !may_be_empty {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        printer.cannot(&format!("no scenario was found in {}", names.join(", ")))?;
    }
    printer.end()
}

/// A run, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The version of this form.
    version: u32,
    /// What is wrong, or worth a warning, in the order of the files.
    diagnostics: Vec<Record>,
    /// What the run came to.
    summary: Summary,
}

/// Prints a run as its files are told one after another, and counts it.
struct Printer<'a> {
    call: &'a Check,
    summary: Summary,
    unusable: bool,
    /// What is printed as JSON at the end.
    records: Vec<Record>,
    suites: Vec<Suite>,
    /// What the SARIF log is of, and how much more there is.
    sarif: (Vec<Record>, Vec<String>),
}

impl Printer<'_> {
    fn writes(&self, kind: Kind) -> bool {
        self.call.reports.iter().any(|(other, _)| *other == kind)
    }

    /// Whether something does not hold, or could not be read, or is worth a warning where none is allowed.
    fn fails(&self) -> bool {
        let denied = self.call.deny_warnings && self.summary.warnings > 0;
        self.unusable || self.summary.errors > 0 || denied
    }

    /// Writes into a file what is certain to mend it. Of one that cannot be read the check tells.
    fn mend(&mut self, target: &Target) -> Result<()> {
        let (name, Ok(path), Ok(before)) = (&target.name, &target.source, target.read()) else { return Ok(()) };
        let mended = bless_in(house_of(path), name, &before, Fill::Slips).filter(|mended| mended.changes > 0);
        let Some(Rewritten { text, changes, .. }) = mended else { return Ok(()) };
        if let Err(why) = write(path, Some(&before), text.as_bytes()) {
            return self.cannot(&format!("{name} cannot be written: {why}"));
        }
        self.summary.mended += changes;
        if self.call.format != Format::Json && !self.call.quiet {
            writeln!(terminal::out(), "{}: {changes} mended", visible(name))?;
        }
        Ok(())
    }

    fn held(&mut self, Held { name, is_named, verdict, suite }: Held) -> Result<()> {
        let (checked, proved) = match verdict {
            Err(why) => {
                self.suites.extend(suite);
                return self.cannot(&format!("{name} cannot be read: {why}"));
            }
            Ok(verdict) => verdict,
        };
        if checked.is_scenario || !checked.diagnostics.is_empty() {
            self.suites.extend(suite);
            return self.verdict(&checked, proved);
        }
        if is_table(&checked) {
            return Ok(());
        }
        self.summary.skipped += 1;
        if is_named { self.cannot(&format!("{name} is no scenario: it has no `toml scenario` fence")) } else { Ok(()) }
    }

    fn cannot(&mut self, what: &str) -> Result<()> {
        self.unusable = true;
        writeln!(std::io::stderr(), "error: {}", visible(what))?;
        Ok(())
    }

    fn verdict(&mut self, checked: &Checked, proved: Proved) -> Result<()> {
        // What is wrong with the file; if nothing is, what its author may want to know.
        let Checked { path, text, diagnostics, warnings, .. } = checked;
        let report = Report { path, text, diagnostics: if diagnostics.is_empty() { warnings } else { diagnostics } };
        if self.writes(Kind::Sarif) {
            self.sarif.0.extend(records_in(&report, &self.call.book_url));
            self.sarif.1.extend(report.more());
        }
        let summary = &mut self.summary;
        let told = report.diagnostics.len();
        let scenario = usize::from(!is_table(checked));
        summary.scenarios += scenario;
        summary.proved += proved;
        if checked.diagnostics.is_empty() {
            summary.warnings += told;
        } else {
            summary.failed += scenario;
            summary.tables += 1 - scenario;
            summary.errors += told;
            summary.certain += checked.diagnostics.iter().filter(|wrong| wrong.is_certain()).count();
            summary.open += checked.diagnostics.iter().filter(|wrong| wrong.code == Code::Unfilled).count();
        }
        if told == 0 {
            return Ok(());
        }
        let look = Look { color: true, width: terminal::width(), book: &self.call.book_url, ..Look::default() };
        let text = match self.call.format {
            Format::Full => render::full_as(&report, &look),
            Format::Plain => render::full_as(&report, &Look { color: false, graphics: false, ..look }),
            Format::Concise => render::concise(&report),
            Format::Github => render::github(&report, look.book),
            Format::Json => {
                summary.not_told += told - report.told().len();
                self.records.extend(records_in(&report, look.book));
                return Ok(());
            }
        };
        Ok(write!(terminal::out(), "{text}")?)
    }

    fn end(self) -> Result<Exit> {
        let exit = Exit::of(self.unusable, self.fails());
        if self.call.format == Format::Json {
            print_json(&Output { version: 1, diagnostics: self.records, summary: self.summary })?;
        } else if !self.call.quiet {
            writeln!(terminal::out(), "{}", self.summary)?;
        }
        Ok(exit)
    }
}

fn is_table(file: &Checked) -> bool {
    Path::new(&file.path).file_name().is_some_and(|name| name == TABLE_FILE)
}

/// Counts of a run.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Summary {
    /// Files with a header.
    scenarios: usize,
    /// Those that do not hold.
    failed: usize,
    /// What is wrong, over all files.
    errors: usize,
    /// Of those errors, what is left open.
    #[serde(skip)]
    open: usize,
    /// Of those errors, what has one certain fix, and was not mended.
    #[serde(skip)]
    certain: usize,
    /// What authors may want to know of those that hold.
    warnings: usize,
    /// Of both, what is not among the diagnostics: of each file a hundred are.
    not_told: usize,
    /// Of the files that may give a folder a table, those that do not hold.
    #[serde(skip)]
    tables: usize,
    /// Files without a header.
    skipped: usize,
    /// Files that a `.gitignore` or `.scenarioignore` names.
    passed_over: usize,
    /// What was mended before the check.
    mended: usize,
    /// What was proved.
    #[serde(flatten)]
    proved: Proved,
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let many = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        let Proved { hands, plays, refusals, expectations } = self.proved;
        let counted = [many(hands, "hand"), many(plays, "play"), many(refusals, "refusal")].join(", ");
        let expected = many(expectations, "expectation");
        let more = [
            (self.mended, format!("{} mended", self.mended)),
            (self.certain, format!("`mouche check --fix` mends {}", self.certain)),
            (self.open, "`mouche bless` fills what is left open".to_owned()),
            (self.tables, format!("{} cannot be agreed", many(self.tables, "table"))),
            (self.warnings, many(self.warnings, "warning")),
            (self.skipped, format!("{} skipped", many(self.skipped, "file"))),
        ];
        let (hold, does) =
            (if expectations == 1 { "holds" } else { "hold" }, if self.failed == 1 { "does" } else { "do" });
        match (self.scenarios, self.failed) {
            (0, _) => write!(f, "no scenarios")?,
            (all, 0) => write!(f, "{}, {counted}, {expected} {hold}", many(all, "scenario"))?,
            (all, failed) => write!(
                f,
                "{failed} of {} {does} not hold, with {}; played: {counted}, {expected} met",
                many(all, "scenario"),
                many(self.errors, "error"),
            )?,
        }
        more.iter().filter(|(count, _)| *count > 0).try_for_each(|(_, words)| write!(f, "; {words}"))?;
        write!(f, "{}", passed_over(self.passed_over))
    }
}

/// The kinds of reports that are written beside what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// JUnit's XML, a case a hand.
    Junit,
    /// A SARIF 2.1.0 log.
    Sarif,
}

/// Reads `junit=FILE` or `sarif=FILE`.
fn report(text: &str) -> Result<(Kind, PathBuf), String> {
    match text.split_once('=') {
        Some(("junit", file)) if !file.is_empty() => Ok((Kind::Junit, file.into())),
        Some(("sarif", file)) if !file.is_empty() => Ok((Kind::Sarif, file.into())),
        _ => Err("write junit=FILE or sarif=FILE".to_owned()),
    }
}

/// One thing to check, and how it came to be checked.
pub(super) struct Target {
    pub(super) name: String,
    /// Whether the caller named it, rather than a folder.
    pub(super) is_named: bool,
    pub(super) source: Source,
}

impl Target {
    /// Its bytes, or why they cannot be read.
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        match &self.source {
            Ok(path) => File::open(path).and_then(read).map_err(|error| error.to_string()),
            Err(read) => read.clone(),
        }
    }
}

/// The file to read; or bytes that were read already, or the reason why there are none.
type Source = Result<PathBuf, Result<Vec<u8>, String>>;

/// What a path of the command line stands for, and how many files under it are passed over.
pub(super) fn targets(path: &Path, stdin_name: &str, exclude: &[String]) -> Result<(Vec<Target>, usize)> {
    if path == Path::new("-") {
        let bytes = read(std::io::stdin()).context("standard input cannot be read")?;
        return Ok((vec![Target { name: stdin_name.into(), is_named: true, source: Err(Ok(bytes)) }], 0));
    }
    let is_named = !path.is_dir();
    let name = path.display().to_string();
    if let Err(error) = std::fs::metadata(path) {
        let make = if name == "scenarios" { "; `mouche init` makes such a folder" } else { "" };
        return Ok((vec![Target { name, is_named, source: Err(Err(format!("{error}{make}"))) }], 0));
    }
    let Found { files, tables, passed_over, unreadable } = collect_but(path, exclude).context("--exclude")?;
    let broken = unreadable.into_iter().map(|error| (name.clone(), Err(Err(error.to_string()))));
    let read = tables.into_iter().chain(files).map(|file| (file.display().to_string(), Ok(file)));
    Ok((read.chain(broken).map(|(name, source)| Target { name, is_named, source }).collect(), passed_over))
}

/// A share of the files, for a matrix of jobs: part `k` of `n`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    part: usize,
    parts: usize,
}

impl Partition {
    /// Each `parts`th thing from the `part`th on. Whatever the things, the shares of all parts are all of them, each
    /// once, and no two shares differ by more than one.
    pub(super) fn of<T>(self, things: Vec<T>) -> Vec<T> {
        things.into_iter().skip(self.part - 1).step_by(self.parts).collect()
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (part, parts) = text.split_once('/')?;
            let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
            (part > 0 && part <= parts).then_some(Partition { part, parts })
        };
        read().ok_or_else(|| format!("`{text}` is no share: write K/N, such as 1/3, with K from 1 to N"))
    }
}

/// A file that was checked, without the steps that it was played in.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) name: String,
    /// Whether the caller named it, rather than a folder.
    pub(super) is_named: bool,
    /// The file and what it proved; or why it cannot be read.
    pub(super) verdict: Result<(Checked, Proved), String>,
    /// The cases of a JUnit report, if there is to be one.
    pub(super) suite: Option<Suite>,
}

/// How many files are held in memory between two that are told.
const BATCH: usize = 256;

/// Checks targets with so many threads, and gives them in their order. Whatever the number of threads, what comes out
/// is the same. `junit` asks for the cases of a JUnit report.
pub(super) fn all(targets: &[Target], jobs: Option<NonZeroUsize>, junit: bool) -> Result<impl Iterator<Item = Held>> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, NonZeroUsize::get)).build()?;
    let batch = move |batch: &[Target]| {
        threads.install(|| batch.par_iter().map(|target| hold(target, junit)).collect::<Vec<_>>())
    };
    Ok(targets.chunks(BATCH).flat_map(batch))
}

fn hold(target: &Target, junit: bool) -> Held {
    let Target { name, is_named, .. } = target;
    let checked = target.read().map(|bytes| check_in(house_of(Path::new(name)), name, &bytes));
    let suite = junit.then(|| match &checked {
        Ok(checked) => render::suite(checked),
        Err(why) => render::unreadable(name, why),
    });
    let verdict = checked.map(|mut checked| {
        let proved = checked.proved();
        checked.stories = Vec::new();
        (checked, proved)
    });
    Held { name: name.clone(), is_named: *is_named, verdict, suite }
}
