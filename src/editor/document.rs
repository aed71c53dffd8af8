//! A file as it stands in the editor, and places in it as the editor counts them.

use crate::cards::Letters;
use crate::scenario::reference::Word;
use crate::scenario::syntax::{Header, Span};
use crate::scenario::{Block, Checked, Names, blocks, check};
use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent, Uri};
use std::cell::OnceCell;

/// The folder whose Markdown is told of whatever it lacks.
const FOLDER: &str = "scenarios";

/// An open file; what it comes to is worked out when first asked for.
pub(super) struct Document {
    pub(super) uri: Uri,
    /// The editor's number for this text.
    pub(super) version: i32,
    pub(super) text: String,
    /// What a column counts: bytes, or units of UTF-16, as every editor can.
    encoding: PositionEncodingKind,
    checked: OnceCell<Checked>,
    outline: OnceCell<Outline>,
}

pub(super) struct Outline {
    /// What its header says, as far as it can be read.
    pub(super) header: Option<Header>,
    pub(super) blocks: Vec<Block>,
    pub(super) names: Names,
    pub(super) letters: Letters,
}

impl Document {
    pub(super) fn new(uri: Uri, version: i32, text: String, encoding: PositionEncodingKind) -> Document {
        Document { uri, version, text, encoding, checked: OnceCell::new(), outline: OnceCell::new() }
    }

    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = self.lines().bytes(range);
                    self.text.replace_range(span, &change.text);
                }
                None => self.text = change.text,
            }
        }
        self.version = version;
        (self.checked, self.outline) = Default::default();
    }

    pub(super) fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text, &self.encoding)
    }

    /// Its path, as it is shown.
    pub(super) fn path(&self) -> String {
        self.uri.path().as_estr().decode().into_string_lossy().into_owned()
    }

    pub(super) fn checked(&self) -> &Checked {
        self.checked.get_or_init(|| check(&self.path(), self.text.as_bytes()))
    }

    pub(super) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.text))
    }

    /// Whether it is told what is wrong with it: a scenario, or a file that should be one.
    pub(super) fn is_ours(&self) -> bool {
        self.checked().is_scenario || self.path().split('/').rev().skip(1).any(|folder| folder == FOLDER)
    }
}

impl Outline {
    fn of(text: &str) -> Outline {
        let (header, blocks) = blocks(text);
        let names = header.as_ref().map_or_else(Names::default, |header| Names::new(&header.players));
        let letters = header.as_ref().map_or_else(Letters::default, |header| header.letters);
        Outline { header, blocks, names, letters }
    }

    /// The fence whose text, or whose opening line, holds a byte.
    pub(super) fn block(&self, byte: usize) -> Option<&Block> {
        let holds = |block: &&Block| {
            let end = if block.closed { block.content.whole().end } else { block.span.end + 1 };
            block.opening.start <= byte && byte < end.max(block.opening.end + 1)
        };
        self.blocks.iter().find(holds)
    }

    /// How many deals begin up to a byte: the number of the hand that it belongs to.
    pub(super) fn hand(&self, byte: usize) -> usize {
        let deals = self.blocks.iter().filter(|block| block.word == Word::Deal);
        deals.filter(|block| block.opening.start <= byte).count()
    }
}

/// Whether a stretch holds a byte, its end included: the cursor behind a word is still at it.
pub(super) fn touches(span: &Span, byte: usize) -> bool {
    span.start <= byte && byte <= span.end
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
        match *self.encoding == PositionEncodingKind::UTF8 {
            true => text.len(),
            false => text.chars().map(char::len_utf16).sum(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_as_agreed() {
        let text = "a♥𝄞b\r\nc\rd";
        let encodings = [PositionEncodingKind::UTF16, PositionEncodingKind::UTF8];
        let both = encodings.each_ref().map(|encoding| Lines::new(text, encoding));
        for (byte, line, columns) in [(0, 0, [0, 0]), (4, 0, [2, 4]), (8, 0, [4, 8]), (9, 0, [5, 9]), (13, 2, [0, 0])] {
            for (lines, column) in both.iter().zip(columns) {
                assert_eq!(lines.position(byte), Position::new(line, column), "{byte}");
                assert_eq!(lines.byte(Position::new(line, column)), byte);
            }
        }
        assert_eq!(both[0].byte(Position::new(0, 3)), 4, "within a pair");
        assert_eq!(both[0].byte(Position::new(0, 99)), 9, "before the end of its line");
        assert_eq!(both[0].byte(Position::new(99, 0)), text.len());
        assert_eq!(both[0].position(999), Position::new(2, 1));
        assert_eq!(both[0].position(2), Position::new(0, 1), "within a sign");
    }
}
