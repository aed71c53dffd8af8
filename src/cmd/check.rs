//! `mouche check`: scenario files held against the engine, and what is printed of them.

use super::files::{FileWatcher, read_own_file, rewrite_own_file, write_file};
use super::staged::enter_staged;
use super::*;
use crate::cards::count_of;
use crate::page::page_path_of;
use crate::scenario::report::{
    self, JunitSuite, Record, RenderStyle, UnreadableFile, diagnostic_records, render_junit,
};
use crate::scenario::story::Proved;
use crate::scenario::{
    Chapter, Diagnostic, FoundFiles, PageNames, SkippedFile, check_file, check_references,
    find_scenarios_except, list_names, note_named_folder, table_file_for, tables_with_same_name,
};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// Check scenario files against the rules engine
#[derive(Debug, Args)]
pub struct Check {
    /// Files and folders; `-` for standard input [default: `scenarios`]. In a folder, hidden files, folders called `target`
    /// and what its `.gitignore` or `.scenarioignore` names are skipped, and the summary counts them; ignore files outside
    /// of it do not count. A file that is named is always checked
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to print the errors
    #[arg(long, value_enum, default_value_t = CheckFormat::Full)]
    format: CheckFormat,
    /// Also write a report; may be repeated
    #[arg(long = "report", value_name = "KIND=FILE", value_parser = parse_report)]
    reports: Vec<(ReportKind, PathBuf)>,
    /// Skip files that match this glob (gitignore syntax); may be repeated
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// File name to report for standard input
    #[arg(
        long,
        alias = "stdin-filename",
        value_name = "NAME",
        default_value = "stdin.md"
    )]
    stdin_name: String,
    /// Check only a share of the files: 2/3 takes every third file from the second on, in the order of their paths
    #[arg(long, alias = "shard", value_name = "K/N", value_parser = parse_partition)]
    partition: Option<(usize, usize)>,
    /// How many files to check at once [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Mend in the files whatever has one certain fix, then check them; `bless` fills each `?`
    #[arg(long)]
    fix: bool,
    /// Check what git has staged for the next commit, and not what lies in the folder: for a hook. Paths that are not
    /// staged are left out, and that there is no scenario is no error
    #[arg(long, conflicts_with_all = ["fix", "watch", "reports"])]
    staged: bool,
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
    #[arg(
        long,
        value_name = "URL",
        default_value = "",
        hide_default_value = true
    )]
    book_url: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
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

