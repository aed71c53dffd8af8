//! The top card: its fee, and the naming of trumps when it is turned up.

use super::{Account, Arithmetic, Event, Hand, Misuse, Offered, Refusal, Stage, Transfer, Trumps};
use crate::cards::{Seat, Seats};
use crate::rules::{Calls, FeeWhen, Missing, Move, Payers, Phase, Ruleset, Topic, TurnedFee, TurnedTrump, Verb};

/// The top card is turned: the dealer may be paid at once.
pub(super) fn turned(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if hand.is_top_turned() && rules.pam_turned.value == TurnedFee::Always {
        fee(rules, hand, hand.dealer, Topic::PamTurned, events);
    }
}

/// The dealer has spoken and not folded, or was not asked: they may be paid now.
pub(super) fn not_folded(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if hand.is_top_turned() && rules.pam_turned.value == TurnedFee::IfNotFolded {
        fee(rules, hand, hand.dealer, Topic::PamTurned, events);
    }
}

/// Asks for a suit: the dealer, if they turned the top card; or its holder, where they may name one before the exchange.
pub(super) fn begin_naming(rules: &Ruleset, hand: &mut Hand) {
    let holder = match rules.pam_calls.value {
        Calls::BeforeExchange => holder(hand),
        _ => Some(hand.dealer).filter(|_| hand.is_top_turned() && rules.pam_names.value == TurnedTrump::DealerNames),
    };
    hand.mover = holder.unwrap_or(hand.dealer);
    hand.is_phase_over = holder.is_none();
}

/// Who plays and holds it.
fn holder(hand: &Hand) -> Option<Seat> {
    hand.among(hand.active).find(|seat| !(hand.held[*seat] & hand.trumps.top()).is_empty())
}

/// What the mover may do who is asked for a suit: who turned the top card must name one.
#[cold]
pub(super) fn offer(hand: &Hand, verb: Verb) -> Option<Offered> {
    let offered = Offered { clause: naming(hand), ..Offered::of(verb) };
    let is_open = verb == Verb::Name || (verb == Verb::KeepTrump && !hand.is_top_turned());
    is_open.then_some(offered)
}

/// The clause under which trumps are named.
fn naming(hand: &Hand) -> Topic {
    if hand.is_top_turned() { Topic::PamNames } else { Topic::PamCalls }
}

/// The suit they name, or that they name none. In play the ladder is another from then on; the top card has won the trick.
pub(super) fn make(rules: &Ruleset, hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match *does {
        Move::Name(suit) => {
            events.push(Event { clause: naming(hand), ..Event::of(hand.mover, *does) });
            (hand.trump, hand.trumps) = (suit, Trumps::of(rules, suit));
        }
        Move::KeepTrump if !hand.is_top_turned() => {}
        _ => return Err(Misuse::NotNow.into()),
    }
    let Some(trick) = &mut hand.trick else {
        hand.is_phase_over = true;
        return Ok(());
    };
    // What was played keeps its place.
    trick.suit = hand.trumps.suit_of(trick.led);
    hand.stage = Stage::In(Phase::Tricks);
    Ok(())
}

/// Whether it is away, so that another card has its privileges: out of every active hand, or by the letter in the spare
/// hand, in the stock, or turned up and not taken.
pub(super) fn is_missing(missing: Missing, hand: &Hand) -> bool {
    let top = hand.trumps.top();
    match missing {
        Missing::Anywhere => holder(hand).is_none(),
        Missing::Undealt => (hand.is_top_turned() && !hand.turn_taken) || !(top & (hand.fille | hand.stock)).is_empty(),
    }
}

/// The declarations are over: its holder may be paid now.
pub(super) fn shown(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if rules.pam_fee.value.when == FeeWhen::Shown
        && let Some(holder) = holder(hand)
    {
        fee(rules, hand, holder, Topic::PamFee, events);
    }
}

/// It is played, or its holder claims a flush: they may be paid now.
pub(super) fn played(rules: &Ruleset, hand: &mut Hand, holder: Seat, events: &mut Vec<Event>) {
    if rules.pam_fee.value.when == FeeWhen::Played {
        fee(rules, hand, holder, Topic::PamFee, events);
    }
}

/// Pays the fee once a hand, the dealer first, then in turn.
fn fee(rules: &Ruleset, hand: &mut Hand, holder: Seat, clause: Topic, events: &mut Vec<Event>) {
    let fee = rules.pam_fee.value;
    if fee.chips == 0 || std::mem::replace(&mut hand.fee_paid, true) {
        return;
    }
    let payers = match fee.payers {
        Payers::All => Seats::all(hand.seats),
        Payers::Active => hand.active,
    };
    let dealer = hand.dealer;
    let others = hand.in_turn().filter(|seat| *seat != dealer);
    for payer in std::iter::once(dealer).chain(others).filter(|seat| *seat != holder && payers.has(*seat)) {
        let transfer =
            Transfer { from: Account::Seat(payer), to: Account::Seat(holder), chips: fee.chips, sum: Arithmetic::Fee };
        hand.pay(rules, clause, transfer, events);
    }
}
