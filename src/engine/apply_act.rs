//! Acts, the only way to change a deal; the walk through its phases; and faults.

use super::{
    Account, AmountCalculation, DealStage, DealState, DealtCards, Event, EventDetails,
    InvalidActReason, Refusal, Transfer, is_turn_to_declare,
};
use super::{card_play, deal_and_turn_up, ensure, exchange, flush, settle, stand_or_fold_rounds};
use crate::cards::Seat;
use crate::rules::{
    Amount, ClauseId, DealPhase, FaultPrice, FirstLeader, MisdealPrice, Move, TrickRules,
};

/// What the dealer does with the cards of a game with tricks, or a move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrickAct {
    /// The dealer deals these cards.
    Deal(DealtCards),
    /// The dealer misdeals.
    Misdeal {
        /// True if the dealer pays to deal again.
        keeps_deal: bool,
    },
    /// A player makes a move.
    Move(Seat, Move),
}

impl TrickAct {
    /// Returns the move, if the act is one.
    pub fn as_move(self) -> Option<Move> {
        if let TrickAct::Move(_, player_move) = self {
            Some(player_move)
        } else {
            None
        }
    }
}

/// Makes an act on a copy of the state and returns the copy. Appends what happens to `events`.
///
/// # Errors
/// If the act is refused. Nothing is then appended that counts: the caller drops the events.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn apply_to_copy(
    rules: &TrickRules,
    state: &DealState,
    act: TrickAct,
    events: &mut Vec<Event>,
) -> Result<DealState, Refusal> {
    let mut next = *state;
    apply(rules, &mut next, act, events)?;
    Ok(next)
}

/// Makes an act and appends what happens to `events`.
///
/// # Errors
/// If the act is refused. The state may then be half changed: a caller who goes on with it uses [`apply_to_copy`].
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn apply(
    rules: &TrickRules,
    state: &mut DealState,
    act: TrickAct,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match act {
        TrickAct::Move(seat, player_move) => apply_move(rules, state, seat, &player_move, events)?,
        _ if state.stage != DealStage::Open => return Err(InvalidActReason::NotNow.into()),
        TrickAct::Deal(dealt) => deal_and_turn_up::deal_cards(rules, state, &dealt, events)?,
        TrickAct::Misdeal { keeps_deal } => misdeal(rules, state, keeps_deal, events)?,
    }
    if state.is_phase_over {
        begin_next_phases(rules, state, events);
    }
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn apply_move(
    rules: &TrickRules,
    state: &mut DealState,
    seat: Seat,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if let Move::ShowHand | Move::SpeakOutOfTurn | Move::HoldCards(_) = player_move {
        return put_out_for_fault(rules, state, seat, player_move, events);
    }
    let DealStage::In(phase) = state.stage else {
        return Err(InvalidActReason::NotNow.into());
    };
    if let (DealPhase::Round(_), Move::Claim) = (phase, player_move) {
        return flush::announce_flush(rules, state, seat, events);
    }
    if state.mover != seat {
        stand_or_fold_rounds::refuse_out_of_turn_unless_bid(rules, state, player_move)?;
        state.mover = seat;
        stand_or_fold_rounds::bid_all_tricks(rules, state, events);
        return Ok(());
    }
    make_move(rules, state, phase, player_move, events)
}

/// Makes a move of the mover in a phase.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn make_move(
    rules: &TrickRules,
    state: &mut DealState,
    phase: DealPhase,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match (phase, player_move) {
        (DealPhase::Tricks, Move::Play(card)) => card_play::play_card(rules, state, *card, events),
        (DealPhase::Tricks, _) => {
            card_play::demand_top_card_civility(rules, state, player_move, events)
        }
        (DealPhase::Round(_), Move::TakeTurnUp(_))
            if !rules.turn_owner.value.must_dealer_take_in_first_deal() =>
        {
            stand_and_take_turn_up(rules, state, player_move, events)
        }
        (DealPhase::Round(_), _) => {
            stand_or_fold_rounds::make_declaration(rules, state, player_move, events)
        }
        (DealPhase::Naming, _) => {
            deal_and_turn_up::name_trump(rules, state, player_move, events)?;
            let is_trick_interrupted = state.trick.is_some();
            if is_trick_interrupted {
                card_play::advance_turn_in_trick(rules, state, events);
            }
            Ok(())
        }
        (DealPhase::ThrowIn, _) => {
            exchange::discard_flush_and_redraw(rules, state, player_move, events)
        }
        (DealPhase::Defence, _) => exchange::answer_defence(rules, state, player_move, events),
        (DealPhase::TurnUp, _) => {
            deal_and_turn_up::take_or_leave_turn_up(state, player_move, events)
        }
        (DealPhase::Claims, _) => flush::claim_flush_or_pass(rules, state, player_move, events),
    }
}

/// Makes the dealer stand and take the turn-up at once, where the dealer would be asked about it next.
fn stand_and_take_turn_up(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let can_take =
        state.mover == state.dealer && deal_and_turn_up::can_dealer_take_turn_up(rules, state);
    ensure(can_take, Refusal::Forbidden(ClauseId::TurnOwner))?;
    stand_or_fold_rounds::make_declaration(rules, state, &Move::Stand, events)?;
    begin_next_phases(rules, state, events);
    if let DealStage::In(DealPhase::TurnUp) = state.stage {
        deal_and_turn_up::take_or_leave_turn_up(state, player_move, events)
    } else {
        Err(InvalidActReason::NotNow.into())
    }
}

