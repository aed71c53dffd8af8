//! Faults with a price: misdeals, hands shown, speech out of turn, wrong numbers of cards.

use super::{
    Account, Arithmetic, Event, Fact, Hand, Misuse, Refusal, Stage, Transfer, act, claim, declare, play, settle,
};
use crate::cards::Seat;
use crate::rules::{Fault, Misdeal, Phase, Ruleset, Topic};

/// What a player does that he should not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offence {
    /// He shows his hand.
    ShowsHand,
    /// He speaks before his turn.
    SpeaksOutOfTurn,
    /// He holds this wrong number of cards.
    Holds(u32),
}

impl Offence {
    /// The clause that has its price.
    pub fn clause(self) -> Topic {
        match self {
            Offence::ShowsHand => Topic::FaultShow,
            Offence::SpeaksOutOfTurn => Topic::FaultTurn,
            Offence::Holds(_) => Topic::FaultCards,
        }
    }

    fn price(self, rules: &Ruleset) -> Fault {
        match self {
            Offence::ShowsHand => rules.fault_show.value,
            Offence::SpeaksOutOfTurn => rules.fault_turn.value,
            Offence::Holds(_) => rules.fault_cards.value,
        }
    }
}

/// Whether it is this seat's turn to declare.
pub fn is_to_speak(hand: &Hand, seat: Seat) -> bool {
    hand.stage == Stage::In(Phase::Declarations) && hand.mover == seat
}

/// The offender is out of the hand, and may owe for it; the others play on.
pub(super) fn commit(
    rules: &Ruleset,
    hand: &mut Hand,
    seat: Seat,
    offence: Offence,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !hand.active.has(seat) || !hand.asks() || hand.stage == Stage::In(Phase::Naming) {
        return Err(Misuse::NotNow.into());
    }
    if offence == Offence::SpeaksOutOfTurn && is_to_speak(hand, seat) {
        return Err(Misuse::NotNow.into());
    }
    let clause = offence.clause();
    let owes = match offence.price(rules) {
        Fault::Untold => return Err(Refusal::Act(clause)),
        Fault::Out => false,
        Fault::OutOwing => true,
        Fault::OutOwingInPlay => hand.trick.is_some() || hand.finished > 0,
    };
    events.push(Event { clause, fact: Fact::Offended(seat, offence) });
    hand.active = hand.active.without(seat);
    if owes {
        settle::owe(rules, hand, seat, hand.pool, clause, events);
    }
    go_on(rules, hand, seat, events);
    Ok(())
}

/// The hand without one of its players.
fn go_on(rules: &Ruleset, hand: &mut Hand, gone: Seat, events: &mut Vec<Event>) {
    match hand.stage {
        Stage::In(Phase::Declarations) if hand.mover == gone => declare::next(rules, hand, events),
        Stage::In(Phase::Declarations) => declare::dealer_alone(rules, hand, events),
        Stage::In(Phase::TurnUp) if hand.dealer == gone => act::next_phase(rules, hand, events),
        Stage::In(Phase::Claims) => claim::without(rules, hand, gone, events),
        Stage::In(Phase::Tricks) => in_tricks(rules, hand, gone, events),
        _ => {}
    }
    // The last one has gone before a card was played: there is nobody left to play one.
    if hand.active.is_empty() && hand.asks() {
        settle::void(hand, events);
    }
}

fn in_tricks(rules: &Ruleset, hand: &mut Hand, gone: Seat, events: &mut Vec<Event>) {
    if hand.mover == gone {
        hand.mover = hand.next_active(gone);
    }
    play::go_on(rules, hand, events);
    if hand.active.is_empty() && hand.stage != Stage::Over {
        settle::tricks(rules, hand, hand.dealer, events);
    }
}

/// The deal has failed: the dealer loses it, or pays to keep it.
pub(super) fn misdeal(rules: &Ruleset, hand: &mut Hand, kept: bool, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Misdeal::DealOr(chips) = rules.fault_misdeal.value else {
        return Err(Refusal::Act(Topic::FaultMisdeal));
    };
    events.push(Event { clause: Topic::FaultMisdeal, fact: Fact::Misdealt(hand.dealer, kept) });
    if kept {
        let transfer =
            Transfer { from: Account::Seat(hand.dealer), to: Account::Pool, chips, sum: Arithmetic::Misdeal };
        hand.pay(rules, Topic::FaultMisdeal, transfer, events);
    }
    (hand.deal_kept, hand.stage) = (kept, Stage::Over);
    Ok(())
}
