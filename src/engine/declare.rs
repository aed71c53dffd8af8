//! Declarations: fold, stand, exchange, or take the spare hand.

use super::{Event, Fact, Hand, Refusal, Stage, act, exchange, pam, settle};
use crate::cards::Seat;
use crate::rules::{AllFold, Forced, LastButOne, Offer, Phase, Ruleset, Topic, TurnOwner};

/// What the mover may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offers {
    /// He may fold.
    pub fold: bool,
    /// He may stand.
    pub stand: bool,
    /// The most cards he may exchange; 0 for none.
    pub exchange: u8,
    /// He may take the spare hand.
    pub fille: bool,
    /// He may stand and take the card turned up.
    pub turn_up: bool,
    /// The clause that lays down how he declares.
    pub clause: Topic,
}

impl Offers {
    /// The clause under which he may not fold, or none if he may.
    pub fn why_no_fold(&self) -> Option<Topic> {
        let clause = if self.clause == Topic::DeclOrder { Topic::DeclFold } else { self.clause };
        (!self.fold).then_some(clause)
    }
}

/// What the mover may declare, while declarations are asked for.
pub fn offers(rules: &Ruleset, hand: &Hand) -> Option<Offers> {
    if hand.stage != Stage::In(Phase::Declarations) {
        return None;
    }
    let open = |offer| offer == Offer::Open;
    let clause = bound_by(rules, hand);
    let exchange = open(rules.decl_exchange.value) && clause != Topic::ForcedLast;
    let dealer = matches!(rules.turn_owner.value, TurnOwner::Dealer { .. }) && hand.mover == hand.dealer;
    Some(Offers {
        fold: open(rules.decl_fold.value) && clause == Topic::DeclOrder,
        stand: open(rules.decl_stand.value),
        exchange: if exchange { exchange::most(rules, hand) } else { 0 },
        fille: open(rules.decl_fille.value) && !hand.fille.is_empty(),
        turn_up: open(rules.decl_stand.value) && dealer,
        clause,
    })
}

/// The clause that lays down how the mover declares.
fn bound_by(rules: &Ruleset, hand: &Hand) -> Topic {
    let two_left = hand.active.len() == 2 && hand.active.has(hand.dealer);
    let last_but_one = two_left && hand.mover != hand.dealer && hand.mover.next(hand.seats) == hand.dealer;
    if rules.forced.value == Forced::SimplePool && hand.simple {
        Topic::Forced
    } else if rules.forced_last.value == LastButOne::MustPlay && last_but_one {
        Topic::ForcedLast
    } else {
        Topic::DeclOrder
    }
}

pub(super) fn fold(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) -> Result<(), Refusal> {
    if let Some(clause) = offers(rules, hand).and_then(|offers| offers.why_no_fold()) {
        return Err(Refusal::Act(clause));
    }
    hand.active = hand.active.without(hand.mover);
    events.push(Event { clause: Topic::DeclFold, fact: Fact::Folded(hand.mover) });
    next(rules, hand, events);
    Ok(())
}

pub(super) fn stand(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    events.push(Event { clause: Topic::DeclStand, fact: Fact::Stood(hand.mover) });
    goes_in(rules, hand, events);
}

/// The mover changes his five cards for the spare hand, unseen.
pub(super) fn take_fille(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = hand.mover;
    if !offers(rules, hand).is_some_and(|offers| offers.fille) {
        return Err(Refusal::Act(Topic::DeclFille));
    }
    let laid = std::mem::replace(&mut hand.held[seat], std::mem::take(&mut hand.fille));
    hand.discards = hand.discards | laid;
    (hand.exchanged, hand.took_fille) = (hand.exchanged.with(seat), hand.took_fille.with(seat));
    events.push(Event { clause: Topic::DeclFille, fact: Fact::TookFille(seat, laid, hand.held[seat]) });
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
    match next_to_speak(hand) {
        Some(seat) => {
            hand.mover = seat;
            dealer_alone(rules, hand, events);
        }
        None => match hand.active.len() {
            0 => settle::void(hand, events),
            1 => settle::alone(rules, hand, Topic::Alone, events),
            _ => act::next_phase(rules, hand, events),
        },
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

/// The dealer is not asked when all others are out.
pub(super) fn dealer_alone(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if hand.mover != hand.dealer || hand.active.len() != 1 {
        return;
    }
    pam::not_folded(rules, hand, events);
    match rules.allfold.value {
        AllFold::DealerTakes => settle::alone(rules, hand, Topic::Allfold, events),
        AllFold::Void => settle::void(hand, events),
    }
}
