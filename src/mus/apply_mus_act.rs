//! Acts, the only way to change a deal of Mus.

use super::{
    MusEvent, MusEventDetails, MusStage, MusState, MusTableBetweenDeals, betting, mus_exchange,
    mus_settlement, phase_opening_and_closing,
};
use super::{qualifies_for, refusing_clause};
use crate::cards::{CardSet, PerSeat, Seat, SeatSet};
use crate::engine::{InvalidActReason, Refusal, ensure, ensure_no_cards, ensure_not_forbidden};
use crate::rules::mus_values::{BettingPhase, FacedCardRule};
use crate::rules::{ClauseId, MisdealPrice, Move, MusRules};

/// What happens next in a deal of Mus: cards are dealt, seen or served, a player makes a move, or a
/// phase is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MusAct {
    /// The dealer deals these cards.
    Deal(PerSeat<CardSet>),
    /// The dealer misdeals.
    Misdeal,
    /// A card is seen while cards are dealt or served.
    CardSeen,
    /// A player makes a move.
    Move(Seat, Move),
    /// The mover is served these cards.
    Serve(CardSet),
    /// The next phase is paid.
    Pay,
}

/// Makes an act and appends what happens to `events`.
///
/// # Errors
/// If the act is refused. The state is then unchanged.
pub fn apply(
    rules: &MusRules,
    state: &mut MusState,
    act: MusAct,
    events: &mut Vec<MusEvent>,
) -> Result<(), Refusal> {
    match (act, state.stage) {
        (MusAct::Deal(cards), MusStage::Open) => deal_cards(rules, state, cards, events)?,
        (MusAct::Misdeal, MusStage::Open) => misdeal(rules, state, events)?,
        (MusAct::CardSeen, _) => note_seen_card(rules, state, events)?,
        (MusAct::Serve(cards), MusStage::Serving) => {
            mus_exchange::serve_mover_and_continue(rules, state, cards, events)?;
        }
        (MusAct::Pay, MusStage::Paying) => mus_settlement::pay_next_phase(rules, state, events),
        (MusAct::Move(seat, player_move), _) => {
            make_move(rules, state, seat, player_move, events)?;
        }
        _ => return Err(InvalidActReason::NotNow.into()),
    }
    Ok(())
}

fn deal_cards(
    rules: &MusRules,
    state: &mut MusState,
    cards: PerSeat<CardSet>,
    events: &mut Vec<MusEvent>,
) -> Result<(), InvalidActReason> {
    let players = state.table.players_dealt_in(rules);
    let is_lone_player = MusTableBetweenDeals::sheds_stones(rules) && players.len() <= 1;
    ensure(!is_lone_player, InvalidActReason::NotNow)?;
    let mut stock = rules.pack.value.pack(state.table.seats);
    for seat in SeatSet::all(state.table.seats).iter() {
        let hand_size = if players.has(seat) {
            usize::from(rules.deal_packets.value.hand)
        } else {
            0
        };
        ensure(
            cards[seat].len() == hand_size,
            InvalidActReason::HandSize(seat, cards[seat].len()),
        )?;
        ensure_no_cards(cards[seat] - stock, InvalidActReason::DealtTwice)?;
        stock = stock - cards[seat];
    }
    state.players = players;
    state.hands = cards;
    state.stock = stock;
    for seat in players.in_turn(state.dealer) {
        events.push(MusEvent::new(
            ClauseId::DealPackets,
            MusEventDetails::Dealt(seat, cards[seat]),
        ));
    }
    mus_exchange::begin_exchange(rules, state);
    Ok(())
}

fn misdeal(
    rules: &MusRules,
    state: &mut MusState,
    events: &mut Vec<MusEvent>,
) -> Result<(), Refusal> {
    ensure(
        rules.fault_misdeal.value == MisdealPrice::DealAgain,
        Refusal::Forbidden(ClauseId::FaultMisdeal),
    )?;
    events.push(MusEvent::new(
        ClauseId::FaultMisdeal,
        MusEventDetails::Misdealt(state.dealer),
    ));
    state.stage = MusStage::Over;
    Ok(())
}

