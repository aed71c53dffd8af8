//! Places of a text as lines, columns and bytes.

use crate::scenario::text::{Span, without_byte_order_mark};
use schemars::JsonSchema;
use serde::Serialize;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct LineColumn {
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1; a byte order mark is none.
    pub column: usize,
    /// Its byte, from 0; a byte order mark counts.
    pub byte: usize,
}

/// A stretch of a file; its end is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Range")]
pub struct LineColumnRange {
    /// Its beginning.
    pub start: LineColumn,
    /// The place after its last character.
    pub end: LineColumn,
}

/// A text, and the bytes at which its lines begin.
pub(super) struct LineIndex<'a> {
    pub(super) text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    pub(super) fn new(text: &'a str) -> LineIndex<'a> {
        let mark = text.len() - without_byte_order_mark(text).len();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(mark)
            .chain(ends.map(|(at, _)| at + 1))
            .collect();
        LineIndex { text, starts }
    }

    /// Returns a span within the text and on character boundaries: never less than what the span covered of the text.
    pub(super) fn clamp(&self, span: &Span) -> Span {
        let length = self.text.len();
        let mut start = span.start.min(length);
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = span.end.max(span.start).min(length);
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let start = start.max(self.starts[0]);
        start..end.max(start)
    }

    /// Returns the line of a byte, from 0.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= byte)
            .saturating_sub(1)
    }

    /// Returns the line and the column of a byte.
    pub(super) fn place(&self, byte: usize) -> LineColumn {
        let line = self.line(byte);
        let before = self.text.get(self.starts[line]..byte).unwrap_or("");
        LineColumn {
            line: line + 1,
            column: before.chars().count() + 1,
            byte,
        }
    }

    /// Returns a span in lines and columns, after [`LineIndex::clamp`].
    pub(super) fn range(&self, span: &Span) -> LineColumnRange {
        let span = self.clamp(span);
        LineColumnRange {
            start: self.place(span.start),
            end: self.place(span.end),
        }
    }

    /// Returns the place of a line, with the characters that end it.
    pub(super) fn line_span(&self, line: usize) -> Span {
        let next = self.starts.get(line + 1).copied();
        self.starts[line]..next.unwrap_or(self.text.len())
    }
}
