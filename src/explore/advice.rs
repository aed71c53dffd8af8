//! "Should I go in?": what each way to declare comes to, played out against the strategy with unseen cards dealt anew.

use super::odds::{Mean, Share};
use super::{Heard, RandomPlayer, View, play_on, redeal, result};
use crate::engine::{Hand, Move, Stage};
use crate::rules::{Phase, Ruleset, Verb};
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
            Plan::Fold => Verb::Fold.label(),
            Plan::Stand => Verb::Stand.label(),
            Plan::Losers => "change the plain losers",
            Plan::All => "change the whole hand",
            Plan::Fille => Verb::TakeSpare.label(),
        }
    }

    /// What the mover of a hand then does; none where that is not offered. Who has no plain losers, or may draw nothing,
    /// stands when he would change them.
    pub fn of(self, rules: &Ruleset, hand: &Hand) -> Option<Move> {
        let view = View::new(rules, hand);
        let most = view.most();
        let (losers, held) = (view.lowest_of(view.plain_losers(), most), view.held());
        let may = |does: Move| view.may(does.verb()).then_some(does);
        match self {
            _ if !matches!(hand.stage, Stage::In(Phase::Round(_))) => None,
            Plan::Fold => may(Move::Fold),
            Plan::Stand => may(Move::Stand),
            Plan::Losers if losers.is_empty() => may(Move::Stand),
            Plan::Losers => Some(Move::lay(losers)),
            Plan::All => (most >= held.len()).then(|| Move::lay(held)),
            Plan::Fille => may(Move::TakeSpare),
        }
    }
}

/// What one plan is expected to come to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The plan.
    pub plan: Plan,
    /// Cards laid down by it.
    pub laid: usize,
    /// Chips gained; debts made count as lost.
    pub gained: Mean,
    /// Play-outs after which he owed nothing.
    pub spared: Share,
}

/// A declaration as the one who is to make it sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The hand before anyone has declared.
    pub first: &'a Hand,
    /// What was declared since, in turn.
    pub said: &'a [Heard],
}

/// Each plan that is offered, played out so often. The same seed gives the same figures; each plan meets the same cards.
pub fn advise(rules: &Ruleset, seen: Seen, times: u64, seed: u64) -> Vec<Advice> {
    let mut cards = RandomPlayer::new(seed);
    let mut advice: Vec<Advice> = Vec::new();
    let mut events = Vec::new();
    for time in 0..times {
        let Ok(hand) = redeal(rules, seen.first, seen.said, &mut cards) else { continue };
        if advice.is_empty() {
            advice = offered(rules, &hand);
        }
        for one in &mut advice {
            let Some(first) = one.plan.of(rules, &hand) else { continue };
            events.clear();
            let mut stock = RandomPlayer::new(seed ^ ((time + 1) << 8));
            let Ok(end) = play_on(rules, &hand, first, &mut stock, &mut events) else { continue };
            one.gained.count(result(&hand, &end, hand.mover) as f64);
            one.spared.count(end.owes[hand.mover] == 0);
        }
    }
    advice
}

/// The plans that the mover has, of two that come to the same the first. They rest on his own cards and on what he has
/// heard, and are the same in every deal.
fn offered(rules: &Ruleset, hand: &Hand) -> Vec<Advice> {
    let moves: Vec<(Plan, Move)> =
        Plan::ALL.into_iter().filter_map(|plan| Some((plan, plan.of(rules, hand)?))).collect();
    let is_new = |at: &usize| moves[..*at].iter().all(|(_, to)| *to != moves[*at].1);
    let one = |at: usize| {
        let (plan, to) = moves[at];
        Advice { plan, laid: Heard::of(to).cards, gained: Mean::default(), spared: Share::default() }
    };
    (0..moves.len()).filter(is_new).map(one).collect()
}
