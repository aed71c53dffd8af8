//! Bets: what is offered, and how the other side answers. Where each is alone, all answer by turns, in rounds that go to the
//! right and to the left; stones are set apart, and who has staked all is not asked any more.

use super::hand::{Event, Fact, Hand, Way, push};
use super::lance::close;
use super::settle::home;
use crate::cards::{Seat, Seats};
use crate::rules::mus::{Bare, Dropped, Number, Speech};
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
    if !hand.ask_next(hand.bet.due, hand.dealer) {
        close(rules, hand, Way::Passed, events);
    }
}

pub(super) fn bet(rules: &Ruleset, hand: &mut Hand, standing: i64, is_ordago: bool, events: &mut Vec<Event>) {
    let seat = hand.mover;
    let is_first = hand.bet.bettor.is_none();
    (hand.bet.agreed, hand.bet.standing, hand.bet.ordago) = (hand.bet.standing, standing, is_ordago);
    (hand.bet.bettor, hand.bet.opener) = (Some(seat), hand.bet.opener.or(Some(seat)));
    if !turns(rules) {
        hand.bet.due = hand.speakers().minus(hand.of_side(rules, seat));
        if !hand.ask_next(hand.bet.due, seat) {
            close(rules, hand, Way::Refused, events);
        }
        return;
    }
    let others = hand.speakers().without(seat);
    stake(rules, hand, events);
    if is_first {
        (hand.bet.round, hand.bet.due) = (1, others);
    } else {
        hand.bet.due = hand.bet.due.without(seat);
        if is_ordago {
            hand.bet.later = others.minus(hand.bet.due);
        }
    }
    go_on(rules, hand, events);
}

pub(super) fn accept(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if turns(rules) {
        stake(rules, hand, events);
        return stay(rules, hand, events);
    }
    close(rules, hand, if hand.bet.ordago { Way::Ordago } else { Way::Accepted }, events);
}

pub(super) fn stay(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    hand.bet.due = hand.bet.due.without(hand.mover);
    go_on(rules, hand, events);
}

/// Refuses, for these.
pub(super) fn refuse(rules: &Ruleset, hand: &mut Hand, those: Seats, events: &mut Vec<Event>) {
    for seat in those.each().filter(|seat| hand.bet.due.has(*seat)) {
        hand.bet.out = hand.bet.out.with(seat);
        push(events, Topic::BetPass, Fact::Out(seat));
    }
    hand.bet.due = hand.bet.due.minus(those);
    if turns(rules) {
        if rules.bet_pass.value.dropped == Dropped::HeapBack {
            those.each().for_each(|seat| home(hand, hand.lance, seat, Topic::PayOrder, events));
        }
        go_on(rules, hand, events);
    } else if !hand.ask_next(hand.bet.due, hand.mover) {
        close(rules, hand, Way::Refused, events);
    }
}

/// Moves stones of the mover's from the purse to the heap, as many as are offered.
fn stake(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let (seat, level) = (hand.mover, if hand.bet.ordago { i64::MAX } else { hand.bet.standing });
    let (heap, purse) = (&mut hand.heaps[hand.lance.place()][seat], &mut hand.table.purses[seat]);
    let more = (level - *heap).min(*purse);
    (*heap, *purse) = (*heap + more, *purse - more);
    if *purse > 0 {
        return;
    }
    hand.bet.all_in = hand.bet.all_in.with(seat);
    if !hand.bet.ordago && rules.bet_raise.value.all_in_bars {
        push(events, Topic::BetRaise, Fact::AllIn(seat));
    }
}

/// Whether a player has staked as much as is offered, or all they have.
pub(super) fn is_level(hand: &Hand, seat: Seat) -> bool {
    !hand.bet.ordago && (hand.heaps[hand.lance.place()][seat] >= hand.bet.standing || hand.bet.all_in.has(seat))
}

/// Whether a player has staked all, so that nobody may raise.
fn is_barred(rules: &Ruleset, hand: &Hand) -> bool {
    rules.bet_raise.value.all_in_bars && !hand.bet.all_in.minus(hand.bet.out).is_empty()
}

/// Whether the mover may raise, where bets go by turns.
pub(super) fn may_raise(rules: &Ruleset, hand: &Hand) -> bool {
    !is_barred(rules, hand) && hand.means(rules, hand.mover) > hand.bet.standing
}

fn next(hand: &Hand, from: Seat) -> Option<Seat> {
    if hand.bet.round.is_multiple_of(2) {
        let before = Seat(from.0.checked_sub(1).unwrap_or(hand.table.seats - 1));
        hand.bet.due.in_turn(before).last()
    } else {
        hand.bet.due.in_turn(from).next()
    }
}

/// Asks the next; begins the next round, or closes the betting.
fn go_on(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let speakers = hand.speakers();
    if speakers.len() < 2 {
        return close(rules, hand, Way::Refused, events);
    }
    // After the first in a round all go on from whoever spoke.
    let mut from = hand.mover;
    loop {
        while let Some(next) = next(hand, from) {
            if hand.bet.ordago || hand.bet.round < 3 || !is_level(hand, next) {
                hand.mover = next;
                return;
            }
            (hand.bet.due, from) = (hand.bet.due.without(next), next);
        }
        if hand.bet.ordago && hand.bet.later.is_empty() {
            return close(rules, hand, Way::Ordago, events);
        }
        let all_level = speakers.each().all(|seat| is_level(hand, seat));
        if !hand.bet.ordago && all_level && (hand.bet.round > 1 || is_barred(rules, hand)) {
            return close(rules, hand, Way::Accepted, events);
        }
        hand.bet.due = if hand.bet.ordago { std::mem::take(&mut hand.bet.later) } else { speakers };
        hand.bet.round += 1;
        from = hand.bet.opener.unwrap_or(hand.mover);
    }
}
