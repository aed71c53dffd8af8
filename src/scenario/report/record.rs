//! A diagnostic as a machine reads it: a record; and records as one SARIF 2.1.0 log, for code hosts that show such logs
//! beside the source.

use super::line::Report;
use super::source::{Lines, Range};
use crate::scenario::text::diagnostic::{Code, Diagnostic};
use crate::scenario::text::lex::visible;
use crate::scenario::text::syntax::Span;
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

/// A diagnostic with its places in lines and columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Record {
    /// The file.
    pub file: String,
    /// The kind of the error.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to say under the token.
    pub label: String,
    /// The token.
    pub span: Range,
    /// Other places.
    pub related: Vec<Related>,
    /// What was expected.
    pub help: Vec<String>,
    /// The clause it rests on.
    pub clause: Option<String>,
    /// The page of the book that prints the clause.
    pub page: Option<String>,
    /// The editions it was found under, of a file that names several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub editions: Vec<String>,
    /// What to write instead, where it is known.
    pub fix: Option<Write>,
}

/// The diagnostics of a file that are told as records, in their order.
pub fn records(report: &Report) -> Vec<Record> {
    records_in(report, "")
}

/// The same, their pages at the address of a published book.
pub fn records_in(report: &Report, book: &str) -> Vec<Record> {
    let lines = Lines::new(report.text);
    report.told().iter().map(|diagnostic| record(report.path, diagnostic, &lines, book)).collect()
}

fn record(path: &str, diagnostic: &Diagnostic, lines: &Lines, book: &str) -> Record {
    let span = lines.range(&diagnostic.span);
    let related = |(span, label): &(Span, String)| Related { span: lines.range(span), label: visible(label) };
    Record {
        file: path.to_owned(),
        code: diagnostic.code.id(),
        severity: diagnostic.code.severity().word(),
        message: visible(&diagnostic.message),
        label: visible(&diagnostic.label),
        span,
        related: diagnostic.related.iter().map(related).collect(),
        help: diagnostic.help.iter().map(|help| visible(help)).collect(),
        clause: diagnostic.clause.clone(),
        page: diagnostic.page(book),
        editions: diagnostic.editions.iter().map(|edition| visible(edition)).collect(),
        fix: diagnostic.fix.clone().map(|text| Write { span, text }),
    }
}

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The log of a run, from the records of all its files in their order. `more` says of which files there are more.
pub fn sarif(records: &[Record], more: &[String]) -> Value {
    let rules: Vec<Value> = Code::ALL.iter().map(|code| rule(*code)).collect();
    let mut seen = BTreeMap::new();
    let results: Vec<Value> = records.iter().map(|record| result(record, &mut seen)).collect();
    let mut log = json!({
        "$schema": SCHEMA,
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

fn rule(code: Code) -> Value {
    json!({ "id": code.id(), "name": name(code.id()), "shortDescription": { "text": code.says() } })
}

fn result(record: &Record, seen: &mut BTreeMap<String, usize>) -> Value {
    let index = Code::ALL.iter().position(|code| code.id() == record.code);
    let mut result = json!({
        "ruleId": record.code,
        "ruleIndex": index,
        "level": record.severity,
        "message": { "text": message(record) },
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

fn message(record: &Record) -> String {
    let help = record.help.iter().map(|help| format!("help: {help}"));
    let page = record.page.iter().map(|page| format!("book: {page}"));
    std::iter::once(record.message.clone()).chain(help).chain(page).collect::<Vec<_>>().join("\n")
}

/// What stays the same when other lines change: the file, the kind, the words, and which of those that are alike.
fn fingerprint(record: &Record, seen: &mut BTreeMap<String, usize>) -> String {
    let same = format!("{}/{}/{}", record.file, record.code, record.message);
    let nth = seen.entry(same.clone()).or_default();
    *nth += 1;
    format!("{:016x}:{nth}", fnv(same.as_bytes()))
}

/// FNV-1a, 64 bits: the same on every machine and in every version.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn place(file: &str, span: &Range) -> Value {
    json!({ "artifactLocation": artifact(file), "region": region(span) })
}

/// A relative path has the folder of the run as its base; one that is absolute stands alone.
fn artifact(file: &str) -> Value {
    let uri = encoded(&file.replace('\\', "/"));
    match file.starts_with('/') {
        true => json!({ "uri": format!("file://{uri}") }),
        false => json!({ "uri": uri.trim_start_matches("./"), "uriBaseId": "SRCROOT" }),
    }
}

fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn region(span: &Range) -> Value {
    json!({
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    })
}

/// A kind's name as SARIF likes it: `WrongPayout`.
fn name(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(word).collect()
}
