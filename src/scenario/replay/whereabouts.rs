//! Where a card is.

use super::session::Session;
use crate::cards::Card;
use crate::engine::Fact;

impl Session<'_> {
    /// Where a card is, in words.
    pub(super) fn where_is(&self, card: Card) -> String {
        let holder = self.hand.in_turn().find(|seat| self.hand.held[*seat].has(card));
        if let Some(seat) = holder {
            return format!("{} holds it", self.name(seat));
        }
        if self.hand.turn_up() == Some(card) {
            return "it is turned up".into();
        }
        if self.hand.fille.has(card) {
            return "it lies in the fille".into();
        }
        if self.hand.discards.has(card) {
            return "it was discarded".into();
        }
        let pack = self.rules.pack.value.pack(self.hand.seats);
        if !pack.has(card) {
            return format!("it is not in the pack of {} cards", pack.len());
        }
        if self.hand.stock.has(card) {
            return "it is in the stock".into();
        }
        let played = self.events.iter().find_map(|event| match event.fact {
            Fact::Played(seat, other) if other == card => Some(seat),
            _ => None,
        });
        played.map_or("it was folded".into(), |seat| format!("{} has played it", self.name(seat)))
    }
}
