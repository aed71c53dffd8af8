//! The counts of a run of `mouche check`, and the line that they are printed as.

use crate::cards::count_of;
use crate::cmd::command_files::is_house_table_file;
use crate::scenario::story::EngineCheckCounts;
use crate::scenario::{CheckedFile, Code, is_edition_path};
use askama::Template;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// Counts of a run.
#[derive(Debug, Default, Serialize, JsonSchema, Template)]
#[template(path = "summary.txt")]
#[schemars(rename = "Summary")]
pub(super) struct CheckSummary {
    /// Files with a header.
    pub(super) scenarios: usize,
    /// The number of scenarios that do not hold, and of files that could not be read.
    pub(super) failed: usize,
    /// The files that could not be read.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) unreadable: usize,
    /// The number of errors in all files.
    pub(super) errors: usize,
    /// The number of errors that are a `?` to be filled in.
    #[serde(skip)]
    pub(super) open: usize,
    /// Chapters of a book, whose hands were checked.
    pub(super) chapters: usize,
    /// The number of chapters with an error.
    pub(super) failed_chapters: usize,
    /// The number of errors that `bless --all` replaces.
    #[serde(skip)]
    pub(super) replaceable: usize,
    /// True if files were fixed before they were checked.
    #[serde(skip)]
    pub(super) is_fixed: bool,
    /// The number of errors with one certain fix that was not made.
    #[serde(skip)]
    pub(super) certain: usize,
    /// The number of warnings in files that hold.
    pub(super) warnings: usize,
    /// The number of errors and warnings that are not among the diagnostics, which have a hundred of each file.
    pub(super) not_told: usize,
    /// The number of files with the table of a folder that do not hold.
    #[serde(skip)]
    pub(super) tables: usize,
    /// Edition files of authors.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) editions: usize,
    /// The number of edition files with a mistake.
    #[serde(skip)]
    pub(super) failed_editions: usize,
    /// The files that `--changed` leaves out.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) unchanged: usize,
    /// Files without a header.
    pub(super) skipped: usize,
    /// Files that a `.gitignore` or `.scenarioignore` names, links that are not followed, and what is no regular file.
    pub(super) passed_over: usize,
    /// The number of fixes that were made before the check.
    pub(super) mended: usize,
    /// The expectations that were proved.
    #[serde(flatten)]
    pub(super) proved: EngineCheckCounts,
}

impl CheckSummary {
    /// Counts a checked file with what it proved.
    pub(super) fn count_file(&mut self, checked: &CheckedFile, proved: EngineCheckCounts) {
        self.proved += proved;
        let mut scenarios = 0;
        let mut failed = 0;
        let mut chapters = 0;
        let mut tables = 0;
        if let Some(chapter) = &checked.chapter {
            chapters = 1;
            scenarios = chapter.hands.len();
            failed = chapter.hands.iter().filter(|hand| !hand.holds()).count();
        }
        let mut editions = 0;
        if is_edition_path(Path::new(&checked.path)) {
            editions = 1;
        } else if is_house_table_file(Path::new(&checked.path)) {
            tables = 1;
        } else if checked.chapter.is_none() {
            scenarios = 1;
            failed = 1;
        }
        self.editions += editions;
        self.chapters += chapters;
        self.scenarios += scenarios;
        if checked.diagnostics.is_empty() {
            self.warnings += checked.warnings.len();
            return;
        }
        self.failed += failed;
        self.failed_chapters += chapters;
        self.tables += tables;
        self.failed_editions += editions;
        self.errors += checked.diagnostics.len();
        for error in &checked.diagnostics {
            if error.has_certain_fix() {
                self.certain += 1;
            }
            if error.code == Code::Unfilled {
                self.open += 1;
            }
            if error.code.is_failed_expectation() && error.fix.is_some() {
                self.replaceable += 1;
            }
        }
    }

    /// Returns how many errors only their author can decide.
    fn errors_for_author(&self) -> usize {
        self.errors - self.certain - self.open - self.replaceable
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn count_in_words(count: &usize, noun: &str) -> String {
    count_of(*count, noun)
}
