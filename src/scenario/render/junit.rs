//! Verdicts as JUnit's XML: a suite a file, a case a hand. No clock is read: cases have no times.

use super::xml::{Element, document};
use super::{Report, concise, plain};
use crate::scenario::checked::Checked;
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::words::visible;
use std::ops::Range;

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
    Fails { code: &'static str, message: String, whole: String },
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
            let alone = editions.len() == 1;
            let name =
                if alone { format!("hand {}", index + 1) } else { format!("hand {} under {edition}", index + 1) };
            let wrong = inside(checked, place, edition);
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
    let all = suites.iter().flat_map(|suite| &suite.cases);
    let root = counted(Element::new("testsuites").with("name", env!("CARGO_PKG_NAME")), all);
    document(&suites.iter().map(element).fold(root, Element::holding))
}

fn element(suite: &Suite) -> Element {
    let head = counted(Element::new("testsuite").with("name", &suite.name), suite.cases.iter());
    let head = head.with("skipped", &count(suite.cases.iter(), |outcome| matches!(outcome, Outcome::NotPlayed)));
    suite.cases.iter().map(case_element).fold(head, Element::holding)
}

fn counted<'a>(element: Element, cases: impl Iterator<Item = &'a Case> + Clone) -> Element {
    let failures = count(cases.clone(), |outcome| matches!(outcome, Outcome::Fails { .. }));
    let errors = count(cases.clone(), |outcome| matches!(outcome, Outcome::Unreadable(_)));
    element.with("tests", &count(cases, |_| true)).with("failures", &failures).with("errors", &errors)
}

fn count<'a>(cases: impl Iterator<Item = &'a Case>, is: impl Fn(&Outcome) -> bool) -> String {
    cases.filter(|case| is(&case.outcome)).count().to_string()
}

fn case_element(case: &Case) -> Element {
    let element = Element::new("testcase").with("name", &case.name).with("classname", &case.file);
    let element = element.with("file", &case.file).with("line", &case.line.to_string());
    match &case.outcome {
        Outcome::Holds => element,
        Outcome::NotPlayed => {
            let why = "not played, because of what is wrong before it";
            element.holding(Element::new("skipped").with("message", why))
        }
        Outcome::Fails { code, message, whole } => {
            let failure = Element::new("failure").with("message", message).with("type", code);
            element.holding(failure.saying(whole))
        }
        Outcome::Unreadable(why) => {
            element.holding(Element::new("error").with("message", why).with("type", "unreadable"))
        }
    }
}

fn inside<'a>(checked: &'a Checked, place: &Range<usize>, edition: &str) -> Vec<&'a Diagnostic> {
    let of = |wrong: &&Diagnostic| wrong.editions.is_empty() || wrong.editions.iter().any(|under| under == edition);
    checked.diagnostics.iter().filter(|wrong| place.contains(&wrong.span.start)).filter(of).collect()
}

fn case(checked: &Checked, name: String, start: usize, wrong: &[&Diagnostic], played: bool) -> Case {
    let line = checked.text.as_bytes().iter().take(start).filter(|byte| **byte == b'\n').count() + 1;
    Case { name, file: visible(&checked.path), line, outcome: outcome(checked, wrong, played) }
}

fn outcome(checked: &Checked, wrong: &[&Diagnostic], played: bool) -> Outcome {
    let Some(first) = wrong.first() else {
        return if played { Outcome::Holds } else { Outcome::NotPlayed };
    };
    let all: Vec<Diagnostic> = wrong.iter().map(|wrong| (*wrong).clone()).collect();
    let report = Report { path: &checked.path, text: &checked.text, diagnostics: &all };
    let more = if all.len() > 1 { format!(" (and {} more)", all.len() - 1) } else { String::new() };
    let message = format!("{}{more}", visible(&first.message));
    Outcome::Fails { code: first.code.id(), message, whole: concise(&report) + "\n" + &plain(&report) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;

    const HELD: &str = include_str!("../../../scenarios/mouche-1718/denise-must-trump.md");
    const TWO: &str = include_str!("../../../scenarios/compared/one-line-of-1730.md");

    fn told(text: &str) -> String {
        junit(&[suite(&check("a<b.md", text.as_bytes()))])
    }

    #[test]
    fn a_case_a_hand_and_edition() {
        let whole = told(HELD);
        assert!(
            whole.contains(r#"<testcase name="hand 1" classname="a&lt;b.md" file="a&lt;b.md" line="14"/>"#),
            "{whole}"
        );
        assert!(told(TWO).contains(r#"name="hand 2 under mouche-1730""#));
        assert!(told(TWO).contains(r#"tests="4" failures="0" errors="0" skipped="0""#), "{}", told(TWO));
    }

    #[test]
    fn what_fails_is_told_in_its_hand() {
        let whole = told(&TWO.replacen("Lise takes 20", "Lise takes 15", 1));
        assert!(whole.contains(r#"tests="4" failures="1" errors="0" skipped="0""#), "{whole}");
        assert!(whole.contains(r#"<failure message="Lise takes 20" type="wrong-payout">"#), "{whole}");
        let whole = told(&HELD.replace("Bertrand folds", "Bertrand flods"));
        assert!(whole.contains(r#"<failure message="expected"#), "{whole}");
        let whole = told(&HELD.replace("edition", "edtion"));
        assert!(whole.contains(r#"name="header""#) && whole.contains(r#"failures="1""#), "{whole}");
    }
}
