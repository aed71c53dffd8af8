//! The deal, the card turned for trump, and the dealer who may take it; the top card: its fee, and the naming of trumps.

use super::{
    Account, AmountReason, DealState, Event, EventKind, InvalidAct, Refusal, Stage, Transfer,
    Trumps,
};
use super::{ensure, ensure_none};
use crate::cards::{Card, PerSeat, Seat, Set};
use crate::rules::{
    Calls, ClauseId, Missing, Move, Phase, Ruleset, SpareHand, TurnOwner, TurnedFee, TurnedTrump,
};

/// What a dealer gives and turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealtCards {
    pub hands: PerSeat<Set>,
    /// The spare hand; none where the edition has none.
    pub fille: Set,
    pub turned: Card,
}

pub(super) fn deal(
    rules: &Ruleset,
    hand: &mut DealState,
    deal: &DealtCards,
    events: &mut Vec<Event>,
) -> Result<(), InvalidAct> {
    let pack = rules.pack.value.pack(hand.seats);
    let size = usize::from(rules.deal_packets.value.hand);
    ensure(pack.has(deal.turned), InvalidAct::Foreign(deal.turned))?;
    let mut seen = Set::from(deal.turned);
    let mut give = |cards: Set, if_not_so_many: InvalidAct| {
        ensure(cards.len() == size, if_not_so_many)?;
        ensure_none(cards - pack, InvalidAct::Foreign)?;
        ensure_none(cards & seen, InvalidAct::Twice)?;
        seen = seen | cards;
        Ok(())
    };
    for seat in hand.in_turn() {
        let cards = deal.hands[seat];
        give(cards, InvalidAct::HandSize(seat, cards.len()))?;
        events.push(Event {
            clause: ClauseId::DealPackets,
            fact: EventKind::Dealt(seat, cards),
        });
    }
    if rules.fille_deal.value == SpareHand::BeforeDealer {
        give(deal.fille, InvalidAct::FilleSize(deal.fille.len()))?;
        hand.fille = deal.fille;
        events.push(Event {
            clause: ClauseId::FilleDeal,
            fact: EventKind::FilleDealt(deal.fille),
        });
    }
    events.push(Event {
        clause: ClauseId::TurnCard,
        fact: EventKind::Turned(deal.turned),
    });
    (hand.held, hand.turned, hand.stock) = (deal.hands, deal.turned, pack - seen);
    (hand.trump, hand.trumps) = (deal.turned.suit(), Trumps::of(rules, deal.turned.suit()));
    hand.wild = hand.trumps.top;
    fee_for_turning(rules, hand, TurnedFee::Always, events);
    hand.is_phase_over = true;
    Ok(())
}

/// Whether the dealer may take the turn-up once they have declared.
pub(super) fn may_take_turn_up(rules: &Ruleset, hand: &DealState) -> bool {
    let dealer = hand.dealer;
    let after_exchange = match rules.turn_owner.value {
        TurnOwner::Dealer => true,
        TurnOwner::DealerUnlessExchanged => false,
        TurnOwner::DealerAtFirstAndLater if !hand.is_first => true,
        _ => {
            return hand.is_blind
                && hand.drawn_blind.len() < usize::from(rules.deal_packets.value.hand);
        }
    };
    hand.bids_all(rules).is_none()
        && hand.active.has(dealer)
        && !hand.took_fille.has(dealer)
        && (after_exchange || !hand.exchanged.has(dealer))
}

pub(super) fn answer(
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match *does {
        Move::TakeTurnUp(laid) => take(hand, laid, events)?,
        Move::LeaveTurnUp => {}
        _ => return Err(InvalidAct::NotNow.into()),
    }
    hand.is_phase_over = true;
    Ok(())
}

