//! Playing a card: what may be played, by which clause, which clause a card breaks, and who wins the trick.

use super::{Event, Fact, Hand, Legal, Misuse, Offered, Refusal, Trick, pam, settle};
use crate::cards::{Card, Set};
use crate::rules::Duty::Binding;
use crate::rules::{Move, Ruleset, TopCardPlay, Topic, Verb, WhenTrumped};

/// Asks the first from the dealer's right who is in the hand.
pub(super) fn begin(hand: &mut Hand) {
    hand.mover = hand.next_active(hand.dealer);
}

/// A duty in play.
struct Duty {
    clause: Topic,
    /// The cards that it prefers; none where it does not bind, or cannot be met.
    prefers: fn(&Ruleset, &Asked) -> Set,
    /// The duty that it sharpens: a card that breaks that one breaks it first.
    sharpens: Option<Topic>,
}

/// What one who is to follow is asked with.
struct Asked {
    /// The cards they hold, but for a top card that is played at will.
    held: Set,
    /// Those of the suit led.
    suit: Set,
    /// The trumps.
    trumps: Set,
    /// Those that would win the trick as it lies.
    heading: Set,
    /// Whether a trump lies in it.
    is_trumped: bool,
}

/// The duties of one who follows. The first that can be met binds; the last can always.
static FOLLOWING: [Duty; 6] = [
    Duty { clause: Topic::PlayHead, prefers: to_head, sharpens: Some(Topic::PlayFollow) },
    Duty { clause: Topic::PlayFollow, prefers: to_follow, sharpens: None },
    Duty { clause: Topic::PlayOvertrump, prefers: to_overtrump, sharpens: Some(Topic::PlayTrump) },
    Duty { clause: Topic::PlayFree, prefers: free, sharpens: None },
    Duty { clause: Topic::PlayTrump, prefers: to_trump, sharpens: None },
    Duty { clause: Topic::PlayDiscard, prefers: |_, asked| asked.held, sharpens: None },
];

/// A set where a condition holds, else none.
fn set_if(holds: bool, set: Set) -> Set {
    if holds { set } else { Set::EMPTY }
}

fn to_head(rules: &Ruleset, asked: &Asked) -> Set {
    set_if(rules.play_head.value == Binding, asked.suit & asked.heading)
}

fn to_follow(rules: &Ruleset, asked: &Asked) -> Set {
    set_if(rules.play_follow.value == Binding, asked.suit)
}

fn to_trump(rules: &Ruleset, asked: &Asked) -> Set {
    set_if(rules.play_trump.value == Binding && asked.suit.is_empty(), asked.trumps)
}

fn to_overtrump(rules: &Ruleset, asked: &Asked) -> Set {
    let binds = rules.play_overtrump.value == Binding && asked.is_trumped;
    set_if(binds, to_trump(rules, asked) & asked.heading)
}

/// They are void, and a trump lies in the trick that none of theirs beats.
fn free(rules: &Ruleset, asked: &Asked) -> Set {
    let trumps = to_trump(rules, asked);
    let is_in_vain = asked.is_trumped && !trumps.is_empty() && (trumps & asked.heading).is_empty();
    set_if(is_in_vain && rules.play_free.value == WhenTrumped::Free, asked.held)
}

/// The duty that binds the mover, the cards that it leaves them, and what they were asked with; none for one who leads.
#[inline(always)]
fn binding(rules: &Ruleset, hand: &Hand, trick: &Trick) -> (&'static Duty, Set, Asked) {
    let at_will = match rules.pam_trump.value {
        TopCardPlay::Bound => Set::EMPTY,
        TopCardPlay::AtWill => hand.held[hand.mover] & hand.trumps.top(),
    };
    let held = hand.held[hand.mover] - at_will;
    let asked = Asked {
        held,
        suit: held & trick.suit_led(hand.trumps),
        trumps: held & hand.trumps.all(),
        heading: trick.beaten_by(&rules.rank.value, hand.trumps),
        is_trumped: trick.is_trumped(hand.trumps),
    };
    let mut at = 0;
    let mut cards = (FOLLOWING[at].prefers)(rules, &asked);
    while cards.is_empty() && at + 1 < FOLLOWING.len() {
        at += 1;
        cards = (FOLLOWING[at].prefers)(rules, &asked);
    }
    (&FOLLOWING[at], cards | at_will, asked)
}

/// What the mover may play: whatever the first duty prefers that can be met. A top card that is played at will is added to
/// what the other cards allow.
pub fn legal(rules: &Ruleset, hand: &Hand) -> Legal {
    let Some(trick) = hand.trick else { return Legal { cards: hand.held[hand.mover], clause: Topic::PlayLead } };
    let (duty, cards, _) = binding(rules, hand, &trick);
    Legal { cards, clause: duty.clause }
}

/// The first duty that this card of the mover's breaks, or none if it may be played.
pub fn breach(rules: &Ruleset, hand: &Hand, card: Card) -> Option<Topic> {
    let (duty, cards, asked) = binding(rules, hand, &hand.trick?);
    let is_broken = |duty: &&Duty| {
        let cards = (duty.prefers)(rules, &asked);
        !cards.is_empty() && !cards.has(card)
    };
    let coarse = FOLLOWING.iter().filter(|coarse| Some(coarse.clause) == duty.sharpens).find(is_broken);
    (!cards.has(card)).then_some(coarse.unwrap_or(duty).clause)
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
