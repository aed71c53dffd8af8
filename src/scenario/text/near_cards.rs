//! The cards that a word may mean which is none: one that is nearly right, or may be read in two languages.

use super::is_hidden;
use crate::cards::{Card, CardLanguage, Rank, Suit, read_card};

/// Returns the English card that a word means in which a French one may be meant as well.
pub fn english_card_if_ambiguous(word: &str, french: Card) -> Option<Card> {
    let suit = word.chars().next_back()?;
    let card = read_card(&format!("2{suit}"), CardLanguage::English).ok()?;
    let english = Card::new(french.rank(), card.suit());
    if english == french {
        None
    } else {
        Some(english)
    }
}

/// Returns the card that a nearly right word means: small letters, `T` for ten, the suit first, hidden characters.
pub fn mended_card(word: &str, letters: CardLanguage) -> Option<Card> {
    if word.len() > 40 {
        return None;
    }
    let plain: String = word
        .chars()
        .filter(|c| !is_hidden(*c))
        .collect::<String>()
        .to_uppercase()
        .replace('O', "0");
    let plain = plain
        .trim_end_matches(['.', '!', ']', '*'])
        .trim_start_matches(['[', '*']);
    // English letters in a French file, unless they are French as well.
    if let Ok(card) = read_card(plain, letters).or_else(|_| read_card(plain, CardLanguage::English))
    {
        return Some(card);
    }
    let first = plain.chars().next()?;
    let rest = &plain[first.len_utf8()..];
    if let Ok(card) = read_card(&format!("{rest}{first}"), letters) {
        return Some(card);
    }
    if first == 'T' {
        return read_card(&format!("10{rest}"), letters).ok();
    }
    // A letter that looks like the digit 1.
    if let Some(suit) = plain
        .strip_prefix("I0")
        .or_else(|| plain.strip_prefix("L0"))
    {
        return read_card(&format!("10{suit}"), letters).ok();
    }
    card_with_suit_twice(plain, letters)
}

/// Returns the card of a word that names the same suit twice: `A♥♥`, `KC♣`.
fn card_with_suit_twice(word: &str, letters: CardLanguage) -> Option<Card> {
    let last = word.chars().next_back()?;
    let card = read_card(&word[..word.len() - last.len_utf8()], letters).ok()?;
    let suit = read_card(&format!("2{last}"), letters).ok()?.suit();
    (card.suit() == suit).then_some(card)
}

/// Returns the card that a word means whose suit stands before its rank: `♠A`.
pub fn card_with_suit_first(word: &str, letters: CardLanguage) -> Option<Card> {
    let sign = word.chars().next()?;
    if Suit::ALL.iter().all(|suit| suit.sign() != sign) {
        return None;
    }
    let rank = &word[sign.len_utf8()..];
    read_card(&format!("{rank}{sign}"), letters).ok()
}

/// Letters of court cards in other languages that no rank of an English file has: the letter, our letter, and the name.
const FOREIGN_COURTS: [(&str, &str, &str); 3] = [
    ("B", "J", "German Bube"),
    ("S", "J", "Spanish sota"),
    ("C", "Q", "Spanish caballo"),
];

/// Returns the court card that a word means in another language, and its name there.
pub fn foreign_court_card(word: &str) -> Option<(Card, &'static str)> {
    for (theirs, ours, name) in FOREIGN_COURTS {
        if let Some(suit) = word.strip_prefix(theirs)
            && let Ok(card) = read_card(&format!("{ours}{suit}"), CardLanguage::English)
        {
            return Some((card, name));
        }
    }
    None
}

/// Returns the cards that may be meant as well where one sign of a card is a slip: those of its suit or of its rank.
pub fn cards_sharing_suit_or_rank(word: &str, letters: CardLanguage) -> Vec<String> {
    let Some(meant) = mended_card(word, letters) else {
        return Vec::new();
    };
    let last = word.chars().next_back().unwrap_or_default();
    let is_small_rank = word.starts_with(char::is_lowercase);
    let has_sign = meant.suit().sign() == last || (last.is_uppercase() && is_small_rank);
    let small_letters = word.chars().filter(|c| c.is_lowercase()).count();
    // `1O♦` can be no other card than a ten.
    let is_short = word.chars().count() == 2;
    let mut cards: Vec<Card> = Vec::new();
    if has_sign && is_short && word.starts_with(char::is_alphanumeric) {
        cards.extend(Rank::ALL.iter().map(|rank| Card::new(*rank, meant.suit())));
    } else if small_letters == 1 && last.is_lowercase() {
        cards.extend(Suit::ALL.iter().map(|suit| Card::new(meant.rank(), *suit)));
    }
    cards.retain(|card| *card != meant);
    cards.iter().map(Card::to_string).collect()
}

/// Returns whether a word of an English file gives the rank of a card in a small French letter:
/// `r♥`.
pub fn has_small_french_rank(word: &str, letters: CardLanguage) -> bool {
    let Some((suit_at, _)) = word.char_indices().next_back() else {
        return false;
    };
    let rank = &word[..suit_at];
    let upper = rank.to_uppercase();
    let is_french = ["R", "D", "V"].contains(&upper.as_str());
    letters == CardLanguage::English && rank != upper && is_french
}
