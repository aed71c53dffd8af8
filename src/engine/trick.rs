//! What is trump and what beats it, and a trick in the making.

use crate::cards::{Card, Seat, Seats, Set, Suit};
use crate::rules::{Promoted, Promotion, RankOrder, Ruleset};

/// The ladder of a hand: which cards are trumps, and which card beats which. Before a card is turned there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trumps {
    suit: Suit,
    all: Set,
    top: Set,
    promoted: Promoted,
}

impl Trumps {
    /// A suit, the top card of these rules, and what they promote.
    pub fn of(rules: &Ruleset, suit: Suit) -> Trumps {
        let (top, promoted) = (rules.pam_card.value.set(), rules.rank_promoted.value);
        let promotion = promoted.0.map_or(Set::EMPTY, |promotion| promotion.card.into());
        Trumps { suit, all: Set::of_suit(suit) | top | promotion, top, promoted }
    }

    /// All of them.
    pub fn all(&self) -> Set {
        self.all
    }

    /// The top card, or none.
    pub fn top(&self) -> Set {
        self.top
    }

    /// The cards that count as of one suit with this one.
    pub fn suit_of(&self, card: Card) -> Set {
        if self.all.has(card) { self.all } else { Set::suit_of(card) - self.all }
    }

    /// The cards that beat this one, where it is of the suit led or a trump.
    #[inline]
    pub fn above(&self, order: &RankOrder, card: Card) -> Set {
        if self.top.has(card) {
            Set::EMPTY
        } else if !self.all.has(card) {
            order.above(card) | self.all
        } else if let Some(promotion) = self.promoted.0 {
            self.above_with(order, card, promotion)
        } else {
            order.above(card) | self.top
        }
    }

    /// The trumps that beat a trump where a card is promoted: that one stands just below its rung.
    fn above_with(&self, order: &RankOrder, card: Card, Promotion { card: promoted, under }: Promotion) -> Set {
        let rung = Card::new(under, self.suit);
        if card == promoted {
            order.above(rung).with(rung) | self.top
        } else if order.above(card).has(rung) {
            order.above(card).with(promoted) | self.top
        } else {
            order.above(card).without(promoted) | self.top
        }
    }
}

/// The cards of a trick that matter, the one led and the best, and what follows from them.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trick {
    pub led: Card,
    /// The card that wins so far.
    pub best: Card,
    pub winner: Seat,
    pub played: Seats,
    /// All cards that follow its lead.
    pub suit: Set,
    /// All cards that would win it as it lies.
    pub heading: Set,
}

impl Trick {
    /// A trick begun with this card.
    pub fn led_by(order: &RankOrder, trumps: &Trumps, seat: Seat, card: Card) -> Trick {
        let (suit, heading) = (trumps.suit_of(card), trumps.above(order, card));
        Trick { led: card, best: card, winner: seat, played: Seats::NONE.with(seat), suit, heading }
    }

    /// Whether a trump lies in it.
    pub fn is_trumped(&self, trumps: &Trumps) -> bool {
        trumps.all().has(self.best)
    }

    /// One more card comes to it.
    #[inline]
    pub(super) fn add(&mut self, order: &RankOrder, trumps: &Trumps, seat: Seat, card: Card) {
        self.played = self.played.with(seat);
        if self.heading.has(card) {
            (self.best, self.winner, self.heading) = (card, seat, trumps.above(order, card));
        }
    }
}
