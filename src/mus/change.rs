//! Mus or no mus, cards laid down, cards served, and a stock that runs out.

use super::event::{Event, Fact};
use super::hand::{Hand, Stage};
use super::lance::enter;
use crate::cards::{Seat, Seats, Set};
use crate::engine::{Misuse, Refusal};
use crate::rules::mus::MusAsk;
use crate::rules::{Ruleset, ShortStock, Topic};

/// Asks all in turn from the hand on.
fn ask(hand: &mut Hand, stage: Stage) {
    (hand.stage, hand.due) = (stage, hand.players);
    hand.mover = hand.eldest();
}

/// After the deal, and after each change of cards.
pub(super) fn begin(rules: &Ruleset, hand: &mut Hand) {
    ask(hand, if rules.mus_ask.value == MusAsk::Never { Stage::Laying } else { Stage::Asked });
}

/// A card was seen: each may change cards, or is served.
pub(super) fn seen(hand: &mut Hand) {
    ask(hand, Stage::Seen);
}

/// The next who is asked, if anyone is left.
fn next(hand: &mut Hand) -> bool {
    hand.due = hand.due.without(hand.mover);
    let next = hand.due.in_turn(hand.dealer).next();
    hand.mover = next.unwrap_or(hand.mover);
    next.is_some()
}

pub(super) fn mus(hand: &mut Hand) {
    if !next(hand) {
        ask(hand, Stage::Laying);
    }
}

pub(super) fn no_mus(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    enter(rules, hand, events);
}

pub(super) fn lay(rules: &Ruleset, hand: &mut Hand, cards: Set, events: &mut Vec<Event>) {
    let seat = hand.mover;
    hand.held[seat] = hand.held[seat] - cards;
    hand.laid = hand.laid | cards;
    hand.lays[seat] = cards;
    hand.short = hand.short.with(seat);
    answered(rules, hand, events);
}

pub(super) fn served(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    hand.is_served = true;
    answered(rules, hand, events);
}

fn answered(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if next(hand) {
        return;
    }
    if rules.mus_discard.value.once {
        hand.short = Seats::NONE;
    }
    match hand.short.in_turn(hand.dealer).next() {
        Some(first) => (hand.stage, hand.mover) = (Stage::Serving, first),
        None => enter(rules, hand, events),
    }
}

/// What the mover is served: cards that come in any case, since they are the last of the stock, and those of which the rest
/// come.
pub(super) fn may_draw(rules: &Ruleset, hand: &Hand) -> (Set, Set) {
    if hand.stock.len() >= hand.lays[hand.mover].len() {
        return (Set::EMPTY, hand.stock);
    }
    let is_alone = hand.short.len() == 1 && rules.exchange_short.value == ShortStock::SparingLast;
    let spared = if is_alone { hand.lays[hand.mover] } else { Set::EMPTY };
    (hand.stock, hand.laid - spared)
}

pub(super) fn serve(rules: &Ruleset, hand: &mut Hand, cards: Set, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let (seat, number) = (hand.mover, hand.lays[hand.mover].len());
    let (first, from) = may_draw(rules, hand);
    if cards.len() != number {
        return Err(Refusal::Misuse(Misuse::Uneven));
    }
    if let Some(strange) = (cards - first - from).nth(0) {
        return Err(Refusal::Misuse(Misuse::NotInStock(strange)));
    }
    // What was left of the stock is served before anything that is shuffled.
    if !first.is_within(cards) {
        let shuffled = (cards - first).nth(0);
        return Err(Refusal::Misuse(shuffled.map_or(Misuse::Uneven, Misuse::NotInStock)));
    }
    if hand.stock.len() < number {
        let clause = Topic::ExchangeShort;
        events.push(Event { clause, fact: Fact::Shuffled(from.len() as u8) });
        (hand.stock, hand.laid) = (from, hand.laid - from);
    }
    hand.stock = hand.stock - cards;
    hand.held[seat] = hand.held[seat] | cards;
    hand.lays[seat] = Set::EMPTY;
    hand.short = hand.short.without(seat);
    events.push(Event { clause: Topic::MusDiscard, fact: Fact::Served(seat, cards) });
    match hand.short.in_turn(hand.dealer).next() {
        Some(next) => hand.mover = next,
        None if hand.is_served => enter(rules, hand, events),
        None => begin(rules, hand),
    }
    Ok(())
}

/// Whether a card can have been seen now: nobody has answered since cards were dealt or served.
pub(super) fn may_be_seen(hand: &Hand) -> bool {
    hand.stage == Stage::Asked && hand.due == hand.players
}

/// Whether a seat holds what it would lay down.
pub(super) fn not_held(hand: &Hand, seat: Seat, cards: Set) -> Option<Refusal> {
    (cards - hand.held[seat]).nth(0).map(|card| Refusal::Misuse(Misuse::NotHeld(card)))
}
