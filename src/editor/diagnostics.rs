//! What is wrong with a file, as an editor underlines it.

use super::document::Document;
use super::position::Lines;
use crate::scenario::diagnostic::{Diagnostic, Severity};
use crate::scenario::render::under;
use crate::scenario::visible;
use lsp_types::{
    CodeDescription, Diagnostic as Told, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams,
};

/// All that is wrong with a file, and what its author may want to know. `book` is the address of the published book, or
/// empty.
pub(super) fn published(document: &Document, book: &str) -> PublishDiagnosticsParams {
    let lines = document.lines();
    let all = found(document).map(|wrong| told(document, wrong, &lines, book)).collect();
    PublishDiagnosticsParams::new(document.uri.clone(), all, Some(document.version))
}

/// The same, as the program has them.
pub(super) fn found(document: &Document) -> impl Iterator<Item = &Diagnostic> {
    let checked = document.is_ours().then(|| document.checked());
    checked.into_iter().flat_map(|checked| checked.diagnostics.iter().chain(&checked.warnings))
}

/// One of them.
pub(super) fn told(document: &Document, wrong: &Diagnostic, lines: &Lines, book: &str) -> Told {
    let related = |(span, label): &(_, String)| DiagnosticRelatedInformation {
        location: Location::new(document.uri.clone(), lines.range(span)),
        message: visible(label),
    };
    let page = wrong.page(book).filter(|_| !book.is_empty()).and_then(|page| page.parse().ok());
    Told {
        range: lines.range(&wrong.span),
        severity: Some(match wrong.code.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(wrong.code.id().to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("mouche".to_owned()),
        message: words(wrong),
        related_information: Some(wrong.related.iter().map(related).collect()).filter(|all: &Vec<_>| !all.is_empty()),
        ..Told::default()
    }
}

/// What is wrong, what is said under the token, and what was expected: a line each.
pub(super) fn words(wrong: &Diagnostic) -> String {
    let under = under(wrong).map_or_else(String::new, |editions| format!(" (under {editions})"));
    let head = wrong.message.clone() + &under;
    let label = Some(&wrong.label).filter(|label| !label.is_empty());
    let lines = std::iter::once(&head).chain(label).chain(&wrong.help);
    let clause = wrong.clause.iter().map(|clause| format!("clause: {clause}"));
    lines.cloned().chain(clause).map(|line| visible(&line)).collect::<Vec<_>>().join("\n")
}
