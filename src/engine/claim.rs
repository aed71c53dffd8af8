//! Flushes: who may claim one, who is asked, and whose is best.

use super::{Event, Fact, Hand, Stage, act, pam, settle};
use crate::cards::{Seat, Seats, Set, Suit};
use crate::rules::{Claiming, FlushKind, Obtained, Phase, Ruleset, Substitute, TieBreak, Topic, WildCard};
use std::cmp::Ordering;

/// Whether a seat holds a flush that it may claim when asked.
pub fn may_claim(rules: &Ruleset, hand: &Hand, seat: Seat) -> bool {
    let dealt = !hand.exchanged.has(seat) || rules.flush_pat.value == Obtained::Anyhow;
    hand.active.has(seat) && dealt && flush_suit(rules, hand, seat).is_some()
}

/// The suit of a seat's five cards, if they are of one: the card that is of all suits may be one of them.
fn flush_suit(rules: &Ruleset, hand: &Hand, seat: Seat) -> Option<Suit> {
    let FlushKind::OneSuit = rules.flush_what.value;
    let held = hand.held[seat];
    let plain = held.only_suit();
    match rules.flush_wild.value {
        WildCard::TopCard => plain.or_else(|| (held - hand.wild).only_suit()),
        WildCard::None => plain,
    }
}

/// The clause under which a claim is refused at this moment, or none if the seat is being asked.
pub fn why_no_claim(rules: &Ruleset, hand: &Hand, seat: Seat) -> Option<Topic> {
    let begun = hand.finished > 0 || hand.trick.is_some();
    if !hand.active.has(seat) {
        Some(Topic::DeclFold)
    } else if begun {
        Some(Topic::FlushClaim)
    } else if flush_suit(rules, hand, seat).is_none() {
        Some(Topic::FlushWhat)
    } else if !may_claim(rules, hand, seat) {
        Some(Topic::FlushPat)
    } else {
        (hand.stage != Stage::In(Phase::Claims) || hand.mover != seat).then_some(Topic::FlushClaim)
    }
}

pub(super) fn begin(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    pam::shown(rules, hand, events);
    hand.wild = hand.wild | substitute(rules, hand);
    let holders = hand.in_turn().filter(|seat| may_claim(rules, hand, *seat));
    hand.flushes = holders.fold(Seats::NONE, Seats::with);
    match rules.flush_claim.value {
        Claiming::Prompt => hand.unasked = hand.flushes,
        Claiming::Automatic => automatic(rules, hand, events),
    }
    ask(rules, hand, events);
}

/// The card that is of all suits in place of a top card that is in no active hand.
fn substitute(rules: &Ruleset, hand: &Hand) -> Set {
    let Substitute::HighestTrump { wild: true, .. } = rules.pam_absent.value else { return Set::EMPTY };
    let active = hand.in_turn().filter(|seat| hand.active.has(*seat));
    let trumps = active.fold(Set::EMPTY, |trumps, seat| trumps | (hand.held[seat] & hand.trumps.all()));
    if !(trumps & hand.trumps.top()).is_empty() {
        return Set::EMPTY;
    }
    let highest = trumps.into_iter().find(|card| (hand.trumps.above(&rules.rank.value, *card) & trumps).is_empty());
    highest.map_or(Set::EMPTY, Set::from)
}

fn automatic(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let holders = hand.flushes;
    for seat in hand.in_turn().filter(|seat| holders.has(*seat)) {
        claimed(rules, hand, seat, events);
    }
}

fn claimed(rules: &Ruleset, hand: &mut Hand, seat: Seat, events: &mut Vec<Event>) {
    hand.claimed = hand.claimed.with(seat);
    events.push(Event { clause: Topic::FlushClaim, fact: Fact::Claimed(seat) });
    if !(hand.held[seat] & hand.trumps.top()).is_empty() {
        pam::played(rules, hand, seat, events);
    }
}

pub(super) fn claim(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let seat = hand.mover;
    claimed(rules, hand, seat, events);
    without(rules, hand, seat, events);
}

pub(super) fn let_pass(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let seat = hand.mover;
    events.push(Event { clause: Topic::FlushClaim, fact: Fact::LetPass(seat) });
    without(rules, hand, seat, events);
}

/// One seat is no longer to be asked: it has answered, or is out of the hand.
pub(super) fn without(rules: &Ruleset, hand: &mut Hand, seat: Seat, events: &mut Vec<Event>) {
    hand.unasked = hand.unasked.without(seat);
    if !hand.active.has(seat) {
        (hand.flushes, hand.claimed) = (hand.flushes.without(seat), hand.claimed.without(seat));
    }
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
    let clause = if hand.claimed.len() > 1 { Topic::FlushTie } else { Topic::FlushTake };
    let claimed = hand.in_turn().filter(|seat| hand.claimed.has(*seat));
    // In turn order and only where strictly better: the seat nearest the dealer's right wins what is still tied.
    claimed
        .reduce(|best, seat| if compare(rules, hand, seat, best) == Ordering::Greater { seat } else { best })
        .map(|seat| (seat, clause))
}

fn compare(rules: &Ruleset, hand: &Hand, a: Seat, b: Seat) -> Ordering {
    let trump = |seat| flush_suit(rules, hand, seat) == Some(hand.trump);
    let points = |seat| rules.flush_points.value.of(hand.held[seat]);
    let top = |seat| !(hand.held[seat] & hand.trumps.top()).is_empty();
    let by = |criterion: TieBreak| match criterion {
        TieBreak::TopCard => top(a).cmp(&top(b)),
        TieBreak::Trump => trump(a).cmp(&trump(b)),
        TieBreak::Points => points(a).cmp(&points(b)),
        TieBreak::HighCard => highest(rules, hand, b).cmp(&highest(rules, hand, a)),
        TieBreak::Seat => Ordering::Equal,
    };
    rules.flush_tie.value.criteria().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The place of its highest card from the top, which is 0: the smaller is the better.
fn highest(rules: &Ruleset, hand: &Hand, seat: Seat) -> u32 {
    let place = |card: crate::cards::Card| match hand.trumps.top().has(card) {
        true => 0,
        false => 1 + rules.rank.value.place(card.rank()),
    };
    hand.held[seat].into_iter().map(place).min().unwrap_or(u32::MAX)
}
