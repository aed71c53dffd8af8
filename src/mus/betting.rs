//! The betting of a phase. In some editions all players answer in rounds, which go to the right and to the left by turns;
//! stakes are then set apart, and a player who has staked all is asked no more.

use super::phase_opening_and_closing::close_phase_and_continue;
use super::{BettingEnd, MusEvent, MusEventDetails, MusState, mus_settlement};
use crate::cards::{Seat, SeatSet};
use crate::rules::mus_values::{BareRaise, BetAnswerOrder, RaiseNumber, RefuserStatus};
use crate::rules::{ClauseId, MusRules};

/// Returns whether all players answer a bet in rounds, instead of one side.
pub(super) fn all_answer_bets_in_rounds(rules: &MusRules) -> bool {
    rules.bet_turn.value == BetAnswerOrder::TurningRounds
}

/// Returns the stones of a first bet. `said_number` is the number that the player said; 0 stands for a
/// bet without a number, which is worth what the edition says.
pub(super) fn opening_bet_stones(rules: &MusRules, said_number: i64) -> i64 {
    if said_number == 0 {
        rules.bet_open.value.envido
    } else {
        said_number
    }
}

/// Returns the stones that are offered after a raise with this number; 0 stands for a raise without a number.
pub(super) fn raised_bet(rules: &MusRules, standing: i64, said_number: i64) -> i64 {
    let raise = rules.bet_raise.value;
    if said_number == 0 {
        return match raise.bare {
            BareRaise::Two => standing + 2,
            BareRaise::Double => standing.saturating_mul(2),
        };
    }
    match raise.number {
        RaiseNumber::By => standing.saturating_add(said_number),
        RaiseNumber::To => said_number,
    }
}

/// Lets some players pass before any bet.
pub(super) fn pass_for(
    rules: &MusRules,
    state: &mut MusState,
    players: SeatSet,
    events: &mut Vec<MusEvent>,
) {
    state.bet.unasked = state.bet.unasked.minus(players);
    if !state.ask_next_of(state.bet.unasked, state.dealer) {
        close_phase_and_continue(rules, state, BettingEnd::Passed, events);
    }
}

/// Lets the mover offer this number of stones, or an órdago.
pub(super) fn place_bet(
    rules: &MusRules,
    state: &mut MusState,
    stones: i64,
    is_ordago: bool,
    events: &mut Vec<MusEvent>,
) {
    let seat = state.mover;
    let is_first = state.bet.bettor.is_none();
    state.bet.agreed = state.bet.standing;
    state.bet.standing = stones;
    state.bet.is_ordago = is_ordago;
    state.bet.bettor = Some(seat);
    if state.bet.opener.is_none() {
        state.bet.opener = Some(seat);
    }
    if !all_answer_bets_in_rounds(rules) {
        let own_side = state.side_players(rules, seat);
        state.bet.unasked = state.players_still_betting().minus(own_side);
        if !state.ask_next_of(state.bet.unasked, seat) {
            close_phase_and_continue(rules, state, BettingEnd::Refused, events);
        }
        return;
    }
    let others = state.players_still_betting().without(seat);
    stake_stones_from_purse(rules, state, events);
    if is_first {
        state.bet.round = 1;
        state.bet.unasked = others;
    } else {
        state.bet.unasked = state.bet.unasked.without(seat);
        if is_ordago {
            state.bet.unasked_next_round = others.minus(state.bet.unasked);
        }
    }
    continue_round(rules, state, events);
}

/// Lets the mover accept the bet.
pub(super) fn accept_bet(rules: &MusRules, state: &mut MusState, events: &mut Vec<MusEvent>) {
    if all_answer_bets_in_rounds(rules) {
        stake_stones_from_purse(rules, state, events);
        stay_without_raising(rules, state, events);
    } else if state.bet.is_ordago {
        close_phase_and_continue(rules, state, BettingEnd::Ordago, events);
    } else {
        close_phase_and_continue(rules, state, BettingEnd::Accepted, events);
    }
}

/// Lets the mover stay in the round without raising.
pub(super) fn stay_without_raising(
    rules: &MusRules,
    state: &mut MusState,
    events: &mut Vec<MusEvent>,
) {
    state.bet.unasked = state.bet.unasked.without(state.mover);
    continue_round(rules, state, events);
}

