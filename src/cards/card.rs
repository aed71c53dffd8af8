//! A French-suited card. Its order here is the order of faces; which rank beats which is an edition's to say.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The four suits, in the order in which a hand is usually sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[expect(missing_docs, reason = "a suit is its name")]
pub enum Suit {
    #[default]
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

impl Suit {
    /// The four, in order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// Its sign: ♠ ♥ ♦ ♣.
    pub fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    /// Its English name.
    pub fn name(self) -> &'static str {
        ["spades", "hearts", "diamonds", "clubs"][self as usize]
    }

    /// Whether it is printed in red.
    pub fn is_red(self) -> bool {
        matches!(self, Suit::Hearts | Suit::Diamonds)
    }
}

macro_rules! ranks {
    ($($rank:ident $sign:literal $name:literal;)+) => {
        /// The thirteen ranks, from the lowest face to the ace.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "a rank is its name")]
        pub enum Rank { $($rank,)+ }

        impl Rank {
            /// The thirteen, by face.
            pub const ALL: [Rank; 13] = [$(Rank::$rank,)+];

            /// As printed on a card: `2` … `10`, `J`, `Q`, `K`, `A`.
            pub fn sign(self) -> &'static str {
                [$($sign,)+][self as usize]
            }

            /// Its English name.
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

/// A card: four bits of suit over four bits of rank, so that a [`super::Set`] has a lane of sixteen bits a suit.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, Suit};
    ///
    /// let ten = Card::new(Rank::Ten, Suit::Hearts);
    /// assert_eq!((ten.to_string(), ten.name()), ("10♥".into(), "ten of hearts".into()));
    /// // Faces have an order. Which card beats which, an edition says.
    /// assert!(Rank::Ace > Rank::King);
    /// ```
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((suit as u8) << 4 | rank as u8)
    }

    pub(super) const fn from_bit(bit: u32) -> Card {
        Card(bit as u8)
    }

    pub(super) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The lowest bit of its suit's lane.
    pub(super) const fn lane(self) -> u32 {
        self.0 as u32 & 0x30
    }

    /// Its place among 64: a suit has sixteen.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its suit.
    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4 & 3) as usize]
    }

    /// Its rank.
    pub fn rank(self) -> Rank {
        Rank::ALL[(self.0 & 15) as usize]
    }

    /// Its English name: "ten of hearts".
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
