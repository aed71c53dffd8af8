//! The slips of the pen that `slips.toml` lists, and the words for ranks and suits that it knows.

use crate::cards::{Card, CardLanguage, Suit, read_card};
use crate::rules::data;
use crate::rules::from_toml::{parse_file, text};
use std::sync::LazyLock;

data! {
    /// The rows, in the order in which they are tried.
    pub struct SlipTable {
        pub slip: &'static [Slip],
        /// Pieces that rows are made of: `RANK`, `SUIT`, `NUMBER`.
        pub word: &'static [SlipPieceWords],
    }

    /// The wrong words, a piece for each token: `^` and `$` are the beginning and the end of the line, `N` a number, `NNN` three
    /// digits, `BAR` a vertical bar, `HALF` a rank as it is written, `LETTER` the letter or the sign of a suit, `WORD` any word,
    /// `NAME` a player's name of one word, `CARD` a card, `PROSE` a word that the grammar does not have; `a|b` either word. What
    /// is meant: `$1` is the first of them; nothing where no text mends it. Where no `fence` is given, it may be any.
    pub struct Slip {
        pub written: &'static str,
        pub meant: Option<&'static str>,
        pub says: &'static str,
        pub fence: Option<&'static str>,
    }

    /// Words of which each may stand for such a piece, and what it means.
    pub struct SlipPieceWords {
        pub piece: &'static str,
        pub written: &'static str,
        pub meant: &'static str,
    }
}

pub static SLIPS: LazyLock<SlipTable> =
    LazyLock::new(|| parse_file("slips.toml", text!("scenario/text/slips")));

/// Returns what a word means where it stands for a placeholder such as `RANK` or `SUIT`.
pub fn meaning_in_placeholder(piece: &str, word: &str) -> Option<&'static str> {
    for row in SLIPS.word {
        if row.piece == piece && row.written.split('|').any(|written| written == word) {
            return Some(row.meant);
        }
    }
    None
}

/// Returns the sign of the suit that a word means: the suit's letter, or its name in the singular
/// or in another language.
pub fn suit_sign_of_word(word: &str, letters: CardLanguage) -> Option<&'static str> {
    let card = read_card(&format!("A{word}"), letters).ok();
    match card {
        Some(card) => meaning_in_placeholder("SUIT", &card.suit().sign().to_string()),
        None => meaning_in_placeholder("SUIT", &word.to_lowercase()),
    }
}

/// Returns the card whose rank, and perhaps its suit, a word has in the words of some language, without a blank: `Rey♥`,
/// `Herz-König`.
pub fn card_in_words(word: &str, letters: CardLanguage) -> Option<Card> {
    let lower = word.to_lowercase();
    if let Some((first, second)) = lower.split_once('-') {
        return read_pair(second, first).or_else(|| read_pair(first, second));
    }
    let suit = lower.chars().next_back()?;
    let rank = &lower[..lower.len() - suit.len_utf8()];
    if rank.is_empty() || !Suit::ALL.iter().any(|other| other.sign() == suit) {
        return None;
    }
    // A court card of another language is no slip where its letter is read.
    read_card(word, letters).is_err().then_some(())?;
    read_pair(rank, &suit.to_string())
}

/// Returns the card of a rank and a suit in words.
fn read_pair(rank: &str, suit: &str) -> Option<Card> {
    let rank = meaning_in_placeholder("RANK", rank)?;
    let suit = meaning_in_placeholder("SUIT", suit)?;
    read_card(&format!("{rank}{suit}"), CardLanguage::English).ok()
}
