//! Seats in playing order, sets of seats, and a value for each seat.

use super::bit_set_methods::bits;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// The most seats that a table can have.
pub const MOST_SEATS: usize = 10;

/// A place at the table. Seats are numbered in playing order: seat 1 sits at the right of seat 0.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the next seat in playing order at a table of so many seats.
    pub const fn next(self, seats: u8) -> Seat {
        let next = self.0 + 1;
        Seat(if next == seats { 0 } else { next })
    }

    /// Returns all seats of a table of so many, in playing order, from the seat after this one to this one.
    ///
    /// ```
    /// use mouche::cards::Seat;
    ///
    /// // The cards are dealt from the dealer's right, and the dealer is served last.
    /// assert_eq!(Seat(2).others_then_self(4).collect::<Vec<_>>(), [Seat(3), Seat(0), Seat(1), Seat(2)]);
    /// ```
    pub fn others_then_self(self, seats: u8) -> impl Iterator<Item = Seat> {
        SeatSet::all(seats).in_turn(self)
    }
}

/// A set of seats.
///
/// ```
/// use mouche::cards::{Seat, SeatSet};
///
/// let active = SeatSet::all(4).without(Seat(1));
/// assert!(active.has(Seat(0)) && !active.has(Seat(1)));
/// assert_eq!(SeatSet::all(4).minus(active), SeatSet::NONE.with(Seat(1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct SeatSet(u32);

impl SeatSet {
    /// The empty set.
    pub const NONE: SeatSet = SeatSet(0);

    /// Returns the seats of a table of so many.
    pub const fn all(seats: u8) -> SeatSet {
        SeatSet((1 << seats) - 1)
    }

    /// Returns the seats that are not in the other set.
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Returns the seats of both sets.
    pub const fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Returns the bits of the set: seat 0 is the lowest.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the seats, from seat 0.
    pub fn iter(self) -> impl Iterator<Item = Seat> + use<> {
        self.in_turn(Seat(MOST_SEATS as u8 - 1))
    }

    /// Returns the seats in playing order, from the one after `last` to `last`.
    pub fn in_turn(self, last: Seat) -> impl Iterator<Item = Seat> + use<> {
        // The seats after `last` come first, so the others are moved sixteen places up.
        let wrapped = self.0 & ((2 << last.0) - 1);
        let mut left = (self.0 - wrapped) | (wrapped << 16);
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Seat(left.trailing_zeros() as u8 & 15));
            left &= left.wrapping_sub(1);
            next
        })
    }
}

bits!(SeatSet of Seat, |seat| seat.0, counted in u8);

/// A value for each seat. The values beyond the table's size keep their default.
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
    /// Returns the same value for each seat.
    pub const fn all(value: T) -> PerSeat<T> {
        PerSeat([value; MOST_SEATS])
    }

    /// Returns the values, from seat 0.
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
