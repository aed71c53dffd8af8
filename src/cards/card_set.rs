//! Sets of cards and of ranks. A set of cards keeps one bit for each card, so that "the trumps in my hand that beat this card" takes
//! two instructions.

use super::bit_set_methods::bits;
use super::{Card, InsertionSort, Rank, Suit};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of ranks.
///
/// ```
/// use mouche::cards::{Rank, RankSet, CardSet};
///
/// assert_eq!(CardSet::pack(RankSet::from(Rank::Six)).len(), 36);
/// // A Spanish pack has neither eights, nines nor tens.
/// let spanish = RankSet::from(Rank::Two).without(Rank::Eight).without(Rank::Nine).without(Rank::Ten);
/// assert_eq!(CardSet::pack(spanish).len(), 40);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankSet(u16);

impl RankSet {
    /// The empty set.
    pub const NONE: RankSet = RankSet(0);

    /// Returns a rank and all faces above it: `Rank::Six` gives six to ace.
    pub const fn from(lowest: Rank) -> RankSet {
        RankSet(0x1FFF << lowest as u16 & 0x1FFF)
    }
}

bits!(RankSet of Rank, |rank| rank as u16, counted in u32);

/// A set of cards. It holds each card once and has no order but that of suits and faces.
///
/// ```
/// use mouche::cards::{Card, Rank, CardSet, Suit};
///
/// let hand: CardSet = [Rank::Nine, Rank::King].map(|rank| Card::new(rank, Suit::Hearts)).into_iter().collect();
/// let with_ace = hand.with(Card::new(Rank::Ace, Suit::Spades));
/// assert_eq!(with_ace.to_string(), "A♠ K♥ 9♥");
/// assert_eq!(with_ace - hand, CardSet::of_suit(Suit::Spades) & with_ace);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet(0);

    /// Returns all cards of a suit.
    pub const fn of_suit(suit: Suit) -> CardSet {
        CardSet(0x1FFF << (suit as u32 * 16))
    }

    /// Returns all cards of the suit of a card.
    pub const fn suit_of(card: Card) -> CardSet {
        CardSet::of_same_suit(card, RankSet::from(Rank::Two))
    }

    /// Returns the cards of these ranks in the suit of a card.
    pub const fn of_same_suit(card: Card, ranks: RankSet) -> CardSet {
        // The lane of a suit begins at a multiple of sixteen.
        CardSet((ranks.0 as u64) << (card.bit_index() & 0x30))
    }

    /// Returns the pack of these ranks in four suits: `RankSet::from(Rank::Six)` gives 36 cards.
    pub const fn pack(ranks: RankSet) -> CardSet {
        CardSet(ranks.0 as u64 * 0x1_0001_0001_0001)
    }

    /// Returns whether all cards are also in the other set.
    pub const fn is_within(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the suit of all cards, if they are of one suit.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, CardSet, Suit};
    ///
    /// let flush = CardSet::of_suit(Suit::Clubs);
    /// assert_eq!(flush.only_suit(), Some(Suit::Clubs));
    /// assert_eq!(flush.with(Card::new(Rank::Two, Suit::Spades)).only_suit(), None);
    /// ```
    pub fn only_suit(self) -> Option<Suit> {
        let first = self.into_iter().next()?;
        if self.is_within(CardSet::suit_of(first)) {
            Some(first.suit())
        } else {
            None
        }
    }

    /// Returns the card number `index`, from the lowest bit; none past the end.
    pub fn nth(self, index: usize) -> Option<Card> {
        let mut bits = self.0;
        for _ in 0..index {
            bits &= bits.wrapping_sub(1);
        }
        if bits == 0 {
            None
        } else {
            Some(Card::from_bit_index(bits.trailing_zeros()))
        }
    }
}

bits!(CardSet of Card, |card| card.bit_index(), counted in usize);

impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::EMPTY.with(card)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;
    fn into_iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }
}

/// The cards of a [`CardSet`], one after another.
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;
    fn next(&mut self) -> Option<Card> {
        let bit = self.0.trailing_zeros();
        if bit == 64 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(Card::from_bit_index(bit))
    }
}

/// Writes the cards suit by suit, each from its highest face down: `K♠ 10♠ 9♥`.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards: Vec<Card> = self.into_iter().collect();
        cards.insertion_sort_by_key(|card| (card.suit(), std::cmp::Reverse(card.rank())));
        let words: Vec<String> = cards.iter().map(Card::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
