//! Playing cards without any game: cards, suits, ranks, sets of cards, and seats; and counts in words.
//!
//! ```
//! use mouche::cards::{Card, CardLanguage, Rank, CardSet, Suit, read_card};
//!
//! let king = read_card("R♥", CardLanguage::English).expect("a card");
//! assert_eq!(king, Card::new(Rank::King, Suit::Hearts));
//!
//! let hand: CardSet = ["9♥", "KS", "10S"].into_iter().filter_map(|word| read_card(word, CardLanguage::English).ok()).collect();
//! assert_eq!(hand.to_string(), "K♠ 10♠ 9♥");
//! assert_eq!((hand & CardSet::of_suit(Suit::Spades)).len(), 2);
//! ```

mod bit_set_methods;
mod card;
mod card_languages;
mod card_set;
mod seat;
mod short_list_sorting;

pub use card::{Card, Rank, Suit};
pub use card_languages::{CardError, CardLanguage, read_card, read_suit, spell_card};
pub use card_set::{CardSet, RankSet};
pub use seat::{MOST_SEATS, PerSeat, Seat, SeatSet};
pub(crate) use short_list_sorting::{InsertionSort, deduplicated};

/// Returns a count with its noun in the right number: `no trick`, `1 trick`, `3 tricks`.
pub(crate) fn count_of_or_no(count: usize, noun: &str) -> String {
    if count == 0 {
        format!("no {noun}")
    } else {
        count_of(count, noun)
    }
}

/// Returns an amount of what players pay with, in the right number: `-10 chips`, `1 chip`.
pub(crate) fn amount_of(amount: i64, noun: &str) -> String {
    match usize::try_from(amount) {
        Ok(count) => count_of(count, noun),
        Err(_) => format!("{amount} {noun}s"),
    }
}

/// Returns a count with its noun in the right number: `0 tricks`, `1 trick`, `3 tricks`.
pub(crate) fn count_of(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
