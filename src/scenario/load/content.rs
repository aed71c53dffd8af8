//! What a fence holds, as Markdown gives it, and where each byte of it stands in the file.

use crate::scenario::syntax::Span;
use std::ops::Range;

/// The text of a fence without the marks of quotations and lists around it.
#[derive(Clone, Debug, Default)]
pub struct Content {
    text: String,
    pieces: Vec<Piece>,
    start: usize,
}

/// A stretch of the text and the stretch of the file it came from.
#[derive(Clone, Debug)]
struct Piece {
    text: usize,
    file: Span,
    /// Markdown put other characters in its place: spaces for half a tab.
    replaced: bool,
}

impl Content {
    /// No text yet; what comes begins at this place of the file.
    pub fn new(start: usize) -> Content {
        Content { start, ..Content::default() }
    }

    /// Adds a piece; `source` is what the file has at `file`.
    pub fn push(&mut self, piece: &str, source: &str, file: Span) {
        self.pieces.push(Piece { text: self.text.len(), file, replaced: piece != source });
        self.text.push_str(piece);
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it stands in the file.
    pub fn whole(&self) -> Span {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(first), Some(last)) => first.file.start..last.file.end,
            _ => self.start..self.start,
        }
    }

    /// The place in the file of a range of the text.
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        let end = match range.is_empty() {
            true => start,
            false => self.place(range.end - 1, true),
        };
        start..end.max(start)
    }

    /// The place of a byte, or of its end.
    fn place(&self, at: usize, end: bool) -> usize {
        let after = self.pieces.partition_point(|piece| piece.text <= at);
        let Some(piece) = after.checked_sub(1).map(|index| &self.pieces[index]) else {
            return self.start;
        };
        match (piece.replaced, end) {
            (true, true) => piece.file.end,
            (true, false) => piece.file.start,
            (false, _) => (piece.file.start + at - piece.text + usize::from(end)).min(piece.file.end),
        }
    }

    /// Its lines, each with where it begins in the text.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        self.text.split_inclusive('\n').map(move |line| {
            at += line.len();
            (at - line.len(), line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_through_pieces() {
        let file = "> ab\r\n> cd\r\n";
        let mut content = Content::new(2);
        for range in [2..4, 5..6, 8..10, 11..12] {
            content.push(&file[range.clone()], &file[range.clone()], range);
        }
        assert_eq!(content.text(), "ab\ncd\n");
        assert_eq!(content.span(3..5), 8..10);
        assert_eq!(content.span(1..4), 3..9);
        assert_eq!(content.span(0..0), 2..2);
        assert_eq!(content.span(6..6), 12..12);
        assert_eq!(content.lines().map(|(at, _)| at).collect::<Vec<_>>(), [0, 3]);
    }

    #[test]
    fn a_replaced_piece_is_one_place() {
        let mut content = Content::new(0);
        content.push("  ", "\t", 4..5);
        content.push("a", "a", 5..6);
        assert_eq!((content.span(1..2), content.span(2..3)), (4..5, 5..6));
    }

    #[test]
    fn an_empty_fence_has_a_place() {
        assert_eq!((Content::new(9).whole(), Content::new(9).span(0..0)), (9..9, 9..9));
    }
}
