//! The prose between the fences of a file: what is told with each of them.

use super::markdown::Fence;
use crate::scenario::syntax::Span;

/// The prose of a file, handed out piece by piece.
pub(super) struct Prose<'a> {
    text: &'a str,
    title: Option<Span>,
    /// How far the file is read.
    at: usize,
    /// What no fence has taken yet.
    pending: Vec<String>,
}

impl<'a> Prose<'a> {
    /// The prose of a file without its title.
    pub(super) fn new(text: &'a str, title: Option<Span>) -> Prose<'a> {
        let at = text.len() - text.trim_start_matches('\u{FEFF}').len();
        Prose { text, title, at, pending: Vec::new() }
    }

    /// Reads on up to a fence of ours, and past it.
    pub(super) fn up_to(&mut self, fence: &Fence) {
        self.read(line_start(self.text, fence.span.start));
        self.at = self.at.max(fence.span.end);
    }

    /// What was read and not taken.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.pending).join("\n\n")
    }

    /// What stands after the last fence.
    pub(super) fn rest(mut self) -> String {
        self.read(self.text.len());
        self.take()
    }

    fn read(&mut self, end: usize) {
        match self.title.clone().filter(|title| title.start >= self.at && title.end <= end) {
            Some(title) => {
                self.piece(self.at..title.start);
                self.piece(title.end..end);
            }
            None => self.piece(self.at..end),
        }
        self.at = self.at.max(end);
    }

    fn piece(&mut self, span: Span) {
        let piece = trimmed(self.text.get(span).unwrap_or(""));
        if !piece.is_empty() {
            self.pending.push(piece.to_owned());
        }
    }
}

/// The beginning of the line, if only marks of quotations and lists stand before this place.
fn line_start(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let marks = |c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, '>' | '-' | '*' | '+' | '.' | ')');
    match text[start..at].chars().all(marks) {
        true => start,
        false => at,
    }
}

/// The text without blank lines around it, those of a quotation included.
fn trimmed(text: &str) -> &str {
    let blank = |line: &str| line.chars().all(|c| c.is_whitespace() || c == '>');
    let start: usize = text.split_inclusive('\n').take_while(|line| blank(line)).map(str::len).sum();
    let rest = &text[start..];
    let lines = rest.split('\n').rev();
    let end: usize = lines.take_while(|line| blank(line)).map(|line| line.len() + 1).sum();
    rest[..rest.len().saturating_sub(end)].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_taken_away() {
        assert_eq!(trimmed("\n>\n> a\n>\n> b\n> \n"), "> a\n>\n> b");
        assert_eq!(trimmed(" \r\n> \r\n"), "");
        assert_eq!(trimmed("a"), "a");
    }

    #[test]
    fn marks_before_a_fence_are_not_prose() {
        assert_eq!(line_start("a\n> - ", 6), 2);
        assert_eq!(line_start("a\nb ", 4), 4);
    }
}
