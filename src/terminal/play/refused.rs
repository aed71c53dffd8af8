//! Why a move of the learner's is not made, where no clause says so.

use crate::cards::Card;
use crate::engine::{Hand, Misuse, Stage};
use crate::rules::Phase;

/// Why, in words.
pub(super) fn misused(misuse: Misuse, hand: &Hand) -> String {
    match misuse {
        Misuse::NotHeld(card) => format!("You do not hold {card}."),
        Misuse::Foreign(card) => foreign(card),
        Misuse::Uneven => "Name the cards you lay down: exchange 8♦ 7♦.".to_owned(),
        _ => format!("That is not asked now: {}.", asked(hand)),
    }
}

fn foreign(card: Card) -> String {
    format!("{card} is not in the pack.")
}

/// What is asked of the mover, in words.
fn asked(hand: &Hand) -> &'static str {
    match hand.stage {
        Stage::In(Phase::Naming) => "you are to name trumps",
        Stage::In(Phase::Declarations) => "you are to declare",
        Stage::In(Phase::TurnUp) => "you may take the turn-up, or pass",
        Stage::In(Phase::Claims) => "you may claim your flush, or pass",
        Stage::In(Phase::Tricks) => "you are to play a card",
        Stage::Open | Stage::Over => "the hand is over",
    }
}
