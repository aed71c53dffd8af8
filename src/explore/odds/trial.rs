//! What hands come to, by the number of trumps dealt: each way to declare played out with the same cards.

use super::{Mean, Share};
use crate::cards::{PerSeat, Seat};
use crate::engine::{Hand, Stage, Table, advance, close, is_over, open};
use crate::explore::strategy::STRATEGY;
use crate::explore::{Plan, RandomPlayer, act, play_on, result};
use crate::rules::{Phase, Ruleset};
use serde::{Deserialize, Serialize};

/// What a plan came to with so many trumps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Trumps dealt, the top card counted as one.
    pub trumps: usize,
    /// How it was declared.
    pub plan: Plan,
    /// Gained, in pools: 0.2 is a fifth of what the pool held, −1 a debt as large as the pool.
    pub gained: Mean,
    /// Hands after which he owed nothing.
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
        let place = self.rows.iter().position(|row| (row.trumps, row.plan) >= (trumps, plan));
        let place = place.unwrap_or(self.rows.len());
        if self.row(trumps, plan).is_none() {
            let (gained, spared) = (Mean::default(), Share::default());
            self.rows.insert(place, Row { trumps, plan, gained, spared });
        }
        &mut self.rows[place]
    }
}

/// Plays sessions until a seat, another in each hand, was asked so often.
pub fn trial(rules: &Ruleset, seats: u8, hands: u64, seed: u64) -> Trial {
    let mut trial = Trial { hands: 0, goes_in: Share::default(), rows: Vec::new() };
    let mut cards = RandomPlayer::new(seed);
    while trial.hands < hands {
        let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
        while trial.hands < hands && !is_over(rules, &mut table) {
            let Some(hand) = one(rules, &mut table, &mut cards, &mut trial) else { break };
            close(rules, &hand, &mut table);
        }
    }
    trial
}

/// One hand of a session; none where an amount is past all counting.
fn one(rules: &Ruleset, table: &mut Table, cards: &mut RandomPlayer, trial: &mut Trial) -> Option<Hand> {
    let mut events = Vec::new();
    let mut hand = open(rules, table, &mut events).ok()?;
    let seat = Seat((table.deals % u32::from(table.seats)) as u8).next(table.seats);
    let deal = cards.deal(rules, table.seats);
    advance(rules, &mut hand, deal, &mut events).ok()?;
    while hand.asks() {
        let to = STRATEGY.choose(rules, &hand)?;
        if matches!(hand.stage, Stage::In(Phase::Round(_))) && hand.mover == seat {
            trial.goes_in.count(to != crate::engine::Move::Fold);
            fork(rules, &hand, trial);
        }
        let act = act(&hand, to, cards);
        advance(rules, &mut hand, act, &mut events).ok()?;
    }
    Some(hand)
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
        let row = trial.at(trumps, plan);
        row.gained.count(result(hand, &end, seat) as f64 / hand.pool as f64);
        row.spared.count(end.owes[seat] == 0);
    }
}
