//! How a hand ends, each way with a number.

use crate::cards::{PerSeat, Seat};
use crate::engine::Hand;

/// What each seat has at an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    chips: PerSeat<i64>,
    tricks: PerSeat<u8>,
}

/// The ends of one hand. They are few: they differ by who won how many tricks, who the last, and who with the best trump.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends(Vec<End>);

/// What a seat has: its purse less what it has come to owe in this hand.
pub(super) fn chips(hand: &Hand, seat: Seat) -> i64 {
    hand.purses[seat] - hand.owes[seat]
}

impl Ends {
    /// The number of the end that this hand has come to.
    pub(super) fn number(&mut self, hand: &Hand) -> u16 {
        let mut end = End { chips: PerSeat::default(), tricks: hand.tricks };
        for seat in hand.in_turn() {
            end.chips[seat] = chips(hand, seat);
        }
        let at = self.0.iter().position(|other| *other == end).unwrap_or_else(|| {
            self.0.push(end);
            self.0.len() - 1
        });
        at as u16
    }

    pub(super) fn chips(&self, end: u16, seat: Seat) -> i64 {
        self.0[usize::from(end)].chips[seat]
    }

    pub(super) fn tricks(&self, end: u16, seat: Seat) -> u8 {
        self.0[usize::from(end)].tricks[seat]
    }

    /// Whether the first end is better for a seat than the second.
    pub(super) fn prefers(&self, seat: Seat, one: u16, other: u16) -> bool {
        let worth = |end| (self.chips(end, seat), self.tricks(end, seat));
        one != other && worth(one) > worth(other)
    }
}
