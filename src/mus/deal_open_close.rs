//! How a deal of Mus is opened and closed.

use super::{MusEarlyDealEnd, MusState, MusTableBetweenDeals};
use crate::cards::{PerSeat, SeatSet};
use crate::rules::{MusRules, SessionEndEvent};

/// Opens a deal at a table, before its cards are dealt.
pub fn open_deal(rules: &MusRules, table: &MusTableBetweenDeals) -> MusState {
    let phases = rules.phase_order.value.0;
    MusState {
        dealer: table.dealer,
        mover: table.dealer,
        phase: phases.first().copied().unwrap_or_default(),
        table: *table,
        ..MusState::default()
    }
}

/// Closes a deal: updates the stones and the dealer of its table, and begins the next game or round if one was won or lost.
pub fn close_deal(rules: &MusRules, state: &MusState, table: &mut MusTableBetweenDeals) {
    *table = state.table;
    if let Some(end) = state.end {
        reset_for_next_game(rules, end, table);
    }
    // The first speaker deals next, or the next player if they have left.
    let first_speaker = state.first_speaker();
    let players = table.players_dealt_in(rules);
    table.dealer = if state.players.is_empty() || players.has(first_speaker) {
        first_speaker
    } else {
        players
            .in_turn(first_speaker)
            .next()
            .unwrap_or(first_speaker)
    };
}

/// Begins the next game or round, if the deal ended one.
fn reset_for_next_game(rules: &MusRules, end: MusEarlyDealEnd, table: &mut MusTableBetweenDeals) {
    match (end, rules.end.value.finish) {
        (MusEarlyDealEnd::Game(_), _) => table.score = PerSeat::all(0),
        (MusEarlyDealEnd::Round(_), SessionEndEvent::Losses(losses)) => {
            for seat in SeatSet::all(table.seats).iter() {
                let is_in = table.rounds_lost[seat] < losses;
                table.purses[seat] = if is_in { rules.chips_start.value.0 } else { 0 };
            }
            table.basket = 0;
        }
        (MusEarlyDealEnd::Round(_), _) => {}
    }
}
