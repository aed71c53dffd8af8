//! The lines of a text that are shown for a diagnostic, long ones cut.

use super::places::LineIndex;
use crate::cards::InsertionSort;
use crate::scenario::text::Span;

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 300;

/// How much of a longer line is shown on each side of a place, in characters.
const AROUND: usize = 30;

const CUT: char = '…';

#[derive(Default)]
pub(super) struct Window {
    pub(super) text: String,
    /// Each piece of the file that is in it: where it stands there, and where it begins here.
    pieces: Vec<(Span, usize)>,
}

impl Window {
    /// Returns the lines that hold these places. `from_start` cuts one only after the last of its places, so that columns stay.
    pub(super) fn around(lines: &LineIndex, places: &[usize], from_start: bool) -> Window {
        let at = |byte: &usize| lines.line(*byte);
        let first = places.iter().map(at).min().unwrap_or(0);
        let last = places.iter().map(at).max().unwrap_or(first);
        let (mut window, mut end) = (Window::default(), lines.whole(first).start);
        for line in first..=last {
            let here = places.iter().copied().filter(|place| at(place) == line);
            for part in shown(lines, line, here, from_start) {
                window.text.extend((part.start > end).then_some(CUT));
                end = part.end;
                if !part.is_empty() {
                    window.pieces.push((part.clone(), window.text.len()));
                    window.text.push_str(lines.text.get(part).unwrap_or(""));
                }
            }
        }
        window
    }

    /// Returns a range of the file in the text.
    pub(super) fn range(&self, span: &Span) -> Span {
        let at = |byte: usize| {
            let before = self.pieces.partition_point(|(file, _)| file.start <= byte);
            let piece = before.checked_sub(1).map(|index| &self.pieces[index]);
            piece.map_or(0, |(file, here)| here + byte.min(file.end) - file.start)
        };
        at(span.start)..at(span.end)
    }
}

/// Returns the parts of a line that are shown for these places in it, and its end; without a place, its beginning.
fn shown(
    lines: &LineIndex,
    line: usize,
    places: impl Iterator<Item = usize>,
    from_start: bool,
) -> Vec<Span> {
    let whole = lines.whole(line);
    let source = lines.text.get(whole.clone()).unwrap_or("");
    if source.len() <= LONGEST {
        return vec![whole];
    }
    let body = source.trim_end_matches(['\n', '\r']);
    let end = whole.start + body.len();
    let mut places: Vec<usize> = places.map(|place| place.min(end)).collect();
    places.insertion_sort_by_key(|place| *place);
    if places.is_empty() || from_start {
        places.insert(0, whole.start);
    }
    let mut apart: Vec<Span> = Vec::new();
    for place in places {
        let Span { start, end } = near(body, place - whole.start);
        let part = whole.start + start..whole.start + end;
        match apart.last_mut() {
            // A sign in the place of a character or two would save nothing.
            Some(last) if from_start || part.start <= last.end + CUT.len_utf8() => {
                last.end = last.end.max(part.end)
            }
            _ => apart.push(part),
        }
    }
    apart.push(end..whole.end);
    apart
}

fn near(line: &str, place: usize) -> Span {
    let before = line[..place]
        .char_indices()
        .rev()
        .nth(AROUND - 1)
        .map_or(0, |(at, _)| at);
    let after = line[place..]
        .char_indices()
        .nth(AROUND)
        .map_or(line.len(), |(at, _)| place + at);
    before..after
}

/// Returns a line of words, without its end if it is long.
pub(super) fn short(line: &str) -> String {
    if line.len() > LONGEST {
        format!("{}{CUT}", &line[near(line, 0)])
    } else {
        line.to_owned()
    }
}
