//! A file as it is open in the editor, and places in it as the editor counts them.

use crate::author::Document;
use crate::scenario::syntax::Span;
use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent, Uri};

/// An open file.
pub(super) struct Open {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) document: Document,
    /// What a column counts: bytes, or units of UTF-16, as every editor can.
    encoding: PositionEncodingKind,
}

impl Open {
    pub(super) fn new(uri: Uri, version: i32, text: String, encoding: PositionEncodingKind) -> Open {
        let path = uri.path().as_estr().decode().into_string_lossy().into_owned();
        Open { uri, version, document: Document::new(path, text), encoding }
    }

    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Document { path, mut text, .. } = std::mem::take(&mut self.document);
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = Lines::new(&text, &self.encoding).bytes(range);
                    text.replace_range(span, &change.text);
                }
                None => text = change.text,
            }
        }
        (self.version, self.document) = (version, Document::new(path, text));
    }

    pub(super) fn lines(&self) -> Lines<'_> {
        Lines::new(&self.document.text, &self.encoding)
    }
}

/// Where each line of a text begins.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    encoding: &'a PositionEncodingKind,
}

impl<'a> Lines<'a> {
    /// The lines of a text; `\r` alone ends one too.
    pub(super) fn new(text: &'a str, encoding: &'a PositionEncodingKind) -> Lines<'a> {
        let bytes = text.as_bytes();
        let ends = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Lines { text, starts, encoding }
    }

    fn length(&self, text: &str) -> usize {
        if *self.encoding == PositionEncodingKind::UTF8 { text.len() } else { text.chars().map(char::len_utf16).sum() }
    }

    /// The byte that a position means; one beyond its line, or the text, means the end of it.
    pub(super) fn byte(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else { return self.text.len() };
        let end = self.starts.get(position.line as usize + 1).copied().unwrap_or(self.text.len());
        let line = self.text[start..end].trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, character) in line.char_indices() {
            let units = self.length(character.encode_utf8(&mut [0; 4]));
            if left < units {
                return start + at;
            }
            left -= units;
        }
        start + line.len()
    }

    pub(super) fn bytes(&self, range: Range) -> Span {
        let start = self.byte(range.start);
        start..self.byte(range.end).max(start)
    }

    /// The position of a byte; of one within a character, that of the character.
    pub(super) fn position(&self, byte: usize) -> Position {
        let byte = (0..=byte.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0);
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let column = self.length(&self.text[self.starts[line]..byte]);
        Position::new(line as u32, column as u32)
    }

    pub(super) fn range(&self, span: &Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end.max(span.start)))
    }
}
