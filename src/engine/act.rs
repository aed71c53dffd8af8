//! The one door into a hand: what can be done to it, and why it is not done.

use super::{Deal, Event, Hand, Legal, Stage, claim, deal, declare, fault, pam, play, turn_up};
use crate::cards::{Card, Seat};
use crate::rules::{Move, Phase, Ruleset, Topic};

/// What can be done to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The dealer gives the hands and turns a card.
    Deal(Deal),
    /// The dealer misdeals; whether he pays to keep the deal.
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
#[inline(always)]
pub fn apply(rules: &Ruleset, hand: &Hand, act: Act, events: &mut Vec<Event>) -> Result<Hand, Refusal> {
    let mut next = *hand;
    advance(rules, &mut next, act, events)?;
    Ok(next)
}

/// The same on the hand itself, for those who do only what is on offer and keep no hand before.
///
/// # Errors
/// As [`apply`]; the hand is then of no further use.
pub fn advance(rules: &Ruleset, next: &mut Hand, act: Act, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match (next.stage, act) {
        (Stage::Open, Act::Deal(dealt)) => Ok(deal::deal(rules, next, &dealt, events)?),
        (Stage::Open, Act::Misdeal(kept)) => fault::misdeal(rules, next, kept, events),
        (_, Act::Does(seat, does)) if fault::is_one(does) => fault::commit(rules, next, seat, does, events),
        (Stage::In(_), Act::Does(seat, _)) if next.mover != seat => Err(Misuse::NotYourTurn(next.mover).into()),
        (Stage::In(phase), Act::Does(_, does)) => match phase {
            Phase::Naming => pam::make(rules, next, does, events),
            Phase::Declarations => declare::make(rules, next, does, events),
            Phase::TurnUp => turn_up::make(rules, next, does, events),
            Phase::Claims => claim::make(rules, next, does, events),
            Phase::Tricks => play::make(rules, next, does, events),
        },
        _ => Err(Misuse::NotNow.into()),
    }
}

/// Goes on to the phase after this one (the first, before any), passing over those in which nobody is asked.
pub(super) fn next_phase(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let phases = rules.decl_order.value.0;
    let at = phases.iter().position(|phase| hand.stage == Stage::In(*phase));
    let next = at.map_or(0, |index| index + 1);
    let Some(phase) = phases.get(next) else { return };
    hand.stage = Stage::In(*phase);
    match phase {
        Phase::Naming => pam::begin_naming(rules, hand, events),
        Phase::TurnUp => turn_up::begin(rules, hand, events),
        Phase::Declarations => hand.mover = hand.dealer.next(hand.seats),
        Phase::Claims => claim::begin(rules, hand, events),
        Phase::Tricks => hand.mover = hand.next_active(hand.dealer),
    }
}

/// Why an act is not made. The hand stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A card that a duty forbids: the first duty broken, and what may be played.
    Card(Topic, Legal),
    /// Another act that a clause forbids.
    Act(Topic),
    /// An act that makes no sense at this point; no clause speaks of it.
    Misuse(Misuse),
}

/// An act that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// The hand is at another stage: the act is not asked for.
    NotNow,
    /// It is another seat's turn.
    NotYourTurn(Seat),
    /// The seat does not hold this card.
    NotHeld(Card),
    /// The card does not belong to the pack.
    Foreign(Card),
    /// The card was dealt or turned twice.
    Twice(Card),
    /// A hand of the wrong size was dealt.
    HandSize(Seat, usize),
    /// A spare hand of the wrong size was dealt.
    FilleSize(usize),
    /// As many cards must be drawn as are laid down, and at least one.
    Uneven,
    /// The seat cannot hold so many cards: with those that are left it would hold this many.
    NoSuchCards(Seat, usize),
    /// The stock cannot give this card.
    NotInStock(Card),
}

impl Refusal {
    /// The clause it rests on, if one does.
    pub fn clause(self) -> Option<Topic> {
        match self {
            Refusal::Card(topic, _) | Refusal::Act(topic) => Some(topic),
            Refusal::Misuse(_) => None,
        }
    }
}

impl From<Misuse> for Refusal {
    fn from(misuse: Misuse) -> Refusal {
        Refusal::Misuse(misuse)
    }
}