fn note_seen_card(
    rules: &MusRules,
    state: &mut MusState,
    events: &mut Vec<MusEvent>,
) -> Result<(), Refusal> {
    if rules.mus_seen.value == FacedCardRule::None {
        return Err(Refusal::Forbidden(ClauseId::MusSeen));
    }
    // A card can have been seen as long as nobody has answered since cards were dealt or served.
    let has_nobody_answered = state.unasked == state.players;
    ensure(
        state.stage == MusStage::AskingMus && has_nobody_answered,
        InvalidActReason::NotNow,
    )?;
    events.push(MusEvent::new(ClauseId::MusSeen, MusEventDetails::CardSeen));
    mus_exchange::ask_everybody(state, MusStage::AfterCardSeen);
    Ok(())
}

fn make_move(
    rules: &MusRules,
    state: &mut MusState,
    seat: Seat,
    player_move: Move,
    events: &mut Vec<MusEvent>,
) -> Result<(), Refusal> {
    ensure_not_forbidden(refusing_clause(rules, state, seat, player_move))?;
    if let Move::Discard(cards) = player_move {
        ensure_no_cards(cards - state.hands[seat], InvalidActReason::NotHeld)?;
    }
    if state.stage == MusStage::Declaring {
        return make_declaration(rules, state, player_move, events);
    }
    let is_bet = state.bet.bettor.is_some();
    let clause = match player_move {
        Move::BetPass if is_bet => ClauseId::BetTurn,
        Move::Refuse | Move::RefuseBoth => ClauseId::BetPass,
        _ => player_move.verb().topic(),
    };
    events.push(MusEvent::new(
        clause,
        MusEventDetails::MadeMove(seat, player_move),
    ));
    let standing = state.bet.standing;
    match player_move {
        Move::Mus => mus_exchange::record_mover_agreement(state),
        Move::NoMus => phase_opening_and_closing::begin_phase_or_payments(rules, state, events),
        Move::Discard(cards) => mus_exchange::discard_cards(rules, state, cards, events),
        Move::BeServed => mus_exchange::let_mover_end_exchange(rules, state, events),
        Move::BetPass if is_bet => betting::stay_without_raising(rules, state, events),
        Move::BetPass => betting::pass_for(rules, state, SeatSet::NONE.with(seat), events),
        Move::PassBoth => {
            let side = state.side_players(rules, seat);
            betting::pass_for(rules, state, side, events);
        }
        Move::Envido(number) => {
            let stones = betting::opening_bet_stones(rules, number);
            betting::place_bet(rules, state, stones, false, events);
        }
        Move::Raise(number) => {
            let stones = betting::raised_bet(rules, standing, number);
            betting::place_bet(rules, state, stones, false, events);
        }
        Move::Ordago => betting::place_bet(rules, state, standing, true, events),
        Move::Accept => betting::accept_bet(rules, state, events),
        Move::Refuse => betting::refuse_for(rules, state, SeatSet::NONE.with(seat), events),
        Move::RefuseBoth => {
            let side = state.side_players(rules, seat);
            betting::refuse_for(rules, state, side, events);
        }
        _ => return Err(InvalidActReason::NotNow.into()),
    }
    Ok(())
}

/// Makes the mover declare, truly or falsely, whether they have what the phase is about.
fn make_declaration(
    rules: &MusRules,
    state: &mut MusState,
    player_move: Move,
    events: &mut Vec<MusEvent>,
) -> Result<(), Refusal> {
    let seat = state.mover;
    let claims_it = match (player_move, state.phase) {
        (Move::HasCouples | Move::FalseCouples, BettingPhase::Couples)
        | (Move::HasJeu | Move::FalseJeu, BettingPhase::Jeu) => true,
        (Move::HasNone | Move::FalseNone, _) => false,
        _ => return Err(Refusal::Forbidden(ClauseId::Declare)),
    };
    let is_false = matches!(
        player_move,
        Move::FalseCouples | Move::FalseJeu | Move::FalseNone
    );
    let is_true = claims_it == qualifies_for(rules, state.phase, state.hands[seat]);
    ensure(is_true != is_false, InvalidActReason::UntrueDeclaration)?;
    events.push(MusEvent::new(
        player_move.verb().topic(),
        MusEventDetails::MadeMove(seat, player_move),
    ));
    if claims_it {
        phase_opening_and_closing::record_claim(state, seat, is_false);
    }
    phase_opening_and_closing::ask_next_declarer(rules, state, events);
    Ok(())
}
