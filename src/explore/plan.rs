//! The plain answers to "Should I go in?", each as a declaration that can be made.

use super::View;
use super::strategy::Move;
use crate::engine::Hand;
use crate::rules::Ruleset;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way to declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// Fold.
    Fold,
    /// Keep the cards.
    Stand,
    /// Change all plain losers.
    Losers,
    /// Change the whole hand.
    All,
    /// Take the spare hand.
    Fille,
}

impl Plan {
    /// All of them.
    pub const ALL: [Plan; 5] = [Plan::Fold, Plan::Stand, Plan::Losers, Plan::All, Plan::Fille];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Plan::Fold => "fold",
            Plan::Stand => "stand",
            Plan::Losers => "change the plain losers",
            Plan::All => "change the whole hand",
            Plan::Fille => "take the fille",
        }
    }

    /// What the mover of a hand then does; none where that is not offered. Who has no plain losers, or may draw nothing,
    /// stands when he would change them.
    pub fn of(self, rules: &Ruleset, hand: &Hand) -> Option<Move> {
        let view = View::new(rules, hand);
        let offers = view.offers()?;
        let most = usize::from(offers.exchange);
        let (losers, held) = (view.lowest_of(view.plain_losers(), most), view.held());
        match self {
            Plan::Fold => offers.fold.then_some(Move::Fold),
            Plan::Stand => offers.stand.then_some(Move::Stand),
            Plan::Losers if losers.is_empty() => offers.stand.then_some(Move::Stand),
            Plan::Losers => Some(Move::Exchange(losers)),
            Plan::All => (most >= held.len()).then_some(Move::Exchange(held)),
            Plan::Fille => offers.fille.then_some(Move::TakeFille),
        }
    }
}
