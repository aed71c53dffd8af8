//! A trick in progress.

use super::Trumps;
use crate::cards::{Card, CardSet, Seat, SeatSet};
use crate::rules::RankOrder;

/// A trick in progress: the card led, the best card, and what follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrickInProgress {
    /// The card that was led.
    pub led: Card,
    /// The card that wins the trick so far.
    pub best: Card,
    /// The seat that played the best card.
    pub winner: Seat,
    /// The seats that have played to the trick.
    pub played: SeatSet,
    /// All cards of the pack that follow the lead.
    pub following_cards: CardSet,
    /// All cards of the pack that beat the best card.
    pub beating_cards: CardSet,
}

impl TrickInProgress {
    /// Returns the trick that a seat leads with a card.
    pub fn start(order: &RankOrder, trumps: &Trumps, seat: Seat, card: Card) -> TrickInProgress {
        TrickInProgress {
            led: card,
            best: card,
            winner: seat,
            played: SeatSet::NONE.with(seat),
            following_cards: trumps.same_suit_cards(card),
            beating_cards: trumps.cards_beating(order, card),
        }
    }

    /// Adds the card that a seat plays to the trick.
    #[inline]
    pub(super) fn add_card(&mut self, order: &RankOrder, trumps: &Trumps, seat: Seat, card: Card) {
        self.played = self.played.with(seat);
        if self.beating_cards.has(card) {
            self.best = card;
            self.winner = seat;
            self.beating_cards = trumps.cards_beating(order, card);
        }
    }
}
