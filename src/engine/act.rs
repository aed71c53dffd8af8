//! The one door into a hand.

use super::{
    Deal, Event, Hand, Misuse, Offence, Refusal, Stage, claim, deal, declare, exchange, fault, pam, play, turn_up,
};
use crate::cards::{Card, Seat, Set, Suit};
use crate::rules::{Phase, Ruleset};

/// What can be done to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The dealer gives the hands and turns a card.
    Deal(Deal),
    /// The dealer misdeals; whether he pays to keep the deal.
    Misdeal(bool),
    /// The dealer names the trump suit.
    Name(Seat, Suit),
    /// A seat folds.
    Fold(Seat),
    /// A seat keeps its cards.
    Stand(Seat),
    /// A seat lays down the first set of cards and is given the second.
    Exchange(Seat, Set, Set),
    /// A seat changes its hand for the spare one.
    TakeFille(Seat),
    /// The dealer takes the card turned up for this one; in the declarations it means that he stands as well.
    TakeTurnUp(Seat, Card),
    /// The dealer leaves the card turned up.
    LeaveTurnUp(Seat),
    /// A seat offends.
    Offend(Seat, Offence),
    /// A seat claims its flush.
    Claim(Seat),
    /// A seat lets its flush pass.
    LetPass(Seat),
    /// A seat plays a card.
    Play(Seat, Card),
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
        (Stage::Open, Act::Deal(dealt)) => deal::deal(rules, next, &dealt, events)?,
        (Stage::Open, Act::Misdeal(kept)) => fault::misdeal(rules, next, kept, events)?,
        (Stage::In(Phase::Naming), Act::Name(seat, suit)) => pam::name(rules, at(next, seat)?, suit, events),
        (Stage::In(Phase::Declarations), Act::Fold(seat)) => declare::fold(rules, at(next, seat)?, events)?,
        (Stage::In(Phase::Declarations), Act::Stand(seat)) => declare::stand(rules, at(next, seat)?, events),
        (Stage::In(Phase::Declarations), Act::Exchange(seat, laid, drawn)) => {
            exchange::exchange(rules, at(next, seat)?, laid, drawn, events)?
        }
        (Stage::In(Phase::Declarations), Act::TakeFille(seat)) => declare::take_fille(rules, at(next, seat)?, events)?,
        (Stage::In(Phase::Declarations), Act::TakeTurnUp(seat, laid)) => {
            turn_up::stand_and_take(rules, at(next, seat)?, laid, events)?
        }
        (Stage::In(Phase::TurnUp), Act::TakeTurnUp(seat, laid)) => turn_up::take(rules, at(next, seat)?, laid, events)?,
        (Stage::In(Phase::TurnUp), Act::LeaveTurnUp(seat)) => next_phase(rules, at(next, seat)?, events),
        (_, Act::Offend(seat, offence)) => fault::commit(rules, next, seat, offence, events)?,
        (Stage::In(Phase::Claims), Act::Claim(seat)) => claim::claim(rules, at(next, seat)?, events),
        (Stage::In(Phase::Claims), Act::LetPass(seat)) => claim::let_pass(rules, at(next, seat)?, events),
        (Stage::In(Phase::Tricks), Act::Play(seat, card)) => play::play(rules, at(next, seat)?, card, events)?,
        _ => return Err(Misuse::NotNow.into()),
    }
    Ok(())
}

fn at(hand: &mut Hand, seat: Seat) -> Result<&mut Hand, Misuse> {
    if hand.mover == seat { Ok(hand) } else { Err(Misuse::NotYourTurn(hand.mover)) }
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
