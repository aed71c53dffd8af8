//! The legal moves of the player to move in every stage of a deal of Mus, and the clause that refuses
//! any other move.

use super::{MusStage, MusState, betting};
use crate::cards::Seat;
use crate::rules::mus_values::{BettingPhase, MusAgreement, OrdagoPrize};
use crate::rules::{ClauseId, Move, MusRules, Verb};

/// Returns the kinds of move that the mover may make, and the clause that says so.
///
/// Declarations are not listed: they must be true, so the mover has no choice.
pub fn legal_verbs(rules: &MusRules, state: &MusState) -> (&'static [Verb], ClauseId) {
    match state.stage {
        MusStage::AskingMus => (&[Verb::Mus, Verb::NoMus], ClauseId::MusAsk),
        MusStage::Discarding => (&[Verb::Discard], ClauseId::MusDiscard),
        MusStage::AfterCardSeen => (&[Verb::Discard, Verb::BeServed], ClauseId::MusSeen),
        MusStage::Betting => betting_verbs(rules, state),
        _ => (&[], ClauseId::BetTurn),
    }
}

fn betting_verbs(rules: &MusRules, state: &MusState) -> (&'static [Verb], ClauseId) {
    use Verb::{Accept, BetPass, Envido, Ordago, Raise, Refuse};
    let can_call = can_call_ordago(rules, state);
    if state.bet.bettor.is_none() {
        let verbs: &[Verb] = if can_call {
            &[BetPass, Envido, Ordago]
        } else {
            &[BetPass, Envido]
        };
        return (verbs, ClauseId::BetOpen);
    }
    if state.bet.is_ordago {
        return (&[Accept, Refuse], ClauseId::BetOrdago);
    }
    let is_in_rounds = betting::all_answer_bets_in_rounds(rules);
    if is_in_rounds && state.bet.round == 1 {
        return (&[Accept, Refuse], ClauseId::BetTurn);
    }
    let can_raise = !is_in_rounds || betting::can_raise(rules, state);
    let has_matched_bet = is_in_rounds && betting::has_matched_bet(state, state.mover);
    let verbs: &[Verb] = match (has_matched_bet, can_raise, can_call) {
        (true, true, true) => &[BetPass, Raise, Ordago],
        (true, true, false) => &[BetPass, Raise],
        (true, false, _) => &[BetPass],
        (false, true, true) => &[Accept, Refuse, Raise, Ordago],
        (false, true, false) => &[Accept, Refuse, Raise],
        (false, false, _) => &[Accept, Refuse],
    };
    (verbs, ClauseId::BetRaise)
}

/// Returns with how many cards at most the mover may make a kind of move; 0 if with none.
pub fn max_cards(rules: &MusRules, state: &MusState, verb: Verb) -> u8 {
    if verb == Verb::Discard {
        let held = state.hands[state.mover].len() as u8;
        rules.mus_discard.value.to.min(held)
    } else {
        0
    }
}

/// Returns whether an órdago is allowed in the current phase.
fn can_call_ordago(rules: &MusRules, state: &MusState) -> bool {
    let is_last_phase = matches!(state.phase, BettingPhase::Jeu | BettingPhase::Point);
    !is_last_phase || rules.bet_ordago.value != (OrdagoPrize::LoserPicksUp { not_last: true })
}

