//! A diagnostic as a machine reads it: a record; and records as one SARIF 2.1.0 log, for code hosts that show such logs
//! beside the source.

use super::full::Report;
use super::source::{Lines, Range};
use crate::explore::key;
use crate::scenario::text::{Code, Diagnostic, Span, visible};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Another place that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Related {
    /// Where.
    pub span: Range,
    /// What to say of it.
    pub label: String,
}

/// What to write instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Write {
    /// Instead of what.
    pub span: Range,
    /// The text, exactly.
    pub text: String,
}

/// Structures for a machine, each field with what it is of what they are made of; behind `where` what is made on the way.
macro_rules! told {
    ($($(#[$meta:meta])* $vis:vis $name:ident of $found:pat_param, $of:ty $(where { $($made:tt)* })? {
        $($(#[$about:meta])* $field:ident: $type:ty = $is:expr;)+
    })+) => { $(
        $(#[$meta])*
        #[derive(Serialize, JsonSchema)]
        $vis struct $name { $($(#[$about])* $vis $field: $type,)+ }

        impl From<$of> for $name {
            fn from($found: $of) -> $name {
                $($($made)*)?
                $name { $($field: $is,)+ }
            }
        }
    )+ };
}
#[cfg(feature = "cli")]
pub(crate) use told;

told! {
    /// A diagnostic with its places in lines and columns.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub Record of (report, lines, book, wrong), (&Report<'_>, &Lines<'_>, &str, &Diagnostic) where {
        let related = |(span, label): &(Span, String)| Related { span: lines.range(span), label: visible(label) };
    } {
        /// The file.
        file: String = report.path.to_owned();
        /// The kind of the error.
        code: &'static str = wrong.code.id();
        /// `error` or `warning`.
        severity: &'static str = wrong.code.severity().word();
        /// What is wrong.
        message: String = visible(&wrong.message);
        /// What to say under the token.
        label: String = visible(&wrong.label);
        /// The token.
        span: Range = lines.range(&wrong.span);
        /// Other places.
        related: Vec<Related> = wrong.related.iter().map(related).collect();
        /// What was expected.
        help: Vec<String> = wrong.help.iter().map(|help| visible(help)).collect();
        /// The clause it rests on.
        clause: Option<String> = wrong.clause.clone();
        /// The page of the book that prints the clause.
        page: Option<String> = wrong.page(book);
        /// The editions it was found under, of a file that names several.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        editions: Vec<String> = wrong.editions.iter().map(|edition| visible(edition)).collect();
        /// What to write instead, where it is known.
        fix: Option<Write> = wrong.fix.clone().map(|text| Write { span: lines.range(wrong.replaced()), text });
    }
}

/// The diagnostics of a file that are told as records, in their order; their pages at the address of a published book.
pub fn records_in(report: &Report, book: &str) -> Vec<Record> {
    let lines = Lines::new(report.text);
    report.told().iter().map(|wrong| (report, &lines, book, wrong).into()).collect()
}

/// The log of a run, from the records of all its files in their order. `more` says of which files there are more.
pub fn sarif(records: &[Record], more: &[String]) -> Value {
    let rule = |code: &Code| {
        // A kind's name as SARIF likes it: `WrongPayout`.
        let name: String = code.id().split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        json!({ "id": code.id(), "name": name, "shortDescription": { "text": code.says() } })
    };
    let rules: Vec<Value> = Code::ALL.iter().map(rule).collect();
    let mut seen = BTreeMap::new();
    let results: Vec<Value> = records.iter().map(|record| result(record, &mut seen)).collect();
    let mut log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            // Without this, columns would count UTF-16 units.
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { "SRCROOT": { "description": { "text": "The folder in which the check ran" } } },
            "results": results,
        }],
    });
    if !more.is_empty() {
        let note = |words: &String| json!({ "level": "note", "message": { "text": words } });
        let notes: Vec<Value> = more.iter().map(note).collect();
        log["runs"][0]["invocations"] = json!([{ "executionSuccessful": true, "toolExecutionNotifications": notes }]);
    }
    log
}

fn result(record: &Record, seen: &mut BTreeMap<String, usize>) -> Value {
    let help = record.help.iter().map(|help| format!("help: {help}"));
    let page = record.page.iter().map(|page| format!("book: {page}"));
    let is_said = record.label.is_empty() || record.message.contains(&record.label);
    let why = if is_said { String::new() } else { format!(": {}", record.label) };
    let message: Vec<String> = std::iter::once(record.message.clone() + &why).chain(help).chain(page).collect();
    let mut result = json!({
        "ruleId": record.code,
        "ruleIndex": Code::ALL.iter().position(|code| code.id() == record.code),
        "level": record.severity,
        "message": { "text": message.join("\n") },
        "locations": [{ "physicalLocation": place(&record.file, &record.span) }],
        "partialFingerprints": { "mouche/v1": fingerprint(record, seen) },
    });
    let related: Vec<Value> = record.related.iter().enumerate().map(|(id, related)| {
        json!({ "id": id, "physicalLocation": place(&record.file, &related.span), "message": { "text": related.label } })
    }).collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if let Some(fix) = &record.fix {
        result["fixes"] = json!([{ "description": { "text": "Write this instead" }, "artifactChanges": [{
            "artifactLocation": artifact(&record.file),
            "replacements": [{ "deletedRegion": region(&fix.span), "insertedContent": { "text": fix.text } }],
        }] }]);
    }
    if let Some(page) = &record.page {
        result["properties"] = json!({ "page": page, "clause": record.clause });
    }
    result
}

/// What stays the same when other lines change: the file, the kind, the words, and which of those that are alike.
fn fingerprint(record: &Record, seen: &mut BTreeMap<String, usize>) -> String {
    let same = format!("{}/{}/{}", record.file, record.code, record.message);
    let hash = key(&same);
    let nth = seen.entry(same).or_default();
    *nth += 1;
    format!("{hash}:{nth}")
}

fn place(file: &str, span: &Range) -> Value {
    json!({ "artifactLocation": artifact(file), "region": region(span) })
}

/// A relative path has the folder of the run as its base; one that is absolute stands alone.
fn artifact(file: &str) -> Value {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encoded = |byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let uri: String = file.replace('\\', "/").bytes().map(encoded).collect();
    match file.starts_with('/') {
        true => json!({ "uri": format!("file://{uri}") }),
        false => json!({ "uri": uri.trim_start_matches("./"), "uriBaseId": "SRCROOT" }),
    }
}

fn region(span: &Range) -> Value {
    json!({
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    })
}
