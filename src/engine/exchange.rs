//! Drawing cards: exchanges, the stock and the piles that replace it, flushes that must be thrown in, and the defence of
//! the pack.

use super::{Account, ensure, ensure_no_cards, ensure_not_forbidden, forced_to_stay_in, settle};
use super::{
    DealState, Event, EventDetails, InvalidActReason, MoveAvailability, Refusal, Transfer,
};
use crate::cards::{CardSet, SeatSet};
use crate::rules::{
    ClauseId, DeclarationRight, LastButOneDuty, Move, ReserveSupply, ShortStock, TrickRules,
    UndertakingRole, Verb,
};

/// Returns the offer of an exchange. If the mover may exchange fewer cards than usual, its clause says why.
pub(super) fn exchange_offer(rules: &TrickRules, state: &DealState) -> MoveAvailability {
    let declared_by = forced_to_stay_in::forcing_or_order_clause(rules, state);
    let max_cards = max_exchange(rules, state, declared_by);
    let clause = if max_cards < rules.exchange_once.value.most {
        exchange_limit_clause(rules, state, declared_by, usize::from(max_cards) + 1)
    } else {
        ClauseId::DeclExchange
    };
    MoveAvailability {
        verb: Verb::Exchange,
        clause,
        is_open: max_cards > 0,
        cards: state.hands[state.mover],
        max_cards,
    }
}

/// Returns the clause by which the mover may not exchange so many cards.
pub(super) fn clause_against_exchange(
    rules: &TrickRules,
    state: &DealState,
    asked_cards: usize,
) -> Option<ClauseId> {
    let declared_by = forced_to_stay_in::forcing_or_order_clause(rules, state);
    if asked_cards > usize::from(max_exchange(rules, state, declared_by)) {
        Some(exchange_limit_clause(
            rules,
            state,
            declared_by,
            asked_cards,
        ))
    } else {
        None
    }
}

/// Returns the most cards that the mover may exchange. `declared_by` is the clause by which the mover declares.
fn max_exchange(rules: &TrickRules, state: &DealState, declared_by: ClauseId) -> u8 {
    if rules.decl_exchange.value == DeclarationRight::Closed
        || forced_player_keeps_hand(rules, declared_by)
    {
        return 0;
    }
    let stock = state.available_stock();
    let supply = match rules.exchange_short.value {
        ShortStock::FirstCome | ShortStock::SparingLast => stock,
        ShortStock::Then(_) => total_supply(rules, state),
        ShortStock::CapPerPlayer(cap) => stock.min(usize::from(cap)),
    };
    let available = supply.min(state.hands[state.mover].len()) as u8;
    let mut allowed = rules.exchange_once.value.most;
    if had_to_take_turn_up(rules, state) {
        allowed -= 1;
    }
    allowed.min(available)
}

/// Returns the clause by which the mover may not exchange so many cards, which are too many.
fn exchange_limit_clause(
    rules: &TrickRules,
    state: &DealState,
    declared_by: ClauseId,
    asked_cards: usize,
) -> ClauseId {
    if forced_player_keeps_hand(rules, declared_by) {
        ClauseId::ForcedLast
    } else if rules.decl_exchange.value == DeclarationRight::Closed {
        ClauseId::DeclExchange
    } else if asked_cards > usize::from(rules.exchange_once.value.most) {
        ClauseId::ExchangeOnce
    } else if had_to_take_turn_up(rules, state) && asked_cards <= state.available_stock() {
        ClauseId::TurnOwner
    } else {
        ClauseId::ExchangeShort
    }
}

/// Returns whether a player who was forced to play, because all others but the dealer folded,
/// may change no card.
fn forced_player_keeps_hand(rules: &TrickRules, declared_by: ClauseId) -> bool {
    declared_by == ClauseId::ForcedLast && rules.forced_last.value == LastButOneDuty::MustPlay
}

/// Returns whether the mover had to take the turn-up, and so has changed one card already.
fn had_to_take_turn_up(rules: &TrickRules, state: &DealState) -> bool {
    rules.turn_owner.value.must_dealer_take_in_first_deal()
        && state.is_turn_up_taken
        && state.mover == state.dealer
}

