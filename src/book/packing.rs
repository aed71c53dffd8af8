//! Packs what repeats in the steps of a hand. Each step has the whole table, and most of a table is
//! the same as in the step before. So a page has the first table of each deal and the last table, and
//! keeps the others in one compressed text, from which a script restores them (`book/theme/hand/packing.js`).
//!
//! Without scripts a reader still has the deal, every sentence with its verdicts and clauses, the
//! tricks and the payout.

use super::hand_minifier::minify_fragment;
use super::html::{HtmlPiece, HtmlTag, html_pieces};
use std::ops::Range;

/// The beginning and the end of a hand.
const HAND_START: &str = "<section class=\"hand\"";
const HAND_END: &str = "</section>";

/// The element that stands in the place of an element that is packed. Prose cannot contain it,
/// because the HTML of an author is shown as text.
const PLACEHOLDER: &str = "<wbr>";

/// The beginning of the links from a step to those beside it. A script makes them anew.
const STEP_LINKS: &str = "<p class=\"hand-nav\"";

/// The front of a book. Without scripts it shows one step of its hand at a time, and its links lead
/// from step to step.
const FRONT: &str = "<div class=\"front\">";

/// Returns a page whose hands have the repeated elements of their steps in one packed text. The hand
/// of a front page stays whole.
pub(crate) fn pack_hand_steps(html: &str) -> String {
    if html.contains(FRONT) {
        return html.to_owned();
    }
    let mut packed = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find(HAND_START)
        && let Some(length) = rest[start..].find(HAND_END)
    {
        let (before, from_hand) = rest.split_at(start);
        packed += before;
        pack_hand(&from_hand[..length], &mut packed);
        rest = &from_hand[length..];
    }
    packed + rest
}

/// Writes a hand, without its closing tag, with its packed text at its end.
fn pack_hand(hand: &str, out: &mut String) {
    let mut pieces = Vec::new();
    let mut written = 0;
    for place in find_packed_places(hand) {
        *out += &hand[written..place.start];
        let piece = &hand[place.clone()];
        written = place.end;
        if piece.starts_with(STEP_LINKS) {
            continue;
        }
        if piece.starts_with('<') {
            *out += PLACEHOLDER;
        }
        pieces.push(minify_fragment(piece));
    }
    *out += &hand[written..];
    if !pieces.is_empty() {
        let text = compress(&pieces.join("\n"));
        let text = text.replace('&', "&amp;").replace('\'', "&#39;");
        *out += &format!("<template data-packed='{text}'></template>");
    }
}

/// Returns the places of what is packed in a hand, in their order: elements, and the words of steps
/// that are read aloud, which are values of attributes.
fn find_packed_places(hand: &str) -> Vec<Range<usize>> {
    let last_step = hand.rfind("<li class=\"hand-step ").unwrap_or_default();
    let mut places: Vec<Range<usize>> = Vec::new();
    let mut is_first = true;
    let mut stays = true;
    for piece in html_pieces(hand) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if places.last().is_some_and(|place| tag.at < place.end) {
            continue;
        }
        let class = tag.attribute_values(["class"])[0];
        match class.split(' ').next() {
            Some("hand-steps") => is_first = true,
            Some("hand-step") => {
                stays = is_first || tag.at >= last_step;
                is_first = false;
                places.extend(spoken_words_place(tag));
            }
            Some("cloth") if stays => {}
            Some("cloth" | "hand-instead" | "hand-nav" | "hand-source") => {
                places.extend(end_of_element(hand, tag).map(|end| tag.at..end));
            }
            _ => {}
        }
    }
    places
}

/// Returns the place of the words of a step that are read aloud.
fn spoken_words_place(step: HtmlTag) -> Option<Range<usize>> {
    let mut attributes = step.attributes();
    let spoken = attributes.find(|attribute| attribute.name == "data-say")?;
    let start = spoken.value_at?;
    Some(start..start + spoken.value.len())
}

/// Returns the position after the closing tag of the element that a tag opens.
fn end_of_element(html: &str, opening_tag: HtmlTag) -> Option<usize> {
    let mut depth = 0;
    for piece in html_pieces(&html[opening_tag.at..]) {
        match piece {
            HtmlPiece::Open(tag) if tag.is_named(opening_tag.name) => depth += 1,
            HtmlPiece::Close(tag) if tag.is_named(opening_tag.name) => {
                depth -= 1;
                if depth == 0 {
                    return Some(opening_tag.at + tag.end);
                }
            }
            _ => {}
        }
    }
    None
}

/// The sign before a reference to earlier text.
const MARK: char = '~';

/// The digits of a number are this many signs, beginning with this one. None of them is the mark or
/// needs a character reference in an attribute.
const FIRST_DIGIT: u8 = b'(';
const BASE: usize = 86;

