//! A sentence as it is read aloud: cards by their names.

use crate::cards::{Letters, read_card, read_suit};

/// The same sentence with the signs of cards and suits in words: `7♥` is "the seven of hearts".
pub(crate) fn spoken(sentence: &str) -> String {
    sentence.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &str) -> String {
    let is_sign = |c: char| matches!(c, '♠' | '♥' | '♦' | '♣');
    let Some((at, sign)) = word.char_indices().find(|(_, c)| is_sign(*c)) else { return word.into() };
    let (token, rest) = word.split_at(at + sign.len_utf8());
    match (read_card(token, Letters::English), read_suit(token)) {
        (Ok(card), _) => format!("the {}{rest}", card.name()),
        (_, Some(suit)) => format!("{}{rest}", suit.name()),
        _ => word.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_named_and_names_are_left() {
        assert_eq!(spoken("KC plays 7♥, bound to trump."), "KC plays the seven of hearts, bound to trump.");
        assert_eq!(spoken("10♠: ♠ is trump"), "the ten of spades: spades is trump");
    }
}