/// Makes the mover discard some cards and draw others. Returns the cards drawn.
#[inline]
pub(super) fn exchange_cards(
    rules: &TrickRules,
    state: &mut DealState,
    laid: CardSet,
    drawn: CardSet,
) -> Result<CardSet, Refusal> {
    let seat = state.mover;
    ensure_no_cards(laid - state.hands[seat], InvalidActReason::NotHeld)?;
    ensure_not_forbidden(clause_against_exchange(rules, state, laid.len()))?;
    let is_equal = !laid.is_empty() && laid.len() == drawn.len();
    ensure(is_equal, InvalidActReason::UnequalExchange)?;
    take_from_stock_or_piles(rules, state, drawn)?;
    state.hands[seat] = (state.hands[seat] - laid) | drawn;
    if state.is_bid_blind && state.bidder == Some(seat) {
        state.drawn_blind = drawn;
    }
    state.record_discard(seat, laid);
    state.exchanged = state.exchanged.with(seat);
    Ok(drawn)
}

/// Returns the piles that replace the stock when it runs out, one after another.
pub fn piles_replacing_stock(rules: &TrickRules, state: &DealState) -> [CardSet; 2] {
    let mut piles = [CardSet::EMPTY; 2];
    if let ShortStock::Then(supplies) = rules.exchange_short.value {
        for (pile, supply) in piles.iter_mut().zip(supplies) {
            *pile = match supply {
                ReserveSupply::Discards => state.discards,
                ReserveSupply::Folded => folded_cards(state),
            };
        }
    }
    piles
}

fn folded_cards(state: &DealState) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for seat in state.seats_out_of_deal().iter() {
        cards = cards | state.hands[seat];
    }
    cards
}

/// Returns how many cards the stock and the piles that replace it can give.
#[cold]
fn total_supply(rules: &TrickRules, state: &DealState) -> usize {
    let [first, second] = piles_replacing_stock(rules, state);
    state.available_stock() + first.len() + second.len()
}

/// Takes cards from the stock, or from the piles that replace it.
#[inline]
fn take_from_stock_or_piles(
    rules: &TrickRules,
    state: &mut DealState,
    drawn: CardSet,
) -> Result<(), InvalidActReason> {
    if drawn.len() > state.available_stock() {
        return draw_stock_then_piles(rules, state, drawn);
    }
    ensure_no_cards(drawn - state.stock, InvalidActReason::NotInStock)?;
    state.stock = state.stock - drawn;
    Ok(())
}

/// Takes cards from the stock and then from the piles that replace it. The rest of the last pile is the new stock.
#[cold]
fn draw_stock_then_piles(
    rules: &TrickRules,
    state: &mut DealState,
    drawn: CardSet,
) -> Result<(), InvalidActReason> {
    let stock = state.stock;
    let available_stock = state.available_stock();
    let [first, second] = piles_replacing_stock(rules, state);
    ensure_no_cards(drawn - stock - first - second, InvalidActReason::NotInStock)?;
    let mut lacking = drawn;
    state.stock = CardSet::EMPTY;
    for (pile, available) in [
        (stock, available_stock),
        (first, first.len()),
        (second, second.len()),
    ] {
        // A pile gives all its cards before the next one begins: if it gave fewer, a later card was drawn too early.
        if (lacking & pile).len() != available {
            ensure_no_cards(lacking - pile, InvalidActReason::NotInStock)?;
        }
        if !lacking.is_empty() {
            state.discards = state.discards - pile;
            for seat in state.seats_out_of_deal().iter() {
                state.hands[seat] = state.hands[seat] - pile;
            }
            state.stock = state.stock | (pile - drawn);
            lacking = lacking - pile;
        }
    }
    Ok(())
}

/// Makes the next player who is to be asked the mover. Returns whether there is one.
fn ask_next_unasked(state: &mut DealState) -> bool {
    let next = state.in_turn_among(state.unasked).next();
    if let Some(next) = next {
        state.mover = next;
    }
    next.is_some()
}

