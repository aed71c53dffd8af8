//! Cards that a clause names and that the pack does not have.

use super::exclusion::{Exclusion, excluded};
use crate::cards::{Card, Rank, Suit};
use crate::rules::{ClauseId, Ruleset, TrickRules};

/// Returns the first clause about a card that the pack for some number of players does not have.
pub(super) fn find_missing_card(rules: &Ruleset) -> Option<Exclusion> {
    let players = rules.players.value;
    for (topic, card) in named_cards(rules.tricks()?) {
        let mut packs = (players.from..=players.to).map(|number| rules.pack.value.pack(number));
        if packs.any(|pack| !pack.has(card)) {
            let why = "the pack does not have the card that this clause names, or not for every number of players";
            return excluded(topic, ClauseId::Pack, why);
        }
    }
    None
}

/// Returns the cards that clauses name, each with its clause. A rank stands for its card of spades.
fn named_cards(rules: &TrickRules) -> Vec<(ClauseId, Card)> {
    let mut cards = Vec::new();
    if let Some(card) = rules.pam_card.value.0 {
        cards.push((ClauseId::PamCard, card));
    }
    if let Some(promotion) = rules.rank_promoted.value.0 {
        cards.push((ClauseId::RankPromoted, promotion.card));
        cards.push((ClauseId::RankPromoted, spade_of_rank(promotion.under)));
    }
    if let Some(premium) = rules.pay_premium.value.0 {
        cards.push((ClauseId::PayPremium, premium.card));
    }
    for rank in rules.decl_blind.value.0 {
        cards.push((ClauseId::DeclBlind, spade_of_rank(*rank)));
    }
    cards
}

/// Returns the card that stands for its rank.
fn spade_of_rank(rank: Rank) -> Card {
    Card::new(rank, Suit::Spades)
}
