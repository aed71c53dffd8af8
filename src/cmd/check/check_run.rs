//! A run of `mouche check`: it records and prints the verdict on each file, writes reports, and ends with the counts.

use super::check_arguments::{
    CheckArguments, CheckFormat, FileCheckOutcome, ReportKind, ReportOutput,
};
use super::check_summary::CheckSummary;
use super::edition_clause_tally::{EditionFileTally, UnshownClausesByEdition};
use crate::cmd::command_files::{InputFileOrStdin, NO_SCENARIO, is_table_or_edition};
use crate::cmd::file_writes_and_watch::{create_or_replace_if_unchanged, write_own_file};
use crate::cmd::*;
use crate::page::page_path_of;
use crate::scenario::report::{
    self, DiagnosticsOutputStyle, JunitSuite, Record, UnreadableFile, diagnostic_records,
    render_junit,
};
use crate::scenario::story::EngineCheckCounts;
use crate::scenario::{
    FilesByPageName, SkippedFile, has_edition_key_or_unreadable, is_edition_path, list_first_paths,
    table_file_for,
};
use std::path::Component;

/// A run, for a machine.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Output")]
pub(in crate::cmd) struct CheckJson {
    /// The version of this form.
    pub(super) version: u32,
    /// All errors and warnings, in the order of the files.
    pub(super) diagnostics: Vec<Record>,
    /// The files that could not be read, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unreadable: Vec<UnreadableFile>,
    /// What each edition file decides, if the run covers its folder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) editions: Vec<EditionFileTally>,
    /// The counts of the run.
    pub(super) summary: CheckSummary,
}

/// A run: it prints files as they are checked one after another, and counts them.
pub(super) struct CheckRun<'a> {
    call: &'a CheckArguments,
    /// The output that is printed as JSON at the end, or as a SARIF log.
    pub(super) output: CheckJson,
    /// The files that have more diagnostics than are in the output.
    more: Vec<String>,
    pub(super) is_unusable: bool,
    suites: Vec<JunitSuite>,
    /// The files without a header.
    skipped: Vec<String>,
    /// The files that were not read.
    pub(super) passed_over: Vec<SkippedFile>,
    /// The pages that hands have in the book of their folder.
    pages: FilesByPageName,
    /// The `mouche.toml` files by whose tables scenarios were played.
    played_tables: BTreeSet<PathBuf>,
    /// The editions whose folders the run covers.
    pub(super) editions: UnshownClausesByEdition,
}

