//! The dealer turned the top card, and names trumps.

use super::{Move, Occasion, Rule, View};
use crate::cards::Suit;

pub(super) const NAMING: Occasion = Occasion {
    title: "Naming trumps",
    rules: &[Rule {
        text: "He names the suit of which he holds most; of two that are as long, the one whose highest card is higher.",
        does: longest,
    }],
};

fn longest(view: &View) -> Option<Move> {
    let highest = |suit: Suit| view.of_suit(suit).into_iter().map(|card| view.place(card)).min().map(std::cmp::Reverse);
    Suit::ALL.into_iter().max_by_key(|suit| (view.of_suit(*suit).len(), highest(*suit))).map(Move::Name)
}
