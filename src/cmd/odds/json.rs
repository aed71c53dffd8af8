//! The odds for programs.

use super::{Figures, Played};
use crate::cards::Card;
use crate::explore::odds::{Chance, Counted, Evening, Mean, Row, Share};
use crate::explore::{Advice, Plan};
use crate::rules::Mark;
use schemars::JsonSchema;
use serde::Serialize;

/// Chances, for a machine: those of an edition, or those of a holding.
#[derive(Serialize, JsonSchema)]
pub(in crate::cmd) struct Output {
    /// The edition's id.
    edition: &'static str,
    /// How many sit at the table.
    players: u8,
    /// Cards in the pack.
    cards: usize,
    /// How sure it is that the pack has so many.
    cards_marks: Vec<Mark>,
    /// How sure the ceiling on debts is, or that there is none.
    ceiling_marks: Vec<Mark>,
    #[serde(flatten)]
    counted: Option<CountedOdds>,
    #[serde(flatten)]
    played: Option<PlayedOdds>,
    #[serde(flatten)]
    held: Option<HeldOdds>,
    #[serde(flatten)]
    turned: Option<TurnedOdds>,
}

#[derive(Serialize, JsonSchema)]
struct CountedOdds {
    /// What can be counted.
    counted: Vec<NamedOdds>,
}

/// What was played out.
#[derive(Serialize, JsonSchema)]
struct PlayedOdds {
    /// Where the random numbers began.
    seed: u64,
    /// Hands in which the seat was asked to declare.
    hands: u64,
    /// Of them, those in which the strategy went in.
    goes_in: ShareOdds,
    /// What each plan came to, by the trumps held.
    by_trumps: Vec<PlanOdds>,
    /// Evenings of the strategy.
    evenings: EveningOdds,
    /// Evenings of a company that never folds.
    evenings_without_folding: EveningOdds,
}

/// Of a holding.
#[derive(Serialize, JsonSchema)]
struct HeldOdds {
    /// Its cards.
    holding: String,
    /// That one is dealt them.
    dealt: NamedOdds,
}

/// Of a holding, once a card is turned up.
#[derive(Serialize, JsonSchema)]
struct TurnedOdds {
    /// That card.
    turn: String,
    /// For each card held, that none of the others was dealt one that beats it by suit.
    best: Vec<CardOdds>,
    /// Where the random numbers began.
    seed: u64,
    /// What each declaration comes to.
    advice: Vec<AdviceOdds>,
}

/// A chance, as a fraction and as a number from 0 to 1.
#[derive(Serialize, JsonSchema)]
struct NamedOdds {
    /// Of what.
    what: String,
    exact: String,
    chance: f64,
}

#[derive(Serialize, JsonSchema)]
struct CardOdds {
    card: String,
    /// Whether it is a trump.
    trump: bool,
    exact: String,
    chance: f64,
}

/// A share that was found, from 0 to 1, and an interval that holds the true one 95 times in 100.
#[derive(Serialize, JsonSchema)]
struct ShareOdds {
    hits: u64,
    of: u64,
    share: f64,
    low: f64,
    high: f64,
}

/// A mean that was found, and how far the true one may lie to either side 95 times in 100, where that is known.
#[derive(Serialize, JsonSchema)]
struct MeanOdds {
    of: u64,
    mean: f64,
    within: Option<f64>,
}

/// What a plan came to with so many trumps.
#[derive(Serialize, JsonSchema)]
struct PlanOdds {
    trumps: usize,
    plan: Plan,
    gained_in_pools: MeanOdds,
    owes_nothing: ShareOdds,
}

/// What a declaration comes to, in chips.
#[derive(Serialize, JsonSchema)]
struct AdviceOdds {
    plan: Plan,
    /// Cards laid down by it.
    laid: usize,
    gained: MeanOdds,
    owes_nothing: ShareOdds,
}

