//! Diagnostics as records for machines.

use super::{FileDiagnostics, LineColumnRange, LineIndex};
use crate::scenario::text::{Diagnostic, name_hidden_characters};
use schemars::JsonSchema;
use serde::Serialize;

/// Another place that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Related")]
pub struct RelatedPlace {
    /// The place.
    pub span: LineColumnRange,
    /// The words about it.
    pub label: String,
}

/// A text to write instead of a stretch of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Write")]
pub struct SuggestedText {
    /// The stretch that it replaces.
    pub span: LineColumnRange,
    /// The text, exactly.
    pub text: String,
    /// The certainty of the fix, in the words of rustc: `machine-applicable` is what `check --fix` writes, and the file then holds at that
    /// place; `maybe-incorrect` is for an author to decide.
    pub applicability: &'static str,
}

/// Declares structures that are printed as JSON. `of` names the values that a structure is made from, and each field has the
/// expression for its value. A field with `unless` is left out where that function returns true of it.
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
    pub Record of (report, lines, book, wrong), (&FileDiagnostics<'_>, &LineIndex<'_>, &str, &Diagnostic) {
        /// The file.
        file: String = report.path.to_owned();
        /// The kind of the error.
        code: &'static str = wrong.code.id();
        /// `error` or `warning`.
        severity: &'static str = wrong.code.severity();
        /// The mistake.
        message: String = name_hidden_characters(&wrong.message);
        /// The words under the token.
        label: String = name_hidden_characters(&wrong.label);
        /// The token.
        span: LineColumnRange = lines.range(&wrong.span);
        /// Other places.
        related: Vec<RelatedPlace> = related_places(wrong, lines);
        /// The expected text, and other help.
        help: Vec<String> = wrong.help.iter().map(|help| name_hidden_characters(help)).collect();
        /// The clause it rests on.
        clause: Option<String> = wrong.clause.clone();
        /// The page of the book that prints the clause.
        page: Option<String> = wrong.clause_or_message_page(book);
        /// The editions it was found under, of a file that names several.
        editions unless "Vec::is_empty": Vec<String> = wrong.editions.iter().map(|edition| name_hidden_characters(edition)).collect();
        /// The text to write instead, where it is known.
        fix: Option<SuggestedText> = wrong.fix.clone().map(|text| SuggestedText {
            span: lines.range(wrong.span_to_replace()),
            text,
            applicability: wrong.applicability().id(),
        });
    }
}

/// Returns the other places of a diagnostic.
fn related_places(diagnostic: &Diagnostic, lines: &LineIndex) -> Vec<RelatedPlace> {
    let mut places = Vec::new();
    for (span, label) in &diagnostic.related {
        places.push(RelatedPlace {
            span: lines.range(span),
            label: name_hidden_characters(label),
        });
    }
    places
}

/// Returns a record of each diagnostic of a file that is shown, in their order. `book` is the address of the published book,
/// where the pages of clauses are.
pub fn diagnostic_records(report: &FileDiagnostics, book: &str) -> Vec<Record> {
    let lines = LineIndex::new(report.text);
    report
        .shown_diagnostics()
        .iter()
        .map(|wrong| (report, &lines, book, wrong).into())
        .collect()
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
