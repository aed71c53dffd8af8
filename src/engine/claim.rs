//! Flushes: who may claim one, who is asked, and whose is best.

use super::{Event, Fact, Hand, Stage, act, settle};
use crate::cards::{Seat, Seats, Set};
use crate::rules::{Claiming, FlushKind, Obtained, Phase, Ruleset, TieBreak, Topic};
use std::cmp::Ordering;

/// Whether a seat holds a flush that it may claim when asked.
pub fn may_claim(rules: &Ruleset, hand: &Hand, seat: Seat) -> bool {
    let FlushKind::OneSuit = rules.flush_what.value;
    let dealt = !hand.exchanged.has(seat) || rules.flush_pat.value == Obtained::Anyhow;
    hand.active.has(seat) && dealt && hand.held[seat].only_suit().is_some()
}

/// The clause under which a claim is refused at this moment, or none if the seat is being asked.
pub fn why_no_claim(rules: &Ruleset, hand: &Hand, seat: Seat) -> Option<Topic> {
    let begun = hand.finished > 0 || hand.trick.is_some();
    if !hand.active.has(seat) {
        Some(Topic::DeclFold)
    } else if begun {
        Some(Topic::FlushClaim)
    } else if hand.held[seat].only_suit().is_none() {
        Some(Topic::FlushWhat)
    } else if !may_claim(rules, hand, seat) {
        Some(Topic::FlushPat)
    } else {
        (hand.stage != Stage::In(Phase::Claims) || hand.mover != seat).then_some(Topic::FlushClaim)
    }
}

pub(super) fn begin(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let holders = hand.in_turn().filter(|seat| may_claim(rules, hand, *seat));
    hand.flushes = holders.fold(Seats::NONE, Seats::with);
    match rules.flush_claim.value {
        Claiming::Prompt => hand.unasked = hand.flushes,
        Claiming::Automatic => automatic(hand, events),
    }
    ask(rules, hand, events);
}

fn automatic(hand: &mut Hand, events: &mut Vec<Event>) {
    hand.claimed = hand.flushes;
    for seat in hand.in_turn().filter(|seat| hand.flushes.has(*seat)) {
        events.push(Event { clause: Topic::FlushClaim, fact: Fact::Claimed(seat) });
    }
}

pub(super) fn claim(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    hand.claimed = hand.claimed.with(hand.mover);
    answered(rules, hand, Fact::Claimed(hand.mover), events);
}

pub(super) fn let_pass(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    answered(rules, hand, Fact::LetPass(hand.mover), events);
}

fn answered(rules: &Ruleset, hand: &mut Hand, fact: Fact, events: &mut Vec<Event>) {
    events.push(Event { clause: Topic::FlushClaim, fact });
    hand.unasked = hand.unasked.without(hand.mover);
    ask(rules, hand, events);
}

/// Asks the next holder, or ends the claims.
fn ask(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if let Some(next) = hand.in_turn().find(|seat| hand.unasked.has(*seat)) {
        hand.mover = next;
    } else if let Some((best, clause)) = best(rules, hand) {
        events.push(Event { clause, fact: Fact::BestFlush(best) });
        settle::flush(rules, hand, best, events);
    } else {
        act::next_phase(rules, hand, events);
    }
}

/// The best flush of those claimed, and the clause that says so.
fn best(rules: &Ruleset, hand: &Hand) -> Option<(Seat, Topic)> {
    let clause = if hand.claimed.len() > 1 { Topic::FlushTie } else { Topic::FlushClaim };
    let claimed = hand.in_turn().filter(|seat| hand.claimed.has(*seat));
    // In turn order and only where strictly better: the seat nearest the dealer's right wins what is still tied.
    claimed
        .reduce(|best, seat| if compare(rules, hand, seat, best) == Ordering::Greater { seat } else { best })
        .map(|seat| (seat, clause))
}

fn compare(rules: &Ruleset, hand: &Hand, a: Seat, b: Seat) -> Ordering {
    let (a, b) = (hand.held[a], hand.held[b]);
    let by = |criterion: &TieBreak| match criterion {
        TieBreak::Trump => (a.only_suit() == Some(hand.trump)).cmp(&(b.only_suit() == Some(hand.trump))),
        TieBreak::Points => rules.flush_points.value.of(a).cmp(&rules.flush_points.value.of(b)),
        TieBreak::HighCard => highest(rules, b).cmp(&highest(rules, a)),
        TieBreak::Seat => Ordering::Equal,
    };
    rules.flush_tie.value.0.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The place of its highest card from the top: the smaller is the better.
fn highest(rules: &Ruleset, cards: Set) -> u32 {
    cards.into_iter().map(|card| rules.rank.value.place(card.rank())).min().unwrap_or(u32::MAX)
}
