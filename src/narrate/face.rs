//! A card as a page shows it.

use crate::cards::{Card, Rank, Set};
use crate::rules::Ruleset;

/// The face of a card. Two faces are equal if they are of one card: editions may call it differently.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    card: Card,
    top: Option<&'static str>,
}

impl PartialEq for Face {
    fn eq(&self, other: &Face) -> bool {
        self.card == other.card
    }
}

impl Eq for Face {}

impl Face {
    /// A card in an edition, which may have a name of its own for the highest of all.
    pub(crate) fn new(rules: &Ruleset, card: Card) -> Face {
        let is_top = rules.pam_card.value.set().has(card);
        Face { card, top: is_top.then_some(rules.terms.top_card) }
    }

    /// The card itself.
    pub(crate) fn card(&self) -> Card {
        self.card
    }

    /// Rank and sign: `10♥`.
    pub(crate) fn text(&self) -> String {
        self.card.to_string()
    }

    /// Its name, to be read aloud: `jack of clubs, the Pamphile`.
    pub(crate) fn name(&self) -> String {
        let own = self.top.map(|top| format!(", the {top}")).unwrap_or_default();
        self.card.name() + &own
    }

    /// Its classes, by which the stylesheet finds its picture: its suit, its rank, and whether it is the highest of all.
    pub(crate) fn class(&self) -> String {
        let suit = &self.card.suit().name()[..1];
        let rank = Rank::ALL.len() - self.card.rank() as usize;
        format!("{suit} r{rank}{}", if self.top.is_some() { " top" } else { "" })
    }
}

/// The faces of a set, as this edition ranks them.
pub(crate) fn faces(rules: &Ruleset, cards: Set) -> Vec<Face> {
    rules.rank.value.sorted(cards).into_iter().map(|card| Face::new(rules, card)).collect()
}

/// The cards of a set in a sentence, as this edition ranks them: `K♠, 10♠ and 9♥`.
pub(crate) fn spelled(rules: &Ruleset, cards: Set) -> String {
    let words: Vec<String> = rules.rank.value.sorted(cards).iter().map(Card::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;

    #[test]
    fn every_card_has_its_picture_and_its_rule() {
        let deck = include_str!("../../book/src/cards.svg");
        let css = include_str!("../../book/theme/card.css");
        for suit in Suit::ALL {
            let row = suit.name()[..1].to_uppercase();
            assert!(deck.contains(&format!("<g id=\"{row}\">")), "{row} has no row");
            assert!(css.contains(&format!(".{}::after", &suit.name()[..1])), "{suit:?} has no rule");
        }
        for (rank, column) in Rank::ALL.iter().rev().zip(0..) {
            assert_eq!(deck.matches(&format!("<g transform=\"translate({})\">", column * 100)).count(), 4, "{rank:?}");
            assert!(column == 0 || css.contains(&format!(".r{}::after", column + 1)), "{rank:?} has no rule");
            assert_eq!(deck.matches(&format!(">{}</text>", rank.sign())).count(), 4, "{rank:?}");
        }
    }
}
