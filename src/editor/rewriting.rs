//! The file as the program would write it, as edits of the lines that change.

use super::document::Document;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::Span;
use crate::scenario::{Fill, Rewritten, bless, check, format};
use lsp_types::TextEdit;
use similar::{DiffOp, TextDiff};

/// The file in its canonical spelling, unless something in it cannot be read.
pub(super) fn spelled(document: &Document) -> Option<String> {
    new_text(document, format(document.text.as_bytes()))
}

/// The file with what the program can fill in, unless something else is wrong with it.
pub(super) fn filled(document: &Document, fill: Fill) -> Option<String> {
    new_text(document, bless(&document.path(), document.text.as_bytes(), fill))
}

fn new_text(document: &Document, rewritten: Rewritten) -> Option<String> {
    match rewritten {
        Rewritten::Text(text, _) if text != document.text => Some(text),
        _ => None,
    }
}

/// What makes a file into another text: whole lines, and only those that differ.
pub(super) fn edits(document: &Document, text: &str) -> Vec<TextEdit> {
    let lines = document.lines();
    let diff = TextDiff::from_lines(document.text.as_str(), text);
    let place = |line: usize| diff.iter_old_slices().take(line).map(str::len).sum::<usize>();
    let edit = |op: &DiffOp| {
        let (old, new) = (op.old_range(), op.new_range());
        let written = diff.iter_new_slices().skip(new.start).take(new.len()).collect();
        TextEdit::new(lines.range(&(place(old.start)..place(old.end))), written)
    };
    diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. })).map(edit).collect()
}

/// What is said of the `?` at this place of a text: of each edition, if they do not agree.
pub(super) fn fillings(path: &str, text: &str, place: usize) -> Vec<Diagnostic> {
    let is_it = |wrong: &Diagnostic| wrong.code == Code::Unfilled && wrong.span.start == place && wrong.fix.is_some();
    check(path, text.as_bytes()).diagnostics.into_iter().filter(is_it).collect()
}

/// What is said of an expectation that stands in a text, as if it were left open.
pub(super) fn opened(path: &str, text: &str, span: &Span) -> Vec<Diagnostic> {
    let mut open = text.to_owned();
    open.replace_range(span.clone(), "?");
    fillings(path, &open, span.start)
}
