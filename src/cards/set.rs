//! A set of cards: one bit a card, so that "the trumps in my hand that beat this one" is two instructions; and short lists in order.

use super::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// What a set can do that is a number with a bit for each member.
macro_rules! bits {
    ($set:ident of $member:ident, |$one:ident| $bit:expr, counted in $count:ident) => {
        impl $set {
            /// Whether this one is among them.
            pub const fn has(self, $one: $member) -> bool {
                self.0 >> $bit & 1 == 1
            }

            /// These and this one.
            pub const fn with(self, $one: $member) -> $set {
                $set(self.0 | 1 << $bit)
            }

            /// These but this one.
            pub const fn without(self, $one: $member) -> $set {
                $set(self.0 & !(1 << $bit))
            }

            /// How many they are.
            pub const fn len(self) -> $count {
                self.0.count_ones() as $count
            }

            /// Whether there is none.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }
    };
}
pub(super) use bits;

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
    /// No rank.
    pub const NONE: Ranks = Ranks(0);

    /// This face and all above it: `Rank::Six` gives six to ace.
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
    /// No card.
    pub const EMPTY: Set = Set(0);

    /// All thirteen cards of a suit.
    pub const fn of_suit(suit: Suit) -> Set {
        Set(0x1FFF << (suit as u32 * 16))
    }

    /// All thirteen cards of this one's suit.
    pub const fn suit_of(card: Card) -> Set {
        Set::beside(card, Ranks::from(Rank::Two))
    }

    /// The cards of this one's suit that have these ranks.
    pub const fn beside(card: Card, ranks: Ranks) -> Set {
        Set((ranks.0 as u64) << card.lane())
    }

    /// The pack of four suits that has these ranks in each: `Ranks::from(Rank::Six)` gives 36 cards.
    pub const fn pack(ranks: Ranks) -> Set {
        Set(ranks.0 as u64 * 0x1_0001_0001_0001)
    }

    /// Whether all its cards are also in the other.
    pub const fn is_within(self, other: Set) -> bool {
        self.0 & !other.0 == 0
    }

    /// The only suit it holds, if it holds cards of one suit alone.
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
        self.is_within(Set::suit_of(first)).then(|| first.suit())
    }

    /// Its card number `index`, from the lowest bit; none past the end.
    pub fn nth(self, index: usize) -> Option<Card> {
        let mut bits = self.0;
        for _ in 0..index {
            bits &= bits.wrapping_sub(1);
        }
        (bits != 0).then(|| Card::from_bit(bits.trailing_zeros()))
    }
}

bits!(Set of Card, |card| card.bit(), counted in usize);

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

impl FromIterator<Card> for Set {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Set {
        cards.into_iter().fold(Set::EMPTY, Set::with)
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
        (bit < 64).then(|| {
            self.0 &= self.0 - 1;
            Card::from_bit(bit)
        })
    }
}

/// By suit, each from its highest face down: `K♠ 10♠ 9♥`.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards: Vec<Card> = self.into_iter().collect();
        cards.in_order_of(|card| (card.suit(), std::cmp::Reverse(card.rank())));
        let words: Vec<String> = cards.iter().map(Card::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// What puts a short list in order. The sort of the standard library is made anew for each kind of thing, some 4 kB each
/// time; the engine is sent to pages, and its lists hold a few cards, choices or messages.
pub(crate) trait InOrder<T> {
    /// Sorts by a key; what has the same key stays as it stood.
    fn in_order_of<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

/// Each of these once, where it stands first.
pub(crate) fn once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

impl<T> InOrder<T> for [T] {
    fn in_order_of<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        for end in 1..self.len() {
            let mut at = end;
            while at > 0 && key(&self[at - 1]) > key(&self[at]) {
                self.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}
