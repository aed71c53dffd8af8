//! The file as the program would write it, as edits of the lines that change.

use super::document::Document;
use crate::scenario::{Fill, Rewritten, bless, format};
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