impl CheckRun<'_> {
    pub(super) fn new(call: &CheckArguments) -> CheckRun<'_> {
        let summary = CheckSummary {
            is_fixed: call.fix,
            ..CheckSummary::default()
        };
        CheckRun {
            call,
            output: CheckJson {
                version: 1,
                diagnostics: Vec::new(),
                unreadable: Vec::new(),
                editions: Vec::new(),
                summary,
            },
            more: Vec::new(),
            is_unusable: false,
            suites: Vec::new(),
            skipped: Vec::new(),
            passed_over: Vec::new(),
            pages: FilesByPageName::default(),
            played_tables: BTreeSet::new(),
            editions: UnshownClausesByEdition::default(),
        }
    }

    /// Returns whether a report of this kind is asked for.
    pub(super) fn has_report(&self, kind: ReportKind) -> bool {
        self.call.reports.iter().any(|report| report.kind == kind)
    }

    /// Returns whether the check has failed: a file could not be read, there were errors,
    /// or there were warnings and `--deny-warnings` was given.
    pub(super) fn has_failed(&self) -> bool {
        self.is_unusable
            || self.output.summary.errors > 0
            || self.call.deny_warnings && self.output.summary.warnings > 0
    }

    /// Writes into a file the fixes that are certain. If the file cannot be read, the check says so.
    pub(super) fn write_certain_fixes(&mut self, target: &InputFileOrStdin) -> Result<()> {
        let name = &target.name;
        let (Ok(path), Ok(before)) = (&target.source, target.read()) else {
            return Ok(());
        };
        let fixed = bless_in(house_rules_of(path), name, &before, BlessExtent::Slips);
        let Some(RewrittenFile { text, changes, .. }) = fixed else {
            return Ok(());
        };
        if changes == 0 {
            return Ok(());
        }
        if let Err(why) = create_or_replace_if_unchanged(path, Some(&before), text.as_bytes()) {
            return self.print_and_mark_unusable(&format!("{name} cannot be written: {why}"));
        }
        self.output.summary.mended += changes;
        if self.call.format != CheckFormat::Json && !self.call.quiet {
            let mut out = terminal::coloured_output();
            writeln!(out, "{}: {changes} fixed", name_hidden_characters(name))?;
        }
        Ok(())
    }

    /// Records what the check of a file came to, and prints it.
    pub(super) fn record_outcome(
        &mut self,
        target: &InputFileOrStdin,
        outcome: FileCheckOutcome,
    ) -> Result<()> {
        let name = &target.name;
        let (mut checked, proved) = match outcome.verdict {
            Ok(verdict) => verdict,
            Err(why) => {
                self.suites.extend(outcome.suite);
                return self.record_unreadable(name, &why);
            }
        };
        if checked.is_scenario || checked.chapter.is_some() || !checked.diagnostics.is_empty() {
            let mut suite = outcome.suite;
            if is_in_scenarios_folder(&checked.path) {
                self.pages.claim_page(&page_path_of(&checked), &mut checked);
                // The page of another hand may have its name.
                if suite.is_some() && !checked.holds() {
                    suite = Some(report::junit_suite(&checked));
                }
            }
            self.suites.extend(suite);
            self.played_tables.extend(table_played_by(&checked));
            return self.record_verdict(&checked, proved);
        }
        if is_table_or_edition(Path::new(&checked.path)) {
            if is_edition_path(Path::new(&checked.path))
                && has_edition_key_or_unreadable(&checked.text)
            {
                return self.record_verdict(&checked, proved);
            }
            return Ok(());
        }
        self.output.summary.skipped += 1;
        self.skipped.push(name.clone());
        if target.is_named {
            self.print_and_mark_unusable(&format!("{name} {NO_SCENARIO}"))?;
        }
        Ok(())
    }

    fn record_unreadable(&mut self, name: &str, why: &str) -> Result<()> {
        self.output.summary.failed += 1;
        self.output.summary.unreadable += 1;
        self.output.unreadable.push(UnreadableFile {
            file: name_hidden_characters(name),
            message: name_hidden_characters(why),
        });
        if self.call.format == CheckFormat::Github {
            let annotation = report::render_github_unreadable(&path_in_repository(name), why);
            write!(terminal::coloured_output(), "{annotation}")?;
        }
        self.print_and_mark_unusable(&format!("{name} cannot be read: {why}"))
    }

    /// Prints why the run cannot be used, so that it ends with 2.
    pub(super) fn print_and_mark_unusable(&mut self, why: &str) -> Result<()> {
        self.is_unusable = true;
        Ok(writeln!(
            std::io::stderr(),
            "error: {}",
            name_hidden_characters(why)
        )?)
    }

    /// Counts what a checked file came to, and prints its errors or, where it has none, its warnings.
    pub(super) fn record_verdict(
        &mut self,
        checked: &CheckedFile,
        proved: EngineCheckCounts,
    ) -> Result<()> {
        let report = FileDiagnostics {
            path: &checked.path,
            text: &checked.text,
            diagnostics: if checked.diagnostics.is_empty() {
                &checked.warnings
            } else {
                &checked.diagnostics
            },
        };
        if self.call.format == CheckFormat::Json
            || self.has_report(ReportKind::Sarif)
            || self.has_report(ReportKind::Markdown)
        {
            let records = diagnostic_records(&report, &self.call.book_url);
            self.output.diagnostics.extend(records);
            self.more.extend(report.omitted_summary());
        }
        self.output.summary.count_file(checked, proved);
        self.print_report(&report)
    }

    fn print_report(&mut self, report: &FileDiagnostics) -> Result<()> {
        if report.diagnostics.is_empty() {
            return Ok(());
        }
        let look = DiagnosticsOutputStyle {
            color: true,
            width: terminal::page_width(),
            book: &self.call.book_url,
            ..DiagnosticsOutputStyle::default()
        };
        let plain_look = DiagnosticsOutputStyle {
            color: false,
            graphics: false,
            ..look
        };
        let text = match self.call.format {
            CheckFormat::Full => report::render_full_with(report, &look),
            CheckFormat::Plain => report::render_full_with(report, &plain_look),
            CheckFormat::Concise => report::render_concise(report),
            CheckFormat::Github => {
                let path = path_in_repository(report.path);
                let rooted = FileDiagnostics {
                    path: &path,
                    ..*report
                };
                report::render_github(&rooted, look.book)
            }
            CheckFormat::Json => {
                let left_out = report.diagnostics.len() - report.shown_diagnostics().len();
                self.output.summary.not_told += left_out;
                return Ok(());
            }
        };
        Ok(write!(terminal::coloured_output(), "{text}")?)
    }

    /// Writes the reports that are asked for.
    pub(super) fn write_reports(&self) -> Result<()> {
        for ReportOutput { kind, file } in &self.call.reports {
            let text = match kind {
                ReportKind::Junit => render_junit(&self.suites),
                ReportKind::Markdown => self.markdown_summary(),
                ReportKind::Sarif => {
                    let log = self.sarif_log();
                    serde_json::to_string_pretty(&log)? + "\n"
                }
            };
            let written = write_own_file(file, text.as_bytes(), |held| kind.is_report(held));
            written.with_context(|| format!("{} cannot be written", printable_path(file)))?;
        }
        Ok(())
    }

    /// Returns the SARIF log of the run, in which each file has its path from the root of the repository.
    fn sarif_log(&self) -> serde_json::Value {
        let (records, unreadable) = self.records_with_repository_paths();
        report::render_sarif(&records, &unreadable, &self.more, &self.call.book_url)
    }

    /// Returns the summary of the run as Markdown.
    fn markdown_summary(&self) -> String {
        let (records, unreadable) = self.records_with_repository_paths();
        report::render_markdown(&self.output.summary.to_string(), &records, &unreadable)
    }

    /// Returns what is wrong, with the path of each file from the root of the repository.
    fn records_with_repository_paths(&self) -> (Vec<Record>, Vec<UnreadableFile>) {
        let mut records = self.output.diagnostics.clone();
        for record in &mut records {
            record.file = path_in_repository(&record.file);
        }
        let mut unreadable = self.output.unreadable.clone();
        for file in &mut unreadable {
            file.file = path_in_repository(&file.file);
        }
        (records, unreadable)
    }

    /// Prints the output or the summary, and returns how the program ends.
    pub(super) fn print_final_output(mut self) -> Result<ExitCode> {
        let exit = exit_code(self.is_unusable, self.has_failed());
        if self.call.format == CheckFormat::Json {
            self.output.editions = self.editions.records();
            print_json(&self.output)?;
        } else if !self.call.quiet {
            let mut line = self.output.summary.to_string();
            if !self.skipped.is_empty() {
                line += &format!(": {}", list_first_paths(self.skipped.iter()));
            }
            line += &describe_skipped(&self.passed_over);
            let tables = list_first_paths(self.played_tables.iter());
            match self.played_tables.len() {
                0 => {}
                1 => line += &format!("; table: {tables}"),
                _ => line += &format!("; tables: {tables}"),
            }
            let mut out = terminal::coloured_output();
            writeln!(out, "{line}")?;
            let all_hold = self.output.summary.errors == 0;
            for edition_line in self.editions.describe_edition_files(all_hold) {
                writeln!(out, "{edition_line}")?;
            }
        }
        Ok(exit)
    }
}

