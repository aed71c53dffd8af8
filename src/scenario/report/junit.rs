//! Checked files as suites of JUnit's XML, without times.

use super::{FileDiagnostics, render_without_marks};
use crate::scenario::replay::checked_file::CheckedFile;
use crate::scenario::replay::story::Story;
use crate::scenario::text::{Diagnostic, Span, name_hidden_characters};
use askama::Template;

/// The suite of one file.
#[derive(Clone, Debug)]
pub struct JunitSuite {
    name: String,
    cases: Vec<JunitCase>,
}

/// A hand under one edition, or what stands before the first hand.
#[derive(Clone, Debug)]
struct JunitCase {
    name: String,
    /// The line on which the case begins, from 1.
    line: usize,
    outcome: JunitCaseOutcome,
}

#[derive(Clone, Debug)]
enum JunitCaseOutcome {
    Holds,
    NotPlayed,
    Fails {
        code: &'static str,
        /// The first message, and how many more there are.
        summary: String,
        /// The messages in full.
        details: String,
    },
    Unreadable(String),
}

/// Returns the suite of one file, with a case for each hand and edition. Mistakes outside of any hand are the case `header`.
pub fn junit_suite(checked: &CheckedFile) -> JunitSuite {
    let hands = checked.hand_places();
    let mut cases = Vec::new();
    let header_end = match hands.first() {
        Some(hand) => hand.start,
        None => checked.text.len() + 1,
    };
    let header_errors = diagnostics_in(checked, 0..header_end, None);
    if hands.is_empty() || !header_errors.is_empty() {
        cases.push(JunitCase {
            name: "header".into(),
            line: 1,
            outcome: case_outcome(checked, &header_errors, true),
        });
    }
    let editions = checked.edition_ids();
    for (hand, number) in hands.iter().zip(1..) {
        for edition in &editions {
            let name = if editions.len() == 1 {
                format!("hand {number}")
            } else {
                format!("hand {number} under {edition}")
            };
            let errors = diagnostics_in(checked, hand.clone(), Some(edition));
            let is_played = is_hand_played(checked, number, edition);
            cases.push(JunitCase {
                name,
                line: line_number(&checked.text, hand.start),
                outcome: case_outcome(checked, &errors, is_played),
            });
        }
    }
    JunitSuite {
        name: name_hidden_characters(&checked.path),
        cases,
    }
}

/// Returns the diagnostics of a stretch of a file: all of them, or those under one edition.
fn diagnostics_in(checked: &CheckedFile, place: Span, edition: Option<&str>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for diagnostic in &checked.diagnostics {
        let is_under = edition.is_none_or(|edition| {
            diagnostic.editions.is_empty() || diagnostic.editions.iter().any(|name| name == edition)
        });
        if is_under && place.contains(&diagnostic.span.start) {
            found.push(diagnostic.clone());
        }
    }
    found
}

/// Returns whether a hand of a file was played under an edition, as far as one step.
fn is_hand_played(checked: &CheckedFile, hand_number: usize, edition: &str) -> bool {
    checked
        .stories
        .iter()
        .filter(|story| story.rules.id == edition)
        .flat_map(Story::frames)
        .any(|step| step.hand == hand_number)
}

/// Returns the line of a byte of a text, from 1.
fn line_number(text: &str, byte: usize) -> usize {
    let before = text.bytes().take(byte);
    before.filter(|other| *other == b'\n').count() + 1
}

/// Returns the suite of a file that could not be read.
pub fn unreadable_suite(path: &str, why: &str) -> JunitSuite {
    let outcome = JunitCaseOutcome::Unreadable(name_hidden_characters(why));
    JunitSuite {
        name: name_hidden_characters(path),
        cases: vec![JunitCase {
            name: "file".into(),
            line: 1,
            outcome,
        }],
    }
}

#[derive(Template)]
#[template(path = "junit.xml", escape = "none")]
struct JunitDocument<'a> {
    suites: &'a [JunitSuite],
}

/// Returns all suites of a run, as a document.
pub fn render_junit(suites: &[JunitSuite]) -> String {
    JunitDocument { suites }.render().expect("text has room")
}

/// The number of cases of some suites, and of those without a good outcome.
#[derive(Default)]
struct JunitCaseCounts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

/// Counts the cases of some suites by their outcomes.
fn count_outcomes(suites: &[JunitSuite]) -> JunitCaseCounts {
    let mut counts = JunitCaseCounts::default();
    for case in suites.iter().flat_map(|suite| &suite.cases) {
        counts.tests += 1;
        match case.outcome {
            JunitCaseOutcome::Holds => {}
            JunitCaseOutcome::NotPlayed => counts.skipped += 1,
            JunitCaseOutcome::Fails { .. } => counts.failures += 1,
            JunitCaseOutcome::Unreadable(_) => counts.errors += 1,
        }
    }
    counts
}

/// Returns a text as XML may hold it. Characters that XML 1.0 cannot contain become U+FFFD.
fn escape_xml(text: &str) -> String {
    text.replace(is_forbidden_in_xml, "\u{FFFD}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn is_forbidden_in_xml(c: char) -> bool {
    let is_control = c < ' ' && c != '\n' && c != '\t';
    is_control || matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

fn escape_attribute(words: &str) -> String {
    escape_xml(words).replace('"', "&quot;")
}

/// Returns the outcome of a case with these diagnostics.
fn case_outcome(
    checked: &CheckedFile,
    diagnostics: &[Diagnostic],
    is_played: bool,
) -> JunitCaseOutcome {
    let Some(first) = diagnostics.first() else {
        return if is_played {
            JunitCaseOutcome::Holds
        } else {
            JunitCaseOutcome::NotPlayed
        };
    };
    let report = FileDiagnostics {
        path: &checked.path,
        text: &checked.text,
        diagnostics,
    };
    let more = if diagnostics.len() == 1 {
        String::new()
    } else {
        format!(" (and {} more)", diagnostics.len() - 1)
    };
    JunitCaseOutcome::Fails {
        code: first.code.id(),
        summary: format!("{}{more}", name_hidden_characters(&first.message)),
        details: render_without_marks(&report),
    }
}