pub fn run(call: &Check, scenarios: &Path) -> Result<ExitCode> {
    let paths = if call.paths.is_empty() {
        vec![scenarios.to_path_buf()]
    } else {
        call.paths.clone()
    };
    ensure!(
        !call.fix || paths.iter().all(|path| path.as_os_str() != "-"),
        "--fix mends files; standard input is none"
    );
    for (kind, file) in &call.reports {
        let replaced = read_own_file(file, |held| kind.is_report(held));
        replaced.with_context(|| format!("{} cannot be written", display_path(file)))?;
    }
    if call.staged {
        return check_once(call, &enter_staged(&paths)?.paths);
    }
    if !call.watch {
        return check_once(call, &paths);
    }
    let above = paths[0].parent().unwrap_or(Path::new(""));
    let mut changes = FileWatcher::watching(
        &paths,
        above,
        call.reports.iter().map(|(_, file)| file.clone()),
    )?;
    loop {
        let mut out = std::io::stdout();
        if out.is_terminal() {
            // Clear the screen and what was scrolled away, and begin at its top.
            write!(out, "\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
        }
        out.flush()?;
        let exit = check_once(call, &paths)?;
        if terminal::is_output_closed() {
            return Ok(exit);
        }
        writeln!(std::io::stderr(), "Watching for changes; Ctrl-C ends it.")?;
        changes.wait_for_changes()?;
    }
}

fn check_once(call: &Check, paths: &[PathBuf]) -> Result<ExitCode> {
    let summary = Summary::default();
    let (
        unusable,
        diagnostics,
        unreadable,
        more,
        suites,
        skipped,
        passed_over,
        pages,
        played_tables,
    ) = Default::default();
    let summary = Summary {
        is_fixed: call.fix,
        ..summary
    };
    let output = CheckOutput {
        version: 1,
        diagnostics,
        unreadable,
        summary,
    };
    let mut printer = CheckRun {
        call,
        output,
        unusable,
        more,
        suites,
        skipped,
        passed_over,
        pages,
        played_tables,
    };
    let mut found = Vec::new();
    for path in paths {
        let (more, passed_over) = find_targets(path, &call.stdin_name, &call.exclude)?;
        found.extend(more);
        printer.passed_over.extend(passed_over);
    }
    printer.output.summary.passed_over = printer.passed_over.len();
    let tables = found
        .iter()
        .filter_map(|target| target.source.as_ref().ok())
        .filter(|path| is_table_file(path))
        .cloned();
    let twins = tables_with_same_name(&tables.collect::<Vec<_>>());
    // A share may be empty, if there was anything to share; and a commit may have no scenario in it.
    let may_be_empty = call.staged || !found.is_empty() && call.partition.is_some();
    let (part, parts) = call.partition.unwrap_or((1, 1));
    let share: Vec<Target> = found.into_iter().skip(part - 1).step_by(parts).collect();
    share
        .iter()
        .filter(|_| call.fix)
        .try_for_each(|target| printer.fix_file(target))?;
    twins
        .iter()
        .try_for_each(|twin| printer.record_verdict(twin, Proved::default()))?;
    for (target, held) in share.iter().zip(check_in_parallel(
        &share,
        call.jobs,
        printer.has_report(ReportKind::Junit),
    )?) {
        printer.record_outcome(target, held)?;
        if call.fail_fast && printer.has_failed() {
            break;
        }
    }
    for (kind, file) in &call.reports {
        let text = match kind {
            ReportKind::Junit => render_junit(&printer.suites),
            ReportKind::Sarif => {
                let CheckOutput {
                    diagnostics,
                    unreadable,
                    ..
                } = &printer.output;
                serde_json::to_string_pretty(&report::render_sarif(
                    diagnostics,
                    unreadable,
                    &printer.more,
                ))? + "\n"
            }
        };
        let written = rewrite_own_file(file, text.as_bytes(), |held| kind.is_report(held));
        written.with_context(|| format!("{} cannot be written", display_path(file)))?;
    }
    if printer.output.summary.scenarios + printer.output.summary.chapters == 0
        && !printer.unusable
        && !may_be_empty
    {
        printer.report_unusable(&nothing_found_message(paths))?;
    }
    printer.finish()
}

pub(super) fn nothing_found_message(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    format!("no scenario was found in {}", names.join(", "))
}

/// A run, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct CheckOutput {
    /// The version of this form.
    version: u32,
    /// What is wrong, or worth a warning, in the order of the files.
    diagnostics: Vec<Record>,
    /// The files that could not be read, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<UnreadableFile>,
    /// What the run came to.
    summary: Summary,
}

/// Prints a run as its files are told one after another, and counts it.
struct CheckRun<'a> {
    call: &'a Check,
    /// What is printed as JSON at the end, or as a SARIF log; and of which files there is more.
    output: CheckOutput,
    more: Vec<String>,
    unusable: bool,
    suites: Vec<JunitSuite>,
    /// The files without a header, and the files that were not read.
    skipped: Vec<String>,
    passed_over: Vec<SkippedFile>,
    /// The pages that hands have in the book of their folder.
    pages: PageNames,
    /// The `mouche.toml` files by whose tables scenarios were played.
    played_tables: BTreeSet<PathBuf>,
}

