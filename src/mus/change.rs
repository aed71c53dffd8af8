//! Mus or no mus, cards laid down, cards served, and a stock that runs out.

use super::hand::{Event, Fact, Hand, Stage, push};
use super::lance::enter;
use crate::cards::{Seats, Set};
use crate::engine::Misuse;
use crate::rules::mus::MusAsk;
use crate::rules::{Ruleset, ShortStock, Topic};

/// Asks all in turn from the hand on.
pub(super) fn ask(hand: &mut Hand, stage: Stage) {
    (hand.stage, hand.due, hand.mover) = (stage, hand.players, hand.eldest());
}

/// After the deal, and after each change of cards.
pub(super) fn begin(rules: &Ruleset, hand: &mut Hand) {
    ask(hand, if rules.mus_ask.value == MusAsk::Never { Stage::Laying } else { Stage::Asked });
}

/// The next who is asked, if anyone is left.
fn next(hand: &mut Hand) -> bool {
    hand.due = hand.due.without(hand.mover);
    hand.ask_next(hand.due, hand.dealer)
}

pub(super) fn mus(hand: &mut Hand) {
    if !next(hand) {
        ask(hand, Stage::Laying);
    }
}

pub(super) fn lay(rules: &Ruleset, hand: &mut Hand, cards: Set, events: &mut Vec<Event>) {
    let seat = hand.mover;
    hand.held[seat] = hand.held[seat] - cards;
    (hand.laid, hand.lays[seat], hand.short) = (hand.laid | cards, cards, hand.short.with(seat));
    answered(rules, hand, events);
}

pub(super) fn answered(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if next(hand) {
        return;
    }
    if rules.mus_discard.value.once {
        hand.short = Seats::NONE;
    }
    if hand.ask_next(hand.short, hand.dealer) {
        hand.stage = Stage::Serving;
    } else {
        enter(rules, hand, events);
    }
}

/// What the mover is served: cards that come in any case, since they are the last of the stock, and those of which the rest
/// come.
pub(super) fn may_draw(rules: &Ruleset, hand: &Hand) -> (Set, Set) {
    if hand.stock.len() >= hand.lays[hand.mover].len() {
        return (Set::EMPTY, hand.stock);
    }
    let is_alone = hand.short.len() == 1 && rules.exchange_short.value == ShortStock::SparingLast;
    (hand.stock, if is_alone { hand.laid - hand.lays[hand.mover] } else { hand.laid })
}

pub(super) fn serve(rules: &Ruleset, hand: &mut Hand, cards: Set, events: &mut Vec<Event>) -> Result<(), Misuse> {
    let (seat, number) = (hand.mover, hand.lays[hand.mover].len());
    let (first, from) = may_draw(rules, hand);
    if cards.len() != number {
        return Err(Misuse::Uneven);
    }
    if let Some(strange) = (cards - first - from).nth(0) {
        return Err(Misuse::NotInStock(strange));
    }
    // What was left of the stock is served before anything that is shuffled.
    if !first.is_within(cards) {
        return Err((cards - first).nth(0).map_or(Misuse::Uneven, Misuse::NotInStock));
    }
    if hand.stock.len() < number {
        push(events, Topic::ExchangeShort, Fact::Shuffled(from.len() as u8));
        (hand.stock, hand.laid) = (from, hand.laid - from);
    }
    (hand.stock, hand.held[seat]) = (hand.stock - cards, hand.held[seat] | cards);
    (hand.lays[seat], hand.short) = (Set::EMPTY, hand.short.without(seat));
    push(events, Topic::MusDiscard, Fact::Served(seat, cards));
    if hand.ask_next(hand.short, hand.dealer) {
        return Ok(());
    }
    if hand.is_served {
        enter(rules, hand, events);
    } else {
        begin(rules, hand);
    }
    Ok(())
}
