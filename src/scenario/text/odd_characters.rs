//! Characters that look like letters or digits and are others, cards as single characters or names of HTML, and cards that are
//! written without blanks between them.

use super::is_hidden;
use crate::cards::{Card, CardLanguage, Rank, Suit, read_card};

/// Letters of other scripts, each with the Latin letter that it looks like, and signs that look like those of suits.
const LOOK_ALIKES: [(&str, &str, &str); 3] = [
    (
        "a Cyrillic letter",
        "АВСЕНІЈКМОРЅТХУаеіјорсухѕ",
        "ABCEHIJKMOPSTXYaeijopcyxs",
    ),
    ("another sign than that of the suit", "❤❥◆⬥", "♥♥♦♦"),
    ("a Greek letter", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν", "ABEZHIKMNOPTYXoav"),
];

/// The signs of suits in HTML.
const ENTITIES: [(&str, char); 4] = [
    ("&spades", '♠'),
    ("&hearts", '♥'),
    ("&diams", '♦'),
    ("&clubs", '♣'),
];

/// Returns the Latin character that another looks like, and what the other is.
fn look_alike(c: char) -> Option<(char, &'static str)> {
    let code = u32::from(c);
    if (0xFF01..=0xFF5E).contains(&code) {
        return Some((char::from_u32(code - 0xFEE0)?, "a fullwidth character"));
    }
    for (kind, theirs, ours) in LOOK_ALIKES {
        if let Some(at) = theirs.chars().position(|other| other == c) {
            return Some((ours.chars().nth(at)?, kind));
        }
    }
    None
}

/// Returns the Latin character that another looks like, or the character itself.
fn replace_look_alike(c: char) -> char {
    match look_alike(c) {
        Some((plain, _)) => plain,
        None => c,
    }
}

/// Returns a text with Latin characters in place of those that look like them, and without invisible ones.
pub fn replace_odd_characters(text: &str) -> String {
    let visible = text.chars().filter(|c| !is_hidden(*c));
    visible.map(replace_look_alike).collect()
}

/// Says which character of a text is not what it looks like, or is invisible: `А (U+0410) is a Cyrillic letter`.
pub fn describe_odd_character(text: &str) -> Option<String> {
    for c in text.chars() {
        let code = format!("U+{:04X}", u32::from(c));
        if is_hidden(c) {
            return Some(format!("{code} is an invisible character"));
        }
        if let Some((_, kind)) = look_alike(c) {
            return Some(format!("{c} ({code}) is {kind}"));
        }
    }
    None
}

/// Returns the card that a word shows as one character of Unicode (🂱), or with the name that its suit has in HTML.
pub fn unicode_or_entity_card(word: &str, letters: CardLanguage) -> Option<Card> {
    let mut characters = word.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return card_character(only);
    }
    for (name, sign) in ENTITIES {
        if let Some(rank) = word.trim_end_matches(';').strip_suffix(name) {
            return read_card(&format!("{rank}{sign}"), letters).ok();
        }
    }
    None
}

/// Returns the card of a character in the block *Playing Cards*. The knights are in no pack of ours.
fn card_character(c: char) -> Option<Card> {
    let place = u32::from(c).checked_sub(0x1F0A0)?;
    let suits = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
    let suit = *suits.get((place / 16) as usize)?;
    let rank = match place % 16 {
        1 => Rank::Ace,
        number @ 2..=10 => *Rank::ALL.get(number as usize - 2)?,
        11 => Rank::Jack,
        13 => Rank::Queen,
        14 => Rank::King,
        _ => return None,
    };
    Some(Card::new(rank, suit))
}

/// Returns the cards of a word in which several stand without blanks: `A♥8♥`, or the suit before its ranks: `♥A8`.
pub fn cards_without_blanks(word: &str, letters: CardLanguage) -> Option<Vec<Card>> {
    if word.len() > 100 {
        return None;
    }
    cards_in_a_row(word, letters).or_else(|| cards_of_leading_suit(word, letters))
}

fn cards_in_a_row(word: &str, letters: CardLanguage) -> Option<Vec<Card>> {
    let mut cards = Vec::new();
    let mut rest = word.trim_matches(['-', '/', '.']);
    while !rest.is_empty() {
        let (card, length) = first_card(rest, letters)?;
        cards.push(card);
        rest = rest[length..].trim_start_matches(['-', '/', '.']);
    }
    if cards.len() > 1 { Some(cards) } else { None }
}

/// Returns the card with which a text begins, and its length.
fn first_card(text: &str, letters: CardLanguage) -> Option<(Card, usize)> {
    for characters in [3, 2] {
        let end = match text.char_indices().nth(characters) {
            Some((end, _)) => end,
            None if text.chars().count() == characters => text.len(),
            None => continue,
        };
        if let Ok(card) = read_card(&text[..end], letters) {
            return Some((card, end));
        }
    }
    None
}

fn cards_of_leading_suit(word: &str, letters: CardLanguage) -> Option<Vec<Card>> {
    let sign = word.chars().next()?;
    if !Suit::ALL.iter().any(|suit| suit.sign() == sign) {
        return None;
    }
    let mut cards = Vec::new();
    let mut rest = word[sign.len_utf8()..].trim_start_matches(':');
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("10") {
            2
        } else {
            first.len_utf8()
        };
        let rank = if first == 'T' { "10" } else { &rest[..length] };
        cards.push(read_card(&format!("{rank}{sign}"), letters).ok()?);
        rest = &rest[length..];
    }
    if cards.len() > 1 { Some(cards) } else { None }
}