/// Lets some players refuse the bet.
pub(super) fn refuse_for(
    rules: &MusRules,
    state: &mut MusState,
    players: SeatSet,
    events: &mut Vec<MusEvent>,
) {
    for seat in players.iter() {
        if state.bet.unasked.has(seat) {
            state.bet.dropped = state.bet.dropped.with(seat);
            events.push(MusEvent::new(
                ClauseId::BetPass,
                MusEventDetails::OutOfPhase(seat),
            ));
        }
    }
    state.bet.unasked = state.bet.unasked.minus(players);
    if all_answer_bets_in_rounds(rules) {
        if rules.bet_pass.value.dropped == RefuserStatus::HeapBack {
            for seat in players.iter() {
                mus_settlement::return_stake(state, state.phase, seat, ClauseId::PayOrder, events);
            }
        }
        continue_round(rules, state, events);
    } else if !state.ask_next_of(state.bet.unasked, state.mover) {
        close_phase_and_continue(rules, state, BettingEnd::Refused, events);
    }
}

/// Moves stones from the mover's purse to their stake, up to the offer; all stones for an órdago.
fn stake_stones_from_purse(rules: &MusRules, state: &mut MusState, events: &mut Vec<MusEvent>) {
    let seat = state.mover;
    let target = if state.bet.is_ordago {
        i64::MAX
    } else {
        state.bet.standing
    };
    let stake = &mut state.stakes[state.phase.place()][seat];
    let purse = &mut state.table.purses[seat];
    let added = (target - *stake).min(*purse);
    *stake += added;
    *purse -= added;
    if *purse > 0 {
        return;
    }
    state.bet.all_in = state.bet.all_in.with(seat);
    if !state.bet.is_ordago && rules.bet_raise.value.all_in_bars {
        events.push(MusEvent::new(
            ClauseId::BetRaise,
            MusEventDetails::AllIn(seat),
        ));
    }
}

/// Returns whether a player has staked as much as is offered, or all their stones.
pub(super) fn has_matched_bet(state: &MusState, seat: Seat) -> bool {
    let stake = state.stakes[state.phase.place()][seat];
    !state.bet.is_ordago && (stake >= state.bet.standing || state.bet.all_in.has(seat))
}

/// Returns whether nobody may raise because a player has staked all their stones.
fn is_raising_barred(rules: &MusRules, state: &MusState) -> bool {
    let all_in = state.bet.all_in.minus(state.bet.dropped);
    rules.bet_raise.value.all_in_bars && !all_in.is_empty()
}

/// Returns whether the mover may raise and has stones for it.
pub(super) fn can_raise(rules: &MusRules, state: &MusState) -> bool {
    let limit = state.betting_limit(rules, state.mover);
    !is_raising_barred(rules, state) && limit > state.bet.standing
}

/// Asks the next player; after the last, begins the next round or closes the phase.
fn continue_round(rules: &MusRules, state: &mut MusState, events: &mut Vec<MusEvent>) {
    let speakers = state.players_still_betting();
    if speakers.len() < 2 {
        return close_phase_and_continue(rules, state, BettingEnd::Refused, events);
    }
    let mut last_speaker = state.mover;
    loop {
        if let Some(next) = next_to_answer(state, last_speaker) {
            state.mover = next;
            return;
        }
        if state.bet.is_ordago {
            if state.bet.unasked_next_round.is_empty() {
                return close_phase_and_continue(rules, state, BettingEnd::Ordago, events);
            }
            state.bet.unasked = std::mem::take(&mut state.bet.unasked_next_round);
        } else {
            let have_all_matched = speakers.iter().all(|seat| has_matched_bet(state, seat));
            let can_close = state.bet.round > 1 || is_raising_barred(rules, state);
            if have_all_matched && can_close {
                return close_phase_and_continue(rules, state, BettingEnd::Accepted, events);
            }
            state.bet.unasked = speakers;
        }
        state.bet.round += 1;
        last_speaker = state.bet.opener.unwrap_or(state.mover);
    }
}

/// Returns the next player of the round who must answer. From the third round on, players who have matched the bet need not.
fn next_to_answer(state: &mut MusState, last_speaker: Seat) -> Option<Seat> {
    let mut seat = last_speaker;
    loop {
        seat = next_in_round(state, seat)?;
        if state.bet.is_ordago || state.bet.round < 3 || !has_matched_bet(state, seat) {
            return Some(seat);
        }
        state.bet.unasked = state.bet.unasked.without(seat);
    }
}

/// Returns the next player of the round who is still to be asked. Every second round goes the other way.
fn next_in_round(state: &MusState, last_speaker: Seat) -> Option<Seat> {
    let is_reversed = state.bet.round.is_multiple_of(2);
    if is_reversed {
        let seats = state.table.seats;
        let before = Seat(last_speaker.0.checked_sub(1).unwrap_or(seats - 1));
        state.bet.unasked.in_turn(before).last()
    } else {
        state.bet.unasked.in_turn(last_speaker).next()
    }
}
