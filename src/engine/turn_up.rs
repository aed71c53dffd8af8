//! The card turned up, where it is the dealer's: he takes it for one of his own, or leaves it.

use super::{Event, Fact, Hand, Misuse, Offered, Refusal, Stage, act, declare};
use crate::cards::{Card, Set};
use crate::rules::{Move, Phase, Ruleset, Topic, TurnOwner, Verb};

/// Whether the dealer may take it once he has declared.
pub fn is_his(rules: &Ruleset, hand: &Hand) -> bool {
    let TurnOwner::Dealer { after_exchange } = rules.turn_owner.value else { return false };
    let dealer = hand.dealer;
    hand.active.has(dealer) && !hand.took_fille.has(dealer) && (after_exchange || !hand.exchanged.has(dealer))
}

/// Asks the dealer, if it is his.
pub(super) fn begin(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if is_his(rules, hand) {
        hand.mover = hand.dealer;
    } else {
        act::next_phase(rules, hand, events);
    }
}

/// What he may do with it.
pub(super) fn offer(hand: &Hand, verb: Verb) -> Option<Offered> {
    match verb {
        Verb::TakeTurnUp => Some(Offered::with_one_of(verb, hand.held[hand.mover])),
        Verb::LeaveTurnUp => Some(Offered::of(verb)),
        _ => None,
    }
}

/// What he does with it.
pub(super) fn make(rules: &Ruleset, hand: &mut Hand, does: Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match does {
        Move::TakeTurnUp(laid) => take(rules, hand, laid, events),
        Move::LeaveTurnUp => {
            act::next_phase(rules, hand, events);
            Ok(())
        }
        _ => Err(Misuse::NotNow.into()),
    }
}

/// In his declaration: he stands, and takes it.
pub(super) fn stand_and_take(
    rules: &Ruleset,
    hand: &mut Hand,
    laid: Card,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if hand.mover != hand.dealer || !is_his(rules, hand) {
        return Err(Refusal::Act(Topic::TurnOwner));
    }
    declare::stand(rules, hand, events);
    if hand.stage != Stage::In(Phase::TurnUp) {
        return Err(Misuse::NotNow.into());
    }
    take(rules, hand, laid, events)
}

fn take(rules: &Ruleset, hand: &mut Hand, laid: Card, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let dealer = hand.dealer;
    if !hand.held[dealer].has(laid) {
        return Err(Misuse::NotHeld(laid).into());
    }
    hand.held[dealer] = hand.held[dealer].without(laid).with(hand.turned);
    hand.lay_down(dealer, Set::from(laid));
    (hand.turn_taken, hand.exchanged) = (true, hand.exchanged.with(dealer));
    events
        .push(Event { clause: Topic::TurnOwner, fact: Fact::Did(dealer, Move::TakeTurnUp(laid), hand.turned.into()) });
    act::next_phase(rules, hand, events);
    Ok(())
}
