//! Records as a SARIF 2.1.0 log.

use super::diagnostic_record::{Record, UnreadableFile};
use crate::explore::fingerprint_in_hex;
use crate::scenario::text::Code;
use askama::Template;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Template)]
#[template(path = "sarif.json", escape = "none")]
struct SarifLog<'a> {
    records: &'a [Record],
    fingerprints: Vec<String>,
    unreadable: &'a [UnreadableFile],
    more: &'a [String],
    /// The address of the published book; empty if none is known.
    book: &'a str,
}

/// Returns the log of a run, from the records of all its files in their order, and the files that could not be read. `omitted_summaries`
/// says of which files there are more records. `book` is the address of the published book, or empty.
pub fn render_sarif(
    records: &[Record],
    unreadable: &[UnreadableFile],
    omitted_summaries: &[String],
    book: &str,
) -> Value {
    let log = SarifLog {
        records,
        fingerprints: fingerprints(records),
        unreadable,
        more: omitted_summaries,
        book,
    }
    .render()
    .expect("text has room");
    serde_json::from_str(&log).expect("a template of JSON")
}

/// Returns a fingerprint of each record, which stays when other lines of the file change: a hash of the file, the code and the
/// message, and a number that distinguishes records in which all of these are equal.
fn fingerprints(records: &[Record]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut fingerprints = Vec::new();
    for record in records {
        let key = format!("{}/{}/{}", record.file, record.code, record.message);
        let hash = fingerprint_in_hex(&key);
        let count = counts.entry(key).or_insert(0);
        *count += 1;
        fingerprints.push(format!("{hash}:{count}"));
    }
    fingerprints
}

/// Returns a text as a string of JSON.
fn json_string(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns the name of a code in SARIF's spelling: `WrongPayout` for `wrong-payout`.
fn rule_name(id: &str) -> String {
    id.split('-')
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

/// Returns what helps with a code: what it means, and where more is said.
fn rule_help(code: &Code) -> String {
    let id = code.id();
    format!(
        "{} `mouche explain {id}` says more, and the chapter on messages has an example.",
        code.words()
    )
}

/// Returns the page of a published book that explains a code.
fn rule_page(book: &str, code: &Code) -> String {
    let book = book.trim_end_matches('/');
    format!("{book}/writing/messages.html#{}", code.id())
}

/// Returns the index of a code among the rules of the log.
fn sarif_rule_index(id: &str) -> usize {
    Code::ALL
        .iter()
        .position(|code| code.id() == id)
        .unwrap_or_default()
}

/// Returns the message of a record with its label, unless the message contains that, and lines for its help and its page.
fn sarif_message(record: &Record) -> String {
    let mut message = record.message.clone();
    if !message.contains(&record.label) {
        message += &format!(": {}", record.label);
    }
    for help in &record.help {
        message += &format!("\nhelp: {help}");
    }
    if let Some(page) = &record.page {
        message += &format!("\nbook: {page}");
    }
    message
}

/// Returns the location of a file in SARIF. A relative path has the folder of the run as its base; an absolute one stands alone.
fn artifact_location(file: &str) -> Value {
    let mut uri = String::new();
    for byte in file.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    if file.starts_with('/') {
        json!({ "uri": format!("file://{uri}") })
    } else {
        json!({ "uri": uri.trim_start_matches("./"), "uriBaseId": "SRCROOT" })
    }
}
