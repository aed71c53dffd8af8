//! Whole sessions played by the strategy: how the pool grows, and how often a ceiling bites.

use super::{Mean, Share};
use crate::cards::{PerSeat, Seat};
use crate::engine::{Arithmetic, Event, Fact, Table, advance, close, is_over, open};
use crate::explore::strategy::Strategy;
use crate::explore::{RandomPlayer, act};
use crate::rules::Ruleset;
use serde::{Deserialize, Serialize};

/// What sessions came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evening {
    /// Sessions played.
    pub sessions: u64,
    /// The pools of the first hands, the second hands, and so on, in chips.
    pub pools: Vec<Mean>,
    /// The pools that half of the sessions do not pass, hand by hand, in chips.
    pub half: Vec<i64>,
    /// The pools that nine sessions of ten do not pass, hand by hand, in chips.
    pub nine_in_ten: Vec<i64>,
    /// Hands in which somebody came to owe.
    pub owing: Share,
    /// Debts that a ceiling cut, out of all made.
    pub cut: Share,
    /// The largest pool of all, in chips.
    pub largest: i64,
    /// Sessions ended because an amount was past all counting.
    pub broken_off: u64,
}

/// Plays so many sessions, each seat by the same strategy.
pub fn evenings(rules: &Ruleset, seats: u8, strategy: &Strategy, sessions: u64, seed: u64) -> Evening {
    let mut evening = Evening { sessions, ..Evening::default() };
    let mut cards = RandomPlayer::new(seed);
    let mut pools: Vec<Vec<i64>> = Vec::new();
    for _ in 0..sessions {
        session(rules, seats, strategy, &mut cards, &mut evening, &mut pools);
    }
    for hand in &mut pools {
        hand.sort_unstable();
        let mut mean = Mean::default();
        hand.iter().for_each(|pool| mean.count(*pool as f64));
        evening.pools.push(mean);
        let not_passed = |tenths: usize| hand[(hand.len() * tenths).div_ceil(10).saturating_sub(1)];
        evening.half.push(not_passed(5));
        evening.nine_in_ten.push(not_passed(9));
        evening.largest = evening.largest.max(hand[hand.len() - 1]);
    }
    evening
}

fn session(
    rules: &Ruleset,
    seats: u8,
    strategy: &Strategy,
    cards: &mut RandomPlayer,
    evening: &mut Evening,
    pools: &mut Vec<Vec<i64>>,
) {
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let mut events = Vec::new();
    for at in 0.. {
        if is_over(rules, &mut table) {
            return;
        }
        events.clear();
        let Ok(mut hand) = open(rules, &mut table, &mut events) else {
            evening.broken_off += 1;
            return;
        };
        if pools.len() == at {
            pools.push(Vec::new());
        }
        pools[at].push(hand.pool);
        let deal = cards.deal(rules, seats);
        advance(rules, &mut hand, deal, &mut events).expect("a deal from the pack");
        while let Some(to) = strategy.choose(rules, &hand).filter(|_| hand.asks()) {
            let act = act(&hand, to, cards);
            advance(rules, &mut hand, act, &mut events).expect("a move that the engine offers");
        }
        close(rules, &hand, &mut table);
        evening.count(&events);
    }
}

impl Evening {
    fn count(&mut self, events: &[Event]) {
        let sums = events.iter().filter_map(|event| match event.fact {
            Fact::Owes(.., sum) => Some(sum),
            _ => None,
        });
        let before = self.cut.of;
        sums.for_each(|sum| self.cut.count(matches!(sum, Arithmetic::Capped { .. })));
        self.owing.count(self.cut.of > before);
    }
}