#[derive(Serialize, JsonSchema)]
struct EveningOdds {
    sessions: u64,
    /// The pools, hand by hand.
    pools: Vec<MeanOdds>,
    /// The pools that half of the sessions do not pass, hand by hand.
    half: Vec<i64>,
    /// The pools that nine sessions of ten do not pass, hand by hand.
    nine_in_ten: Vec<i64>,
    hands_with_a_debt: ShareOdds,
    debts_cut_by_a_ceiling: ShareOdds,
    largest_pool: i64,
    /// Sessions ended because an amount was past all counting.
    broken_off: u64,
}

impl From<&Figures<'_>> for Output {
    fn from(figures: &Figures) -> Output {
        let turned = figures.holding.as_ref().and_then(|of| of.turn.as_ref());
        let counted = || CountedOdds { counted: figures.counted.iter().map(|one| counted(figures, one)).collect() };
        Output {
            edition: figures.rules.id,
            players: figures.players,
            cards: figures.cards().set(|cards, _| *cards),
            cards_marks: figures.cards().marks().iter().collect(),
            ceiling_marks: figures.rules.debt_cap.marks().iter().collect(),
            counted: (!figures.counted.is_empty()).then(counted),
            played: figures.played.as_ref().map(|played| played_out(figures.seed, played)),
            held: figures
                .holding
                .as_ref()
                .map(|of| HeldOdds { holding: of.cards.to_string(), dealt: named("dealt", of.dealt) }),
            turned: turned.map(|turn| TurnedOdds {
                turn: turn.card.to_string(),
                best: turn.best.iter().map(CardOdds::from).collect(),
                seed: figures.seed,
                advice: turn.advice.iter().map(AdviceOdds::from).collect(),
            }),
        }
    }
}

/// A chance as a number from 0 to 1.
pub(super) fn decimal(chance: Chance) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

fn counted(figures: &Figures, one: &Counted) -> NamedOdds {
    named(&one.what.says(figures.rules), one.chance)
}

fn named(what: &str, chance: Chance) -> NamedOdds {
    NamedOdds { what: what.into(), exact: chance.to_string(), chance: decimal(chance) }
}

fn played_out(seed: u64, Played { trial, evenings: [careful, bold] }: &Played) -> PlayedOdds {
    PlayedOdds {
        seed,
        hands: trial.hands,
        goes_in: trial.goes_in.into(),
        by_trumps: trial.rows.iter().map(PlanOdds::from).collect(),
        evenings: careful.into(),
        evenings_without_folding: bold.into(),
    }
}

impl From<&(Card, bool, Chance)> for CardOdds {
    fn from((card, trump, chance): &(Card, bool, Chance)) -> CardOdds {
        CardOdds { card: card.to_string(), trump: *trump, exact: chance.to_string(), chance: decimal(*chance) }
    }
}

impl From<Share> for ShareOdds {
    fn from(share: Share) -> ShareOdds {
        let (low, high) = share.interval();
        ShareOdds { hits: share.hits, of: share.of, share: share.found(), low, high }
    }
}

impl From<Mean> for MeanOdds {
    fn from(mean: Mean) -> MeanOdds {
        let within = Some(mean.within()).filter(|within| within.is_finite());
        MeanOdds { of: mean.of, mean: mean.found(), within }
    }
}

impl From<&Row> for PlanOdds {
    fn from(row: &Row) -> PlanOdds {
        let Row { trumps, plan, gained, spared } = *row;
        PlanOdds { trumps, plan, gained_in_pools: gained.into(), owes_nothing: spared.into() }
    }
}

impl From<&Advice> for AdviceOdds {
    fn from(one: &Advice) -> AdviceOdds {
        let Advice { plan, laid, gained, spared } = *one;
        AdviceOdds { plan, laid, gained: gained.into(), owes_nothing: spared.into() }
    }
}

impl From<&Evening> for EveningOdds {
    fn from(evening: &Evening) -> EveningOdds {
        EveningOdds {
            sessions: evening.sessions,
            pools: evening.pools.iter().map(|pool| (*pool).into()).collect(),
            half: evening.half.clone(),
            nine_in_ten: evening.nine_in_ten.clone(),
            hands_with_a_debt: evening.owing.into(),
            debts_cut_by_a_ceiling: evening.cut.into(),
            largest_pool: evening.largest,
            broken_off: evening.broken_off,
        }
    }
}
