//! Declarations: fold, stand, exchange, or take the spare hand.

use super::{Event, Fact, Hand, Misuse, Offered, Refusal, Stage, act, exchange, pam, settle, turn_up};
use crate::cards::Seat;
use crate::rules::{AllFold, Forced, LastButOne, Move, Offer, Phase, Ruleset, Topic, TurnOwner, Verb};

/// What the mover may declare.
pub(super) fn offer(rules: &Ruleset, hand: &Hand, verb: Verb) -> Option<Offered> {
    let is_open = |offer: Offer| offer == Offer::Open;
    let offered = Offered::of(verb);
    match verb {
        Verb::Fold => Some(offered.unless(why_no_fold(rules, hand))),
        Verb::Stand => Some(offered.unless((!is_open(rules.decl_stand.value)).then_some(Topic::DeclStand))),
        Verb::Exchange => Some(exchange::offer(rules, hand)),
        Verb::TakeSpare => (is_open(rules.decl_fille.value) && !hand.fille.is_empty()).then_some(offered),
        Verb::TakeTurnUp => {
            let dealer = matches!(rules.turn_owner.value, TurnOwner::Dealer { .. }) && hand.mover == hand.dealer;
            let may = is_open(rules.decl_stand.value) && dealer;
            may.then(|| Offered::with_one_of(verb, hand.held[hand.mover]))
        }
        _ => None,
    }
}

fn why_no_fold(rules: &Ruleset, hand: &Hand) -> Option<Topic> {
    match bound_by(rules, hand) {
        Topic::DeclOrder => (rules.decl_fold.value != Offer::Open).then_some(Topic::DeclFold),
        binding => Some(binding),
    }
}

/// What the mover declares.
pub(super) fn make(rules: &Ruleset, hand: &mut Hand, does: Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match does {
        Move::Fold => fold(rules, hand, events),
        Move::Stand => {
            stand(rules, hand, events);
            Ok(())
        }
        Move::Exchange(laid, drawn) => exchange::exchange(rules, hand, laid, drawn, events),
        Move::TakeSpare => take_spare(rules, hand, events),
        Move::TakeTurnUp(laid) => turn_up::stand_and_take(rules, hand, laid, events),
        _ => Err(Misuse::NotNow.into()),
    }
}

/// The clause that lays down how the mover declares.
pub(super) fn bound_by(rules: &Ruleset, hand: &Hand) -> Topic {
    // Those who are out, folded or at fault, do not speak: the last but one is who alone is left against the dealer.
    let last_but_one = hand.active.len() == 2 && hand.active.has(hand.dealer) && hand.mover != hand.dealer;
    if rules.forced.value == Forced::SimplePool && hand.simple {
        Topic::Forced
    } else if rules.forced_last.value == LastButOne::MustPlay && last_but_one {
        Topic::ForcedLast
    } else {
        Topic::DeclOrder
    }
}

fn fold(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) -> Result<(), Refusal> {
    if let Some(clause) = why_no_fold(rules, hand) {
        return Err(Refusal::Act(clause));
    }
    hand.active = hand.active.without(hand.mover);
    events.push(Event::of(hand.mover, Move::Fold));
    next(rules, hand, events);
    Ok(())
}

pub(super) fn stand(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    events.push(Event::of(hand.mover, Move::Stand));
    goes_in(rules, hand, events);
}

/// The mover changes his five cards for the spare hand, unseen.
fn take_spare(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = hand.mover;
    if offer(rules, hand, Verb::TakeSpare).is_none() {
        return Err(Refusal::Act(Topic::DeclFille));
    }
    let laid = std::mem::replace(&mut hand.held[seat], std::mem::take(&mut hand.fille));
    hand.lay_down(seat, laid);
    (hand.exchanged, hand.took_fille) = (hand.exchanged.with(seat), hand.took_fille.with(seat));
    events.push(Event { clause: Topic::DeclFille, fact: Fact::Did(seat, Move::TakeSpare, hand.held[seat]) });
    goes_in(rules, hand, events);
    Ok(())
}

/// The mover has spoken, and plays.
pub(super) fn goes_in(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if hand.mover == hand.dealer {
        pam::not_folded(rules, hand, events);
    }
    next(rules, hand, events);
}

/// The next to speak, or the end of the round.
pub(super) fn next(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let next = next_to_speak(hand);
    hand.mover = next.unwrap_or(hand.mover);
    if hand.active.len() == 1 {
        one_left(rules, hand, events);
    } else if next.is_none() {
        act::next_phase(rules, hand, events);
    }
}

fn next_to_speak(hand: &Hand) -> Option<Seat> {
    let mut seat = hand.mover;
    while seat != hand.dealer {
        seat = seat.next(hand.seats);
        if hand.active.has(seat) {
            return Some(seat);
        }
    }
    None
}

/// One is left before a card is led, and is not asked any more. A dealer who has not spoken has all the others out.
pub(super) fn one_left(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if hand.stage != Stage::In(Phase::Declarations) || !hand.active.has(hand.dealer) {
        return settle::alone(rules, hand, Topic::Alone, events);
    }
    pam::not_folded(rules, hand, events);
    match rules.allfold.value {
        AllFold::DealerTakes => settle::alone(rules, hand, Topic::Allfold, events),
        AllFold::Void => settle::void(hand, events),
    }
}