/// Asks the players who were dealt a flush, if the edition makes them throw it in.
pub(super) fn ask_to_throw_in_flushes(rules: &TrickRules, state: &mut DealState) {
    state.unasked = SeatSet::NONE;
    if rules.flush_redeal.value.0.is_some() {
        for seat in state.seats_in_turn() {
            if state.hands[seat].only_suit().is_some() {
                state.unasked = state.unasked.with(seat);
            }
        }
    }
    state.is_phase_over = !ask_next_unasked(state);
}

/// Makes the mover discard a flush, draw a new hand and pay what that costs.
pub(super) fn discard_flush_and_redraw(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Move::ThrowIn(drawn) = *player_move else {
        return Err(Refusal::Forbidden(ClauseId::FlushRedeal));
    };
    let seat = state.mover;
    let laid = state.hands[seat];
    ensure(drawn.len() == laid.len(), InvalidActReason::UnequalExchange)?;
    take_from_stock_or_piles(rules, state, drawn)?;
    state.hands[seat] = drawn;
    state.record_discard(seat, laid);
    events.push(Event::new(
        ClauseId::FlushRedeal,
        EventDetails::MadeMove(seat, *player_move, drawn),
    ));
    let price = match rules.flush_redeal.value.0 {
        Some(amount) => rules.amount_in_chips(amount, state.pool),
        None => 0,
    };
    let payment = Transfer::penalty(seat, Account::Pool, price);
    state.transfer_buying_missing_chips(rules, ClauseId::FlushRedeal, payment, events);
    state.unasked = state.unasked.without(seat);
    state.is_phase_over = !ask_next_unasked(state);
    Ok(())
}

/// Asks the players who have folded to defend the pack, if one player alone is left in the deal.
pub(super) fn ask_folded_to_defend(
    rules: &TrickRules,
    state: &mut DealState,
    events: &mut Vec<Event>,
) {
    let is_asked = state.active.len() == 1 && rules.decl_defend.value.0.is_some();
    state.is_phase_over = !is_asked;
    if is_asked {
        state.unasked = state.seats_out_of_deal();
        ask_defender_or_settle(rules, state, events);
    }
}

/// Asks the next player to defend the pack. If there is none, the lone player has won.
fn ask_defender_or_settle(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    if !ask_next_unasked(state) {
        settle::settle_lone_player(rules, state, ClauseId::Alone, events);
    }
}

/// Returns how many cards a player draws who defends the pool.
fn defender_draw_count(rules: &TrickRules) -> usize {
    usize::from(rules.decl_defend.value.0.unwrap_or_default())
}

/// Returns the clause by which nobody may defend the pack now.
#[cold]
pub(super) fn clause_barring_pack_defence(
    rules: &TrickRules,
    state: &DealState,
) -> Option<ClauseId> {
    if total_supply(rules, state) < defender_draw_count(rules) {
        Some(ClauseId::ExchangeShort)
    } else {
        None
    }
}

/// Makes a player who has folded draw a hand and play against the lone player, or leave this to the next.
pub(super) fn answer_defence(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let seat = state.mover;
    let (drawn, laid) = match *player_move {
        Move::Defend(drawn, laid) => (drawn, laid),
        Move::LeavePack => {
            state.unasked = state.unasked.without(seat);
            ask_defender_or_settle(rules, state, events);
            return Ok(());
        }
        _ => return Err(InvalidActReason::NotNow.into()),
    };
    ensure_not_forbidden(clause_barring_pack_defence(rules, state))?;
    let draws = defender_draw_count(rules);
    ensure(drawn.len() == draws, InvalidActReason::UnequalExchange)?;
    ensure(drawn.has(laid), InvalidActReason::NotHeld(laid))?;
    take_from_stock_or_piles(rules, state, drawn)?;
    // The folded hand is discarded, but for cards that were just drawn from it.
    state.discards = state.discards | state.hands[seat];
    state.hands[seat] = drawn.without(laid);
    state.record_discard(seat, laid.into());
    state.tricks_undertaken[seat] = rules.undertake.value.tricks_for(UndertakingRole::Playing);
    state.active = state.active.with(seat);
    state.defender = Some(seat);
    state.unasked = SeatSet::NONE;
    events.push(Event::new(
        ClauseId::DeclDefend,
        EventDetails::MadeMove(seat, *player_move, drawn),
    ));
    state.is_phase_over = true;
    Ok(())
}
