//! Bets: what is offered, and how the other side answers. Where all answer by turns, `rounds` has the rest.

use super::event::{Event, Fact, Way};
use super::hand::Hand;
use super::lance::close;
use super::rounds;
use crate::cards::Seats;
use crate::rules::mus::{Bare, Number, Speech};
use crate::rules::{Ruleset, Topic};

pub(super) fn turns(rules: &Ruleset) -> bool {
    rules.bet_turn.value == Speech::TurningRounds
}

/// The first bet, in stones.
pub(super) fn opening(rules: &Ruleset, number: i64) -> i64 {
    if number == 0 { rules.bet_open.value.envido } else { number }
}

/// What stands after a raise, in stones.
pub(super) fn raised(rules: &Ruleset, standing: i64, number: i64) -> i64 {
    let raise = rules.bet_raise.value;
    match (number, raise.bare, raise.number) {
        (0, Bare::Two, _) => standing + 2,
        (0, Bare::Double, _) => standing.saturating_mul(2),
        (_, _, Number::By) => standing.saturating_add(number),
        (_, _, Number::To) => number,
    }
}

/// Passes in the open phase, for these.
pub(super) fn pass(rules: &Ruleset, hand: &mut Hand, those: Seats, events: &mut Vec<Event>) {
    hand.bet.due = hand.bet.due.minus(those);
    match hand.bet.due.in_turn(hand.dealer).next() {
        Some(next) => hand.mover = next,
        None => close(rules, hand, Way::Passed, events),
    }
}

/// Bets, raises, or bets everything.
pub(super) fn bet(rules: &Ruleset, hand: &mut Hand, standing: i64, is_ordago: bool, events: &mut Vec<Event>) {
    let seat = hand.mover;
    let is_first = hand.bet.bettor.is_none();
    hand.bet.agreed = hand.bet.standing;
    hand.bet.standing = standing;
    hand.bet.ordago = is_ordago;
    hand.bet.bettor = Some(seat);
    hand.bet.opener = hand.bet.opener.or(Some(seat));
    if turns(rules) {
        return rounds::bet(rules, hand, is_first, events);
    }
    let own = Hand::side(rules, seat);
    let others = hand.speakers().each().filter(|other| Hand::side(rules, *other) != own);
    hand.bet.due = others.collect();
    match hand.bet.due.in_turn(seat).next() {
        Some(next) => hand.mover = next,
        None => close(rules, hand, Way::Refused, events),
    }
}

pub(super) fn accept(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if turns(rules) {
        return rounds::accept(rules, hand, events);
    }
    close(rules, hand, if hand.bet.ordago { Way::Ordago } else { Way::Accepted }, events);
}

/// Refuses, for these.
pub(super) fn refuse(rules: &Ruleset, hand: &mut Hand, those: Seats, events: &mut Vec<Event>) {
    for seat in those.each().filter(|seat| hand.bet.due.has(*seat)) {
        hand.bet.out = hand.bet.out.with(seat);
        events.push(Event { clause: Topic::BetPass, fact: Fact::Out(seat) });
    }
    hand.bet.due = hand.bet.due.minus(those);
    if turns(rules) {
        return rounds::refused(rules, hand, those, events);
    }
    match hand.bet.due.in_turn(hand.mover).next() {
        Some(next) => hand.mover = next,
        None => close(rules, hand, Way::Refused, events),
    }
}
