//! A trick in the making.

use crate::cards::{Card, Seat, Set, Suit};
use crate::rules::RankOrder;

/// The cards of a trick that matter: the one led and the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trick {
    /// The card led.
    pub led: Card,
    /// The card that wins so far.
    pub best: Card,
    /// Whose it is.
    pub winner: Seat,
    /// How many have played.
    pub played: u8,
}

impl Trick {
    /// A trick begun with this card.
    pub fn led_by(seat: Seat, card: Card) -> Trick {
        Trick { led: card, best: card, winner: seat, played: 1 }
    }

    /// Whether a trump lies in it.
    pub fn is_trumped(&self, trump: Suit) -> bool {
        self.best.suit() == trump
    }

    /// All cards that would beat its best.
    pub fn beaten_by(&self, order: &RankOrder, trump: Suit) -> Set {
        let above = order.above(self.best);
        if self.is_trumped(trump) { above } else { above | Set::of_suit(trump) }
    }

    /// The trick after one more card.
    pub fn and(self, order: &RankOrder, trump: Suit, seat: Seat, card: Card) -> Trick {
        let wins = self.beaten_by(order, trump).has(card);
        let (best, winner) = if wins { (card, seat) } else { (self.best, self.winner) };
        Trick { best, winner, played: self.played + 1, ..self }
    }
}