impl CheckRun<'_> {
    fn has_report(&self, kind: ReportKind) -> bool {
        self.call.reports.iter().any(|(other, _)| *other == kind)
    }

    fn has_failed(&self) -> bool {
        self.unusable
            || self.output.summary.errors > 0
            || self.call.deny_warnings && self.output.summary.warnings > 0
    }

    /// Writes into a file what is certain to mend it. Of one that cannot be read the check tells.
    fn fix_file(&mut self, target: &Target) -> Result<()> {
        let (name, Ok(path), Ok(before)) = (&target.name, &target.source, target.read()) else {
            return Ok(());
        };
        let mended = bless_in(house_rules_of(path), name, &before, FillMode::Slips)
            .filter(|mended| mended.changes > 0);
        let Some(RewrittenFile { text, changes, .. }) = mended else {
            return Ok(());
        };
        if let Err(why) = write_file(path, Some(&before), text.as_bytes()) {
            return self.report_unusable(&format!("{name} cannot be written: {why}"));
        }
        self.output.summary.mended += changes;
        if self.call.format != CheckFormat::Json && !self.call.quiet {
            writeln!(
                terminal::coloured_output(),
                "{}: {changes} mended",
                escape_hidden(name)
            )?;
        }
        Ok(())
    }

    fn record_outcome(
        &mut self,
        Target { name, is_named, .. }: &Target,
        (verdict, suite): CheckOutcome,
    ) -> Result<()> {
        match verdict {
            Ok((mut checked, proved))
                if checked.is_scenario
                    || checked.chapter.is_some()
                    || !checked.diagnostics.is_empty() =>
            {
                let mut suite = suite;
                if is_in_book(&checked.path) {
                    self.pages.claim_page(&page_path_of(&checked), &mut checked);
                    suite = suite.map(|suite| {
                        if checked.holds() {
                            suite
                        } else {
                            report::junit_suite(&checked)
                        }
                    });
                }
                self.suites.extend(suite);
                self.played_tables.extend(table_played_by(&checked));
                self.record_verdict(&checked, proved)
            }
            Ok((checked, _)) if is_table_file(Path::new(&checked.path)) => Ok(()),
            Ok(_) => {
                self.output.summary.skipped += 1;
                self.skipped.push(name.clone());
                if *is_named {
                    self.report_unusable(&format!("{name} {NO_SCENARIO}"))
                } else {
                    Ok(())
                }
            }
            Err(why) => {
                self.suites.extend(suite);
                let summary = &mut self.output.summary;
                summary.failed += 1;
                summary.unreadable += 1;
                self.output.unreadable.push(UnreadableFile {
                    file: escape_hidden(name),
                    message: escape_hidden(&why),
                });
                if self.call.format == CheckFormat::Github {
                    write!(
                        terminal::coloured_output(),
                        "{}",
                        report::render_github_unreadable(name, &why)
                    )?;
                }
                self.report_unusable(&format!("{name} cannot be read: {why}"))
            }
        }
    }

    fn report_unusable(&mut self, what: &str) -> Result<()> {
        self.unusable = true;
        Ok(writeln!(
            std::io::stderr(),
            "error: {}",
            escape_hidden(what)
        )?)
    }

    fn record_verdict(&mut self, checked: &Checked, proved: Proved) -> Result<()> {
        // What is wrong with the file; if nothing is, what its author may want to know.
        let Checked {
            path,
            text,
            diagnostics,
            warnings,
            ..
        } = checked;
        let report = Report {
            path,
            text,
            diagnostics: if diagnostics.is_empty() {
                warnings
            } else {
                diagnostics
            },
        };
        if self.call.format == CheckFormat::Json || self.has_report(ReportKind::Sarif) {
            self.output
                .diagnostics
                .extend(diagnostic_records(&report, &self.call.book_url));
            self.more.extend(report.omitted_summary());
        }
        let summary = &mut self.output.summary;
        let told = report.diagnostics.len();
        let chapter_hands = checked.chapter.as_ref().map(|chapter| chapter.hands.len());
        summary.chapters += usize::from(chapter_hands.is_some());
        let scenario = usize::from(!is_table_file(Path::new(path)) && chapter_hands.is_none());
        summary.scenarios += scenario + chapter_hands.unwrap_or(0);
        summary.proved += proved;
        if diagnostics.is_empty() {
            summary.warnings += told;
        } else {
            let failed_hands =
                |chapter: &Chapter| chapter.hands.iter().filter(|hand| !hand.holds()).count();
            summary.failed += scenario + checked.chapter.as_ref().map_or(0, failed_hands);
            summary.failed_chapters += usize::from(chapter_hands.is_some());
            summary.tables += usize::from(is_table_file(Path::new(path)));
            summary.errors += told;
            let count = |is: &dyn Fn(&&Diagnostic) -> bool| diagnostics.iter().filter(is).count();
            summary.certain += count(&|wrong| wrong.is_certain());
            summary.open += count(&|wrong| wrong.code == Code::Unfilled);
            summary.replaceable +=
                count(&|wrong| wrong.code.is_failed_expectation() && wrong.fix.is_some());
        }
        if told == 0 {
            return Ok(());
        }
        let look = RenderStyle {
            color: true,
            width: terminal::page_width(),
            book: &self.call.book_url,
            ..RenderStyle::default()
        };
        let text = match self.call.format {
            CheckFormat::Full => report::render_full_with(&report, &look),
            CheckFormat::Plain => report::render_full_with(
                &report,
                &RenderStyle {
                    color: false,
                    graphics: false,
                    ..look
                },
            ),
            CheckFormat::Concise => report::render_concise(&report),
            CheckFormat::Github => report::render_github(&report, look.book),
            CheckFormat::Json => {
                summary.not_told += told - report.reported().len();
                return Ok(());
            }
        };
        Ok(write!(terminal::coloured_output(), "{text}")?)
    }

    fn finish(self) -> Result<ExitCode> {
        let exit = exit_code(self.unusable, self.has_failed());
        if self.call.format == CheckFormat::Json {
            print_json(&self.output)?;
        } else if !self.call.quiet {
            let summary = self.output.summary;
            let skipped = list_names(self.skipped.iter());
            let names = if skipped.is_empty() {
                skipped
            } else {
                format!(": {skipped}")
            };
            let passed_over = describe_skipped(&self.passed_over);
            let tables = list_names(self.played_tables.iter());
            let tables = match self.played_tables.len() {
                0 => String::new(),
                1 => format!("; table: {tables}"),
                _ => format!("; tables: {tables}"),
            };
            writeln!(
                terminal::coloured_output(),
                "{summary}{names}{passed_over}{tables}"
            )?;
        }
        Ok(exit)
    }
}

