//! Why an act is not made.

use super::Legal;
use crate::cards::{Card, Seat};
use crate::rules::Topic;

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
