//! The phases of a deal in their order: the declarations before them, and how they are opened and closed.

use super::{
    BettingEnd, MusEvent, MusEventDetails, MusStage, MusState, PhaseOutcome, mus_settlement,
};
use super::{best_player, qualifies_for};
use crate::cards::{Seat, SeatSet};
use crate::rules::mus_values::{BettingPhase, OrdagoPrize, RefuserStatus, Sides};
use crate::rules::{ClauseId, Move, MusRules};

/// Begins the phase at the current place in the order of the edition; after the last phase, the payments.
pub(super) fn begin_phase_or_payments(
    rules: &MusRules,
    state: &mut MusState,
    events: &mut Vec<MusEvent>,
) {
    let players = state.players.minus(state.excluded);
    let next_phase = rules.phase_order.value.0.get(state.phase_index);
    state.bet = Default::default();
    let Some(phase) = next_phase.filter(|_| !players.is_empty()) else {
        state.stage = MusStage::Paying;
        state.phase_index = 0;
        return;
    };
    state.phase = *phase;
    if let BettingPhase::Couples | BettingPhase::Jeu = phase {
        state.stage = MusStage::Declaring;
        state.unasked = players;
        state.ask_next_of(players, state.dealer);
    } else {
        open_betting_or_close(rules, state, events);
    }
}

/// Records that a player declares that they have what the phase is about.
pub(super) fn record_claim(state: &mut MusState, seat: Seat, is_false: bool) {
    let place = state.phase.place();
    state.claims[place] = state.claims[place].with(seat);
    if is_false {
        state.liars[place] = state.liars[place].with(seat);
    }
}

/// Asks the next player to declare. After the last, the phase is opened; Point in place of a Jeu that nobody has.
pub(super) fn ask_next_declarer(
    rules: &MusRules,
    state: &mut MusState,
    events: &mut Vec<MusEvent>,
) {
    if state.ask_next_after_answer() {
        return;
    }
    let has_nobody_claimed = state.claims[state.phase.place()].is_empty();
    if state.phase == BettingPhase::Jeu && has_nobody_claimed {
        state.phase = BettingPhase::Point;
    }
    open_betting_or_close(rules, state, events);
}

/// Returns the true declaration of the mover.
pub fn true_declaration(rules: &MusRules, state: &MusState) -> Move {
    if !qualifies_for(rules, state.phase, state.hands[state.mover]) {
        Move::HasNone
    } else if state.phase == BettingPhase::Couples {
        Move::HasCouples
    } else {
        Move::HasJeu
    }
}

/// Opens the betting, or closes the phase if fewer than two sides can bet.
fn open_betting_or_close(rules: &MusRules, state: &mut MusState, events: &mut Vec<MusEvent>) {
    let players = state.phase_players();
    let mut speakers = SeatSet::NONE;
    let mut sides = SeatSet::NONE;
    for seat in players.iter() {
        if state.betting_limit(rules, seat) > 0 {
            speakers = speakers.with(seat);
            sides = sides.with(MusState::first_seat_of_side(rules, seat));
        }
    }
    if players.is_empty() {
        close_phase_and_continue(rules, state, BettingEnd::Void, events);
    } else if sides.len() < 2 {
        close_phase_and_continue(rules, state, BettingEnd::Unbet, events);
    } else {
        state.stage = MusStage::Betting;
        state.bet.speakers = speakers;
        state.bet.unasked = speakers;
        state.ask_next_of(speakers, state.dealer);
    }
}

/// Closes the phase, pays what is paid at once, and begins the next phase.
pub(super) fn close_phase_and_continue(
    rules: &MusRules,
    state: &mut MusState,
    result: BettingEnd,
    events: &mut Vec<MusEvent>,
) {
    let phase = state.phase;
    let contenders = phase_contenders(rules, state, result);
    let honest = mus_settlement::players_of_honest_sides(rules, state, phase, contenders);
    let winner = phase_winner(rules, state, result, honest);
    let is_void_ordago = result == BettingEnd::Ordago && winner.is_none();
    let outcome = PhaseOutcome {
        result: if is_void_ordago {
            BettingEnd::Void
        } else {
            result
        },
        winner,
        stake: if result == BettingEnd::Accepted {
            state.bet.standing
        } else {
            0
        },
        contenders,
    };
    state.outcomes[phase.place()] = outcome;
    events.push(MusEvent::new(
        ClauseId::PhaseOrder,
        MusEventDetails::PhaseClosed(phase, outcome.result),
    ));
    match outcome.result {
        // Nobody can win the órdago. The stakes are returned at once, so that they can be bet in the next phase.
        BettingEnd::Void if is_void_ordago => {
            mus_settlement::return_stakes(state, phase, ClauseId::FaultLie, events);
        }
        BettingEnd::Ordago => settle_ordago(rules, state, honest, events),
        BettingEnd::Refused => {
            if let Some(bettor) = state.bet.bettor {
                let is_honest = winner == Some(bettor);
                mus_settlement::settle_refusal(rules, state, bettor, is_honest, events);
            }
        }
        _ => {}
    }
    if state.stage != MusStage::Over {
        state.phase_index += 1;
        begin_phase_or_payments(rules, state, events);
    }
}

/// Returns the players whose cards count in a phase that ends with this result.
fn phase_contenders(rules: &MusRules, state: &MusState, result: BettingEnd) -> SeatSet {
    let players = state.phase_players();
    if !matches!(result, BettingEnd::Accepted | BettingEnd::Ordago) {
        return players;
    }
    match rules.bet_pass.value.dropped {
        RefuserStatus::Count => players,
        RefuserStatus::Dead => players.minus(state.bet.dropped),
        RefuserStatus::HeapBack => {
            let stakes = state.stakes[state.phase.place()];
            players.iter().filter(|seat| stakes[*seat] > 0).collect()
        }
    }
}

/// Returns the winner of a phase: an honest bettor whom all refused, or the honest player with the best cards.
fn phase_winner(
    rules: &MusRules,
    state: &MusState,
    result: BettingEnd,
    honest: SeatSet,
) -> Option<Seat> {
    if result == BettingEnd::Refused
        && let Some(bettor) = state.bet.bettor
    {
        if honest.has(bettor) {
            return Some(bettor);
        }
        if rules.sides.value == Sides::Single {
            return None;
        }
    }
    best_player(rules, state, state.phase, honest)
}

/// Settles an órdago that was accepted: the winner wins the game, or the player with the worst cards picks up the stakes.
fn settle_ordago(
    rules: &MusRules,
    state: &mut MusState,
    honest: SeatSet,
    events: &mut Vec<MusEvent>,
) {
    let phase = state.phase;
    let outcome = state.outcomes[phase.place()];
    mus_settlement::announce_phase_outcome(rules, state, phase, events);
    if rules.bet_ordago.value == OrdagoPrize::WinsGame {
        let winner = outcome.winner.unwrap_or(state.mover);
        mus_settlement::win_game_by_ordago(rules, state, winner, events);
        return;
    }
    // A player who lied loses before all others.
    let liars = outcome.contenders.minus(honest);
    let losers = if liars.is_empty() {
        outcome.contenders
    } else {
        liars
    };
    let loser = mus_settlement::worst_player(rules, state, phase, losers).unwrap_or(state.mover);
    state.excluded = state.excluded.union(outcome.contenders);
    mus_settlement::give_stakes_to_loser(rules, state, loser, events);
}