/// Begins the next phases, up to one in which somebody is asked.
fn begin_next_phases(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    let phases = rules.decl_order.value.for_deal(state.is_first_deal);
    while std::mem::take(&mut state.is_phase_over) {
        let Some(phase) = phases.get(usize::from(state.phases_begun)) else {
            return;
        };
        state.phases_begun += 1;
        state.stage = DealStage::In(*phase);
        match phase {
            DealPhase::Naming => deal_and_turn_up::begin_naming(rules, state),
            DealPhase::ThrowIn => exchange::ask_to_throw_in_flushes(rules, state),
            DealPhase::Round(_) => stand_or_fold_rounds::begin_round(rules, state),
            DealPhase::Tricks => state.mover = first_leader(rules, state),
            DealPhase::Defence => exchange::ask_folded_to_defend(rules, state, events),
            DealPhase::TurnUp => {
                state.mover = state.dealer;
                state.is_phase_over = !deal_and_turn_up::can_dealer_take_turn_up(rules, state);
            }
            DealPhase::Claims => flush::begin_flush_claims(rules, state, events),
        }
    }
}

fn first_leader(rules: &TrickRules, state: &DealState) -> Seat {
    match state.bidder {
        Some(bidder) if rules.play_lead.value == FirstLeader::Bidder => bidder,
        _ => state.next_active_seat(state.dealer),
    }
}

/// Applies a misdeal: the dealer pays its price, if the edition has one, and deals again or
/// loses the deal.
fn misdeal(
    rules: &TrickRules,
    state: &mut DealState,
    keeps_deal: bool,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let MisdealPrice::DealOr(price) = rules.fault_misdeal.value else {
        return Err(Refusal::Forbidden(ClauseId::FaultMisdeal));
    };
    let dealer = state.dealer;
    events.push(Event::new(
        ClauseId::FaultMisdeal,
        EventDetails::Misdealt { dealer, keeps_deal },
    ));
    if keeps_deal {
        let payment = Transfer::into_pool(Account::Seat(dealer), price, AmountCalculation::Misdeal);
        state.transfer_buying_missing_chips(rules, ClauseId::FaultMisdeal, payment, events);
    }
    state.dealer_keeps_deal = keeps_deal;
    state.stage = DealStage::Over;
    Ok(())
}

/// Puts a player who commits a fault out of the deal, perhaps with a debt. The others play on.
fn put_out_for_fault(
    rules: &TrickRules,
    state: &mut DealState,
    seat: Seat,
    fault: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let is_in_turn = *fault == Move::SpeakOutOfTurn && is_turn_to_declare(state, seat);
    let is_possible = state.active.has(seat)
        && state.awaits_move()
        && state.stage != DealStage::In(DealPhase::Naming)
        && !is_in_turn;
    ensure(is_possible, InvalidActReason::NotNow)?;
    let price = match *fault {
        Move::ShowHand => rules.fault_show.value,
        Move::SpeakOutOfTurn => rules.fault_turn.value,
        Move::HoldCards(cards) => {
            record_wrong_hand_size(state, seat, cards as usize)?;
            rules.fault_cards.value
        }
        _ => FaultPrice::Untold,
    };
    let clause = fault.verb().topic();
    let makes_debt = match price {
        FaultPrice::Untold => return Err(Refusal::Forbidden(clause)),
        FaultPrice::Out => false,
        FaultPrice::OutOwing => true,
        FaultPrice::OutOwingInPlay => state.has_play_begun(),
    };
    events.push(Event::move_made_without_cards(seat, *fault));
    state.active = state.active.without(seat);
    if makes_debt {
        let pool = state.pool;
        settle::record_capped_debt(rules, state, seat, Amount::Pool(1), pool, clause, events);
    }
    continue_without(rules, state, seat, events);
    Ok(())
}

/// Records that a player holds a wrong number of cards.
fn record_wrong_hand_size(
    state: &mut DealState,
    seat: Seat,
    cards: usize,
) -> Result<(), InvalidActReason> {
    let max = state.max_possible_cards_held(seat);
    ensure(cards <= max, InvalidActReason::TooManyCards(seat, max))?;
    // The cards too many came from the stock, as long as it has any. The rest was never discarded.
    let too_many = cards.saturating_sub(state.hands[seat].len());
    state.missing_from_stock += too_many.min(state.available_stock()) as u8;
    Ok(())
}

/// Goes on after a player has left the deal.
fn continue_without(
    rules: &TrickRules,
    state: &mut DealState,
    seat: Seat,
    events: &mut Vec<Event>,
) {
    if state.active.len() == 1 && !state.has_play_begun() {
        return stand_or_fold_rounds::settle_one_or_none_left(rules, state, events);
    }
    let is_movers_turn = state.mover == seat;
    match state.stage {
        DealStage::In(DealPhase::Round(_)) if is_movers_turn => {
            stand_or_fold_rounds::continue_or_end_round(rules, state, events);
        }
        DealStage::In(DealPhase::TurnUp) if state.dealer == seat => state.is_phase_over = true,
        DealStage::In(DealPhase::Claims) => flush::ask_seat_no_more(rules, state, seat, events),
        DealStage::In(DealPhase::Tricks) => {
            if is_movers_turn {
                state.mover = state.next_active_seat(seat);
            }
            card_play::finish_full_trick(rules, state, events);
            if state.active.is_empty() && state.stage != DealStage::Over {
                settle::settle_played_deal(rules, state, state.dealer, events);
            }
        }
        _ => {}
    }
}
