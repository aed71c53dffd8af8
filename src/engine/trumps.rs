//! What is trump: a suit, and the top card above it where there is one.

use crate::cards::{Card, Set, Suit};
use crate::rules::{RankOrder, Ruleset};

/// The trumps of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trumps {
    suit: Set,
    top: Set,
}

impl Trumps {
    /// Before a card is turned.
    pub const NONE: Trumps = Trumps { suit: Set::EMPTY, top: Set::EMPTY };

    /// A suit and the top card of these rules.
    pub fn of(rules: &Ruleset, suit: Suit) -> Trumps {
        Trumps { suit: Set::of_suit(suit), top: rules.pam_card.value.set() }
    }

    /// All of them.
    pub fn all(self) -> Set {
        self.suit | self.top
    }

    /// The top card, or none.
    pub fn top(self) -> Set {
        self.top
    }

    /// The cards that count as of one suit with this one.
    pub fn suit_of(self, card: Card) -> Set {
        if self.all().has(card) { self.all() } else { Set::of_suit(card.suit()) - self.all() }
    }

    /// The cards that beat this one, where it is of the suit led or a trump.
    pub fn above(self, order: &RankOrder, card: Card) -> Set {
        if self.top.has(card) {
            Set::EMPTY
        } else if self.suit.has(card) {
            order.above(card) | self.top
        } else {
            order.above(card) | self.all()
        }
    }
}
