//! Who takes the trick that a card is played to.

use super::Solver;
use crate::cards::{Card, Seat, Seats};
use crate::engine::Hand;
use serde::{Deserialize, Serialize};

/// Who takes a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Takers {
    /// All who can.
    pub all: Seats,
    /// Who does if all play their best.
    pub best: Option<Seat>,
}

impl Solver<'_> {
    /// Who can take the trick to which the mover plays this card.
    pub fn takers(&mut self, hand: &Hand, card: Card) -> Takers {
        Takers { all: self.all_takers(hand, card), best: self.best_taker(hand, card) }
    }

    fn all_takers(&mut self, hand: &Hand, card: Card) -> Seats {
        match self.play(hand, card) {
            Some((_, Some(winner))) => Seats::NONE.with(winner),
            Some((next, None)) => {
                let choices = self.choices(&next);
                choices.fold(Seats::NONE, |takers, card| takers.and(self.all_takers(&next, card)))
            }
            None => Seats::NONE,
        }
    }

    fn best_taker(&mut self, hand: &Hand, card: Card) -> Option<Seat> {
        match self.play(hand, card) {
            Some((_, won @ Some(_))) => won,
            Some((next, None)) => {
                let card = self.best(&next)?;
                self.best_taker(&next, card)
            }
            None => None,
        }
    }
}
