//! Places of a text in lines and columns, and the lines around some places. A long line is cut to what stands there.

use crate::cards::InOrder;
use crate::scenario::text::syntax::Span;
use schemars::JsonSchema;
use serde::Serialize;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1; a byte order mark is none.
    pub column: usize,
    /// Its byte, from 0; a byte order mark counts.
    pub byte: usize,
}

/// A stretch of a file; its end is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Range {
    /// Its beginning.
    pub start: Place,
    /// What follows it.
    pub end: Place,
}

pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str) -> Lines<'a> {
        let mark = text.len() - text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(mark).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// The span within the text and on character boundaries; never less than what it covered of the text.
    pub fn clamp(&self, span: &Span) -> Span {
        let start = floor(self.text, span.start).max(self.starts[0]);
        let end = ceiling(self.text, span.end.max(span.start)).max(start);
        start..end
    }

    /// The line of a byte, from 0.
    pub fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// Where a byte on a character boundary stands.
    pub fn place(&self, byte: usize) -> Place {
        let line = self.line(byte);
        let before = self.text.get(self.starts[line]..byte).unwrap_or("");
        Place { line: line + 1, column: before.chars().count() + 1, byte }
    }

    /// A span made fit, in lines and columns.
    pub fn range(&self, span: &Span) -> Range {
        let span = self.clamp(span);
        Range { start: self.place(span.start), end: self.place(span.end) }
    }

    /// A line with its end, and where it begins.
    pub fn whole(&self, line: usize) -> (usize, &'a str) {
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

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 300;

/// How much of a longer line is shown on each side of a place, in characters.
const AROUND: usize = 30;

pub const CUT: char = '…';

/// A stretch of a file as it is shown.
pub struct Window {
    pub text: String,
    /// Each piece of the file that is in it: where it stands there, and where it begins here.
    pieces: Vec<(Span, usize)>,
}

impl Window {
    /// The lines that hold these places. `from_start` cuts no line but after the last of its places: who counts columns
    /// in it then counts those of the file.
    pub fn around(lines: &Lines, places: &[usize], from_start: bool) -> Window {
        let at = |byte: &usize| lines.line(*byte);
        let first = places.iter().map(at).min().unwrap_or(0);
        let last = places.iter().map(at).max().unwrap_or(first);
        let mut window = Window { text: String::new(), pieces: Vec::new() };
        for line in first..=last {
            let (start, source) = lines.whole(line);
            let body = source.trim_end_matches(['\n', '\r']);
            if source.len() <= LONGEST {
                window.push(start, source);
            } else {
                let end = start + body.len();
                let here = places.iter().filter(|place| at(place) == line).map(|place| (*place).min(end) - start);
                window.cut(start, body, shown(body, here, from_start));
                window.push(end, &source[body.len()..]);
            }
        }
        window
    }

    /// Where a place of the file stands in the text.
    pub fn at(&self, byte: usize) -> usize {
        let before = self.pieces.partition_point(|(file, _)| file.start <= byte);
        let piece = before.checked_sub(1).map(|index| &self.pieces[index]);
        piece.map_or(0, |(file, here)| here + byte.min(file.end) - file.start)
    }

    /// A range of the file in the text.
    pub fn range(&self, span: &Span) -> Span {
        self.at(span.start)..self.at(span.end)
    }

    fn push(&mut self, start: usize, text: &str) {
        if !text.is_empty() {
            self.pieces.push((start..start + text.len(), self.text.len()));
            self.text.push_str(text);
        }
    }

    /// Adds these parts of a line, and the sign for each that is left out.
    fn cut(&mut self, start: usize, line: &str, parts: Vec<Span>) {
        let mut end = 0;
        for part in parts {
            if part.start > end {
                self.text.push(CUT);
            }
            end = part.end;
            self.push(start + part.start, &line[part]);
        }
        if end < line.len() {
            self.text.push(CUT);
        }
    }
}

/// The parts of a line that are shown for these places in it, in their order; without a place, its beginning.
fn shown(line: &str, places: impl Iterator<Item = usize>, from_start: bool) -> Vec<Span> {
    let mut parts: Vec<Span> = places.map(|place| near(line, place)).collect();
    if parts.is_empty() {
        parts.push(near(line, 0));
    }
    parts.in_order_of(|part| part.start);
    let mut apart: Vec<Span> = Vec::new();
    for part in parts {
        match apart.last_mut() {
            // A sign in the place of a character or two would save nothing.
            Some(last) if from_start || part.start <= last.end + CUT.len_utf8() => last.end = last.end.max(part.end),
            _ => apart.push(part),
        }
    }
    if let Some(first) = apart.first_mut().filter(|_| from_start) {
        first.start = 0;
    }
    apart
}

fn near(line: &str, place: usize) -> Span {
    let before = line[..place].char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let after = line[place..].char_indices().nth(AROUND).map_or(line.len(), |(at, _)| place + at);
    before..after
}

/// A line of words, without its end if it is long.
pub fn short(line: &str) -> String {
    if line.len() > LONGEST { format!("{}{CUT}", &line[near(line, 0)]) } else { line.to_owned() }
}
