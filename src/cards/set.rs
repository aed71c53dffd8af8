//! Sets of cards and of ranks. A set of cards keeps one bit for each card, so that "the trumps in my hand that beat this card" takes
//! two instructions.

use super::bits::bits;
use super::{Card, InsertionSort, Rank, Suit};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of ranks.
///
/// ```
/// use mouche::cards::{Rank, Ranks, Set};
///
/// assert_eq!(Set::pack(Ranks::from(Rank::Six)).len(), 36);
/// // A Spanish pack has neither eights, nines nor tens.
/// let spanish = Ranks::from(Rank::Two).without(Rank::Eight).without(Rank::Nine).without(Rank::Ten);
/// assert_eq!(Set::pack(spanish).len(), 40);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranks(u16);

impl Ranks {
    /// The empty set.
    pub const NONE: Ranks = Ranks(0);

    /// Returns a rank and all faces above it: `Rank::Six` gives six to ace.
    pub const fn from(lowest: Rank) -> Ranks {
        Ranks(0x1FFF << lowest as u16 & 0x1FFF)
    }
}

bits!(Ranks of Rank, |rank| rank as u16, counted in u32);

/// A set of cards. It holds each card once and has no order but that of suits and faces.
///
/// ```
/// use mouche::cards::{Card, Rank, Set, Suit};
///
/// let hand: Set = [Rank::Nine, Rank::King].map(|rank| Card::new(rank, Suit::Hearts)).into_iter().collect();
/// let with_ace = hand.with(Card::new(Rank::Ace, Suit::Spades));
/// assert_eq!(with_ace.to_string(), "A♠ K♥ 9♥");
/// assert_eq!(with_ace - hand, Set::of_suit(Suit::Spades) & with_ace);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Set(u64);

impl Set {
    /// The empty set.
    pub const EMPTY: Set = Set(0);

    /// Returns all cards of a suit.
    pub const fn of_suit(suit: Suit) -> Set {
        Set(0x1FFF << (suit as u32 * 16))
    }

    /// Returns all cards of the suit of a card.
    pub const fn suit_of(card: Card) -> Set {
        Set::of_same_suit(card, Ranks::from(Rank::Two))
    }

    /// Returns the cards of these ranks in the suit of a card.
    pub const fn of_same_suit(card: Card, ranks: Ranks) -> Set {
        // The lane of a suit begins at a multiple of sixteen.
        Set((ranks.0 as u64) << (card.index() & 0x30))
    }

    /// Returns the pack of these ranks in four suits: `Ranks::from(Rank::Six)` gives 36 cards.
    pub const fn pack(ranks: Ranks) -> Set {
        Set(ranks.0 as u64 * 0x1_0001_0001_0001)
    }

    /// Returns whether all cards are also in the other set.
    pub const fn is_within(self, other: Set) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the suit of all cards, if they are of one suit.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, Set, Suit};
    ///
    /// let flush = Set::of_suit(Suit::Clubs);
    /// assert_eq!(flush.only_suit(), Some(Suit::Clubs));
    /// assert_eq!(flush.with(Card::new(Rank::Two, Suit::Spades)).only_suit(), None);
    /// ```
    pub fn only_suit(self) -> Option<Suit> {
        let first = self.into_iter().next()?;
        if self.is_within(Set::suit_of(first)) {
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
            Some(Card::from_bit(bits.trailing_zeros()))
        }
    }
}

bits!(Set of Card, |card| card.index(), counted in usize);

impl BitAnd for Set {
    type Output = Set;
    fn bitand(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }
}

impl BitOr for Set {
    type Output = Set;
    fn bitor(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }
}

impl Sub for Set {
    type Output = Set;
    fn sub(self, other: Set) -> Set {
        Set(self.0 & !other.0)
    }
}

impl From<Card> for Set {
    fn from(card: Card) -> Set {
        Set::EMPTY.with(card)
    }
}

impl IntoIterator for Set {
    type Item = Card;
    type IntoIter = Cards;
    fn into_iter(self) -> Cards {
        Cards(self.0)
    }
}

/// The cards of a [`Set`], one after another.
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;
    fn next(&mut self) -> Option<Card> {
        let bit = self.0.trailing_zeros();
        if bit == 64 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(Card::from_bit(bit))
    }
}

/// Writes the cards suit by suit, each from its highest face down: `K♠ 10♠ 9♥`.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards: Vec<Card> = self.into_iter().collect();
        cards.insertion_sort_by_key(|card| (card.suit(), std::cmp::Reverse(card.rank())));
        let words: Vec<String> = cards.iter().map(Card::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
