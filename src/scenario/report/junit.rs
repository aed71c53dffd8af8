//! Verdicts as JUnit's XML: a suite a file, a case a hand. No clock is read: cases have no times.

use super::full::{Report, concise, plain};
use crate::scenario::replay::check::Checked;
use crate::scenario::text::{Diagnostic, visible};
use askama::Template;

/// The suite of a file.
#[derive(Clone, Debug)]
pub struct Suite {
    name: String,
    cases: Vec<Case>,
}

#[derive(Clone, Debug)]
struct Case {
    name: String,
    line: usize,
    outcome: Outcome,
}

#[derive(Clone, Debug)]
enum Outcome {
    Holds,
    NotPlayed,
    Fails { code: &'static str, words: String, whole: String },
    Unreadable(String),
}

/// The suite of one file: a case a hand, and under several editions one for each; what is wrong outside of any hand is
/// the case `header`.
pub fn suite(checked: &Checked) -> Suite {
    let places = checked.hand_places();
    let before = places.first().map_or(checked.text.len() + 1, |first| first.start);
    let wrong = |is_of_it: &dyn Fn(&Diagnostic) -> bool| -> Vec<Diagnostic> {
        checked.diagnostics.iter().filter(|wrong| is_of_it(wrong)).cloned().collect()
    };
    let header = wrong(&|wrong| wrong.span.start < before);
    let mut cases = Vec::new();
    if !header.is_empty() || places.is_empty() {
        cases.push(case(checked, "header".into(), 0, &header, true));
    }
    let editions = checked.edition_names();
    for (place, number) in places.iter().zip(1..) {
        for edition in &editions {
            let under = if editions.len() == 1 { String::new() } else { format!(" under {edition}") };
            let wrong = wrong(&|wrong| {
                let is_under = wrong.editions.is_empty() || wrong.editions.iter().any(|under| under == edition);
                is_under && place.contains(&wrong.span.start)
            });
            let is_played = checked.is_played(edition, number);
            cases.push(case(checked, format!("hand {number}{under}"), place.start, &wrong, is_played));
        }
    }
    Suite { name: visible(&checked.path), cases }
}

/// A file that could not be read at all.
pub fn unreadable(path: &str, why: &str) -> Suite {
    let outcome = Outcome::Unreadable(visible(why));
    Suite { name: visible(path), cases: vec![Case { name: "file".into(), line: 1, outcome }] }
}

#[derive(Template)]
#[template(path = "junit.xml", escape = "none")]
struct Document<'a> {
    suites: &'a [Suite],
}

impl Document<'_> {
    fn counts(&self) -> [usize; 4] {
        self.suites.iter().map(Suite::counts).fold([0; 4], |all, of| [0, 1, 2, 3].map(|at| all[at] + of[at]))
    }
}

/// All suites of a run, as a document.
pub fn junit(suites: &[Suite]) -> String {
    Document { suites }.render().expect("text has room")
}

impl Suite {
    /// How many cases there are, and of these how many fail, cannot be read, and are not played.
    fn counts(&self) -> [usize; 4] {
        let count = |is: fn(&Outcome) -> bool| self.cases.iter().filter(|case| is(&case.outcome)).count();
        let failures = count(|outcome| matches!(outcome, Outcome::Fails { .. }));
        let errors = count(|outcome| matches!(outcome, Outcome::Unreadable(_)));
        let skipped = count(|outcome| matches!(outcome, Outcome::NotPlayed));
        [self.cases.len(), failures, errors, skipped]
    }
}

/// Text as XML may hold it. Characters that XML 1.0 has no way to write become U+FFFD.
fn escaped(text: &str) -> String {
    let has_no_way = |c: char| c < ' ' && c != '\n' && c != '\t' || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let text = text.replace(has_no_way, "\u{FFFD}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Words of one line, as an attribute may hold them.
fn attribute(words: &str) -> String {
    escaped(words).replace('"', "&quot;")
}

fn case(checked: &Checked, name: String, start: usize, wrong: &[Diagnostic], is_played: bool) -> Case {
    let line = checked.text.as_bytes().iter().take(start).filter(|byte| **byte == b'\n').count() + 1;
    let outcome = match wrong {
        [] if is_played => Outcome::Holds,
        [] => Outcome::NotPlayed,
        [first, others @ ..] => {
            let report = Report { path: &checked.path, text: &checked.text, diagnostics: wrong };
            let more = if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
            let words = format!("{}{more}", visible(&first.message));
            Outcome::Fails { code: first.code.id(), words, whole: concise(&report) + "\n" + &plain(&report) }
        }
    };
    Case { name, line, outcome }
}