/// Returns the `mouche.toml` by whose table a scenario is played; none where its header names other editions.
fn table_played_by(checked: &Checked) -> Option<PathBuf> {
    let path = Path::new(&checked.path);
    let table = house_rules_of(path).ruleset()?;
    let scenario = checked.scenario.as_ref()?;
    let is_played = scenario
        .header
        .editions
        .iter()
        .any(|edition| edition.value == table.id);
    if is_played {
        table_file_for(path)
    } else {
        None
    }
}

/// Whether a file lies in a folder from which `mouche build` makes a book.
fn is_in_book(path: &str) -> bool {
    let path = std::path::absolute(path).unwrap_or_default();
    path.parent()
        .is_some_and(|folder| folder.iter().any(|name| name == "scenarios"))
}

/// What is said of a file that was named, behind its name.
pub(super) const NO_SCENARIO: &str = "is no scenario: it has no `toml scenario` fence";

fn is_table_file(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == TABLE_FILE)
}

/// Counts of a run.
#[derive(Debug, Default, Serialize, JsonSchema, Template)]
#[template(path = "summary.txt")]
struct Summary {
    /// Files with a header.
    scenarios: usize,
    /// Those that do not hold, and the files that could not be read.
    failed: usize,
    /// The files that could not be read.
    #[serde(skip_serializing_if = "is_zero")]
    unreadable: usize,
    /// What is wrong, over all files.
    errors: usize,
    /// Of those errors, what is left open.
    #[serde(skip)]
    open: usize,
    /// Chapters of a book, whose hands were checked.
    chapters: usize,
    /// Of those chapters, in how many something is wrong.
    failed_chapters: usize,
    /// Of those errors, what `bless --all` replaces.
    #[serde(skip)]
    replaceable: usize,
    /// Whether files were mended before they were checked.
    #[serde(skip)]
    is_fixed: bool,
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
    /// Files that a `.gitignore` or `.scenarioignore` names, links that are not followed, and what is no regular file.
    passed_over: usize,
    /// What was mended before the check.
    mended: usize,
    /// What was proved.
    #[serde(flatten)]
    proved: Proved,
}

