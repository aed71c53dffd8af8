//! The call of `mouche check`, and the outcome for a file that it asks for.

use crate::scenario::CheckedFile;
use crate::scenario::report::{JunitSuite, MARKDOWN_TITLE};
use crate::scenario::story::EngineCheckCounts;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Check scenario files against the rules engine
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Files and folders; `-` for standard input [default: `scenarios`]. In a folder, the check skips hidden files, folders
    /// called `target`, and the files that its `.gitignore` or `.scenarioignore` names. The summary counts them. Ignore files
    /// outside the folder have no effect. A file that you name is always checked
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// How to print the errors
    #[arg(long, value_enum, default_value_t = CheckFormat::Full)]
    pub(super) format: CheckFormat,
    /// Also write a report; may be repeated
    #[arg(long = "report", value_name = "KIND=FILE", value_parser = parse_report_option)]
    pub(super) reports: Vec<ReportOutput>,
    /// Skip files that match this glob (gitignore syntax); may be repeated
    #[arg(long, value_name = "GLOB")]
    pub(super) exclude: Vec<String>,
    /// File name to report for standard input
    #[arg(
        long,
        alias = "stdin-filename",
        value_name = "NAME",
        default_value = "stdin.md"
    )]
    pub(super) stdin_name: String,
    /// Check only a share of the files: 2/3 takes every third file from the second on, in the order of their paths
    #[arg(long, alias = "shard", value_name = "K/N", value_parser = parse_partition)]
    pub(super) partition: Option<FileShareOfJob>,
    /// How many files to check at once [default: one per processor]
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Fix every mistake that has one certain fix, then check the files; `bless` fills in each `?`
    #[arg(long)]
    pub(super) fix: bool,
    /// Check the files that git has staged for the next commit, not those in the folder: for a hook. Paths that are not
    /// staged are skipped. It is not an error if there is no scenario at all
    #[arg(long, conflicts_with_all = ["fix", "watch", "reports"])]
    pub(super) staged: bool,
    /// Check only the files that differ from this branch or commit of git, and those that depend on them: the hands of a
    /// folder whose table or editions were changed, and files that name a hand that was changed
    #[arg(long, value_name = "BASE", conflicts_with_all = ["staged", "watch"])]
    pub(super) changed: Option<String>,
    /// Treat warnings as errors
    #[arg(long)]
    pub(super) deny_warnings: bool,
    /// Stop after the first scenario that fails
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Print errors and warnings only, without the summary
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Check again whenever a file changes
    #[arg(long)]
    pub(super) watch: bool,
    /// With `--watch`, look at the files every second, in place of waiting for events of the system
    #[arg(long, requires = "watch")]
    pub(super) poll: bool,
    /// Address of the published book, for links to its clauses
    #[arg(
        long,
        value_name = "URL",
        default_value = "",
        hide_default_value = true
    )]
    pub(super) book_url: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// The place, what was expected, and how to fix it
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

/// A report that a check writes beside what it prints: its kind and its file.
#[derive(Clone, Debug)]
pub(super) struct ReportOutput {
    pub(super) kind: ReportKind,
    pub(super) file: PathBuf,
}

/// Reads `junit=FILE`, `sarif=FILE` or `markdown=FILE`.
fn parse_report_option(text: &str) -> Result<ReportOutput, String> {
    let (kind, file) = text.split_once('=').unwrap_or_default();
    let kind = match kind {
        "junit" if !file.is_empty() => ReportKind::Junit,
        "sarif" if !file.is_empty() => ReportKind::Sarif,
        "markdown" if !file.is_empty() => ReportKind::Markdown,
        _ => return Err("write junit=FILE, sarif=FILE or markdown=FILE".to_owned()),
    };
    let file = file.into();
    Ok(ReportOutput { kind, file })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportKind {
    Junit,
    Sarif,
    Markdown,
}

impl ReportKind {
    /// Returns whether these are the bytes of a report of this kind that this program wrote.
    pub(super) fn is_report(self, bytes: &[u8]) -> bool {
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
            ReportKind::Markdown => text.starts_with(MARKDOWN_TITLE),
            ReportKind::Sarif => {
                let log: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
                log["runs"][0]["tool"]["driver"]["name"] == env!("CARGO_PKG_NAME")
            }
        }
    }
}

/// A share of the files, for a matrix of jobs: each Nth from the Kth on. No two shares differ by more than one file.
#[derive(Clone, Debug)]
pub(super) struct FileShareOfJob {
    pub(super) part: usize,
    pub(super) parts: usize,
}

/// Reads a share as `K/N`.
fn parse_partition(text: &str) -> Result<FileShareOfJob, String> {
    if let Some((part, parts)) = text.split_once('/')
        && let (Ok(part), Ok(parts)) = (part.parse(), parts.parse())
        && (1..=parts).contains(&part)
    {
        return Ok(FileShareOfJob { part, parts });
    }
    Err(format!(
        "`{text}` is not a share: write K/N, such as 1/3, with K from 1 to N"
    ))
}

/// The outcome of the check of a file.
pub(super) struct FileCheckOutcome {
    /// The file without the steps that it was played in, and what it proved; or why it cannot be read.
    pub(super) verdict: Result<(CheckedFile, EngineCheckCounts), String>,
    /// The cases of a JUnit report, if one is written.
    pub(super) suite: Option<JunitSuite>,
}
