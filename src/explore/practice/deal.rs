//! A practice deal: an edition, a table, a seat to learn in, and the seed of its cards.

use super::Drill;
use crate::cards::{Card, PerSeat, Seat};
use crate::engine::{Act, Hand, Promise, Table, open};
use crate::explore::RandomPlayer;
use crate::rules::Ruleset;

/// A deal from a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PracticeDeal {
    /// The edition's id.
    pub edition: &'static str,
    /// How many sit at the table.
    pub players: u8,
    /// The seat of the learner, counted from the dealer's right, from 1; the last is the dealer's.
    pub place: u8,
    /// A debt of the dealer's from an earlier hand that enters the pool, in chips; 0 for none.
    pub debt: i64,
    /// The seed of the cards.
    pub seed: u64,
    /// What it drills.
    pub drill: Drill,
}

/// The dealer of every practice deal.
const DEALER: Seat = Seat(0);

impl PracticeDeal {
    /// The learner's seat.
    pub fn learner(&self) -> Seat {
        Seat(self.place % self.players)
    }

    /// The hand with its pool made, the deal as an act, and the stock from the top; none if the pool is past counting.
    pub(super) fn dealt(&self, rules: &Ruleset) -> Option<(Hand, Act, Vec<Card>)> {
        let mut table = Table::new(self.players, DEALER, PerSeat::all(rules.chips_start.value.0));
        if self.debt > 0 {
            table.debts.push(Promise { debtor: DEALER, chips: self.debt, hand: 0 });
        }
        let hand = open(rules, &mut table, &mut Vec::new()).ok()?;
        let mut player = RandomPlayer::new(self.seed);
        let act = player.deal(rules, self.players);
        Some((hand, act, player.rest()))
    }
}
