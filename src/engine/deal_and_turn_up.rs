//! The deal, the turn-up and the dealer who may take it; the top card: its fee, and the naming of trumps.

use super::{
    Account, AmountCalculation, DealStage, DealState, Event, EventDetails, InvalidActReason,
    Refusal, Transfer, Trumps,
};
use super::{ensure, ensure_no_cards};
use crate::cards::{Card, CardSet, PerSeat, Seat, Suit};
use crate::rules::{
    ClauseId, DealPhase, Move, SpareHand, TopCardAbsence, TrickRules, TrumpNaming, TurnCard,
    TurnOwner, TurnedFee, TurnedTrump,
};

/// The cards that a dealer gives and turns up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealtCards {
    /// The cards of each player.
    pub hands: PerSeat<CardSet>,
    /// The spare hand; empty if the edition has none.
    pub spare_hand: CardSet,
    /// The card turned up for trump.
    pub turned_card: Card,
}

pub(super) fn deal_cards(
    rules: &TrickRules,
    state: &mut DealState,
    dealt: &DealtCards,
    events: &mut Vec<Event>,
) -> Result<(), InvalidActReason> {
    let pack = rules.pack.value.pack(state.seats);
    let hand_size = usize::from(rules.deal_packets.value.hand);
    ensure(
        pack.has(dealt.turned_card),
        InvalidActReason::NotInPack(dealt.turned_card),
    )?;
    let is_dealers = rules.turn_card.value == TurnCard::DealersLast;
    let mut undealt = pack;
    if is_dealers {
        let is_held = dealt.hands[state.dealer].has(dealt.turned_card);
        ensure(is_held, InvalidActReason::NotHeld(dealt.turned_card))?;
    } else {
        undealt = undealt.without(dealt.turned_card);
    }
    for seat in state.seats_in_turn() {
        let cards = dealt.hands[seat];
        ensure(
            cards.len() == hand_size,
            InvalidActReason::HandSize(seat, cards.len()),
        )?;
        undealt = remaining_undealt_cards(pack, undealt, cards)?;
        events.push(Event::new(
            ClauseId::DealPackets,
            EventDetails::Dealt(seat, cards),
        ));
    }
    if rules.fille_deal.value == SpareHand::BeforeDealer {
        let cards = dealt.spare_hand;
        ensure(
            cards.len() == hand_size,
            InvalidActReason::SpareSize(cards.len()),
        )?;
        undealt = remaining_undealt_cards(pack, undealt, cards)?;
        state.spare_hand = cards;
        events.push(Event::new(
            ClauseId::FilleDeal,
            EventDetails::SpareDealt(cards),
        ));
    }
    events.push(Event::new(
        ClauseId::TurnCard,
        EventDetails::Turned(dealt.turned_card),
    ));
    state.hands = dealt.hands;
    state.turned_card = dealt.turned_card;
    state.is_turn_up_dealers = is_dealers;
    state.stock = undealt;
    set_trump(rules, state, dealt.turned_card.suit());
    state.wild_cards = state.trumps.top;
    pay_turner_of_top_card(rules, state, TurnedFee::Always, events);
    state.is_phase_over = true;
    Ok(())
}

/// Returns the cards that are undealt after these are dealt.
fn remaining_undealt_cards(
    pack: CardSet,
    undealt: CardSet,
    dealt: CardSet,
) -> Result<CardSet, InvalidActReason> {
    ensure_no_cards(dealt - pack, InvalidActReason::NotInPack)?;
    ensure_no_cards(dealt - undealt, InvalidActReason::DealtTwice)?;
    Ok(undealt - dealt)
}

fn set_trump(rules: &TrickRules, state: &mut DealState, suit: Suit) {
    state.trump = suit;
    state.trumps = Trumps::for_suit(rules, suit);
}

/// Returns whether the dealer may take the turn-up after the declarations.
pub(super) fn can_dealer_take_turn_up(rules: &TrickRules, state: &DealState) -> bool {
    let dealer = state.dealer;
    let is_exchange_allowed = match rules.turn_owner.value {
        TurnOwner::Dealer => true,
        TurnOwner::DealerUnlessExchanged => false,
        TurnOwner::DealerAtFirstAndLater if !state.is_first_deal => true,
        _ => {
            let hand_size = usize::from(rules.deal_packets.value.hand);
            return state.is_bid_blind && state.drawn_blind.len() < hand_size;
        }
    };
    state.all_tricks_bidder(rules).is_none()
        && state.active.has(dealer)
        && !state.took_spare.has(dealer)
        && (is_exchange_allowed || !state.exchanged.has(dealer))
}

/// Makes the dealer take the turn-up or leave it.
pub(super) fn take_or_leave_turn_up(
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match *player_move {
        Move::TakeTurnUp(laid) => give_dealer_turn_up(state, laid, events)?,
        Move::LeaveTurnUp => {}
        _ => return Err(InvalidActReason::NotNow.into()),
    }
    state.is_phase_over = true;
    Ok(())
}

