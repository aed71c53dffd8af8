//! Playing cards, and nothing of any game: a card, its suit and rank, sets of cards, and a value for each seat; and numbers of
//! them in words.
//!
//! ```
//! use mouche::cards::{Card, Letters, Rank, Set, Suit, read_card};
//!
//! let king = read_card("R♥", Letters::English).expect("a card");
//! assert_eq!(king, Card::new(Rank::King, Suit::Hearts));
//!
//! let hand: Set = ["9♥", "KS", "10S"].into_iter().filter_map(|word| read_card(word, Letters::English).ok()).collect();
//! assert_eq!(hand.to_string(), "K♠ 10♠ 9♥");
//! assert_eq!((hand & Set::of_suit(Suit::Spades)).len(), 2);
//! ```

#![expect(missing_docs, reason = "what has no doc is what its name says")]

mod card;
mod set;

pub use card::{Card, CardError, Letters, Rank, Suit, read_card, read_suit, spell_card};
pub(crate) use set::{InsertionSort, deduplicated};
pub use set::{MOST_SEATS, PerSeat, Ranks, Seat, Seats, Set};

/// So many of something, in words: `no trick`, `1 trick`, `3 tricks`.
pub(crate) fn count_in_words(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}"),
        _ => count_of(count, what),
    }
}

/// A number and what it counts, in the plural if it is not one: `0 tricks`, `1 trick`, `3 tricks`.
pub(crate) fn count_of(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}
