//! Which cards of a deal are trumps, and which card beats which.

use crate::cards::{Card, CardSet, Suit};
use crate::rules::{CardPromotedToTrump, Promoted, RankOrder, TrickRules};

/// The trumps of a deal. Before a card is turned up there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trumps {
    suit: Suit,
    /// All trumps: the cards of the trump suit, the top card, and a card that is promoted.
    pub cards: CardSet,
    /// The top card, which beats every other card; empty if the edition has none.
    pub top: CardSet,
    promoted: Promoted,
}

impl Trumps {
    /// Returns the trumps of a deal in which this suit is trump.
    pub fn for_suit(rules: &TrickRules, suit: Suit) -> Trumps {
        let top = rules.pam_card.value.set();
        let promoted = rules.rank_promoted.value;
        let mut cards = CardSet::of_suit(suit) | top;
        if let Some(promotion) = promoted.0 {
            cards = cards.with(promotion.card);
        }
        Trumps {
            suit,
            cards,
            top,
            promoted,
        }
    }

    /// Returns all cards that count as one suit with this card.
    pub fn same_suit_cards(&self, card: Card) -> CardSet {
        if self.cards.has(card) {
            self.cards
        } else {
            CardSet::suit_of(card) - self.cards
        }
    }

    /// Returns all cards that beat this card, if it is a trump or of the suit led.
    #[inline]
    pub fn cards_beating(&self, order: &RankOrder, card: Card) -> CardSet {
        if self.top.has(card) {
            CardSet::EMPTY
        } else if !self.cards.has(card) {
            order.cards_above(card) | self.cards
        } else if let Some(promotion) = self.promoted.0 {
            self.top | self.trumps_above_with_promotion(order, card, promotion)
        } else {
            order.cards_above(card) | self.top
        }
    }

    /// Returns the trumps, but for the top card, that beat this trump where a card is promoted to just below another.
    fn trumps_above_with_promotion(
        &self,
        order: &RankOrder,
        card: Card,
        promotion: CardPromotedToTrump,
    ) -> CardSet {
        let next_higher = Card::new(promotion.under, self.suit);
        if card == promotion.card {
            return order.cards_above(next_higher).with(next_higher);
        }
        let above = order.cards_above(card);
        if above.has(next_higher) {
            above.with(promotion.card)
        } else {
            above.without(promotion.card)
        }
    }
}