/// Gives the dealer the turn-up for a card of their hand.
pub(super) fn give_dealer_turn_up(
    state: &mut DealState,
    laid: Card,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let dealer = state.dealer;
    ensure(
        state.hands[dealer].has(laid),
        InvalidActReason::NotHeld(laid),
    )?;
    ensure(
        !state.drawn_blind.has(laid),
        Refusal::Forbidden(ClauseId::DeclBlind),
    )?;
    state.hands[dealer] = state.hands[dealer].without(laid).with(state.turned_card);
    state.record_discard(dealer, CardSet::from(laid));
    state.is_turn_up_taken = true;
    state.exchanged = state.exchanged.with(dealer);
    let received = CardSet::from(state.turned_card);
    events.push(Event::new(
        ClauseId::TurnOwner,
        EventDetails::MadeMove(dealer, Move::TakeTurnUp(laid), received),
    ));
    Ok(())
}

/// Asks for the trump suit: the dealer, if they turned the top card; or its holder, if they may name one before the exchange.
pub(super) fn begin_naming(rules: &TrickRules, state: &mut DealState) {
    let namer = if rules.pam_calls.value == TrumpNaming::BeforeExchange {
        active_top_card_holder(state)
    } else if state.is_top_card_turned() && rules.pam_names.value == TurnedTrump::DealerNames {
        Some(state.dealer)
    } else {
        None
    };
    state.mover = namer.unwrap_or(state.dealer);
    state.is_phase_over = namer.is_none();
}

/// Returns the player who holds the top card and is still in the deal.
pub(super) fn active_top_card_holder(state: &DealState) -> Option<Seat> {
    state
        .in_turn_among(state.active)
        .find(|seat| state.holds_top_card(*seat))
}

/// Returns the clause by which a player names the trump suit.
pub(super) fn naming_clause(state: &DealState) -> ClauseId {
    if state.is_top_card_turned() {
        ClauseId::PamNames
    } else {
        ClauseId::PamCalls
    }
}

/// Makes the mover name a trump suit, or keep the one that was turned.
pub(super) fn name_trump(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match *player_move {
        Move::Name(suit) => {
            events.push(Event {
                clause: naming_clause(state),
                ..Event::move_made_without_cards(state.mover, *player_move)
            });
            set_trump(rules, state, suit);
        }
        Move::KeepTrump if !state.is_top_card_turned() => {}
        _ => return Err(InvalidActReason::NotNow.into()),
    }
    if let Some(trick) = &mut state.trick {
        // The cards played so far keep their rank: the top card, just played, wins the trick in any case.
        trick.following_cards = state.trumps.same_suit_cards(trick.led);
        state.stage = DealStage::In(DealPhase::Tricks);
    } else {
        state.is_phase_over = true;
    }
    Ok(())
}

/// Returns whether the top card (pam) is missing, so that another card has its privileges.
pub(super) fn is_top_card_missing(absence: TopCardAbsence, state: &DealState) -> bool {
    match absence {
        TopCardAbsence::Anywhere => active_top_card_holder(state).is_none(),
        TopCardAbsence::Undealt => {
            let is_turn_up = state
                .turn_up_on_table()
                .is_some_and(|card| state.trumps.top.has(card));
            let undealt = state.spare_hand | state.stock;
            is_turn_up || !(state.trumps.top & undealt).is_empty()
        }
    }
}

/// Pays a dealer who turned up the top card, if the edition pays at this moment.
pub(super) fn pay_turner_of_top_card(
    rules: &TrickRules,
    state: &mut DealState,
    moment: TurnedFee,
    events: &mut Vec<Event>,
) {
    if state.is_top_card_turned() && rules.pam_turned.value == moment {
        collect_top_card_fee_once(rules, state, state.dealer, ClauseId::PamTurned, events);
    }
}

/// Makes the others pay the holder of the top card the fee, once a deal: the dealer first, then in
/// turn.
pub(super) fn collect_top_card_fee_once(
    rules: &TrickRules,
    state: &mut DealState,
    holder: Seat,
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    let fee = rules.pam_fee.value;
    if fee.chips == 0 || state.is_fee_paid {
        return;
    }
    state.is_fee_paid = true;
    let payers = state.paying_seats(fee.payers).without(holder);
    if payers.has(state.dealer) {
        transfer_top_card_fee(rules, state, state.dealer, holder, clause, events);
    }
    for payer in state.in_turn_among(payers.without(state.dealer)) {
        transfer_top_card_fee(rules, state, payer, holder, clause, events);
    }
}

fn transfer_top_card_fee(
    rules: &TrickRules,
    state: &mut DealState,
    payer: Seat,
    holder: Seat,
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    let payment = Transfer {
        from: Account::Seat(payer),
        to: Account::Seat(holder),
        chips: rules.pam_fee.value.chips,
        reason: AmountCalculation::Fee,
    };
    state.transfer_buying_missing_chips(rules, clause, payment, events);
}
