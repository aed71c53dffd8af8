//! Verdicts as machines read them: records, a SARIF 2.1.0 log of them, and suites of JUnit's XML, without times.

use super::{LineColumnRange, LineIndex, Report, render_concise, render_plain};
use crate::explore::fingerprint_key;
use crate::scenario::replay::check::Checked;
use crate::scenario::replay::story::Story;
use crate::scenario::text::{Code, Diagnostic, Span, escape_hidden};
use askama::Template;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Another place that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Related")]
pub struct RelatedPlace {
    /// Where.
    pub span: LineColumnRange,
    /// What to say of it.
    pub label: String,
}

/// What to write instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Write")]
pub struct SuggestedText {
    /// Instead of what.
    pub span: LineColumnRange,
    /// The text, exactly.
    pub text: String,
    /// How sure it is, in the words of rustc: `machine-applicable` is what `check --fix` writes, and the file then holds at that
    /// place; `maybe-incorrect` is for an author to decide.
    pub applicability: &'static str,
}

/// Structures for a machine, each field with what it is of what they are made of; behind `where` what is made on the way. A
/// field is left out where it is as `unless` says.
macro_rules! json_struct {
    ($($(#[$meta:meta])* $vis:vis $name:ident of $found:pat_param, $of:ty $(where { $($made:tt)* })? {
        $($(#[$about:meta])* $field:ident $(unless $none:literal)?: $type:ty = $is:expr;)+
    })+) => { $(
        #[derive(Serialize, JsonSchema)]
        $(#[$meta])*
        $vis struct $name { $($(#[$about])* $(#[serde(skip_serializing_if = $none)])? $vis $field: $type,)+ }

        impl From<$of> for $name {
            fn from($found: $of) -> $name {
                $($($made)*)?
                $name { $($field: $is,)+ }
            }
        }
    )+ };
}
#[cfg(feature = "cli")]
pub(crate) use json_struct;

json_struct! {
    /// A diagnostic with its places in lines and columns.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub Record of (report, lines, book, wrong), (&Report<'_>, &LineIndex<'_>, &str, &Diagnostic) where {
        let related = |(span, label): &(Span, String)| RelatedPlace { span: lines.range(span), label: escape_hidden(label) };
    } {
        /// The file.
        file: String = report.path.to_owned();
        /// The kind of the error.
        code: &'static str = wrong.code.id();
        /// `error` or `warning`.
        severity: &'static str = wrong.code.severity();
        /// What is wrong.
        message: String = escape_hidden(&wrong.message);
        /// What to say under the token.
        label: String = escape_hidden(&wrong.label);
        /// The token.
        span: LineColumnRange = lines.range(&wrong.span);
        /// Other places.
        related: Vec<RelatedPlace> = wrong.related.iter().map(related).collect();
        /// What was expected.
        help: Vec<String> = wrong.help.iter().map(|help| escape_hidden(help)).collect();
        /// The clause it rests on.
        clause: Option<String> = wrong.clause.clone();
        /// The page of the book that prints the clause.
        page: Option<String> = wrong.book_page(book);
        /// The editions it was found under, of a file that names several.
        editions unless "Vec::is_empty": Vec<String> = wrong.editions.iter().map(|edition| escape_hidden(edition)).collect();
        /// What to write instead, where it is known.
        fix: Option<SuggestedText> = wrong.fix.clone().map(|text| SuggestedText {
            span: lines.range(wrong.span_to_replace()),
            text,
            applicability: wrong.applicability().id(),
        });
    }
}

/// Returns the diagnostics of a file that are told as records, in their order; their pages at the address of a published book.
pub fn diagnostic_records(report: &Report, book: &str) -> Vec<Record> {
    let lines = LineIndex::new(report.text);
    report
        .reported()
        .iter()
        .map(|wrong| (report, &lines, book, wrong).into())
        .collect()
}

#[derive(Template)]
#[template(path = "sarif.json", escape = "none")]
struct SarifLog<'a> {
    records: &'a [Record],
    fingerprints: Vec<String>,
    unreadable: &'a [UnreadableFile],
    more: &'a [String],
}

/// A file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Unreadable")]
pub struct UnreadableFile {
    /// The file.
    pub file: String,
    /// Why it could not be read.
    pub message: String,
}

/// Returns the log of a run, from the records of all its files in their order, and the files that could not be read. `more`
/// says of which files there are more records.
pub fn render_sarif(records: &[Record], unreadable: &[UnreadableFile], more: &[String]) -> Value {
    let mut seen = BTreeMap::new();
    // What stays the same when other lines change: the file, the kind, the words, and which of those that are alike.
    let fingerprint = |record: &Record| {
        let same = format!("{}/{}/{}", record.file, record.code, record.message);
        let hash = fingerprint_key(&same);
        let nth = seen.entry(same).or_insert(0);
        *nth += 1;
        format!("{hash}:{nth}")
    };
    let fingerprints = records.iter().map(fingerprint).collect();
    let log = SarifLog {
        records,
        fingerprints,
        unreadable,
        more,
    }
    .render()
    .expect("text has room");
    serde_json::from_str(&log).expect("a template of JSON")
}

fn json_string(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns a kind's name as SARIF likes it: `WrongPayout`.
fn rule_name(id: &str) -> String {
    id.split('-')
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

fn rule_index(id: &str) -> usize {
    Code::ALL
        .iter()
        .position(|code| code.id() == id)
        .unwrap_or_default()
}

fn sarif_message(record: &Record) -> String {
    let is_said = record.label.is_empty() || record.message.contains(&record.label);
    let why = if is_said {
        String::new()
    } else {
        format!(": {}", record.label)
    };
    let help = record.help.iter().map(|help| format!("\nhelp: {help}"));
    let page = record.page.iter().map(|page| format!("\nbook: {page}"));
    std::iter::once(record.message.clone() + &why)
        .chain(help)
        .chain(page)
        .collect()
}

/// Returns the location of a file in SARIF. A relative path has the folder of the run as its base; an absolute one stands alone.
fn artifact_location(file: &str) -> Value {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encoded = |byte| {
        if is_plain(byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    let uri: String = file.replace('\\', "/").bytes().map(encoded).collect();
    match file.starts_with('/') {
        true => json!({ "uri": format!("file://{uri}") }),
        false => json!({ "uri": uri.trim_start_matches("./"), "uriBaseId": "SRCROOT" }),
    }
}

/// The suite of a file.
#[derive(Clone, Debug)]
pub struct JunitSuite {
    name: String,
    cases: Vec<JunitCase>,
}

#[derive(Clone, Debug)]
struct JunitCase {
    name: String,
    line: usize,
    outcome: CaseOutcome,
}

#[derive(Clone, Debug)]
enum CaseOutcome {
    Holds,
    NotPlayed,
    Fails {
        code: &'static str,
        words: String,
        whole: String,
    },
    Unreadable(String),
}

/// Returns the suite of one file: a case a hand and edition; what is wrong outside of any hand is the case `header`.
pub fn junit_suite(checked: &Checked) -> JunitSuite {
    let places = checked.hand_places();
    let before = places
        .first()
        .map_or(checked.text.len() + 1, |first| first.start);
    let case = |name, start, is_played, is_of_it: &dyn Fn(&Diagnostic) -> bool| {
        let line = checked
            .text
            .as_bytes()
            .iter()
            .take(start)
            .filter(|byte| **byte == b'\n')
            .count()
            + 1;
        let wrong: Vec<Diagnostic> = checked
            .diagnostics
            .iter()
            .filter(|wrong| is_of_it(wrong))
            .cloned()
            .collect();
        JunitCase {
            name,
            line,
            outcome: case_outcome(checked, &wrong, is_played),
        }
    };
    let header = case("header".into(), 0, true, &|wrong| wrong.span.start < before);
    let is_told = places.is_empty() || !matches!(header.outcome, CaseOutcome::Holds);
    let mut cases = Vec::from_iter(Some(header).filter(|_| is_told));
    let editions = checked.edition_names();
    for (place, number) in places.iter().zip(1..) {
        for edition in &editions {
            let under = if editions.len() == 1 {
                String::new()
            } else {
                format!(" under {edition}")
            };
            let stories = checked
                .stories
                .iter()
                .filter(|story| story.rules.id == *edition);
            let is_played = stories
                .flat_map(Story::frames)
                .any(|step| step.hand == number);
            cases.push(case(
                format!("hand {number}{under}"),
                place.start,
                is_played,
                &|wrong| {
                    let is_under = wrong.editions.is_empty()
                        || wrong.editions.iter().any(|under| under == edition);
                    is_under && place.contains(&wrong.span.start)
                },
            ));
        }
    }
    JunitSuite {
        name: escape_hidden(&checked.path),
        cases,
    }
}

/// Returns the suite of a file that could not be read.
pub fn unreadable_suite(path: &str, why: &str) -> JunitSuite {
    let outcome = CaseOutcome::Unreadable(escape_hidden(why));
    JunitSuite {
        name: escape_hidden(path),
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

/// Returns how many cases there are, and of these how many fail, cannot be read, and are not played.
fn count_outcomes(suites: &[JunitSuite]) -> [usize; 4] {
    let count = |is: fn(&CaseOutcome) -> bool| {
        suites
            .iter()
            .flat_map(|suite| &suite.cases)
            .filter(|case| is(&case.outcome))
            .count()
    };
    [
        count(|_| true),
        count(|outcome| matches!(outcome, CaseOutcome::Fails { .. })),
        count(|outcome| matches!(outcome, CaseOutcome::Unreadable(_))),
        count(|outcome| matches!(outcome, CaseOutcome::NotPlayed)),
    ]
}

/// Text as XML may hold it. Characters that XML 1.0 has no way to write become U+FFFD.
fn escape_xml(text: &str) -> String {
    let has_no_way =
        |c: char| c < ' ' && c != '\n' && c != '\t' || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let text = text.replace(has_no_way, "\u{FFFD}");
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn escape_attribute(words: &str) -> String {
    escape_xml(words).replace('"', "&quot;")
}

fn case_outcome(checked: &Checked, wrong: &[Diagnostic], is_played: bool) -> CaseOutcome {
    let Some(first) = wrong.first() else {
        return if is_played {
            CaseOutcome::Holds
        } else {
            CaseOutcome::NotPlayed
        };
    };
    let report = Report {
        path: &checked.path,
        text: &checked.text,
        diagnostics: wrong,
    };
    let more = if wrong.len() == 1 {
        String::new()
    } else {
        format!(" (and {} more)", wrong.len() - 1)
    };
    let words = format!("{}{more}", escape_hidden(&first.message));
    CaseOutcome::Fails {
        code: first.code.id(),
        words,
        whole: render_concise(&report) + "\n" + &render_plain(&report),
    }
}
