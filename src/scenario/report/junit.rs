//! Verdicts as JUnit's XML: a suite a file, a case a hand. No clock is read: cases have no times.

use super::full::plain;
use super::full::{Report, concise};
use crate::scenario::replay::check::Checked;
use crate::scenario::text::diagnostic::Diagnostic;
use crate::scenario::text::lex::visible;

/// The suite of a file, and its counts.
#[derive(Clone, Debug)]
pub struct Suite {
    name: String,
    cases: Vec<Case>,
}

#[derive(Clone, Debug)]
struct Case {
    name: String,
    file: String,
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
    let header: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|wrong| wrong.span.start < before).collect();
    let mut cases = Vec::new();
    if !header.is_empty() || places.is_empty() {
        cases.push(case(checked, "header".into(), 0, &header, true));
    }
    let editions = checked.edition_names();
    for (index, place) in places.iter().enumerate() {
        for edition in &editions {
            let under = if editions.len() == 1 { String::new() } else { format!(" under {edition}") };
            let name = format!("hand {}{under}", index + 1);
            let inside = |wrong: &&Diagnostic| {
                let is_of_it = wrong.editions.is_empty() || wrong.editions.iter().any(|under| under == edition);
                is_of_it && place.contains(&wrong.span.start)
            };
            let wrong: Vec<&Diagnostic> = checked.diagnostics.iter().filter(inside).collect();
            cases.push(case(checked, name, place.start, &wrong, checked.is_played(edition, index + 1)));
        }
    }
    Suite { name: visible(&checked.path), cases }
}

/// A file that could not be read at all.
pub fn unreadable(path: &str, why: &str) -> Suite {
    let file = visible(path);
    let outcome = Outcome::Unreadable(visible(why));
    Suite { name: file.clone(), cases: vec![Case { name: "file".into(), file, line: 1, outcome }] }
}

/// All suites of a run, as a document.
pub fn junit(suites: &[Suite]) -> String {
    let all = counts(suites.iter().flat_map(|suite| &suite.cases));
    let name = [("name", env!("CARGO_PKG_NAME").to_owned())];
    let attributes = name.into_iter().chain(all).filter(|(name, _)| *name != "skipped");
    let suite = |suite: &Suite| {
        let attributes = [("name", suite.name.clone())].into_iter().chain(counts(suite.cases.iter()));
        let inside: String = suite.cases.iter().map(whole_case).collect();
        element(1, "testsuite", attributes, "", &inside)
    };
    let inside: String = suites.iter().map(suite).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", element(0, "testsuites", attributes, "", &inside))
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case> + Clone) -> [(&'static str, String); 4] {
    let count = |is: fn(&Outcome) -> bool| cases.clone().filter(|case| is(&case.outcome)).count().to_string();
    [
        ("tests", count(|_| true)),
        ("failures", count(|outcome| matches!(outcome, Outcome::Fails { .. }))),
        ("errors", count(|outcome| matches!(outcome, Outcome::Unreadable(_)))),
        ("skipped", count(|outcome| matches!(outcome, Outcome::NotPlayed))),
    ]
}

fn whole_case(case: &Case) -> String {
    let message = |words: &str| ("message", words.to_owned());
    let kind = |kind: &str| ("type", kind.to_owned());
    let inside = match &case.outcome {
        Outcome::Holds => String::new(),
        Outcome::NotPlayed => {
            element(3, "skipped", [message("not played, because of what is wrong before it")], "", "")
        }
        Outcome::Fails { code, words, whole } => element(3, "failure", [message(words), kind(code)], whole, ""),
        Outcome::Unreadable(why) => element(3, "error", [message(why), kind("unreadable")], "", ""),
    };
    let Case { name, file, line, .. } = case;
    let attributes =
        [("name", name.clone()), ("classname", file.clone()), ("file", file.clone()), ("line", line.to_string())];
    element(2, "testcase", attributes, "", &inside)
}

fn element(
    depth: usize,
    name: &str,
    attributes: impl IntoIterator<Item = (&'static str, String)>,
    text: &str,
    inside: &str,
) -> String {
    let indent = "  ".repeat(depth);
    let attribute = |(name, value): (&str, String)| format!(" {name}=\"{}\"", escaped(&value, true));
    let attributes: String = attributes.into_iter().map(attribute).collect();
    match (text, inside) {
        ("", "") => format!("{indent}<{name}{attributes}/>\n"),
        (_, "") => format!("{indent}<{name}{attributes}>{}</{name}>\n", escaped(text, false)),
        _ => format!("{indent}<{name}{attributes}>\n{inside}{indent}</{name}>\n"),
    }
}

/// Text as XML may hold it. Characters that XML 1.0 has no way to write become U+FFFD.
fn escaped(text: &str, attribute: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' if attribute => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' if attribute => escaped.push_str(&format!("&#{};", character as u32)),
            '\n' | '\t' => escaped.push(character),
            '\u{0}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

fn case(checked: &Checked, name: String, start: usize, wrong: &[&Diagnostic], played: bool) -> Case {
    let line = checked.text.as_bytes().iter().take(start).filter(|byte| **byte == b'\n').count() + 1;
    let all: Vec<Diagnostic> = wrong.iter().map(|wrong| (*wrong).clone()).collect();
    let outcome = match &all[..] {
        [] if played => Outcome::Holds,
        [] => Outcome::NotPlayed,
        [first, others @ ..] => {
            let report = Report { path: &checked.path, text: &checked.text, diagnostics: &all };
            let more = if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
            let words = format!("{}{more}", visible(&first.message));
            Outcome::Fails { code: first.code.id(), words, whole: concise(&report) + "\n" + &plain(&report) }
        }
    };
    Case { name, file: visible(&checked.path), line, outcome }
}