impl Summary {
    /// How many errors only their author can decide.
    fn undecided(&self) -> usize {
        self.errors - self.certain - self.open - self.replaceable
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn counted(count: &usize, one: &str) -> String {
    count_of(*count, one)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReportKind {
    Junit,
    Sarif,
}

impl ReportKind {
    /// Whether these are the bytes of a report of this kind that this program wrote.
    fn is_report(self, bytes: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return false;
        };
        match self {
            ReportKind::Junit => {
                let begins = text.starts_with(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mouche\" ",
                );
                begins && (text.ends_with("</testsuites>\n") || text.ends_with("/>\n"))
            }
            ReportKind::Sarif => {
                let log: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
                log["runs"][0]["tool"]["driver"]["name"] == env!("CARGO_PKG_NAME")
            }
        }
    }
}

fn parse_report(text: &str) -> Result<(ReportKind, PathBuf), String> {
    match text.split_once('=').filter(|(_, file)| !file.is_empty()) {
        Some(("junit", file)) => Ok((ReportKind::Junit, file.into())),
        Some(("sarif", file)) => Ok((ReportKind::Sarif, file.into())),
        _ => Err("write junit=FILE or sarif=FILE".to_owned()),
    }
}

/// A share of the files, for a matrix of jobs: each Nth from the Kth on. No two shares differ by more than one file.
fn parse_partition(text: &str) -> Result<(usize, usize), String> {
    let read = text
        .split_once('/')
        .and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    let share = read.filter(|(part, parts)| (1..=*parts).contains(part));
    share.ok_or_else(|| format!("`{text}` is no share: write K/N, such as 1/3, with K from 1 to N"))
}

pub(super) struct Target {
    pub(super) name: String,
    /// Whether the caller named it, rather than a folder.
    pub(super) is_named: bool,
    /// The file to read; or bytes that were read already, or the reason why there are none.
    pub(super) source: Result<PathBuf, Result<Vec<u8>, String>>,
}

impl Target {
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        match &self.source {
            Ok(path) => File::open(path)
                .and_then(read_scenario_bytes)
                .map_err(|error| error.to_string()),
            Err(read) => read.clone(),
        }
    }
}

/// What a path of the command line stands for, and what under it is passed over.
pub(super) fn find_targets(
    path: &Path,
    stdin_name: &str,
    exclude: &[String],
) -> Result<(Vec<Target>, Vec<SkippedFile>)> {
    let is_named = !path.is_dir();
    let target = |(name, source)| Target {
        name,
        is_named,
        source,
    };
    if path == Path::new("-") {
        let bytes =
            read_scenario_bytes(std::io::stdin()).context("standard input cannot be read")?;
        return Ok((
            vec![Target {
                name: stdin_name.into(),
                is_named: true,
                source: Err(Ok(bytes)),
            }],
            Vec::new(),
        ));
    }
    let name = path.display().to_string();
    if let Err(error) = std::fs::metadata(path) {
        let make = if name == "scenarios" {
            "; `mouche init` makes such a folder"
        } else {
            ""
        };
        return Ok((
            vec![target((name, Err(Err(format!("{error}{make}")))))],
            Vec::new(),
        ));
    }
    if !is_named {
        note_named_folder(path);
    }
    let FoundFiles {
        files,
        tables,
        skipped: passed_over,
        unreadable,
    } = find_scenarios_except(path, exclude).context("--exclude")?;
    let read = tables
        .into_iter()
        .chain(files)
        .map(|file| (file.display().to_string(), Ok(file)));
    let broken = unreadable
        .into_iter()
        .map(|error| (name.clone(), Err(Err(error.to_string()))));
    Ok((read.chain(broken).map(target).collect(), passed_over))
}

/// A file without the steps that it was played in, and what it proved, or why it cannot be read; and its cases for JUnit.
type CheckOutcome = (Result<(Checked, Proved), String>, Option<JunitSuite>);

/// Checks targets with so many threads, and gives them in their order; `junit` asks for the cases of a JUnit report.
fn check_in_parallel(
    targets: &[Target],
    jobs: Option<NonZeroUsize>,
    junit: bool,
) -> Result<impl Iterator<Item = CheckOutcome>> {
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(thread_count(jobs, targets.len()))
        .build()?;
    // So many files are held in memory between two that are told.
    let batches = targets.chunks(256);
    Ok(batches.flat_map(move |batch| {
        threads.install(|| {
            batch
                .par_iter()
                .map(|target| check_target(target, junit))
                .collect::<Vec<_>>()
        })
    }))
}

/// Returns how many threads check so many files: as many as are asked for, and no more than there are files, because each
/// further thread costs time and does nothing. 0 leaves the number to the machine.
fn thread_count(jobs: Option<NonZeroUsize>, files: usize) -> usize {
    jobs.map_or(0, |jobs| jobs.get().min(files.max(1)))
}

fn check_target(target: &Target, junit: bool) -> CheckOutcome {
    let name = &target.name;
    let verdict = target.read().map(|bytes| {
        let mut checked = check_file(name, &bytes);
        if target.source.is_ok() {
            check_references(&mut checked);
        }
        checked
    });
    let suite = junit.then(|| {
        verdict.as_ref().map_or_else(
            |why| report::unreadable_suite(name, why),
            report::junit_suite,
        )
    });
    let proved = |mut checked: Checked| {
        let proved = checked.proved();
        checked.stories = Vec::new();
        (checked, proved)
    };
    (verdict.map(proved), suite)
}

#[cfg(test)]
#[path = "../../tests/unit/cmd_check.rs"]
mod tests;
