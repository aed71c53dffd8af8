//! Playing cards, and nothing of any game: a card, its suit and rank, sets of cards, and a value for each seat.

mod card;
mod reading;
mod seat;
mod set;

pub use card::{Card, Rank, Suit};
pub use reading::{CardError, Letters, read_card, read_suit, spell_card};
pub use seat::{MOST_SEATS, PerSeat, Seat, Seats};
pub use set::{Ranks, Set};
