//! Bets where each is alone: rounds that turn to the right and to the left, stones set apart, and whoever has staked all.

use super::event::{Event, Fact, Way};
use super::hand::Hand;
use super::lance::close;
use super::settle::home;
use crate::cards::{Seat, Seats};
use crate::rules::mus::Dropped;
use crate::rules::{Ruleset, Topic};

/// Moves stones from a purse to its heap, up to this level.
fn stake(rules: &Ruleset, hand: &mut Hand, seat: Seat, level: i64, events: &mut Vec<Event>) {
    let heap = &mut hand.heaps[hand.lance.place()][seat];
    let more = (level - *heap).min(hand.table.purses[seat]);
    *heap += more;
    hand.table.purses[seat] -= more;
    if hand.table.purses[seat] > 0 {
        return;
    }
    hand.bet.all_in = hand.bet.all_in.with(seat);
    if !hand.bet.ordago && rules.bet_raise.value.all_in_bars {
        events.push(Event { clause: Topic::BetRaise, fact: Fact::AllIn(seat) });
    }
}

/// Whether a player has staked as much as is offered, or all they have.
pub(super) fn is_level(hand: &Hand, seat: Seat) -> bool {
    !hand.bet.ordago && (hand.heaps[hand.lance.place()][seat] >= hand.bet.standing || hand.bet.all_in.has(seat))
}

/// Whether a player has staked all, so that nobody may raise.
pub(super) fn is_barred(rules: &Ruleset, hand: &Hand) -> bool {
    rules.bet_raise.value.all_in_bars && !hand.bet.all_in.minus(hand.bet.out).is_empty()
}

/// Whether the mover may raise.
pub(super) fn may_raise(rules: &Ruleset, hand: &Hand) -> bool {
    !is_barred(rules, hand) && hand.means(rules, hand.mover) > hand.bet.standing
}

pub(super) fn bet(rules: &Ruleset, hand: &mut Hand, is_first: bool, events: &mut Vec<Event>) {
    let seat = hand.mover;
    let others = hand.speakers().without(seat);
    let level = if hand.bet.ordago { i64::MAX } else { hand.bet.standing };
    stake(rules, hand, seat, level, events);
    if is_first {
        (hand.bet.round, hand.bet.due) = (1, others);
    } else {
        hand.bet.due = hand.bet.due.without(seat);
        if hand.bet.ordago {
            hand.bet.later = others.minus(hand.bet.due);
        }
    }
    go_on(rules, hand, events);
}

/// Accepts what is offered; or stays level.
pub(super) fn accept(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let level = if hand.bet.ordago { i64::MAX } else { hand.bet.standing };
    stake(rules, hand, hand.mover, level, events);
    stay(rules, hand, events);
}

pub(super) fn stay(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    hand.bet.due = hand.bet.due.without(hand.mover);
    go_on(rules, hand, events);
}

pub(super) fn refused(rules: &Ruleset, hand: &mut Hand, those: Seats, events: &mut Vec<Event>) {
    if rules.bet_pass.value.dropped == Dropped::HeapBack {
        those.each().for_each(|seat| home(hand, hand.lance, seat, Topic::PayOrder, events));
    }
    go_on(rules, hand, events);
}

/// The next who is asked after a seat, to the right or to the left.
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
    if hand.speakers().len() < 2 {
        return close(rules, hand, Way::Refused, events);
    }
    let opener = hand.bet.opener.unwrap_or(hand.mover);
    // After the first in a round all go on from whoever spoke.
    let mut from = hand.mover;
    loop {
        if let Some(next) = next(hand, from) {
            let is_asked = hand.bet.ordago || hand.bet.round < 3 || !is_level(hand, next);
            if is_asked {
                hand.mover = next;
                return;
            }
            (hand.bet.due, from) = (hand.bet.due.without(next), next);
            continue;
        }
        if hand.bet.ordago && hand.bet.later.is_empty() {
            return close(rules, hand, Way::Ordago, events);
        }
        let speakers = hand.speakers();
        let all_level = speakers.each().all(|seat| is_level(hand, seat));
        if !hand.bet.ordago && all_level && (hand.bet.round > 1 || is_barred(rules, hand)) {
            return close(rules, hand, Way::Accepted, events);
        }
        hand.bet.due = if hand.bet.ordago { std::mem::replace(&mut hand.bet.later, Seats::NONE) } else { speakers };
        hand.bet.round += 1;
        from = opener;
    }
}
