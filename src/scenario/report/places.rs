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
    /// What follows it.
    pub end: LineColumn,
}

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

    /// Returns the span within the text and on character boundaries; never less than what it covered of the text.
    pub(super) fn clamp(&self, span: &Span) -> Span {
        let (last, is_whole) = (self.text.len(), |at: &usize| {
            self.text.is_char_boundary(*at)
        });
        let start = (0..=span.start.min(last))
            .rev()
            .find(is_whole)
            .unwrap_or(0)
            .max(self.starts[0]);
        let end = (span.end.max(span.start)..last)
            .find(is_whole)
            .unwrap_or(last)
            .max(start);
        start..end
    }

    /// Returns the line of a byte, from 0.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= byte)
            .saturating_sub(1)
    }

    pub(super) fn place(&self, byte: usize) -> LineColumn {
        let line = self.line(byte);
        let before = self.text.get(self.starts[line]..byte).unwrap_or("");
        LineColumn {
            line: line + 1,
            column: before.chars().count() + 1,
            byte,
        }
    }

    /// Returns a span made fit, in lines and columns.
    pub(super) fn range(&self, span: &Span) -> LineColumnRange {
        let span = self.clamp(span);
        LineColumnRange {
            start: self.place(span.start),
            end: self.place(span.end),
        }
    }

    /// Returns where a line stands, with its end.
    pub(super) fn whole(&self, line: usize) -> Span {
        self.starts[line]
            ..self
                .starts
                .get(line + 1)
                .copied()
                .unwrap_or(self.text.len())
    }
}
