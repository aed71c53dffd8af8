//! A card as a page shows it.

use crate::cards::{Card, Set};
use crate::rules::Ruleset;

/// The face of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Face {
    /// Rank and sign: `10♥`.
    pub(super) text: String,
    /// Whether it is printed in red.
    pub(super) is_red: bool,
}

impl From<Card> for Face {
    fn from(card: Card) -> Face {
        Face { text: card.to_string(), is_red: card.suit().is_red() }
    }
}

/// The faces of a set, as this edition ranks them.
pub(super) fn faces(rules: &Ruleset, cards: Set) -> Vec<Face> {
    rules.rank.value.sorted(cards).into_iter().map(Face::from).collect()
}

/// The cards of a set in a sentence, as this edition ranks them: `K♠, 10♠ and 9♥`.
pub(super) fn spelled(rules: &Ruleset, cards: Set) -> String {
    let words: Vec<String> = rules.rank.value.sorted(cards).iter().map(Card::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
