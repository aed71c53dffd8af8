//! The exchange of cards before the phases: mus or no mus, discards, and cards that are served.

use super::phase_opening_and_closing::begin_phase_or_payments;
use super::{MusEvent, MusEventDetails, MusStage, MusState};
use crate::cards::{CardSet, SeatSet};
use crate::engine::{InvalidActReason, ensure, ensure_no_cards};
use crate::rules::mus_values::MusAgreement;
use crate::rules::{ClauseId, MusRules, ShortStock};

/// Begins to ask all players in turn, from the first speaker on.
pub(super) fn ask_everybody(state: &mut MusState, stage: MusStage) {
    state.stage = stage;
    state.unasked = state.players;
    state.mover = state.first_speaker();
}

/// Begins an exchange, after the deal and after each exchange.
pub(super) fn begin_exchange(rules: &MusRules, state: &mut MusState) {
    let stage = if rules.mus_ask.value == MusAgreement::Never {
        MusStage::Discarding
    } else {
        MusStage::AskingMus
    };
    ask_everybody(state, stage);
}

/// Lets the mover agree to an exchange. When all have agreed, all discard.
pub(super) fn record_mover_agreement(state: &mut MusState) {
    if !state.ask_next_after_answer() {
        ask_everybody(state, MusStage::Discarding);
    }
}

/// Lets the mover discard cards.
pub(super) fn discard_cards(
    rules: &MusRules,
    state: &mut MusState,
    cards: CardSet,
    events: &mut Vec<MusEvent>,
) {
    let seat = state.mover;
    state.hands[seat] = state.hands[seat] - cards;
    state.discards = state.discards | cards;
    state.unserved_discards[seat] = cards;
    state.unserved = state.unserved.with(seat);
    ask_next_or_serve(rules, state, events);
}

/// Lets the mover say that they are served. Then cards are exchanged no more.
pub(super) fn let_mover_end_exchange(
    rules: &MusRules,
    state: &mut MusState,
    events: &mut Vec<MusEvent>,
) {
    state.is_exchange_final = true;
    ask_next_or_serve(rules, state, events);
}

/// Asks the next player. After the last, the players who discarded are served.
fn ask_next_or_serve(rules: &MusRules, state: &mut MusState, events: &mut Vec<MusEvent>) {
    if state.ask_next_after_answer() {
        return;
    }
    if rules.mus_discard.value.once {
        state.unserved = SeatSet::NONE;
    }
    if state.ask_next_of(state.unserved, state.dealer) {
        state.stage = MusStage::Serving;
    } else {
        begin_phase_or_payments(rules, state, events);
    }
}

/// The cards that the mover can be served.
pub(super) struct PossibleDrawnCards {
    /// The last cards of the stock, which the mover gets in any case.
    pub certain: CardSet,
    /// The cards from which the others come.
    pub others: CardSet,
}

pub(super) fn servable_cards(rules: &MusRules, state: &MusState) -> PossibleDrawnCards {
    let own_discards = state.unserved_discards[state.mover];
    if state.stock.len() >= own_discards.len() {
        return PossibleDrawnCards {
            certain: CardSet::EMPTY,
            others: state.stock,
        };
    }
    // The discards are the new stock.
    let is_last = state.unserved.len() == 1;
    let others = if is_last && rules.exchange_short.value == ShortStock::SparingLast {
        state.discards - own_discards
    } else {
        state.discards
    };
    PossibleDrawnCards {
        certain: state.stock,
        others,
    }
}

/// Serves the mover, and then the next player who discarded.
pub(super) fn serve_mover_and_continue(
    rules: &MusRules,
    state: &mut MusState,
    cards: CardSet,
    events: &mut Vec<MusEvent>,
) -> Result<(), InvalidActReason> {
    let seat = state.mover;
    let count = state.unserved_discards[seat].len();
    let PossibleDrawnCards { certain, others } = servable_cards(rules, state);
    ensure(cards.len() == count, InvalidActReason::UnequalExchange)?;
    ensure_no_cards(cards - certain - others, InvalidActReason::NotInStock)?;
    if !certain.is_within(cards) {
        ensure_no_cards(cards - certain, InvalidActReason::NotInStock)?;
        return Err(InvalidActReason::UnequalExchange);
    }
    if state.stock.len() < count {
        events.push(MusEvent::new(
            ClauseId::ExchangeShort,
            MusEventDetails::Shuffled(others.len() as u8),
        ));
        state.stock = others;
        state.discards = state.discards - others;
    }
    state.stock = state.stock - cards;
    state.hands[seat] = state.hands[seat] | cards;
    state.unserved_discards[seat] = CardSet::EMPTY;
    state.unserved = state.unserved.without(seat);
    events.push(MusEvent::new(
        ClauseId::MusDiscard,
        MusEventDetails::Served(seat, cards),
    ));
    let is_everybody_served = !state.ask_next_of(state.unserved, state.dealer);
    if is_everybody_served {
        if state.is_exchange_final {
            begin_phase_or_payments(rules, state, events);
        } else {
            begin_exchange(rules, state);
        }
    }
    Ok(())
}
