//! A set of cards: one bit a card, so that "the trumps in my hand that beat this one" is two instructions. Seats in playing
//! order, sets of them, and a value for each. And short lists in order.

use super::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Sub};

/// What a set can do that is a number with a bit for each member.
macro_rules! bits {
    ($set:ident of $member:ident, |$one:ident| $bit:expr, counted in $count:ident) => {
        impl $set {
            pub const fn has(self, $one: $member) -> bool {
                self.0 >> $bit & 1 == 1
            }

            pub const fn with(self, $one: $member) -> $set {
                $set(self.0 | 1 << $bit)
            }

            pub const fn without(self, $one: $member) -> $set {
                $set(self.0 & !(1 << $bit))
            }

            pub const fn len(self) -> $count {
                self.0.count_ones() as $count
            }

            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(each: I) -> $set {
                each.into_iter().fold($set::default(), $set::with)
            }
        }
    };
}

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
    pub const EMPTY: Set = Set(0);

    pub const fn of_suit(suit: Suit) -> Set {
        Set(0x1FFF << (suit as u32 * 16))
    }

    pub const fn suit_of(card: Card) -> Set {
        Set::of_same_suit(card, Ranks::from(Rank::Two))
    }

    /// The cards of this one's suit that have these ranks.
    pub const fn of_same_suit(card: Card, ranks: Ranks) -> Set {
        // The lane of a suit begins at a multiple of sixteen.
        Set((ranks.0 as u64) << (card.index() & 0x30))
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
        cards.insertion_sort_by_key(|card| (card.suit(), std::cmp::Reverse(card.rank())));
        f.write_str(
            &cards
                .iter()
                .map(Card::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        )
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// What puts a short list in order. The sort of the standard library weighs some 4 kB in pages for each kind of thing.
pub(crate) trait InsertionSort<T> {
    /// Sorts by a key; what has the same key stays as it stood.
    fn insertion_sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

/// Each of these once, where it stands first.
pub(crate) fn deduplicated<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

impl<T> InsertionSort<T> for [T] {
    fn insertion_sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        for end in 1..self.len() {
            let mut at = end;
            while at > 0 && key(&self[at - 1]) > key(&self[at]) {
                self.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}

/// The most seats that a table can have.
pub const MOST_SEATS: usize = 10;

/// A place at the table. Seats are numbered in playing order: seat 1 sits at the right of seat 0.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Seat(pub u8);

impl Seat {
    pub const fn next(self, seats: u8) -> Seat {
        let next = self.0 + 1;
        Seat(if next == seats { 0 } else { next })
    }

    /// All seats of a table of so many, beginning at the right of this one and ending with it.
    ///
    /// ```
    /// use mouche::cards::Seat;
    ///
    /// // The cards are dealt from the dealer's right, and the dealer is served last.
    /// assert_eq!(Seat(2).in_turn_after(4).collect::<Vec<_>>(), [Seat(3), Seat(0), Seat(1), Seat(2)]);
    /// ```
    pub fn in_turn_after(self, seats: u8) -> impl Iterator<Item = Seat> {
        Seats::all(seats).in_turn(self)
    }
}

/// A set of seats.
///
/// ```
/// use mouche::cards::{Seat, Seats};
///
/// let active = Seats::all(4).without(Seat(1));
/// assert!(active.has(Seat(0)) && !active.has(Seat(1)));
/// assert_eq!(Seats::all(4).minus(active), Seats::NONE.with(Seat(1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seats(u32);

impl Seats {
    pub const NONE: Seats = Seats(0);

    pub const fn all(seats: u8) -> Seats {
        Seats((1 << seats) - 1)
    }

    pub const fn minus(self, those: Seats) -> Seats {
        Seats(self.0 & !those.0)
    }

    pub const fn and(self, those: Seats) -> Seats {
        Seats(self.0 | those.0)
    }

    pub const fn bits(self) -> u32 {
        self.0
    }

    pub fn iter(self) -> impl Iterator<Item = Seat> + use<> {
        self.in_turn(Seat(MOST_SEATS as u8 - 1))
    }

    /// These in playing order, from the right of a seat to that seat.
    pub fn in_turn(self, last: Seat) -> impl Iterator<Item = Seat> + use<> {
        // Those beyond the last seat come first: the others stand sixteen places higher.
        let wrapped = self.0 & ((2 << last.0) - 1);
        let mut left = (self.0 - wrapped) | (wrapped << 16);
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Seat(left.trailing_zeros() as u8 & 15));
            left &= left.wrapping_sub(1);
            next
        })
    }
}

bits!(Seats of Seat, |seat| seat.0, counted in u8);

/// A value for each seat; those beyond the table's size keep their default.
///
/// ```
/// use mouche::cards::{PerSeat, Seat};
///
/// let mut purses = PerSeat::all(1000);
/// purses[Seat(2)] -= 5;
/// assert_eq!((purses[Seat(0)], purses[Seat(2)]), (1000, 995));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerSeat<T>([T; MOST_SEATS]);

impl<T: Copy> PerSeat<T> {
    pub const fn all(value: T) -> PerSeat<T> {
        PerSeat([value; MOST_SEATS])
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.0 as usize]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.0 as usize]
    }
}