/// The digits of the place in a reference, and of its length.
const PLACE_DIGITS: u32 = 3;
const LENGTH_DIGITS: u32 = 2;

/// The fewest units for which a reference is shorter than the text itself.
const SHORTEST_MATCH: usize = 8;

/// The most earlier places that are compared with the text at a position.
const MOST_CANDIDATES: usize = 16;

/// Returns a text in which repetitions are references to the text before: the mark, the place in
/// UTF-16 units from the beginning, and the length. A length of 0 means the mark itself.
fn compress(text: &str) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut finder = MatchFinder::new(&units);
    let mut compressed = String::with_capacity(text.len() / 8);
    let mut literal = Vec::new();
    let mut at = 0;
    while at < units.len() {
        let (place, length) = finder.longest_match(at);
        // A longer repetition may begin one unit later.
        let is_late = length > 0 && finder.longest_match(at + 1).1 > length + 1;
        if (length == 0 || is_late) && units[at] != MARK as u16 {
            literal.push(units[at]);
            finder.add(at);
            at += 1;
            continue;
        }
        compressed += &String::from_utf16_lossy(&literal);
        literal.clear();
        compressed.push(MARK);
        push_number(place, PLACE_DIGITS, &mut compressed);
        push_number(length, LENGTH_DIGITS, &mut compressed);
        for passed in at..at + length.max(1) {
            finder.add(passed);
        }
        at += length.max(1);
    }
    compressed + &String::from_utf16_lossy(&literal)
}

/// Writes a number with a fixed count of digits, the highest first.
fn push_number(number: usize, digits: u32, out: &mut String) {
    for exponent in (0..digits).rev() {
        let digit = number / BASE.pow(exponent) % BASE;
        out.push(char::from(FIRST_DIGIT + digit as u8));
    }
}

/// Finds repetitions in a text. Places whose next units have the same hash form a chain.
struct MatchFinder<'a> {
    units: &'a [u16],
    /// The last place of each hash, plus 1; 0 if there is none.
    heads: Vec<u32>,
    /// For each place the one before it in its chain, in the same form.
    earlier: Vec<u32>,
}

impl MatchFinder<'_> {
    const HASH_BITS: u32 = 14;

    fn new(units: &[u16]) -> MatchFinder<'_> {
        MatchFinder {
            units,
            heads: vec![0; 1 << Self::HASH_BITS],
            earlier: vec![0; units.len()],
        }
    }

    /// Returns the hash of the units at a place; none close to the end.
    fn hash(&self, at: usize) -> Option<usize> {
        let units = self.units.get(at..at + SHORTEST_MATCH)?;
        let mut hash = 0_u32;
        for unit in units {
            hash = hash
                .wrapping_mul(0x0001_9660)
                .wrapping_add(u32::from(*unit) + 1);
        }
        let mixed = hash.wrapping_mul(0x9E37_79B1);
        Some((mixed >> (u32::BITS - Self::HASH_BITS)) as usize)
    }

    /// Makes a place known.
    fn add(&mut self, at: usize) {
        if let Some(hash) = self.hash(at) {
            self.earlier[at] = std::mem::replace(&mut self.heads[hash], at as u32 + 1);
        }
    }

    /// Returns the place and the length of the longest known text that is the same as at this
    /// place; a length of 0 if none is long enough.
    fn longest_match(&self, at: usize) -> (usize, usize) {
        let mut longest = (0, 0);
        let Some(hash) = self.hash(at) else {
            return longest;
        };
        if is_low_surrogate(self.units[at]) {
            return longest;
        }
        let mut next = self.heads[hash] as usize;
        for _ in 0..MOST_CANDIDATES {
            let Some(place) = next.checked_sub(1) else {
                break;
            };
            let length = self.common_length(place, at);
            if length > longest.1 && place < BASE.pow(PLACE_DIGITS) {
                longest = (place, length);
            }
            next = self.earlier[place] as usize;
        }
        longest
    }

    /// Returns for how many units the text at two places is the same; 0 for too few. A repetition
    /// does not reach into itself, and does not divide a character.
    fn common_length(&self, place: usize, at: usize) -> usize {
        let most = (at - place).min(BASE.pow(LENGTH_DIGITS) - 1);
        let pairs = self.units[place..].iter().zip(&self.units[at..]).take(most);
        let mut length = pairs.take_while(|(one, other)| one == other).count();
        if length > 0 && is_high_surrogate(self.units[at + length - 1]) {
            length -= 1;
        }
        if length < SHORTEST_MATCH { 0 } else { length }
    }
}

fn is_high_surrogate(unit: u16) -> bool {
    (0xD800..0xDC00).contains(&unit)
}

fn is_low_surrogate(unit: u16) -> bool {
    (0xDC00..0xE000).contains(&unit)
}

#[cfg(test)]
#[path = "../../tests/unit/book_packing.rs"]
mod tests;
