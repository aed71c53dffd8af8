//! Playing a card: what may be played, by which clause, which clause a card breaks, and who wins the trick.

use super::{Event, Fact, Hand, Legal, Misuse, Offered, Refusal, Trick, pam, settle};
use crate::cards::{Card, Set};
use crate::rules::{Duty, Move, Ruleset, TopCardPlay, Topic, Verb, WhenTrumped};

/// Asks the first from the dealer's right who is in the hand.
pub(super) fn begin(hand: &mut Hand) {
    hand.mover = hand.next_active(hand.dealer);
}

/// What the mover may play.
///
/// Each duty names the cards it prefers; the first that the hand can satisfy binds. A top card that is played at will is
/// added to what the other cards allow.
pub fn legal(rules: &Ruleset, hand: &Hand) -> Legal {
    let held = hand.held[hand.mover];
    let Some(trick) = hand.trick else { return Legal { cards: held, clause: Topic::PlayLead } };
    let at_will = match rules.pam_trump.value {
        TopCardPlay::Bound => Set::EMPTY,
        TopCardPlay::AtWill => held & hand.trumps.top(),
    };
    let legal = bound(rules, hand, &trick, held - at_will);
    Legal { cards: legal.cards | at_will, ..legal }
}

fn bound(rules: &Ruleset, hand: &Hand, trick: &Trick, held: Set) -> Legal {
    let suit = held & trick.suit_led(hand.trumps);
    let trumps = held & hand.trumps.all();
    if !suit.is_empty() {
        follow(rules, held, suit, suit & trick.beaten_by(&rules.rank.value, hand.trumps))
    } else if trumps.is_empty() {
        Legal { cards: held, clause: Topic::PlayDiscard }
    } else {
        trump(rules, hand, trick, held, trumps)
    }
}

fn follow(rules: &Ruleset, held: Set, suit: Set, heading: Set) -> Legal {
    let bound = |duty: Duty| duty == Duty::Binding;
    if bound(rules.play_head.value) && !heading.is_empty() {
        Legal { cards: heading, clause: Topic::PlayHead }
    } else if bound(rules.play_follow.value) {
        Legal { cards: suit, clause: Topic::PlayFollow }
    } else {
        Legal { cards: held, clause: Topic::PlayDiscard }
    }
}

fn trump(rules: &Ruleset, hand: &Hand, trick: &Trick, held: Set, trumps: Set) -> Legal {
    let beating = trumps & trick.beaten_by(&rules.rank.value, hand.trumps);
    if rules.play_trump.value == Duty::Waived {
        Legal { cards: held, clause: Topic::PlayDiscard }
    } else if !trick.is_trumped(hand.trumps) {
        Legal { cards: trumps, clause: Topic::PlayTrump }
    } else if beating.is_empty() {
        beaten(rules, held, trumps)
    } else if rules.play_overtrump.value == Duty::Binding {
        Legal { cards: beating, clause: Topic::PlayOvertrump }
    } else {
        Legal { cards: trumps, clause: Topic::PlayTrump }
    }
}

/// He is void, and a trump lies in the trick that none of his trumps beats.
fn beaten(rules: &Ruleset, held: Set, trumps: Set) -> Legal {
    match rules.play_free.value {
        WhenTrumped::Free => Legal { cards: held, clause: Topic::PlayFree },
        WhenTrumped::Undertrump => Legal { cards: trumps, clause: Topic::PlayTrump },
    }
}

/// The first duty that this card of the mover's breaks, or none if it may be played.
pub fn breach(rules: &Ruleset, hand: &Hand, card: Card) -> Option<Topic> {
    let legal = legal(rules, hand);
    if legal.cards.has(card) {
        return None;
    }
    let follows = hand.trick?.suit_led(hand.trumps).has(card);
    Some(match legal.clause {
        Topic::PlayHead if !follows => Topic::PlayFollow,
        Topic::PlayOvertrump if !hand.trumps.all().has(card) => Topic::PlayTrump,
        binding => binding,
    })
}

/// What the mover may play.
pub(super) fn offer(rules: &Ruleset, hand: &Hand, verb: Verb) -> Option<Offered> {
    let Verb::Play = verb else { return None };
    let Legal { cards, clause } = legal(rules, hand);
    Some(Offered { clause, ..Offered::with_one_of(verb, cards) })
}

/// The card that the mover plays.
#[inline(always)]
pub(super) fn make(rules: &Ruleset, hand: &mut Hand, does: Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Move::Play(card) = does else { return Err(Misuse::NotNow.into()) };
    let seat = hand.mover;
    if !hand.held[seat].has(card) {
        return Err(Misuse::NotHeld(card).into());
    }
    let legal = legal(rules, hand);
    if !legal.cards.has(card) {
        return Err(Refusal::Card(breach(rules, hand, card).unwrap_or(legal.clause), legal));
    }
    events.push(Event { clause: legal.clause, fact: Fact::Did(seat, does, Set::EMPTY) });
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
