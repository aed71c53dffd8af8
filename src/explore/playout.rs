//! Hands played on to their end by the documented strategy.

use super::RandomPlayer;
use super::strategy::{Move, STRATEGY};
use crate::cards::Seat;
use crate::engine::{Act, Event, Hand, Refusal, advance};
use crate::rules::Ruleset;

/// Makes the mover's move, and plays the hand to its end by the strategy; `cards` gives what the stock gives.
///
/// # Errors
/// A move that the engine refuses.
pub fn play_on(
    rules: &Ruleset,
    hand: &Hand,
    first: Move,
    cards: &mut RandomPlayer,
    events: &mut Vec<Event>,
) -> Result<Hand, Refusal> {
    let mut hand = *hand;
    let mut next = Some(first);
    while let Some(to) = next {
        let act = act(&hand, to, cards);
        advance(rules, &mut hand, act, events)?;
        next = if hand.asks() { STRATEGY.choose(rules, &hand) } else { None };
    }
    Ok(hand)
}

/// A move of the mover's as the engine takes it.
pub fn act(hand: &Hand, to: Move, cards: &mut RandomPlayer) -> Act {
    let seat = hand.mover;
    match to {
        Move::Name(suit) => Act::Name(seat, suit),
        Move::Fold => Act::Fold(seat),
        Move::Stand => Act::Stand(seat),
        Move::Exchange(laid) => cards.exchange(hand, laid),
        Move::TakeFille => Act::TakeFille(seat),
        Move::TakeTurnUp(card) => Act::TakeTurnUp(seat, card),
        Move::LeaveTurnUp => Act::LeaveTurnUp(seat),
        Move::Claim => Act::Claim(seat),
        Move::LetPass => Act::LetPass(seat),
        Move::Play(card) => Act::Play(seat, card),
    }
}

/// What a seat has gained from one moment of a hand to its end, in chips; a debt made in it counts as lost.
pub fn result(from: &Hand, to: &Hand, seat: Seat) -> i64 {
    (to.purses[seat] - to.owes[seat]) - (from.purses[seat] - from.owes[seat])
}
