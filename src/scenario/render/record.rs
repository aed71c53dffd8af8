//! A diagnostic as a machine reads it.

use super::Report;
use super::lines::Lines;
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::syntax::Span;
use crate::scenario::words::visible;
use schemars::JsonSchema;
use serde::Serialize;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1; a byte order mark is none.
    pub column: usize,
    /// Its byte, from 0; a byte order mark counts.
    pub byte: usize,
}

/// A stretch of a file; its end is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Range {
    /// Its beginning.
    pub start: Place,
    /// What follows it.
    pub end: Place,
}

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
    let span = range(&diagnostic.span, lines);
    let related = |(span, label): &(Span, String)| Related { span: range(span, lines), label: visible(label) };
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

fn range(span: &Span, lines: &Lines) -> Range {
    let span = lines.clamp(span);
    Range { start: lines.place(span.start), end: lines.place(span.end) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::diagnostic::Code;

    #[test]
    fn a_record_has_its_places() {
        let diagnostics = [Diagnostic::new(Code::BadCard, 5..8, "x").help("y").fix("9♥")];
        let found = records(&Report { path: "a.md", text: "é\n1 ♥", diagnostics: &diagnostics });
        let json = serde_json::to_value(&found).unwrap_or_default();
        let place = |line, column, byte| serde_json::json!({ "line": line, "column": column, "byte": byte });
        let span = serde_json::json!({ "start": place(2, 3, 5), "end": place(2, 4, 8) });
        assert_eq!(json[0]["span"], span);
        assert_eq!(json[0]["fix"], serde_json::json!({ "span": span, "text": "9♥" }));
        assert_eq!((&json[0]["code"], &json[0]["severity"]), (&"bad-card".into(), &"error".into()));
    }
}