pub(super) fn take(
    hand: &mut DealState,
    laid: Card,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let dealer = hand.dealer;
    ensure(hand.held[dealer].has(laid), InvalidAct::NotHeld(laid))?;
    ensure(
        !hand.drawn_blind.has(laid),
        Refusal::Act(ClauseId::DeclBlind),
    )?;
    hand.held[dealer] = hand.held[dealer].without(laid).with(hand.turned);
    hand.lay_down(dealer, Set::from(laid));
    (hand.turn_taken, hand.exchanged) = (true, hand.exchanged.with(dealer));
    let fact = EventKind::Did(dealer, Move::TakeTurnUp(laid), hand.turned.into());
    events.push(Event {
        clause: ClauseId::TurnOwner,
        fact,
    });
    Ok(())
}

/// Asks for a suit: the dealer, if they turned the top card; or its holder, where they may name one before the exchange.
pub(super) fn begin_naming(rules: &Ruleset, hand: &mut DealState) {
    let namer = match rules.pam_calls.value {
        Calls::BeforeExchange => holder(hand),
        _ => Some(hand.dealer)
            .filter(|_| hand.is_top_turned() && rules.pam_names.value == TurnedTrump::DealerNames),
    };
    hand.mover = namer.unwrap_or(hand.dealer);
    hand.is_phase_over = namer.is_none();
}

pub(super) fn holder(hand: &DealState) -> Option<Seat> {
    hand.among(hand.active).find(|seat| hand.holds_top(*seat))
}

pub(super) fn named_by(hand: &DealState) -> ClauseId {
    if hand.is_top_turned() {
        ClauseId::PamNames
    } else {
        ClauseId::PamCalls
    }
}

/// The suit they name, or that they name none. In play the ladder is another from then on; the top card has won the trick.
pub(super) fn name(
    rules: &Ruleset,
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match *does {
        Move::Name(suit) => {
            events.push(Event {
                clause: named_by(hand),
                ..Event::of(hand.mover, *does)
            });
            (hand.trump, hand.trumps) = (suit, Trumps::of(rules, suit));
        }
        Move::KeepTrump if !hand.is_top_turned() => {}
        _ => return Err(InvalidAct::NotNow.into()),
    }
    if let Some(trick) = &mut hand.trick {
        // What was played keeps its place.
        trick.suit = hand.trumps.suit_of(trick.led);
        hand.stage = Stage::In(Phase::Tricks);
    } else {
        hand.is_phase_over = true;
    }
    Ok(())
}

/// Whether the top card is away, so that another has its privileges.
pub(super) fn is_missing(missing: Missing, hand: &DealState) -> bool {
    let top = hand.trumps.top;
    match missing {
        Missing::Anywhere => holder(hand).is_none(),
        Missing::Undealt => {
            (hand.is_top_turned() && !hand.turn_taken)
                || !(top & (hand.fille | hand.stock)).is_empty()
        }
    }
}

/// The dealer who turned the top card may be paid now: at once, or when they have not folded.
pub(super) fn fee_for_turning(
    rules: &Ruleset,
    hand: &mut DealState,
    when: TurnedFee,
    events: &mut Vec<Event>,
) {
    if hand.is_top_turned() && rules.pam_turned.value == when {
        fee(rules, hand, hand.dealer, ClauseId::PamTurned, events);
    }
}

/// Pays the fee once a hand, the dealer first, then in turn.
pub(super) fn fee(
    rules: &Ruleset,
    hand: &mut DealState,
    holder: Seat,
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    let (fee, dealer) = (rules.pam_fee.value, hand.dealer);
    if fee.chips == 0 || std::mem::replace(&mut hand.fee_paid, true) {
        return;
    }
    let payers = hand.paying(fee.payers).without(holder);
    let first = Some(dealer).filter(|dealer| payers.has(*dealer));
    for payer in first.into_iter().chain(hand.among(payers.without(dealer))) {
        let (from, to, sum) = (
            Account::Seat(payer),
            Account::Seat(holder),
            AmountReason::Fee,
        );
        hand.pay(
            rules,
            clause,
            Transfer {
                from,
                to,
                chips: fee.chips,
                sum,
            },
            events,
        );
    }
}
