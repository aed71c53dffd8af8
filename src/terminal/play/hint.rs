//! A hint: what the documented strategy would do, by which of its rules.

use super::order::PASS;
use crate::cards::Set;
use crate::engine::Hand;
use crate::explore::strategy::{Move, STRATEGY};
use crate::rules::Ruleset;
use crate::scenario::{Verb, written};

/// What it would do and why, in a sentence or two.
pub(super) fn hint(rules: &Ruleset, hand: &Hand) -> Option<String> {
    let (to, rule) = (STRATEGY.choose(rules, hand)?, STRATEGY.rule(rules, hand)?);
    Some(format!("The book's strategy: {}. Its rule: {}", words(rules, hand, to), rule.text))
}

fn words(rules: &Ruleset, hand: &Hand, to: Move) -> String {
    let said = written(rules, to.act(hand.mover, |_| Set::EMPTY), Verb::Tries);
    said.map_or_else(|| PASS.to_owned(), |said| said.trim_start_matches("to ").to_owned())
}
