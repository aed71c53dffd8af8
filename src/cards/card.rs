//! A French-suited card. Cards are ordered here by suit and face; an edition says which rank beats which.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The four suits, in the order in which a hand is usually sorted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum Suit {
    /// ♠
    #[default]
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All suits, in order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// Returns the sign: ♠ ♥ ♦ ♣.
    pub fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    /// Returns the English name: `spades`.
    pub fn name(self) -> &'static str {
        ["spades", "hearts", "diamonds", "clubs"][self as usize]
    }
}

macro_rules! ranks {
    ($($rank:ident $sign:literal $name:literal;)+) => {
        /// The thirteen ranks, from the lowest face to the ace.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Rank { $(#[doc = concat!("The ", $name, ".")] $rank,)+ }

        impl Rank {
            /// All ranks, from the two to the ace.
            pub const ALL: [Rank; 13] = [$(Rank::$rank,)+];

            /// Returns the sign that is printed on a card: `2` … `10`, `J`, `Q`, `K`, `A`.
            pub fn sign(self) -> &'static str {
                [$($sign,)+][self as usize]
            }

            /// Returns the rank with this sign.
            pub fn from_sign(sign: &str) -> Option<Rank> {
                Rank::ALL.into_iter().find(|rank| rank.sign() == sign)
            }

            /// Returns the English name: `king`.
            pub fn name(self) -> &'static str {
                [$($name,)+][self as usize]
            }
        }
    };
}

ranks! {
    Two "2" "two";
    Three "3" "three";
    Four "4" "four";
    Five "5" "five";
    Six "6" "six";
    Seven "7" "seven";
    Eight "8" "eight";
    Nine "9" "nine";
    Ten "10" "ten";
    Jack "J" "jack";
    Queen "Q" "queen";
    King "K" "king";
    Ace "A" "ace";
}

/// A card: four bits for the suit and four for the rank, so that a suit has sixteen bits of a [`super::CardSet`].
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Card(u8);

impl Card {
    /// Returns the card of this rank and suit.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, Suit};
    /// let ten = Card::new(Rank::Ten, Suit::Hearts);
    /// assert_eq!((ten.to_string(), ten.name()), ("10♥".into(), "ten of hearts".into()));
    /// // Faces have an order. Which card beats which, an edition says.
    /// assert!(Rank::Ace > Rank::King);
    /// ```
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((suit as u8) << 4 | rank as u8)
    }

    /// Returns the card of a bit of a [`super::CardSet`].
    pub(super) const fn from_bit_index(bit: u32) -> Card {
        Card(bit as u8)
    }

    /// Returns the bit of the card in a [`super::CardSet`]: a number below 64.
    pub const fn bit_index(self) -> u8 {
        self.0
    }

    /// Returns the suit.
    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4 & 3) as usize]
    }

    /// Returns the rank.
    pub fn rank(self) -> Rank {
        Rank::ALL[(self.0 & 15) as usize]
    }

    /// Returns the English name: `ten of hearts`.
    pub fn name(self) -> String {
        format!("{} of {}", self.rank().name(), self.suit().name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().sign(), self.suit().sign())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
