//! Declarations: fold, stand, exchange.

use super::{Event, Fact, Hand, Stage, act, exchange, settle};
use crate::rules::{AllFold, Offer, Phase, Ruleset, Topic};

/// What the mover may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offers {
    /// He may fold.
    pub fold: bool,
    /// He may stand.
    pub stand: bool,
    /// The most cards he may exchange; 0 for none.
    pub exchange: u8,
    /// The clause that lays down how one declares.
    pub clause: Topic,
}

/// What the mover may declare, while declarations are asked for.
pub fn offers(rules: &Ruleset, hand: &Hand) -> Option<Offers> {
    let open = |offer| offer == Offer::Open;
    (hand.stage == Stage::In(Phase::Declarations)).then(|| Offers {
        fold: open(rules.decl_fold.value),
        stand: open(rules.decl_stand.value),
        exchange: if open(rules.decl_exchange.value) { exchange::most(rules, hand) } else { 0 },
        clause: Topic::DeclOrder,
    })
}

pub(super) fn fold(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    hand.active = hand.active.without(hand.mover);
    events.push(Event { clause: Topic::DeclFold, fact: Fact::Folded(hand.mover) });
    declared(rules, hand, events);
}

pub(super) fn stand(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    events.push(Event { clause: Topic::DeclStand, fact: Fact::Stood(hand.mover) });
    declared(rules, hand, events);
}

/// The mover has spoken: the next one, or the end of the round.
pub(super) fn declared(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let last = hand.mover == hand.dealer;
    hand.mover = hand.mover.next(hand.seats);
    let dealer_alone = hand.active.len() == 1 && hand.active.has(hand.dealer);
    if dealer_alone && hand.mover == hand.dealer {
        all_folded(rules, hand, events);
    } else if last && hand.active.len() == 1 {
        settle::alone(rules, hand, Topic::Alone, events);
    } else if last && hand.active.is_empty() {
        settle::void(hand, events);
    } else if last {
        act::next_phase(rules, hand, events);
    }
}

/// The dealer is not asked when all others have folded.
fn all_folded(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    match rules.allfold.value {
        AllFold::DealerTakes => settle::alone(rules, hand, Topic::Allfold, events),
        AllFold::Void => settle::void(hand, events),
    }
}
