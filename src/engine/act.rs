//! The one door into a hand: what can be done to it, and the walk through its phases.

use super::{Deal, Event, Hand, Misuse, Refusal, Stage, claim, deal, declare, draw, fault, pam, play};
use crate::cards::Seat;
use crate::rules::{Move, Phase, Ruleset, TurnOwner};

/// What can be done to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The dealer gives the hands and turns a card.
    Deal(Deal),
    /// The dealer misdeals; whether they pay to keep the deal.
    Misdeal(bool),
    /// A seat makes a move.
    Does(Seat, Move),
}

impl Act {
    /// The move, if a seat makes one.
    pub fn does(self) -> Option<Move> {
        match self {
            Act::Does(_, does) => Some(does),
            Act::Deal(_) | Act::Misdeal(_) => None,
        }
    }
}

/// Makes one act: the hand after it, and what happened appended to `events`.
///
/// # Errors
/// A [`Refusal`] with its clause, or a misuse; nothing has then happened.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn apply(rules: &Ruleset, hand: &Hand, act: Act, events: &mut Vec<Event>) -> Result<Hand, Refusal> {
    let mut next = *hand;
    advance(rules, &mut next, &act, events)?;
    Ok(next)
}

/// The same on the hand itself, for those who do only what is on offer and keep no hand before.
///
/// # Errors
/// As [`apply`]; the hand is then of no further use.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn advance(rules: &Ruleset, next: &mut Hand, act: &Act, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match (next.stage, act) {
        (Stage::Open, Act::Deal(dealt)) => deal::deal(rules, next, dealt, events)?,
        (Stage::Open, Act::Misdeal(kept)) => fault::misdeal(rules, next, *kept, events)?,
        (_, Act::Does(seat, does)) if fault::is_one(does) => fault::commit(rules, next, *seat, does, events)?,
        (Stage::In(_), Act::Does(seat, does)) if next.mover != *seat => {
            declare::may_precede(rules, next, does)?;
            next.mover = *seat;
            declare::bid_all(rules, next, events);
        }
        (Stage::In(phase), Act::Does(_, does)) => make(rules, next, phase, does, events)?,
        _ => return Err(Misuse::NotNow.into()),
    }
    if next.is_phase_over {
        go_on(rules, next, events);
    }
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn make(rules: &Ruleset, hand: &mut Hand, phase: Phase, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match phase {
        Phase::Naming => {
            pam::make(rules, hand, does, events)?;
            // Named in play: the trick goes on.
            if hand.trick.is_some() {
                play::next(rules, hand, events);
            }
            Ok(())
        }
        Phase::ThrowIn => draw::throw_in(rules, hand, does, events),
        Phase::Defence => draw::defend(rules, hand, does, events),
        Phase::Round(_) => match does {
            Move::TakeTurnUp(_) if !matches!(rules.turn_owner.value, TurnOwner::DealerAtFirst { .. }) => {
                stand_and_take(rules, hand, does, events)
            }
            _ => declare::make(rules, hand, does, events),
        },
        Phase::TurnUp => deal::make(hand, does, events),
        Phase::Claims => claim::make(rules, hand, does, events),
        Phase::Tricks => match *does {
            Move::Play(card) => play::make(rules, hand, card, events),
            _ => play::say(rules, hand, does, events),
        },
    }
}

/// The dealer takes the turn-up in their declaration: they stand, and answer at once what they are asked next.
fn stand_and_take(rules: &Ruleset, hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    declare::may_take(rules, hand)?;
    declare::make(rules, hand, &Move::Stand, events)?;
    go_on(rules, hand, events);
    if let Stage::In(Phase::TurnUp) = hand.stage { deal::make(hand, does, events) } else { Err(Misuse::NotNow.into()) }
}

/// Begins the phases that follow those that are over, up to one in which somebody is asked.
fn go_on(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    while std::mem::take(&mut hand.is_phase_over) {
        let Some(phase) = rules.decl_order.value.of(hand.is_first).get(usize::from(hand.phases)) else { return };
        hand.phases += 1;
        hand.stage = Stage::In(*phase);
        match phase {
            Phase::Naming => pam::begin_naming(rules, hand),
            Phase::ThrowIn => draw::begin_throwing_in(rules, hand),
            Phase::Round(_) => declare::begin(rules, hand),
            Phase::Tricks => hand.mover = play::first(rules, hand),
            Phase::Defence => draw::begin_defence(rules, hand, events),
            Phase::TurnUp => deal::begin_turn_up(rules, hand),
            Phase::Claims => claim::begin(rules, hand, events),
        }
    }
}
