//! The deal and the card turned for trump.

use super::{Event, Fact, Hand, Misuse, act};
use crate::cards::{Card, PerSeat, Set};
use crate::rules::{Ruleset, Topic};

pub(super) fn deal(
    rules: &Ruleset,
    hand: &mut Hand,
    hands: PerSeat<Set>,
    turned: Card,
    events: &mut Vec<Event>,
) -> Result<(), Misuse> {
    let pack = rules.pack.value.pack(hand.seats);
    let mut seen = Set::from(turned);
    let size = usize::from(rules.deal_packets.value.hand);
    if !pack.has(turned) {
        return Err(Misuse::Foreign(turned));
    }
    for seat in hand.in_turn() {
        let cards = hands[seat];
        if cards.len() != size {
            return Err(Misuse::HandSize(seat, cards.len()));
        }
        if let Some(card) = (cards - pack).nth(0) {
            return Err(Misuse::Foreign(card));
        }
        if let Some(card) = (cards & seen).nth(0) {
            return Err(Misuse::Twice(card));
        }
        seen = seen | cards;
        events.push(Event { clause: Topic::DealPackets, fact: Fact::Dealt(seat, cards) });
    }
    events.push(Event { clause: Topic::TurnCard, fact: Fact::Turned(turned) });
    (hand.held, hand.turned, hand.trump) = (hands, turned, turned.suit());
    hand.stock = pack - seen;
    act::next_phase(rules, hand, events);
    Ok(())
}
