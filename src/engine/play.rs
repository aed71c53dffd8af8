//! Playing a card.

use super::{Event, Fact, Hand, Misuse, Refusal, Trick, breach, legal, pam, settle};
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
    if hand.trumps.top().has(card) {
        pam::played(rules, hand, seat, events);
    }
    hand.held[seat] = hand.held[seat].without(card);
    hand.trick = Some(match hand.trick {
        None => Trick::led_by(seat, card),
        Some(trick) => trick.and(&rules.rank.value, hand.trumps, seat, card),
    });
    hand.mover = hand.next_active(seat);
    go_on(rules, hand, events);
    Ok(())
}

/// Ends the trick if everyone has played to it.
pub(super) fn go_on(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let Some(trick) = hand.trick else { return };
    if hand.active.minus(trick.played).is_empty() {
        won(rules, hand, &trick, events);
    }
}

fn won(rules: &Ruleset, hand: &mut Hand, trick: &Trick, events: &mut Vec<Event>) {
    let winner = trick.winner;
    hand.tricks[winner] += 1;
    hand.finished += 1;
    hand.trick = None;
    hand.note_trump(rules, trick.best, winner);
    hand.mover = if hand.active.has(winner) { winner } else { hand.next_active(winner) };
    events.push(Event { clause: Topic::TrickWin, fact: Fact::Won(winner, hand.finished) });
    if hand.finished == rules.deal_packets.value.hand {
        settle::tricks(rules, hand, winner, events);
    }
}
