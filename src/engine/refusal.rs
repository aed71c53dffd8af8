//! Why an act is refused, and the checks that refuse it.

use super::PlayableCards;
use crate::cards::{Card, CardSet, Seat, count_of};
use crate::rules::ClauseId;
use std::error::Error;
use std::fmt;

/// The reason why an act is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A duty forbids the card: the first duty that it breaks, and what may be played instead.
    ForbiddenCard(ClauseId, PlayableCards),
    /// A clause forbids the act.
    Forbidden(ClauseId),
    /// The act makes no sense now. No clause is about it.
    Invalid(InvalidActReason),
}

/// The reason why an act makes no sense now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidActReason {
    /// The deal is at another stage.
    NotNow,
    /// It is the turn of this seat.
    NotYourTurn(Seat),
    /// The player does not hold this card.
    NotHeld(Card),
    /// The pack has no such card.
    NotInPack(Card),
    /// The card is dealt twice.
    DealtTwice(Card),
    /// A seat is dealt this wrong number of cards.
    HandSize(Seat, usize),
    /// The spare hand has this wrong number of cards.
    SpareSize(usize),
    /// The player draws more or fewer cards than they discard, or exchanges none.
    UnequalExchange,
    /// A seat can hold at most this number of cards.
    TooManyCards(Seat, usize),
    /// The stock cannot give this card.
    NotInStock(Card),
    /// A true declaration is false, or a false one is true.
    UntrueDeclaration,
}

impl Refusal {
    /// Returns the clause that forbids the act.
    pub fn clause(self) -> Option<ClauseId> {
        match self {
            Refusal::ForbiddenCard(clause, _) | Refusal::Forbidden(clause) => Some(clause),
            Refusal::Invalid(_) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::ForbiddenCard(clause, playable) => {
                write!(f, "{clause} forbids this card; legal: {}", playable.cards)
            }
            Refusal::Forbidden(clause) => write!(f, "{clause} forbids this"),
            Refusal::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl Error for Refusal {}

impl fmt::Display for InvalidActReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidActReason::NotNow => f.write_str("this act is not asked for now"),
            InvalidActReason::NotYourTurn(seat) => write!(f, "it is the turn of seat {}", seat.0),
            InvalidActReason::NotHeld(card) => write!(f, "the player does not hold {card}"),
            InvalidActReason::NotInPack(card) => write!(f, "{card} is not in the pack"),
            InvalidActReason::DealtTwice(card) => write!(f, "{card} is dealt twice"),
            InvalidActReason::HandSize(seat, count) => {
                write!(f, "seat {} is dealt {}", seat.0, count_of(*count, "card"))
            }
            InvalidActReason::SpareSize(count) => {
                write!(f, "the spare hand has {}", count_of(*count, "card"))
            }
            InvalidActReason::UnequalExchange => {
                f.write_str("as many cards must be drawn as are laid down, and at least one")
            }
            InvalidActReason::TooManyCards(seat, max) => {
                let cards = count_of(*max, "card");
                write!(f, "seat {} can hold at most {cards}", seat.0)
            }
            InvalidActReason::NotInStock(card) => write!(f, "{card} is not in the stock"),
            InvalidActReason::UntrueDeclaration => f.write_str("the declaration is not true"),
        }
    }
}

impl Error for InvalidActReason {}

impl From<InvalidActReason> for Refusal {
    fn from(invalid: InvalidActReason) -> Refusal {
        Refusal::Invalid(invalid)
    }
}

/// Checks that an act which cannot be refused was accepted.
///
/// # Panics
/// If the act was refused. The message does not say why: the names of all clauses, which it would need, are more than a
/// thousandth of the engine for pages.
#[track_caller]
pub(crate) fn expect_accepted(result: Result<(), Refusal>, act: &str) {
    assert!(result.is_ok(), "{act} is refused");
}

/// Returns the error unless the condition holds.
pub(crate) fn ensure<E>(condition: bool, error: E) -> Result<(), E> {
    if condition { Ok(()) } else { Err(error) }
}

/// Returns the error for the first of the cards, if there is one.
pub(crate) fn ensure_no_cards(
    cards: CardSet,
    error: fn(Card) -> InvalidActReason,
) -> Result<(), InvalidActReason> {
    match cards.nth(0) {
        Some(card) => Err(error(card)),
        None => Ok(()),
    }
}

/// Returns a refusal by the clause, if there is one.
pub(crate) fn ensure_not_forbidden(clause: Option<ClauseId>) -> Result<(), Refusal> {
    match clause {
        Some(clause) => Err(Refusal::Forbidden(clause)),
        None => Ok(()),
    }
}
