//! The players' names, found in a line by longest match.

use super::{Kind, Token, nearest};
use crate::cards::Seat;
use crate::scenario::syntax::At;
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// The names of a file, in playing order.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: Vec<String>,
    words: Vec<Vec<String>>,
}

impl Names {
    /// The names as the header gives them, NFC.
    pub fn new(players: &[At<String>]) -> Names {
        let names: Vec<String> = players.iter().map(|player| player.value.clone()).collect();
        let words = names.iter().map(|name| name.split_whitespace().map(str::to_owned).collect()).collect();
        Names { names, words }
    }

    /// The longest name that begins these tokens, and how many of them it takes.
    pub fn at(&self, tokens: &[Token]) -> Option<(Seat, usize)> {
        let first = tokens.first().filter(|token| token.kind == Kind::Word)?;
        let first = composed(first.text);
        let begins = |words: &Vec<String>| words.first().is_some_and(|word| *word == first) && follows(words, tokens);
        let seats = self.words.iter().enumerate().filter(|(_, words)| begins(words));
        let (seat, words) = seats.rev().max_by_key(|(_, words)| words.len())?;
        Some((Seat(seat as u8), words.len()))
    }

    /// The seat of a name written alone.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let name = composed(name);
        self.names.iter().position(|known| *known == name).map(|seat| Seat(seat as u8))
    }

    /// The name that is nearest to a word.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        nearest(&composed(word), self.names.iter().map(String::as_str))
    }

    /// All of them, for a message.
    pub fn listed(&self) -> String {
        self.names.join(", ")
    }
}

fn follows(words: &[String], tokens: &[Token]) -> bool {
    let same = |(word, token): (&String, &Token)| token.kind == Kind::Word && *word == composed(token.text);
    tokens.len() >= words.len() && words.iter().zip(tokens).all(same)
}

/// The text in NFC.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    match text.is_ascii() || is_nfc(text) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfc().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::words::tokens;

    fn names(list: &[&str]) -> Names {
        Names::new(&list.iter().map(|name| At { value: name.to_string(), span: 0..0 }).collect::<Vec<_>>())
    }

    fn at(list: &[&str], line: &str) -> Option<(u8, usize)> {
        names(list).at(&tokens(line, |range| range)).map(|(seat, words)| (seat.0, words))
    }

    #[test]
    fn the_longest_name_counts() {
        assert_eq!(at(&["Anne", "Anne Marie"], "Anne Marie folds"), Some((1, 2)));
        assert_eq!(at(&["Anne", "Anne Marie"], "Anne folds"), Some((0, 1)));
        assert_eq!(at(&["Mme de Sévigné", "Bo"], "Mme\u{a0}de\tSe\u{301}vigne\u{301} A♥"), Some((0, 3)));
        assert_eq!(at(&["Anne", "Bo"], "Annette folds"), None);
    }

    #[test]
    fn of_two_equal_names_the_first_counts() {
        assert_eq!(at(&["Anne", "Anne"], "Anne"), Some((0, 1)));
    }
}
