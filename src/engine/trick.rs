//! A trick in the making.

use super::Trumps;
use crate::cards::{Card, Seat, Seats, Set};
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
    /// Who has played.
    pub played: Seats,
}

impl Trick {
    /// A trick begun with this card.
    pub fn led_by(seat: Seat, card: Card) -> Trick {
        Trick { led: card, best: card, winner: seat, played: Seats::NONE.with(seat) }
    }

    /// Whether a trump lies in it.
    pub fn is_trumped(&self, trumps: Trumps) -> bool {
        trumps.all().has(self.best)
    }

    /// The cards that follow its lead.
    pub fn suit_led(&self, trumps: Trumps) -> Set {
        trumps.suit_of(self.led)
    }

    /// All cards that would beat its best.
    pub fn beaten_by(&self, order: &RankOrder, trumps: Trumps) -> Set {
        trumps.above(order, self.best)
    }

    /// The trick after one more card.
    pub fn and(self, order: &RankOrder, trumps: Trumps, seat: Seat, card: Card) -> Trick {
        let wins = self.beaten_by(order, trumps).has(card);
        let (best, winner) = if wins { (card, seat) } else { (self.best, self.winner) };
        Trick { best, winner, played: self.played.with(seat), ..self }
    }
}
