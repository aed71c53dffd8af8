//! Playing a card.

use super::{Event, Fact, Hand, Misuse, Refusal, Trick, breach, legal, settle};
use crate::cards::Card;
use crate::rules::{Ruleset, Topic};

pub(super) fn play(rules: &Ruleset, hand: &mut Hand, card: Card, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = hand.mover;
    if !hand.held[seat].has(card) {
        return Err(Misuse::NotHeld(card).into());
    }
    let legal = legal(rules, hand);
    if !legal.cards.has(card) {
        return Err(Refusal::Card(breach(rules, hand, card).unwrap_or(legal.clause), legal));
    }
    events.push(Event { clause: legal.clause, fact: Fact::Played(seat, card) });
    hand.held[seat] = hand.held[seat].without(card);
    let trick = match hand.trick {
        None => Trick::led_by(seat, card),
        Some(trick) => trick.and(&rules.rank.value, hand.trump, seat, card),
    };
    hand.trick = Some(trick);
    hand.mover = hand.next_active(seat);
    if trick.played == hand.active.len() {
        won(rules, hand, &trick, events);
    }
    Ok(())
}

fn won(rules: &Ruleset, hand: &mut Hand, trick: &Trick, events: &mut Vec<Event>) {
    hand.tricks[trick.winner] += 1;
    hand.finished += 1;
    (hand.trick, hand.mover) = (None, trick.winner);
    events.push(Event { clause: Topic::TrickWin, fact: Fact::Won(trick.winner, hand.finished) });
    if hand.finished == rules.deal_packets.value.hand {
        settle::tricks(rules, hand, events);
    }
}
