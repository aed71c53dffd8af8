//! Sessions of Mus that the computer plays against itself by its strategy, counted.

use super::mus_strategy::choose_strategy_act;
use crate::cards::{PerSeat, Seat};
use crate::engine::expect_accepted;
use crate::mus::{
    BettingEnd, MusEvent, MusEventDetails, MusStage, MusTableBetweenDeals, RandomMusPlayer, apply,
    close_deal, open_deal,
};
use crate::rules::MusRules;
use crate::rules::mus_values::{BettingPhase, Sides};

/// What happened in sessions of Mus. A side is named by its first seat; where players play singly, each is a side.
#[derive(Clone, Debug, Default)]
pub struct MusSessionCounts {
    /// The number of deals.
    pub deals: u64,
    /// The number of sessions that were begun. The last session may be unfinished.
    pub sessions: u64,
    /// How many sessions each side won.
    pub sessions_won: PerSeat<u64>,
    /// How many games each side won.
    pub games_won: PerSeat<u64>,
    /// How many rounds each player lost, where players shed stones.
    pub rounds_lost: PerSeat<u64>,
    /// What happened in each phase, in the order of [`BettingPhase::ALL`].
    pub phases: [MusPhaseCounts; BettingPhase::ALL.len()],
}

/// What happened in one phase of all deals.
#[derive(Clone, Copy, Debug, Default)]
pub struct MusPhaseCounts {
    /// How often all passed.
    pub passed: u64,
    /// How often a bet was refused.
    pub refused: u64,
    /// How often a bet was accepted.
    pub accepted: u64,
    /// How often an órdago was accepted.
    pub ordagos: u64,
    /// The stones that were paid for the phase.
    pub stones: i64,
}

impl MusSessionCounts {
    fn count_event(&mut self, event: &MusEvent) {
        match event.details {
            MusEventDetails::PhaseClosed(phase, end) => {
                let counts = &mut self.phases[phase.place()];
                match end {
                    BettingEnd::Passed => counts.passed += 1,
                    BettingEnd::Refused => counts.refused += 1,
                    BettingEnd::Accepted => counts.accepted += 1,
                    BettingEnd::Ordago => counts.ordagos += 1,
                    BettingEnd::Void | BettingEnd::Unbet => {}
                }
            }
            MusEventDetails::StonesPaid(phase, _, stones) => {
                self.phases[phase.place()].stones += stones;
            }
            MusEventDetails::GameWon(seat) => self.games_won[seat] += 1,
            MusEventDetails::MatchWon(seat) => self.sessions_won[seat] += 1,
            MusEventDetails::RoundLost(seat) => self.rounds_lost[seat] += 1,
            _ => {}
        }
    }
}

/// Plays sessions of Mus by the strategy until this number of deals is played. Calls `progress` with the deals so far after each
/// deal.
///
/// ```
/// use mouche::{editions, explore};
///
/// let rules = editions::mus_editions().next().expect("an edition");
/// let counts = explore::simulate_computer_mus_sessions(rules, 4, 500, 1, |_| ());
/// assert_eq!(counts.deals, 500);
/// let won: u64 = counts.sessions_won.iter().sum();
/// assert!(won == counts.sessions || won + 1 == counts.sessions, "the last session may be unfinished");
/// ```
pub fn simulate_computer_mus_sessions(
    rules: &MusRules,
    seats: u8,
    deals: u64,
    seed: u64,
    mut progress: impl FnMut(u64),
) -> MusSessionCounts {
    let mut random = RandomMusPlayer::new(seed);
    let mut counts = MusSessionCounts::default();
    while counts.deals < deals {
        let mut table = MusTableBetweenDeals::new(rules, seats, random.random_dealer(seats));
        counts.sessions += 1;
        while counts.deals < deals && !table.is_session_over(rules) {
            for event in play_deal_by_strategy(rules, &mut table, &mut random) {
                counts.count_event(&event);
            }
            counts.deals += 1;
            progress(counts.deals);
        }
    }
    counts
}

/// Plays the next deal of a table by the strategy, and returns what happens in it.
fn play_deal_by_strategy(
    rules: &MusRules,
    table: &mut MusTableBetweenDeals,
    random: &mut RandomMusPlayer,
) -> Vec<MusEvent> {
    let mut events = Vec::new();
    let mut state = open_deal(rules, table);
    while state.stage != MusStage::Over {
        let act = choose_strategy_act(rules, &state, random);
        let applied = apply(rules, &mut state, act, &mut events);
        expect_accepted(applied, "what may be done");
    }
    close_deal(rules, &state, table);
    events
}

/// Returns the sides of a table, each by its first seat: two sides of partners, or each player.
pub fn first_seat_of_each_side(rules: &MusRules, seats: u8) -> Vec<Seat> {
    let sides = match rules.sides.value {
        Sides::Pairs => 2,
        Sides::Single => seats,
    };
    (0..sides).map(Seat).collect()
}
