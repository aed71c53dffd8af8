//! Diagnostics as text: whole with their source, a line each, or as records for machines. Here are places of a text in lines and
//! columns, and the lines around some places, a long one cut to what stands there.

mod full;
mod record;

use crate::cards::InOrder;
use crate::scenario::text::Span;
pub use full::{Look, Report, concise, full, full_as, github, plain, under};
#[cfg(feature = "cli")]
pub(crate) use record::told;
pub use record::{Record, Related, Suite, Write, junit, records_in, sarif, suite, unreadable};
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

struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mark = text.len() - text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(mark).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// The span within the text and on character boundaries; never less than what it covered of the text.
    fn clamp(&self, span: &Span) -> Span {
        let (last, is_whole) = (self.text.len(), |at: &usize| self.text.is_char_boundary(*at));
        let start = (0..=span.start.min(last)).rev().find(is_whole).unwrap_or(0).max(self.starts[0]);
        let end = (span.end.max(span.start)..last).find(is_whole).unwrap_or(last).max(start);
        start..end
    }

    /// The line of a byte, from 0.
    fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    fn place(&self, byte: usize) -> Place {
        let line = self.line(byte);
        let before = self.text.get(self.starts[line]..byte).unwrap_or("");
        Place { line: line + 1, column: before.chars().count() + 1, byte }
    }

    /// A span made fit, in lines and columns.
    fn range(&self, span: &Span) -> Range {
        let span = self.clamp(span);
        Range { start: self.place(span.start), end: self.place(span.end) }
    }

    /// Where a line stands, with its end.
    fn whole(&self, line: usize) -> Span {
        self.starts[line]..self.starts.get(line + 1).copied().unwrap_or(self.text.len())
    }
}

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 300;

/// How much of a longer line is shown on each side of a place, in characters.
const AROUND: usize = 30;

const CUT: char = '…';

#[derive(Default)]
struct Window {
    text: String,
    /// Each piece of the file that is in it: where it stands there, and where it begins here.
    pieces: Vec<(Span, usize)>,
}

impl Window {
    /// The lines that hold these places. `from_start` cuts one only after the last of its places, so that columns stay.
    fn around(lines: &Lines, places: &[usize], from_start: bool) -> Window {
        let at = |byte: &usize| lines.line(*byte);
        let first = places.iter().map(at).min().unwrap_or(0);
        let last = places.iter().map(at).max().unwrap_or(first);
        let (mut window, mut end) = (Window::default(), lines.whole(first).start);
        for line in first..=last {
            let here = places.iter().copied().filter(|place| at(place) == line);
            for part in shown(lines, line, here, from_start) {
                if part.start > end {
                    window.text.push(CUT);
                }
                end = part.end;
                if !part.is_empty() {
                    window.pieces.push((part.clone(), window.text.len()));
                    window.text.push_str(lines.text.get(part).unwrap_or(""));
                }
            }
        }
        window
    }

    /// A range of the file in the text.
    fn range(&self, span: &Span) -> Span {
        let at = |byte: usize| {
            let before = self.pieces.partition_point(|(file, _)| file.start <= byte);
            let piece = before.checked_sub(1).map(|index| &self.pieces[index]);
            piece.map_or(0, |(file, here)| here + byte.min(file.end) - file.start)
        };
        at(span.start)..at(span.end)
    }
}

/// The parts of a line that are shown for these places in it, and its end; without a place, its beginning.
fn shown(lines: &Lines, line: usize, places: impl Iterator<Item = usize>, from_start: bool) -> Vec<Span> {
    let whole = lines.whole(line);
    let source = lines.text.get(whole.clone()).unwrap_or("");
    if source.len() <= LONGEST {
        return vec![whole];
    }
    let body = source.trim_end_matches(['\n', '\r']);
    let end = whole.start + body.len();
    let mut places: Vec<usize> = places.map(|place| place.min(end)).collect();
    places.in_order_of(|place| *place);
    if places.is_empty() || from_start {
        places.insert(0, whole.start);
    }
    let mut apart: Vec<Span> = Vec::new();
    for place in places {
        let Span { start, end } = near(body, place - whole.start);
        let part = whole.start + start..whole.start + end;
        match apart.last_mut() {
            // A sign in the place of a character or two would save nothing.
            Some(last) if from_start || part.start <= last.end + CUT.len_utf8() => last.end = last.end.max(part.end),
            _ => apart.push(part),
        }
    }
    apart.push(end..whole.end);
    apart
}

fn near(line: &str, place: usize) -> Span {
    let before = line[..place].char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let after = line[place..].char_indices().nth(AROUND).map_or(line.len(), |(at, _)| place + at);
    before..after
}

/// A line of words, without its end if it is long.
fn short(line: &str) -> String {
    if line.len() > LONGEST { format!("{}{CUT}", &line[near(line, 0)]) } else { line.to_owned() }
}
