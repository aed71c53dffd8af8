//! Packs the steps of hands. Each step has the whole table, and most of a table is the same as in
//! the step before. So a page has the first table and the last table of each deal, and writes each of
//! the others as changes to the table before it; a script restores them (`book/theme/hand/changes.js`). A
//! link to a clause has its address where the clause is named first. It and what follows from the rest of
//! the hand are restored later (`book/theme/tools/restore.js`).
//!
//! Without scripts a reader still has each deal, every sentence with its verdicts and clauses, the
//! tricks and the payout.

use super::derivable_hand_parts::{
    LabelsToUnpackHand, STEP_START, without_derivable_card_addresses,
};
use super::hand_minifier::{HAND_END, HAND_START, html_if_browsers_agree, minify_hands};
use super::html_tokenizer::{HtmlPiece, HtmlTag, html_pieces, place_of_element};
use super::word_change_encoding::encode_word_changes;
use std::collections::HashMap;
use std::ops::Range;

/// The beginning of the steps of a deal.
const DEAL_START: &str = "<ol class=\"hand-steps\"";

/// Returns a page whose hands are packed, without what a browser does not need.
pub(crate) fn pack_hands(html: &str) -> String {
    let mut packed = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find(HAND_START)
        && let Some(length) = rest[start..].find(HAND_END)
    {
        packed += &rest[..start];
        let (hand, after) = rest[start..].split_at(length);
        write_packed_hand(hand, &mut packed);
        rest = after;
    }
    minify_hands(&(packed + rest))
}

/// A kind of element that is packed.
struct PackedElementKind {
    class: &'static str,
    /// The element that stands in its place. The script knows the kind of an element by this name.
    placeholder: &'static str,
    /// The last element of this kind as a browser writes it, after which the script restores the
    /// next; none if it is not known.
    former: Option<String>,
    /// Whether the script reads an element that is written whole.
    is_read_whole: bool,
}

/// Returns the kinds at the beginning of a hand.
fn initial_packed_kinds() -> [PackedElementKind; 2] {
    [("cloth", "div"), ("hand-instead", "ul")].map(|(class, placeholder)| PackedElementKind {
        class,
        placeholder,
        former: Some(String::new()),
        is_read_whole: class != "hand-instead",
    })
}

/// Writes a hand with its packed elements as changes, and without what the script derives.
fn write_packed_hand(hand: &str, out: &mut String) {
    let mut kinds = initial_packed_kinds();
    let mut links = ClauseLinkPacker::default();
    let derived = LabelsToUnpackHand::of_hand(hand);
    let whole_steps = first_and_last_steps_by_deal(hand);
    let mut written = 0;
    let mut step = 0;
    let mut deal = "";
    for piece in html_pieces(hand) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.at < written {
            continue;
        }
        let [classes, id] = tag.raw_attribute_values(["class", "id"]);
        let class = classes.split(' ').next().unwrap_or_default();
        match class {
            "hand-step" => step = tag.at,
            "hand-deal" => deal = id,
            _ => {}
        }
        if let Some((span, short)) = part_without_links(hand, tag, class, deal) {
            *out += &hand[written..span.start];
            *out += &short;
            written = span.end;
            continue;
        }
        let short_link = links.pack_link(hand, tag, class).map(str::to_owned);
        if let Some(short_tag) = short_link.or_else(|| derived.short_tag(hand, tag, class)) {
            *out += &hand[written..tag.at];
            *out += &short_tag;
            written = tag.end;
            continue;
        }
        let Some(kind) = kinds.iter_mut().find(|kind| kind.class == class) else {
            continue;
        };
        let Some(place) = place_of_element(hand, tag) else {
            continue;
        };
        let stays = class == "cloth" && whole_steps.contains(&step);
        *out += &hand[written..place.start];
        written = place.end;
        write_element_as_changes(&hand[place], kind, stays, out);
    }
    *out += &hand[written..];
}

/// Returns a part of a hand that is written without its links, with its place: the title of a step, the links below a step, and
/// the table of tricks.
fn part_without_links(
    hand: &str,
    tag: HtmlTag,
    class: &str,
    deal: &str,
) -> Option<(Range<usize>, String)> {
    match class {
        "hand-title" => {
            let (start, rest) = hand[tag.end..].split_once('>')?;
            let (title, _) = rest.split_once("</a>")?;
            let title_start = tag.end + start.len() + 1;
            let end = title_start + title.len() + "</a>".len();
            let is_link = start.starts_with("<a ") && !title.contains('<');
            is_link.then(|| (tag.end..end, title.to_owned()))
        }
        "hand-nav" => Some((place_of_element(hand, tag)?, String::new())),
        "hand-tricks" => {
            let place = place_of_element(hand, tag)?;
            let table = without_derivable_card_addresses(&hand[place.clone()], deal);
            Some((place, table))
        }
        _ => None,
    }
}

/// Packs the links of a hand to clauses.
#[derive(Default)]
struct ClauseLinkPacker<'a> {
    /// The address of the last link with each text.
    addresses: HashMap<&'a str, &'a str>,
}

impl<'a> ClauseLinkPacker<'a> {
    /// Returns the tag that is written for the tag of a link whose address the script knows. For any
    /// other tag, returns nothing.
    fn pack_link(&mut self, hand: &'a str, tag: HtmlTag<'a>, class: &str) -> Option<&'static str> {
        if !tag.is_named("a") || class != "clause" {
            return None;
        }
        let [address] = tag.raw_attribute_values(["href"]);
        let (text, _) = hand[tag.end..].split_once('<')?;
        let former = self.addresses.insert(text, address);
        (former == Some(address)).then_some("<a>")
    }
}

/// Returns the positions of the first and the last step of each deal.
fn first_and_last_steps_by_deal(hand: &str) -> Vec<usize> {
    let mut whole = Vec::new();
    let mut deals = hand.match_indices(DEAL_START).peekable();
    while let Some((start, _)) = deals.next() {
        let end = deals.peek().map_or(hand.len(), |(next, _)| *next);
        let deal = &hand[start..end];
        whole.extend(deal.find(STEP_START).map(|at| start + at));
        whole.extend(deal.rfind(STEP_START).map(|at| start + at));
    }
    whole
}

/// Writes an element as changes to the former one of its kind; whole if it shall stay, or if that
/// cannot be.
fn write_element_as_changes(
    element: &str,
    kind: &mut PackedElementKind,
    must_stay_whole: bool,
    out: &mut String,
) {
    let written = html_if_browsers_agree(element);
    let changes = match (&kind.former, &written) {
        (Some(former), Some(written)) if !must_stay_whole => encode_word_changes(former, written),
        _ => None,
    };
    match changes {
        Some(changes) => {
            let name = kind.placeholder;
            let changes = changes.replace('&', "&amp;").replace('\'', "&#39;");
            *out += &format!("<{name} data-diff='{changes}'></{name}>");
            kind.former = written;
        }
        None => {
            *out += element;
            if kind.is_read_whole {
                kind.former = written;
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/book_hand_packer.rs"]
mod tests;
