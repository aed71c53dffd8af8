//! What is known of a position: how it can end, and how each end compares.

use crate::cards::{PerSeat, Seat};
use crate::engine::Hand;

/// The ends that a position can come to, each by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The end if all play their best.
    pub(super) best: u16,
    /// For each seat, ends at which it has the fewest and the most chips.
    chips: PerSeat<(u16, u16)>,
    /// For each seat, ends at which it has the fewest and the most tricks.
    tricks: PerSeat<(u16, u16)>,
}

impl Node {
    /// A hand that is over.
    pub(super) fn end(end: u16) -> Node {
        Node { best: end, chips: PerSeat::all((end, end)), tricks: PerSeat::all((end, end)) }
    }

    /// Ends at which a seat has the fewest and the most chips.
    pub(super) fn chips(&self, seat: Seat) -> (u16, u16) {
        self.chips[seat]
    }

    /// Ends at which a seat has the fewest and the most tricks.
    pub(super) fn tricks(&self, seat: Seat) -> (u16, u16) {
        self.tricks[seat]
    }

    /// This or another, as the mover of a hand chooses, who takes this one if he has as much by it.
    pub(super) fn or(mut self, other: Node, hand: &Hand, ends: &Ends) -> Node {
        for seat in hand.in_turn() {
            widen(&mut self.chips[seat], other.chips[seat], |end| ends.chips(end, seat));
            widen(&mut self.tricks[seat], other.tricks[seat], |end| i64::from(ends.tricks(end, seat)));
        }
        if ends.prefers(hand.mover, other.best, self.best) {
            self.best = other.best;
        }
        self
    }
}

fn widen(range: &mut (u16, u16), other: (u16, u16), worth: impl Fn(u16) -> i64) {
    if other.0 != range.0 && worth(other.0) < worth(range.0) {
        range.0 = other.0;
    }
    if other.1 != range.1 && worth(other.1) > worth(range.1) {
        range.1 = other.1;
    }
}

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
