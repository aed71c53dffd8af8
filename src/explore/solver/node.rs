//! What is known of a position.

use super::end::Ends;
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
