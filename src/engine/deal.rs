//! The deal and the card turned for trump.

use super::{Event, Fact, Hand, Misuse, Trumps, act, pam};
use crate::cards::{Card, PerSeat, Set};
use crate::rules::{Ruleset, SpareHand, Topic};

/// What a dealer gives and turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The hands, by seat.
    pub hands: PerSeat<Set>,
    /// The spare hand; none where the edition has none.
    pub fille: Set,
    /// The card turned.
    pub turned: Card,
}

pub(super) fn deal(rules: &Ruleset, hand: &mut Hand, deal: &Deal, events: &mut Vec<Event>) -> Result<(), Misuse> {
    let pack = rules.pack.value.pack(hand.seats);
    let size = usize::from(rules.deal_packets.value.hand);
    if !pack.has(deal.turned) {
        return Err(Misuse::Foreign(deal.turned));
    }
    let mut seen = Set::from(deal.turned);
    for seat in hand.in_turn() {
        let cards = deal.hands[seat];
        if cards.len() != size {
            return Err(Misuse::HandSize(seat, cards.len()));
        }
        seen = seen | fresh(cards, pack, seen)?;
        events.push(Event { clause: Topic::DealPackets, fact: Fact::Dealt(seat, cards) });
    }
    if rules.fille_deal.value == SpareHand::BeforeDealer {
        if deal.fille.len() != size {
            return Err(Misuse::FilleSize(deal.fille.len()));
        }
        seen = seen | fresh(deal.fille, pack, seen)?;
        hand.fille = deal.fille;
        events.push(Event { clause: Topic::FilleDeal, fact: Fact::FilleDealt(deal.fille) });
    }
    events.push(Event { clause: Topic::TurnCard, fact: Fact::Turned(deal.turned) });
    (hand.held, hand.turned, hand.stock) = (deal.hands, deal.turned, pack - seen);
    (hand.trump, hand.trumps) = (deal.turned.suit(), Trumps::of(rules, deal.turned.suit()));
    hand.wild = hand.trumps.top();
    pam::turned(rules, hand, events);
    act::next_phase(rules, hand, events);
    Ok(())
}

/// These cards, if they are of the pack and none was seen before.
fn fresh(cards: Set, pack: Set, seen: Set) -> Result<Set, Misuse> {
    if let Some(card) = (cards - pack).nth(0) {
        return Err(Misuse::Foreign(card));
    }
    (cards & seen).nth(0).map_or(Ok(cards), |card| Err(Misuse::Twice(card)))
}
