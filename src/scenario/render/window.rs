//! The lines around some places of a file. A long line is cut to what stands at those places.

use super::lines::Lines;
use std::ops::Range;

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 300;

/// How much of a longer line is shown on each side of a place, in characters.
const AROUND: usize = 30;

/// What stands for the rest.
pub(super) const CUT: char = '…';

/// A stretch of a file as it is shown.
pub(super) struct Window {
    /// Its text.
    pub(super) text: String,
    /// Each piece of the file that is in it: where it stands there, and where it begins here.
    pieces: Vec<(Range<usize>, usize)>,
}

impl Window {
    /// The lines that hold these places. `from_start` cuts no line but after the last of its places: who counts columns
    /// in it then counts those of the file.
    pub(super) fn around(lines: &Lines, places: &[usize], from_start: bool) -> Window {
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
    pub(super) fn at(&self, byte: usize) -> usize {
        let before = self.pieces.partition_point(|(file, _)| file.start <= byte);
        let piece = before.checked_sub(1).map(|index| &self.pieces[index]);
        piece.map_or(0, |(file, here)| here + byte.min(file.end) - file.start)
    }

    /// A range of the file in the text.
    pub(super) fn range(&self, span: &Range<usize>) -> Range<usize> {
        self.at(span.start)..self.at(span.end)
    }

    fn push(&mut self, start: usize, text: &str) {
        if !text.is_empty() {
            self.pieces.push((start..start + text.len(), self.text.len()));
            self.text.push_str(text);
        }
    }

    /// Adds these parts of a line, and the sign for each that is left out.
    fn cut(&mut self, start: usize, line: &str, parts: Vec<Range<usize>>) {
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
fn shown(line: &str, places: impl Iterator<Item = usize>, from_start: bool) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = places.map(|place| near(line, place)).collect();
    if parts.is_empty() {
        parts.push(near(line, 0));
    }
    parts.sort_by_key(|part| part.start);
    let mut apart: Vec<Range<usize>> = Vec::new();
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

fn near(line: &str, place: usize) -> Range<usize> {
    let before = line[..place].char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let after = line[place..].char_indices().nth(AROUND).map_or(line.len(), |(at, _)| place + at);
    before..after
}

/// A line of words, without its end if it is long.
pub(super) fn short(line: &str) -> String {
    match line.len() > LONGEST {
        true => format!("{}{CUT}", &line[near(line, 0)]),
        false => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_whole() {
        let text = "a\nbé\nc\n";
        let window = Window::around(&Lines::new(text), &[2, 5], false);
        assert_eq!((window.text.as_str(), window.range(&(2..5))), ("bé\n", 0..3));
        assert_eq!(Window::around(&Lines::new(""), &[0], false).range(&(0..0)), 0..0);
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides_of_each_place() {
        let text = format!("a\n{}♥{}♠{}\nz\n", "é".repeat(500), "x".repeat(500), "y".repeat(500));
        let (heart, spade) = (text.find('♥').unwrap_or(0), text.find('♠').unwrap_or(0));
        let window = Window::around(&Lines::new(&text), &[heart, heart + 3, spade, spade + 3], false);
        let [e, x, y] = ["é", "x", "y"].map(|letter| letter.repeat(AROUND));
        let x_before = "x".repeat(AROUND);
        assert_eq!(window.text, format!("…{e}♥{x}…{x_before}♠{y}…\n"));
        assert_eq!(&window.text[window.range(&(heart..heart + 3))], "♥");
        assert_eq!(&window.text[window.range(&(spade..spade + 3))], "♠");
        let whole = Window::around(&Lines::new(&text), &[heart, heart + 3], true);
        assert_eq!(whole.text, format!("{}♥{x}…\n", "é".repeat(500)));
    }

    #[test]
    fn a_long_token_is_cut_within() {
        let text = "x".repeat(1_000_000);
        let window = Window::around(&Lines::new(&text), &[0, text.len()], false);
        assert_eq!(window.text.chars().count(), 2 * AROUND + 1);
        assert_eq!(window.range(&(0..text.len())), 0..window.text.len());
    }

    #[test]
    fn a_long_line_between_is_its_beginning() {
        let text = format!("a\n{}\nb", "é".repeat(1_000));
        let window = Window::around(&Lines::new(&text), &[0, text.len()], false);
        assert_eq!(window.text, format!("a\n{}…\nb", "é".repeat(AROUND)));
    }
}
