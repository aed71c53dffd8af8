//! What was said of what one holds, and what the cards say: who told the truth, and who wins by them.

use super::compare;
use super::event::{Event, Fact, Way};
use super::hand::Hand;
use crate::cards::{Seat, Seats};
use crate::rules::mus::Lance;
use crate::rules::{Ruleset, Topic};

/// Those of some players whose side has told the truth.
pub(super) fn honest(rules: &Ruleset, hand: &Hand, lance: Lance, among: Seats) -> Seats {
    let liars = hand.liars[lance.place()];
    if liars.is_empty() {
        return among;
    }
    let lies = |seat: Seat| liars.each().any(|liar| Hand::side(rules, liar) == Hand::side(rules, seat));
    among.each().filter(|seat| !lies(*seat)).collect()
}

/// Says who wins a phase by the cards, and whether a seat decided it; or whose untrue word did.
pub(super) fn won(rules: &Ruleset, hand: &Hand, lance: Lance, events: &mut Vec<Event>) {
    let outcome = hand.outcomes[lance.place()];
    for liar in hand.liars[lance.place()].each() {
        events.push(Event { clause: Topic::FaultLie, fact: Fact::Lied(lance, liar) });
    }
    let Some(winner) = outcome.winner.filter(|_| outcome.way != Way::Refused) else { return };
    events.push(Event { clause: compare::compared_by(lance), fact: Fact::Won(lance, winner) });
    let worth = |seat: Seat| compare::strength(rules, lance, hand.held[seat]);
    let other = |seat: &Seat| Hand::side(rules, *seat) != Hand::side(rules, winner);
    if honest(rules, hand, lance, outcome.counted).each().filter(other).any(|seat| worth(seat) == worth(winner)) {
        events.push(Event { clause: Topic::Tie, fact: Fact::Tied(lance, winner) });
    }
}
