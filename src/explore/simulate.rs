//! Random sessions, counted.

use super::RandomPlayer;
use crate::cards::{PerSeat, Seat};
use crate::engine::{Event, Fact, Table, advance, close, is_over, open, settle_last_debts};
use crate::rules::Ruleset;
use schemars::JsonSchema;
use serde::Serialize;

/// What was counted in random sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// Hands played.
    pub hands: u64,
    /// Sessions begun.
    pub sessions: u64,
    /// Sessions ended because an amount passed 10^12 chips.
    pub sessions_cut: u64,
    /// Events told by the engine.
    pub events: u64,
    /// Hands in which at least one flush was dealt.
    pub hands_with_a_flush: u64,
    /// Hands in which a flush was claimed.
    pub hands_claimed: u64,
    /// Hands that ended without play because all but one folded.
    pub hands_alone: u64,
    /// Players who came to owe, over all hands.
    pub debts_made: u64,
    /// The largest pool, in chips.
    pub largest_pool: i64,
    /// Hands by the size of their pool: below 10 chips, below 100, 1 000, and so on.
    pub pools: [u64; 13],
}

impl Tally {
    fn count(&mut self, events: &[Event]) {
        self.hands += 1;
        self.events += events.len() as u64;
        let any = |wanted: fn(&Fact) -> bool| u64::from(events.iter().any(|event| wanted(&event.fact)));
        self.hands_with_a_flush += any(|fact| matches!(fact, Fact::Dealt(_, cards) if cards.only_suit().is_some()));
        self.hands_claimed += any(|fact| matches!(fact, Fact::BestFlush(_)));
        self.hands_alone += any(|fact| matches!(fact, Fact::Alone(_)));
        self.debts_made += events.iter().filter(|event| matches!(event.fact, Fact::Owes(..))).count() as u64;
    }

    fn count_pool(&mut self, chips: i64) {
        self.largest_pool = self.largest_pool.max(chips);
        self.pools[chips.max(1).ilog10() as usize] += 1;
    }
}

/// Plays random sessions until so many hands are played, calling `progress` with the hands so far after each.
pub fn simulate(rules: &Ruleset, seats: u8, hands: u64, seed: u64, mut progress: impl FnMut(u64)) -> Tally {
    let mut player = RandomPlayer::new(seed);
    let mut tally = Tally::default();
    let mut events = Vec::with_capacity(128);
    while tally.hands < hands {
        session(rules, seats, hands, &mut player, &mut events, &mut tally);
        progress(tally.hands);
    }
    tally
}

fn session(
    rules: &Ruleset,
    seats: u8,
    hands: u64,
    player: &mut RandomPlayer,
    events: &mut Vec<Event>,
    tally: &mut Tally,
) {
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    tally.sessions += 1;
    while tally.hands < hands && !is_over(rules, &mut table) {
        events.clear();
        let Ok(mut hand) = open(rules, &mut table, events) else {
            tally.sessions_cut += 1;
            return;
        };
        tally.count_pool(hand.pool);
        let deal = player.deal(rules, seats);
        advance(rules, &mut hand, deal, events).expect("a deal from the pack");
        while hand.asks() {
            let act = player.choose(rules, &hand);
            advance(rules, &mut hand, act, events).expect("an act that the engine offers");
        }
        close(rules, &hand, &mut table);
        tally.count(events);
    }
    events.clear();
    settle_last_debts(rules, &mut table, events);
}
