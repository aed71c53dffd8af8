//! Matches between two ways to play. Each deal is played again with the same cards and another player at the same seat.

use super::computer_sessions::SimulatedTable;
use super::odds::Mean;
use super::{ComputerLevel, RandomPlayer, SamplingPlayer, chips_gained, fill_random_draws};
use crate::cards::PerSeat;
use crate::engine::{DealState, Move, Refusal, TrickAct, apply};
use crate::rules::TrickRules;
use schemars::JsonSchema;
use serde::Serialize;

/// The name of the player who sees all cards.
const OPEN_CARDS: &str = "open-cards";

/// A way to play in a match.
#[derive(Clone, Copy, Debug)]
pub enum MatchPlayerKind {
    /// One of the levels of the computer, with its number of samples.
    Level(ComputerLevel, u32),
    /// A player who sees the cards of all players, with their number of samples. They are a measure for the others.
    OpenCards(u32),
}

impl MatchPlayerKind {
    /// Returns the player with this name.
    pub fn from_name(name: &str) -> Option<MatchPlayerKind> {
        if name == OPEN_CARDS {
            return Some(MatchPlayerKind::OpenCards(
                ComputerLevel::Sharp.sample_count(),
            ));
        }
        let level = ComputerLevel::from_name(name)?;
        Some(MatchPlayerKind::Level(level, level.sample_count()))
    }

    /// Returns the player with another number of samples.
    pub fn with_samples(self, samples: u32) -> MatchPlayerKind {
        match self {
            MatchPlayerKind::Level(level, _) => MatchPlayerKind::Level(level, samples),
            MatchPlayerKind::OpenCards(_) => MatchPlayerKind::OpenCards(samples),
        }
    }

    /// Returns the name of the player.
    pub fn name(self) -> &'static str {
        match self {
            MatchPlayerKind::Level(level, _) => level.name(),
            MatchPlayerKind::OpenCards(_) => OPEN_CARDS,
        }
    }

    fn choose_move(
        self,
        rules: &TrickRules,
        past: &[(DealState, Move)],
        state: &DealState,
    ) -> Option<Move> {
        match self {
            MatchPlayerKind::Level(ComputerLevel::ByTheBook, _) => {
                ComputerLevel::ByTheBook.choose_move(rules, past, state)
            }
            MatchPlayerKind::Level(_, samples) => {
                SamplingPlayer::new(samples).choose_move(rules, past, state)
            }
            MatchPlayerKind::OpenCards(samples) => {
                SamplingPlayer::seeing_all_hands(samples).choose_move(rules, past, state)
            }
        }
    }
}

/// The result of a match, in chips a deal and player. A deal counts as one result: the mean over its seats.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct MatchChipMeans {
    /// The chips that the first player gains among players of the second kind.
    pub first: Mean,
    /// The chips that the second player gains at the same seats with the same cards.
    pub second: Mean,
    /// The chips that the first player gains more than the second.
    pub difference: Mean,
    /// The chips in the pool when a deal begins.
    pub pool: Mean,
}

/// Plays a match. Each deal is played once with the second player at all seats, and then once more for each seat with the
/// first player there. The table goes on as the second players left it. Calls `progress` with the number of deals so far.
///
/// # Errors
/// If a move is refused.
pub fn play_duplicate_match(
    rules: &TrickRules,
    seats: u8,
    players: [MatchPlayerKind; 2],
    deals: u64,
    seed: u64,
    mut progress: impl FnMut(u64),
) -> Result<MatchChipMeans, Refusal> {
    let mut figures = MatchChipMeans::default();
    let mut cards = RandomPlayer::new(seed);
    let mut table = SimulatedTable::new(rules, seats);
    while figures.difference.of < deals {
        if table.is_over() {
            table = SimulatedTable::new(rules, seats);
        }
        let Ok(opened) = table.open_deal() else {
            table = SimulatedTable::new(rules, seats);
            continue;
        };
        let deal = cards.deal(rules, &opened);
        let everybody = PerSeat::all(players[1]);
        let end = play_deal(rules, opened, deal, &everybody, cards.clone())?;
        let mut first_chips = 0;
        let mut second_chips = 0;
        for seat in opened.seats_in_turn() {
            let mut with_first = everybody;
            with_first[seat] = players[0];
            let other_end = play_deal(rules, opened, deal, &with_first, cards.clone())?;
            first_chips += chips_gained(&opened, &other_end, seat);
            second_chips += chips_gained(&opened, &end, seat);
        }
        let seat_count = f64::from(seats);
        figures.first.add_result(first_chips as f64 / seat_count);
        figures.second.add_result(second_chips as f64 / seat_count);
        let difference = (first_chips - second_chips) as f64;
        figures.difference.add_result(difference / seat_count);
        figures.pool.add_result(opened.pool as f64);
        table.close_deal(&end);
        progress(figures.difference.of);
    }
    Ok(figures)
}

/// Plays a deal to its end. `cards` gives the cards that are drawn.
fn play_deal(
    rules: &TrickRules,
    opened: DealState,
    deal: TrickAct,
    players: &PerSeat<MatchPlayerKind>,
    mut cards: RandomPlayer,
) -> Result<DealState, Refusal> {
    let mut state = opened;
    let mut events = Vec::new();
    let mut past: Vec<(DealState, Move)> = Vec::new();
    apply(rules, &mut state, deal, &mut events)?;
    while state.awaits_move() {
        let player: MatchPlayerKind = players[state.mover];
        let Some(chosen) = player.choose_move(rules, &past, &state) else {
            break;
        };
        let act = fill_random_draws(rules, &state, chosen, &mut cards);
        if let Some(made) = act.as_move() {
            past.push((state, made));
        }
        apply(rules, &mut state, act, &mut events)?;
    }
    Ok(state)
}
