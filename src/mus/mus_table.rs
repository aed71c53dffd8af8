//! What lasts from deal to deal in Mus.

use crate::cards::{PerSeat, Seat, SeatSet};
use crate::rules::mus_values::PayOrder;
use crate::rules::{MusRules, SessionEndEvent};

/// The table between two deals: all that lasts from deal to deal. A side is named by its first seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MusTableBetweenDeals {
    /// The number of players.
    pub seats: u8,
    /// The dealer of the next deal.
    pub dealer: Seat,
    /// The stones that each side has taken in this game.
    pub score: PerSeat<i64>,
    /// The games that each side has won.
    pub games_won: PerSeat<i64>,
    /// The stones of each player, where players shed stones.
    pub purses: PerSeat<i64>,
    /// The rounds that each player has lost.
    pub rounds_lost: PerSeat<i64>,
    /// The stones that were shed in this round.
    pub basket: i64,
}

impl MusTableBetweenDeals {
    /// Returns a table before its first deal.
    pub fn new(rules: &MusRules, seats: u8, dealer: Seat) -> MusTableBetweenDeals {
        MusTableBetweenDeals {
            seats,
            dealer,
            purses: PerSeat::all(rules.chips_start.value.0),
            ..MusTableBetweenDeals::default()
        }
    }

    /// Returns whether players shed stones from their purses, instead of taking stones.
    pub fn sheds_stones(rules: &MusRules) -> bool {
        rules.pay_order.value == PayOrder::ShedFromPurse
    }

    /// Returns the players who are dealt cards: where players shed stones, those who have any.
    pub fn players_dealt_in(&self, rules: &MusRules) -> SeatSet {
        let everybody = SeatSet::all(self.seats);
        if !MusTableBetweenDeals::sheds_stones(rules) {
            return everybody;
        }
        everybody
            .iter()
            .filter(|seat| self.purses[*seat] > 0)
            .collect()
    }

    /// Returns whether a side has won the match, or all players but one have left.
    pub fn is_session_over(&self, rules: &MusRules) -> bool {
        match rules.end.value.finish {
            SessionEndEvent::Games { games, .. } => self.games_won.iter().any(|won| *won >= games),
            SessionEndEvent::Losses(losses) => {
                let lost = self.rounds_lost.iter().take(self.seats.into());
                lost.filter(|lost| **lost < losses).count() < 2
            }
            _ => false,
        }
    }

    /// Returns all stones in purses and in the basket.
    pub fn total_stones_with_basket(&self) -> i64 {
        self.purses.iter().take(self.seats.into()).sum::<i64>() + self.basket
    }
}
