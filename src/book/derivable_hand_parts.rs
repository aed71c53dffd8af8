//! Leaves out of the steps of a hand what follows from the rest of the hand: the links below a step,
//! the sentence that is read aloud, and names and addresses that say again what stands beside them. A
//! script restores them (`book/theme/tools/restore.js`).

use super::html_tokenizer::{HtmlPiece, HtmlTag, html_pieces, place_of_element, unescape_html};
use std::collections::HashMap;

/// The beginning of a step.
pub(super) const STEP_START: &str = "<li class=\"hand-step ";

/// The name of the list of payments of a step.
const LEDGER_LABEL: &str = "Chips that move";

/// The signs between which the words of a sentence stand.
const WORD_ENDS: [char; 5] = [' ', '.', ',', ':', ';'];

/// What the script reads of a hand before it restores the parts.
pub(super) struct LabelsToUnpackHand {
    /// The names of cards, by the signs that stand for them: `10♠`, `ten of spades`.
    card_names: HashMap<String, String>,
    /// The classes of cards, by their signs: `10♠`, `s r5`.
    card_classes: HashMap<String, String>,
    players: Vec<String>,
}

impl LabelsToUnpackHand {
    /// Reads a hand that is not packed.
    pub(super) fn of_hand(hand: &str) -> LabelsToUnpackHand {
        let mut card_names = HashMap::new();
        for (text, label) in labelled_images(hand) {
            for (sign, name) in text.split_whitespace().zip(label.split("; ")) {
                card_names.insert(sign.to_owned(), name.to_owned());
            }
        }
        LabelsToUnpackHand {
            card_names,
            card_classes: card_classes(hand),
            players: players_of_hand(hand),
        }
    }

    /// Returns a tag with this first class without what the script restores; none if the tag has to stay as it is.
    pub(super) fn short_tag(&self, hand: &str, tag: HtmlTag, class: &str) -> Option<String> {
        let written = &hand[tag.span()];
        match class {
            "hand-step" => {
                let step = step_html(hand, tag);
                let short = written.replacen("\"hand-step hand-step-play", "\"hand-step", 1);
                Some(without_derived(
                    &short,
                    tag,
                    "data-say",
                    self.spoken_sentence(step),
                ))
            }
            "hand-choices" => {
                let label = self.moves_list_label(tag);
                Some(without_derived(written, tag, "aria-label", label))
            }
            "hand-ledger" => {
                let label = LEDGER_LABEL.to_owned();
                Some(without_derived(written, tag, "aria-label", Some(label)))
            }
            "word" => {
                let deed = second_word(&hand[tag.end..]);
                Some(without_derived(written, tag, "data-deed", deed))
            }
            "may" if tag.is_named("li") => Some(written.replacen(" class=\"may\"", "", 1)),
            "mini" if tag.is_named("b") => self.shorten_card_classes(written, &hand[tag.end..]),
            _ => None,
        }
    }

    /// Returns the tag of a card in a list of choices with the class of its suit alone.
    fn shorten_card_classes(&self, tag: &str, after: &str) -> Option<String> {
        let text = unescape_html(after.split('<').next()?);
        let classes = self.card_classes.get(&text)?;
        let (suit, _) = classes.split_once(' ')?;
        let written = format!("\"mini {classes}\"");
        let is_derived = tag.contains(&written);
        is_derived.then(|| tag.replacen(&written, &format!("\"{suit}\""), 1))
    }

    /// Returns the sentence of a step as it is read aloud, with the names of cards in place of their signs.
    fn spoken_sentence(&self, step: &str) -> Option<String> {
        let shown = shown_sentence(step)?;
        let mut spoken = String::new();
        for piece in shown.split_inclusive(WORD_ENDS) {
            let word = piece.trim_end_matches(WORD_ENDS);
            match self.card_names.get(word) {
                Some(name) => spoken.extend(["the ", name, &piece[word.len()..]]),
                None => spoken += piece,
            }
        }
        Some(spoken)
    }

    /// Returns the name of a list of choices.
    fn moves_list_label(&self, tag: HtmlTag) -> Option<String> {
        let [classes] = tag.raw_attribute_values(["class"]);
        let seat = classes.split(' ').nth(1)?.strip_prefix('m')?;
        let player = self.players.get(seat.parse::<usize>().ok()?)?;
        Some(format!("What {player} may do"))
    }
}

/// Returns the classes of the cards on the tables of a hand, by their signs.
fn card_classes(hand: &str) -> HashMap<String, String> {
    let mut classes = HashMap::new();
    for piece in html_pieces(hand) {
        if let HtmlPiece::Open(tag) = piece
            && let [written] = tag.raw_attribute_values(["class"])
            && let Some(rest) = written.strip_prefix("card ")
            && let Some(text) = hand[tag.end..].split('<').next()
            && !text.is_empty()
        {
            let first: Vec<&str> = rest.split(' ').take(2).collect();
            classes.insert(unescape_html(text), first.join(" "));
        }
    }
    classes
}