/// Returns the clause by which a seat may not make a move now; `None` if it may.
///
/// The caller checks that the seat holds the cards of the move.
pub fn refusing_clause(
    rules: &MusRules,
    state: &MusState,
    seat: Seat,
    player_move: Move,
) -> Option<ClauseId> {
    let (is_allowed, clause) = match player_move {
        Move::Mus | Move::NoMus if state.is_exchange_final => (
            is_mover_at_stage(state, seat, MusStage::AskingMus),
            ClauseId::MusSeen,
        ),
        Move::Mus | Move::NoMus => (
            is_mover_at_stage(state, seat, MusStage::AskingMus),
            ClauseId::MusAsk,
        ),
        Move::Discard(cards) => {
            let limits = rules.mus_discard.value;
            let allowed_counts = usize::from(limits.from)..=usize::from(limits.to);
            let is_now = is_mover_at_stage(state, seat, MusStage::Discarding)
                || is_mover_at_stage(state, seat, MusStage::AfterCardSeen);
            (
                is_now && allowed_counts.contains(&cards.len()),
                ClauseId::MusDiscard,
            )
        }
        Move::BeServed => (
            is_mover_at_stage(state, seat, MusStage::AfterCardSeen),
            ClauseId::MusSeen,
        ),
        _ if is_declaration(player_move) => (
            is_mover_at_stage(state, seat, MusStage::Declaring),
            ClauseId::Declare,
        ),
        _ => return clause_against_betting_move(rules, state, seat, player_move),
    };
    if is_allowed { None } else { Some(clause) }
}

/// Returns whether the deal is at this stage and the seat is to move.
fn is_mover_at_stage(state: &MusState, seat: Seat, stage: MusStage) -> bool {
    state.stage == stage && state.mover == seat
}

fn is_declaration(player_move: Move) -> bool {
    let clause = player_move.verb().topic();
    clause == ClauseId::Declare || clause == ClauseId::FaultLie
}

/// Returns the clause by which a seat may not pass, bet, or answer a bet.
fn clause_against_betting_move(
    rules: &MusRules,
    state: &MusState,
    seat: Seat,
    player_move: Move,
) -> Option<ClauseId> {
    match state.stage {
        MusStage::Betting => clause_against_move_in_betting(rules, state, seat, player_move),
        MusStage::Declaring => Some(ClauseId::Declare),
        MusStage::Paying | MusStage::Over => Some(ClauseId::BetTurn),
        _ if rules.mus_ask.value == MusAgreement::Never => Some(ClauseId::MusDiscard),
        _ => Some(ClauseId::MusAsk),
    }
}

/// Returns the clause by which a seat may not make a move while the players bet.
fn clause_against_move_in_betting(
    rules: &MusRules,
    state: &MusState,
    seat: Seat,
    player_move: Move,
) -> Option<ClauseId> {
    let bet = &state.bet;
    let is_first = bet.bettor.is_none();
    let has_declared_none = state
        .players
        .minus(state.excluded)
        .minus(state.phase_players())
        .has(seat);
    if has_declared_none {
        return Some(ClauseId::Declare);
    }
    if bet.dropped.has(seat) {
        return Some(ClauseId::BetPass);
    }
    if state.mover != seat {
        return Some(ClauseId::BetTurn);
    }
    if player_move == Move::Ordago && !can_call_ordago(rules, state) {
        return Some(ClauseId::BetOrdago);
    }
    let (legal, clause) = legal_verbs(rules, state);
    let verb = match player_move {
        Move::PassBoth => Verb::BetPass,
        Move::RefuseBoth => Verb::Refuse,
        _ => player_move.verb(),
    };
    let is_legal = legal.contains(&verb);
    match player_move {
        Move::Envido(number) if is_first => {
            let limit = state.betting_limit(rules, seat);
            let least = rules.bet_open.value.least.min(limit);
            let stones = betting::opening_bet_stones(rules, number);
            (!(least..=limit).contains(&stones)).then_some(ClauseId::BetOpen)
        }
        Move::Raise(number) if is_legal => {
            let stones = betting::raised_bet(rules, bet.standing, number);
            let is_too_low = stones <= bet.standing;
            let is_too_high = stones > state.betting_limit(rules, seat);
            (is_too_low || is_too_high).then_some(ClauseId::BetRaise)
        }
        _ if is_legal => None,
        _ if bet.is_ordago || is_first => Some(clause),
        Move::BetPass | Move::PassBoth => Some(ClauseId::BetPass),
        Move::Envido(_) => Some(ClauseId::BetRaise),
        Move::Accept | Move::Refuse | Move::RefuseBoth => Some(ClauseId::BetTurn),
        _ => Some(clause),
    }
}
