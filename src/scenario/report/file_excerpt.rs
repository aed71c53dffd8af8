//! The lines of a text that are shown for a diagnostic, long ones cut.

use super::text_positions::LineIndex;
use crate::cards::InsertionSort;
use crate::scenario::text::Span;

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 300;

/// The number of characters of a longer line that are shown on each side of a place.
const AROUND: usize = 30;

/// The sign that stands for a part of a line that is not shown.
const CUT: char = '…';

/// The lines of a file that are shown for some places in them, long lines cut.
#[derive(Default)]
pub(super) struct FileExcerpt {
    pub(super) text: String,
    /// The pieces of the file that the text consists of, in their order.
    pieces: Vec<StretchInFileAndExcerpt>,
}

/// A piece of the file that a window shows.
struct StretchInFileAndExcerpt {
    /// The place of the piece in the file.
    file_span: Span,
    /// The byte at which the piece begins in the window's text.
    window_start: usize,
}

impl FileExcerpt {
    /// Returns the lines that hold these places. `keeps_line_start` cuts one only after the last of its places, so that columns stay.
    pub(super) fn around_places(
        lines: &LineIndex,
        places: &[usize],
        keeps_line_start: bool,
    ) -> FileExcerpt {
        let place_lines: Vec<usize> = places.iter().map(|byte| lines.line(*byte)).collect();
        let first = place_lines.iter().copied().min().unwrap_or(0);
        let last = place_lines.iter().copied().max().unwrap_or(first);
        let mut window = FileExcerpt::default();
        let mut shown_end = lines.line_span(first).start;
        for line in first..=last {
            let places_in_line = places
                .iter()
                .copied()
                .filter(|place| lines.line(*place) == line);
            for part in visible_parts(lines, line, places_in_line, keeps_line_start) {
                if part.start > shown_end {
                    window.text.push(CUT);
                }
                shown_end = part.end;
                window.push_piece(lines, part);
            }
        }
        window
    }

    /// Adds a piece of the file, unless it is empty.
    fn push_piece(&mut self, lines: &LineIndex, file_span: Span) {
        if file_span.is_empty() {
            return;
        }
        self.pieces.push(StretchInFileAndExcerpt {
            file_span: file_span.clone(),
            window_start: self.text.len(),
        });
        self.text.push_str(lines.text.get(file_span).unwrap_or(""));
    }

    /// Returns the place in the window's text of a range of the file.
    pub(super) fn range_in_excerpt(&self, span: &Span) -> Span {
        self.offset_in_excerpt(span.start)..self.offset_in_excerpt(span.end)
    }

    /// Returns the place in the excerpt's text of a byte of the file; for a byte that is cut, the
    /// end of the piece before it.
    fn offset_in_excerpt(&self, byte: usize) -> usize {
        let before = self
            .pieces
            .partition_point(|piece| piece.file_span.start <= byte);
        let Some(last) = before.checked_sub(1) else {
            return 0;
        };
        let piece = &self.pieces[last];
        piece.window_start + byte.min(piece.file_span.end) - piece.file_span.start
    }
}

/// Returns the parts of a line that are shown for these places in it, and its end; without a place, its beginning.
fn visible_parts(
    lines: &LineIndex,
    line: usize,
    places: impl Iterator<Item = usize>,
    keeps_line_start: bool,
) -> Vec<Span> {
    let whole = lines.line_span(line);
    let source = lines.text.get(whole.clone()).unwrap_or("");
    if source.len() <= LONGEST {
        return vec![whole];
    }
    let body = source.trim_end_matches(['\n', '\r']);
    let body_end = whole.start + body.len();
    let mut sorted: Vec<usize> = places.map(|place| place.min(body_end)).collect();
    sorted.insertion_sort_by_key(|place| *place);
    if sorted.is_empty() || keeps_line_start {
        sorted.insert(0, whole.start);
    }
    let mut parts: Vec<Span> = Vec::new();
    for place in sorted {
        let nearby = characters_around(body, place - whole.start);
        let part = whole.start + nearby.start..whole.start + nearby.end;
        match parts.last_mut() {
            // A sign in the place of a character or two would save nothing.
            Some(last) if keeps_line_start || part.start <= last.end + CUT.len_utf8() => {
                last.end = last.end.max(part.end)
            }
            _ => parts.push(part),
        }
    }
    parts.push(body_end..whole.end);
    parts
}

/// Returns the stretch of a line that reaches [`AROUND`] characters to each side of a place.
fn characters_around(line: &str, place: usize) -> Span {
    let start = match line[..place].char_indices().rev().nth(AROUND - 1) {
        Some((byte, _)) => byte,
        None => 0,
    };
    let end = match line[place..].char_indices().nth(AROUND) {
        Some((byte, _)) => place + byte,
        None => line.len(),
    };
    start..end
}

/// Returns a line, without its end if it is longer than is shown.
pub(super) fn shorten_line(line: &str) -> String {
    if line.len() > LONGEST {
        format!("{}{CUT}", &line[characters_around(line, 0)])
    } else {
        line.to_owned()
    }
}
