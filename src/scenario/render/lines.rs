//! Lines and columns of a text, and spans made fit for it.

use super::Place;
use crate::scenario::syntax::Span;

/// Where each line of a text begins.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let mark = text.len() - text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(mark).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// The span within the text and on character boundaries; never less than what it covered of the text.
    pub(super) fn clamp(&self, span: &Span) -> Span {
        let start = floor(self.text, span.start).max(self.starts[0]);
        let end = ceiling(self.text, span.end.max(span.start)).max(start);
        start..end
    }

    /// The line of a byte, from 0.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// Where a byte on a character boundary stands.
    pub(super) fn place(&self, byte: usize) -> Place {
        let line = self.line(byte);
        let before = self.text.get(self.starts[line]..byte).unwrap_or("");
        Place { line: line + 1, column: before.chars().count() + 1, byte }
    }

    /// A line with its end, and where it begins.
    pub(super) fn whole(&self, line: usize) -> (usize, &'a str) {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        (start, self.text.get(start..end).unwrap_or(""))
    }
}

fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn ceiling(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_made_fit() {
        let lines = Lines::new("\u{FEFF}a♥b");
        assert_eq!(lines.clamp(&(5..6)), 4..7);
        assert_eq!(lines.clamp(&(0..0)), 3..3);
        #[expect(clippy::reversed_empty_ranges, reason = "spans come from others")]
        let backwards = 7..4;
        assert_eq!(lines.clamp(&backwards), 7..7);
        assert_eq!(lines.clamp(&(usize::MAX..usize::MAX)), 8..8);
    }

    #[test]
    fn a_line_is_whole() {
        let lines = Lines::new("a\nbc\nd");
        assert_eq!(lines.whole(1), (2, "bc\n"));
        assert_eq!(lines.whole(2), (5, "d"));
        assert_eq!(Lines::new("").whole(0), (0, ""));
    }
}
