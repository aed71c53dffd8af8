//! A player: what is held and won at this point of the hand.

use crate::cards::Seat;
use crate::editor::cursor::Cursor;
use crate::editor::document::Document;
use crate::editor::moment::{Moment, moments};
use crate::narrate::sentence::chips;
use crate::narrate::table::table;
use crate::scenario::reference::Word;

/// What is said of a player, under each edition; one of several that say the same is enough.
pub(super) fn told(document: &Document, cursor: &Cursor, seat: Seat) -> Option<Vec<String>> {
    let at = cursor.tokens.iter().position(|token| token.span.end >= cursor.byte)?;
    let place = match cursor.block.word {
        Word::Script => cursor.statement(at),
        // The deal as a whole, or what the hand has come to before it is paid.
        _ => cursor.block.content.whole().end,
    };
    let mut said: Vec<String> = moments(document, cursor.block, place).iter().map(|moment| one(moment, seat)).collect();
    said.dedup();
    (!said.is_empty()).then_some(said)
}

fn one(moment: &Moment, seat: Seat) -> String {
    let table = table(&moment.story, &moment.step());
    let Some(place) = table.places.iter().find(|place| place.seat == seat.0) else { return String::new() };
    let cards: Vec<String> = place.cards.iter().map(|face| face.text()).collect();
    let holds = if cards.is_empty() { "no cards".to_owned() } else { cards.join(" ") };
    let purse = chips(moment.hand.purses[seat]);
    let facts = [place.marks.join(", "), place.won()].into_iter().filter(|fact| !fact.is_empty());
    let facts: Vec<String> = facts.chain([format!("holds {holds}"), format!("has {purse}")]).collect();
    format!("**{}**: {}", place.name, facts.join("; "))
}
