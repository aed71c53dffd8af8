//! The top card: its fee, and the naming of trumps when it is turned up.

use super::{Account, Arithmetic, Event, Hand, Misuse, Refusal, Transfer, Trumps};
use crate::cards::{Seat, Seats};
use crate::rules::{FeePayers, FeeWhen, Missing, Move, Ruleset, Topic, TurnedFee, TurnedTrump};

/// Whether the top card was turned up.
fn is_turned(hand: &Hand) -> bool {
    hand.trumps.top().has(hand.turned)
}

/// The top card is turned: the dealer may be paid at once.
pub(super) fn turned(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if is_turned(hand) && rules.pam_turned.value == TurnedFee::Always {
        fee(rules, hand, hand.dealer, Topic::PamTurned, events);
    }
}

/// The dealer has spoken and not folded, or was not asked: they may be paid now.
pub(super) fn not_folded(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if is_turned(hand) && rules.pam_turned.value == TurnedFee::IfNotFolded {
        fee(rules, hand, hand.dealer, Topic::PamTurned, events);
    }
}

/// Asks the dealer for a suit, if they turned the top card.
pub(super) fn begin_naming(rules: &Ruleset, hand: &mut Hand) {
    hand.mover = hand.dealer;
    hand.is_phase_over = !is_turned(hand) || rules.pam_names.value != TurnedTrump::DealerNames;
}

/// The suit they name.
pub(super) fn make(rules: &Ruleset, hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Move::Name(suit) = *does else { return Err(Misuse::NotNow.into()) };
    events.push(Event::of(hand.mover, *does));
    (hand.trump, hand.trumps) = (suit, Trumps::of(rules, suit));
    hand.is_phase_over = true;
    Ok(())
}

/// Whether it is away, so that another card has its privileges: out of every active hand, or by the letter in the spare
/// hand, in the stock, or turned up and not taken.
pub(super) fn is_missing(missing: Missing, hand: &Hand) -> bool {
    let top = hand.trumps.top();
    match missing {
        Missing::Anywhere => hand.among(hand.active).all(|seat| (hand.held[seat] & top).is_empty()),
        Missing::Undealt => (is_turned(hand) && !hand.turn_taken) || !(top & (hand.fille | hand.stock)).is_empty(),
    }
}

/// The declarations are over: its holder may be paid now.
pub(super) fn shown(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let top = hand.trumps.top();
    if rules.pam_fee.value.when == FeeWhen::Shown && !top.is_empty() {
        let holder = hand.among(hand.active).find(|seat| !(hand.held[*seat] & top).is_empty());
        if let Some(holder) = holder {
            fee(rules, hand, holder, Topic::PamFee, events);
        }
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
        FeePayers::All => Seats::all(hand.seats),
        FeePayers::Active => hand.active,
    };
    let dealer = hand.dealer;
    let others = hand.in_turn().filter(|seat| *seat != dealer);
    for payer in std::iter::once(dealer).chain(others).filter(|seat| *seat != holder && payers.has(*seat)) {
        let transfer =
            Transfer { from: Account::Seat(payer), to: Account::Seat(holder), chips: fee.chips, sum: Arithmetic::Fee };
        hand.pay(rules, clause, transfer, events);
    }
}