/// Returns the `mouche.toml` by whose table a scenario is played; none where its header names other editions.
fn table_played_by(checked: &CheckedFile) -> Option<PathBuf> {
    let path = Path::new(&checked.path);
    let table = house_rules_of(path).house_table_rules()?;
    let mut editions = checked.scenario.as_ref()?.header.editions.iter();
    if editions.any(|edition| edition.value == table.id) {
        table_file_for(path)
    } else {
        None
    }
}

/// Returns whether a file lies in a folder from which `mouche build` makes a book.
fn is_in_scenarios_folder(path: &str) -> bool {
    let path = std::path::absolute(path).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    folder.iter().any(|name| name == "scenarios")
}

/// Returns the path of a file from the root of its repository, as GitHub and SARIF name it; outside of a repository, and for
/// standard input, the path as it is written.
fn path_in_repository(path: &str) -> String {
    let Ok(absolute) = std::path::absolute(path) else {
        return path.to_owned();
    };
    let Some(root) = absolute
        .ancestors()
        .find(|folder| folder.join(".git").exists())
    else {
        return path.strip_prefix("./").unwrap_or(path).to_owned();
    };
    if !absolute.exists() {
        return path.to_owned();
    }
    let mut parts = Vec::new();
    for part in absolute
        .strip_prefix(root)
        .unwrap_or(&absolute)
        .components()
    {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}