/// Returns a tag without an attribute, if the attribute has the value that the script gives it.
fn without_derived(
    written: &str,
    tag: HtmlTag,
    attribute: &str,
    derived: Option<String>,
) -> String {
    let start = format!(" {attribute}=\"");
    let is_derived = derived.is_some() && tag.decoded_attribute(attribute) == derived;
    match written.split_once(&start) {
        Some((before, rest)) if is_derived => {
            let (_, after) = rest.split_once('"').unwrap_or_default();
            [before, after].concat()
        }
        _ => written.to_owned(),
    }
}

/// Returns the elements that stand for a picture, each with its text and its label.
pub(super) fn labelled_images(hand: &str) -> Vec<(String, String)> {
    let mut images = Vec::new();
    for piece in html_pieces(hand) {
        if let HtmlPiece::Open(tag) = piece
            && tag.decoded_attribute("role").as_deref() == Some("img")
            && let Some(label) = tag.decoded_attribute("aria-label")
            && let Some(place) = place_of_element(hand, tag)
        {
            images.push((text_without(&hand[place], ""), label));
        }
    }
    images
}

/// Returns the names of the players, in the order of their seats.
pub(super) fn players_of_hand(hand: &str) -> Vec<String> {
    let Some((_, list)) = hand.split_once("<select data-set=\"seat\">") else {
        return Vec::new();
    };
    let list = list.split("</select>").next().unwrap_or_default();
    let options = list.split("<option ");
    let names = options.skip(2).filter_map(|option| {
        let (_, rest) = option.split_once('>')?;
        Some(unescape_html(rest.split('<').next()?))
    });
    names.collect()
}

/// Returns the step that a tag begins.
fn step_html<'a>(hand: &'a str, tag: HtmlTag) -> &'a str {
    let rest = &hand[tag.end..];
    &rest[..rest.find(STEP_START).unwrap_or(rest.len())]
}

/// Returns the sentence of a step as a reader sees it; none if the step has several, one for each edition.
pub(super) fn shown_sentence(step: &str) -> Option<String> {
    let mut sentences = html_pieces(step).filter_map(|piece| match piece {
        HtmlPiece::Open(tag) if tag.has_any_class("hand-say") => Some(tag),
        _ => None,
    });
    let tag = sentences.next()?;
    if sentences.next().is_some() {
        return None;
    }
    let place = place_of_element(step, tag)?;
    let text = text_without(&step[place], "clause shut");
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the text of an element without the elements in it that have one of some classes.
fn text_without(element: &str, classes: &str) -> String {
    let mut text = String::new();
    let mut left_out = 0;
    for piece in html_pieces(element) {
        match piece {
            HtmlPiece::Text { text: words, .. } if left_out == 0 => text += &unescape_html(words),
            HtmlPiece::Open(tag) if left_out > 0 || tag.has_any_class(classes) => left_out += 1,
            HtmlPiece::Close(_) if left_out > 0 => left_out -= 1,
            _ => {}
        }
    }
    text
}

/// Returns the second word of the text that HTML begins with: `fold` of `may fold`.
fn second_word(html: &str) -> Option<String> {
    let text = html.split('<').next()?;
    Some(unescape_html(text.split(' ').nth(1)?))
}

/// Returns a table of tricks without the addresses of the cards, and with the class of the suit alone. The addresses follow from
/// the trick and the order of the cards in it. The card that was led keeps its address, so that each trick has a link without
/// scripts.
pub(super) fn without_derivable_card_addresses(table: &str, deal: &str) -> String {
    let mut rows = table.split("<tr>");
    let mut packed = rows.next().unwrap_or_default().to_owned();
    for row in rows {
        packed += "<tr>";
        packed += &without_derivable_row_addresses(row, deal).unwrap_or_else(|| row.to_owned());
    }
    packed
}

/// Returns the row of a trick without its addresses; none if an address does not follow from its place.
fn without_derivable_row_addresses(row: &str, deal: &str) -> Option<String> {
    let (_, rest) = row.split_once("<th scope=\"row\">")?;
    let (trick, _) = rest.split_once('<')?;
    let cells: Vec<&str> = row
        .split("<td")
        .filter(|cell| cell.contains("<a "))
        .collect();
    let led = cells.iter().position(|cell| cell.contains("</a> led"))?;
    let mut packed = row.to_owned();
    for at in 0..cells.len() {
        let number = (at + cells.len() - led) % cells.len() + 1;
        let address = format!(" href=\"#{deal}-t{trick}-{number}\"");
        if !cells[at].contains(&address) {
            return None;
        }
        if at != led {
            packed = packed.replacen(&address, "", 1);
        }
    }
    Some(packed.replace("<a class=\"mini ", "<a class=\""))
}
