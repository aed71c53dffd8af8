//! Sessions played by the strategy: how the pool grows, how often a ceiling bites, and what hands come to.

use super::{Mean, Share};
use crate::cards::Seat;
use crate::engine::{Arithmetic, Event, Fact, Hand, Move, offer};
use crate::explore::session::Session;
use crate::explore::strategy::{STRATEGY, Strategy};
use crate::explore::{Plan, RandomPlayer, act, play_on, result};
use crate::rules::{Ruleset, Verb};
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

/// Plays so many sessions, each seat by the same strategy.
pub fn evenings(rules: &Ruleset, seats: u8, strategy: &Strategy, sessions: u64, seed: u64) -> Evening {
    let mut evening = Evening { sessions, ..Evening::default() };
    let mut cards = RandomPlayer::new(seed);
    let mut pools: Vec<Vec<i64>> = Vec::new();
    for _ in 0..sessions {
        let mut session = Session::new(rules, seats);
        for at in 0.. {
            if session.is_over() {
                break;
            }
            let Ok(hand) = session.open() else {
                evening.broken_off += 1;
                break;
            };
            if pools.len() == at {
                pools.push(Vec::new());
            }
            pools[at].push(hand.pool);
            let deal = cards.deal(rules, seats);
            let choose = |hand: &Hand| {
                let does = strategy.choose(rules, hand).expect("the last rule always fits");
                act(rules, hand, does, &mut cards)
            };
            session.play(hand, deal, choose).expect("what the engine offers");
            evening.count(&session.events);
        }
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

/// What a plan came to with so many trumps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Trumps dealt, the top card counted as one.
    pub trumps: usize,
    /// How it was declared.
    pub plan: Plan,
    /// Gained, in pools: 0.2 is a fifth of what the pool held, −1 a debt as large as the pool.
    pub gained: Mean,
    /// Hands after which they owed nothing.
    pub spared: Share,
}

/// Sessions of the strategy, in each hand of which one seat tries every plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Hands in which the seat was asked to declare.
    pub hands: u64,
    /// Of them, those in which the strategy went in.
    pub goes_in: Share,
    /// By trumps, then by plan.
    pub rows: Vec<Row>,
}

impl Trial {
    /// What a plan came to with so many trumps, if it was ever offered.
    pub fn row(&self, trumps: usize, plan: Plan) -> Option<&Row> {
        self.rows.iter().find(|row| row.trumps == trumps && row.plan == plan)
    }

    fn at(&mut self, trumps: usize, plan: Plan) -> &mut Row {
        let found = self.rows.binary_search_by_key(&(trumps, plan), |row| (row.trumps, row.plan));
        let place = found.unwrap_or_else(|place| {
            self.rows.insert(place, Row { trumps, plan, gained: Mean::default(), spared: Share::default() });
            place
        });
        &mut self.rows[place]
    }
}

/// Plays sessions until a seat, another in each hand, was asked so often.
pub fn trial(rules: &Ruleset, seats: u8, hands: u64, seed: u64) -> Trial {
    let mut trial = Trial { hands: 0, goes_in: Share::default(), rows: Vec::new() };
    let mut cards = RandomPlayer::new(seed);
    while trial.hands < hands {
        let mut session = Session::new(rules, seats);
        while trial.hands < hands && !session.is_over() {
            let Ok(hand) = session.open() else { break };
            let seat = Seat((session.table.deals % u32::from(seats)) as u8).next(seats);
            let deal = cards.deal(rules, seats);
            let choose = |hand: &Hand| {
                let does = STRATEGY.choose(rules, hand).expect("the last rule always fits");
                // Where they are asked whether they go in.
                if hand.mover == seat && offer(rules, hand, Verb::Fold).is_some() {
                    trial.goes_in.count(does != Move::Fold);
                    fork(rules, hand, &mut trial);
                }
                act(rules, hand, does, &mut cards)
            };
            if session.play(hand, deal, choose).is_err() {
                break;
            }
        }
    }
    trial
}

/// Every plan from here, each with the same cards in the stock.
fn fork(rules: &Ruleset, hand: &Hand, trial: &mut Trial) {
    trial.hands += 1;
    let (seat, trumps) = (hand.mover, (hand.held[hand.mover] & hand.trumps.all()).len());
    let mut events = Vec::new();
    for plan in Plan::ALL {
        let Some(first) = plan.of(rules, hand) else { continue };
        events.clear();
        let mut cards = RandomPlayer::new(trial.hands);
        let Ok(end) = play_on(rules, hand, first, &mut cards, &mut events) else { continue };
        let row = trial.at(trumps, *plan);
        row.gained.count(result(hand, &end, seat) as f64 / hand.pool as f64);
        row.spared.count(end.owes[seat] == 0);
    }
}
