//! What a seat may know: its own cards, what lies open, and what everyone has seen. Never what others hold.

use crate::cards::{Card, Set, Suit};
use crate::engine::{Hand, Legal, legal, may_claim, offer};
use crate::rules::{Ruleset, Verb};

/// The hand as its mover sees it.
///
/// ```
/// use mouche::explore::{RandomPlayer, View, example};
///
/// let rules = mouche::editions::ALL[0];
/// let hand = example(rules, 4, RandomPlayer::new(7)).expect("a hand").moves[0].0;
/// let view = View::new(rules, &hand);
/// assert_eq!(view.trumps() | view.plain(), view.held());
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    rules: &'a Ruleset,
    /// Private, so that no rule of play can look into other hands.
    hand: &'a Hand,
}

impl<'a> View<'a> {
    /// What the mover of a hand sees of it.
    pub fn new(rules: &'a Ruleset, hand: &'a Hand) -> View<'a> {
        View { rules, hand }
    }

    /// Their cards.
    pub fn held(&self) -> Set {
        self.hand.held[self.hand.mover]
    }

    /// Their trumps, the top card among them.
    pub fn trumps(&self) -> Set {
        self.held() & self.hand.trumps.all()
    }

    /// Their other cards.
    pub fn plain(&self) -> Set {
        self.held() - self.hand.trumps.all()
    }

    /// Their cards of a suit, the top card apart.
    pub fn of_suit(&self, suit: Suit) -> Set {
        (self.held() & Set::of_suit(suit)) - self.hand.trumps.top()
    }

    /// How many are in the hand, the mover included.
    pub fn players(&self) -> u8 {
        self.hand.active.len()
    }

    /// Whether they may make such a move.
    pub fn may(&self, verb: Verb) -> bool {
        offer(self.rules, self.hand, verb).is_some_and(|offer| offer.is_open)
    }

    /// How many cards they may exchange.
    pub fn most(&self) -> usize {
        offer(self.rules, self.hand, Verb::Exchange).map_or(0, |offer| usize::from(offer.most))
    }

    /// Whether their cards are a flush that they may claim.
    pub fn has_flush(&self) -> bool {
        may_claim(self.rules, self.hand, self.hand.mover)
    }

    /// The cards they may play.
    pub fn legal(&self) -> Legal {
        legal(self.rules, self.hand)
    }

    /// The card turned up, while it lies there.
    pub fn turn_up(&self) -> Option<Card> {
        self.hand.turn_up()
    }

    /// The cards of theirs that would win the trick as it lies.
    pub fn winning(&self) -> Set {
        self.hand.trick.map_or(Set::EMPTY, |trick| self.legal().cards & trick.heading)
    }

    /// How high a card stands: trumps above all others, then by rank.
    pub fn height(&self, card: Card) -> u32 {
        let rank = 13 - self.place(card);
        if self.is_top(card) {
            40
        } else if self.hand.trumps.all().has(card) {
            20 + rank
        } else {
            rank
        }
    }

    /// The lowest of some cards, those of the suit of which they hold fewest first among equals.
    pub fn lowest(&self, cards: Set) -> Option<Card> {
        cards.into_iter().min_by_key(|card| (self.height(*card), self.of_suit(card.suit()).len()))
    }

    /// The highest of some cards, those of the suit of which they hold fewest first among equals.
    pub fn highest(&self, cards: Set) -> Option<Card> {
        cards.into_iter().min_by_key(|card| (std::cmp::Reverse(self.height(*card)), self.of_suit(card.suit()).len()))
    }

    /// So many of the lowest of some cards.
    pub fn lowest_of(&self, cards: Set, most: usize) -> Set {
        let mut left = cards;
        while left.len() > cards.len().min(most) {
            left = self.highest(left).map_or(Set::EMPTY, |card| left.without(card));
        }
        left
    }

    /// The place of a card in its suit from the top, the highest being 0.
    pub fn place(&self, card: Card) -> u32 {
        self.rules.rank.value.place(card.rank())
    }

    /// Whether it is the top card.
    pub fn is_top(&self, card: Card) -> bool {
        self.hand.trumps.top().has(card)
    }

    /// Their cards that are neither trumps nor the best of their suit in the pack.
    pub fn plain_losers(&self) -> Set {
        self.plain().into_iter().filter(|card| self.place(*card) > 0).collect()
    }

    /// Those of their cards that no card they have not seen can beat by following suit.
    pub fn masters(&self) -> Set {
        let unseen = self.unseen();
        let beaten = |card: &Card| {
            !(self.hand.trumps.above(&self.rules.rank.value, *card) & self.hand.trumps.suit_of(*card) & unseen)
                .is_empty()
        };
        self.held().into_iter().filter(|card| !beaten(card)).collect()
    }

    /// The cards of the pack that they have not seen: neither theirs nor turned up nor played.
    fn unseen(&self) -> Set {
        let hand = self.hand;
        let held =
            hand.in_turn().filter(|seat| *seat != hand.mover).fold(Set::EMPTY, |all, seat| all | hand.held[seat]);
        held | hand.fille | hand.stock | hand.discards
    }
}
