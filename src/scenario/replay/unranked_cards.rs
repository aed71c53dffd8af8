//! Ranks of the pack that the order of an edition file does not name. The engine would place them below all others.

use super::edition_places::span_of_value;
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::editions::clause_in_edition_file::written_or_inherited_part_in;
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::text::{Diagnostic, diagnose};

/// Returns the diagnostic for an order that the file gives, or that it takes over for a pack of its own, and that lacks ranks.
pub(super) fn find_unranked_cards(rules: &Ruleset, text: &str) -> Option<Diagnostic> {
    let order = span_of_value(text, ClauseId::Rank);
    let span = order.or_else(|| span_of_value(text, ClauseId::Pack))?;
    let written = written_or_inherited_part_in(text, ClauseId::Rank, "value")?;
    let missing = ranks_missing_in(&written, cards_of_all_packs(rules));
    if missing.is_empty() {
        return None;
    }
    let ranks = missing.join(", ");
    Some(diagnose!("ranks-missing", &span, ranks))
}

/// Returns the cards of the packs for all numbers of players.
fn cards_of_all_packs(rules: &Ruleset) -> CardSet {
    let players = rules.players.value;
    let mut cards = CardSet::EMPTY;
    for number in players.from..=players.to {
        cards = cards | rules.pack.value.pack(number);
    }
    cards
}

/// Returns the signs of the ranks of a pack, the highest first, that an order as a file writes it does not name.
fn ranks_missing_in(written: &str, pack: CardSet) -> Vec<&'static str> {
    let words = written.trim_matches(|c: char| !c.is_alphanumeric());
    let named: Vec<Rank> = words
        .split([' ', '='])
        .filter_map(Rank::from_sign)
        .collect();
    let mut missing = Vec::new();
    for rank in Rank::ALL.into_iter().rev() {
        if pack.has(Card::new(rank, Suit::Spades)) && !named.contains(&rank) {
            missing.push(rank.sign());
        }
    }
    missing
}
