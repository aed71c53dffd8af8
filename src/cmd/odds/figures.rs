//! The odds, as a machine is told them and people read them.

use crate::cards::{Card, Letters, PerSeat, Seat, Set, read_card};
use crate::engine::{Act, Deal, Hand, Stage, Table, Trumps, advance, open};
use crate::explore::odds::{
    Chance, Dealing, Evening, Mean, PHASES, Phases, Place, Row, Share, counted, decimal, evenings, trial,
};
use crate::explore::strategy::{NEVER_FOLDS, STRATEGY};
use crate::explore::{Advice, Plan, RandomPlayer, advise};
use crate::rules::mus::Lance;
use crate::rules::{Machine, Mark, Phase, Ruleset, SpareHand};
use crate::scenario::report::told;
use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

/// Chances, for a machine: those of an edition, or those of a holding.
#[derive(Default, Serialize, JsonSchema)]
pub(in crate::cmd) struct Output {
    /// The version of this form.
    version: u32,
    /// The edition's id.
    pub(super) edition: &'static str,
    /// How many sit at the table.
    pub(super) players: u8,
    /// Cards in the pack.
    pub(super) cards: usize,
    /// How sure it is that the pack has so many.
    pub(super) cards_marks: Vec<Mark>,
    /// How sure the ceiling on debts is, or that there is none.
    pub(super) ceiling_marks: Vec<Mark>,
    /// What can be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counted: Option<Vec<NamedOdds>>,
    #[serde(flatten)]
    pub(super) played: Option<PlayedOdds>,
    /// The cards of a holding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) holding: Option<String>,
    /// That one is dealt them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dealt: Option<NamedOdds>,
    #[serde(flatten)]
    pub(super) turned: Option<TurnedOdds>,
    /// At Mus: that nobody against one holds better, as the cards are, and after each change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) phases: Option<Vec<PhaseOdds>>,
}

/// What was played out.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlayedOdds {
    /// Where the random numbers began.
    pub(super) seed: u64,
    /// Hands in which the seat was asked to declare.
    pub(super) hands: u64,
    /// Of them, those in which the strategy went in.
    pub(super) goes_in: ShareOdds,
    /// What each plan came to, by the trumps held.
    pub(super) by_trumps: Vec<PlanOdds>,
    /// Evenings of the strategy.
    pub(super) evenings: EveningOdds,
    /// Evenings of a company that never folds.
    pub(super) evenings_without_folding: EveningOdds,
}

/// Of a holding, once a card is turned up.
#[derive(Serialize, JsonSchema)]
pub(super) struct TurnedOdds {
    /// That card.
    pub(super) turn: String,
    /// For each card held, that none of the others was dealt one that beats it by suit.
    pub(super) best: Vec<CardOdds>,
    /// Where the random numbers began.
    pub(super) seed: u64,
    /// What each declaration comes to.
    pub(super) advice: Vec<AdviceOdds>,
}

told! {
    /// A chance, as a fraction and as a number from 0 to 1.
    pub(super) NamedOdds of (what, chance), (String, Chance) {
        /// Of what.
        what: String = what;
        exact: String = chance.to_string();
        chance: f64 = decimal(chance);
    }

    pub(super) CardOdds of (card, trump, chance), (Card, bool, Chance) {
        card: String = card.to_string();
        /// Whether it is a trump.
        trump: bool = trump;
        exact: String = chance.to_string();
        chance: f64 = decimal(chance);
    }

    /// What cards are worth in a phase of Mus, Point in the place of a Jeu that nobody has.
    pub(super) PhaseOdds of (laid, phase, [first, last]), (Set, Lance, [Chance; 2]) {
        /// What is laid down before; nothing of the cards as they are.
        laid: String = laid.to_string();
        phase: &'static str = phase.word();
        /// To one who sits before all who are against them.
        first: f64 = decimal(first);
        first_exact: String = first.to_string();
        /// To one who sits behind them.
        last: f64 = decimal(last);
        last_exact: String = last.to_string();
    }

    /// A share that was found, from 0 to 1, and an interval that holds the true one 95 times in 100.
    pub(super) ShareOdds of share, Share {
        hits: u64 = share.hits;
        of: u64 = share.of;
        share: f64 = share.found();
        low: f64 = share.interval().0;
        high: f64 = share.interval().1;
    }

    /// A mean that was found, and how far the true one may lie to either side 95 times in 100, where that is known.
    pub(super) MeanOdds of mean, Mean {
        of: u64 = mean.of;
        mean: f64 = mean.found();
        within: Option<f64> = Some(mean.within()).filter(|within| within.is_finite());
    }

    /// What a plan came to with so many trumps.
    pub(super) PlanOdds of row, Row {
        trumps: usize = row.trumps;
        plan: Plan = row.plan;
        gained_in_pools: MeanOdds = row.gained.into();
        owes_nothing: ShareOdds = row.spared.into();
    }

    /// What a declaration comes to, in chips.
    pub(super) AdviceOdds of one, Advice {
        plan: Plan = one.plan;
        /// Cards laid down by it.
        laid: usize = one.laid;
        gained: MeanOdds = one.gained.into();
        owes_nothing: ShareOdds = one.spared.into();
    }

    pub(super) EveningOdds of evening, Evening {
        sessions: u64 = evening.sessions;
        /// The pools, hand by hand.
        pools: Vec<MeanOdds> = evening.pools.into_iter().map(MeanOdds::from).collect();
        /// The pools that half of the sessions do not pass, hand by hand.
        half: Vec<i64> = evening.half;
        /// The pools that nine sessions of ten do not pass, hand by hand.
        nine_in_ten: Vec<i64> = evening.nine_in_ten;
        hands_with_a_debt: ShareOdds = evening.owing.into();
        debts_cut_by_a_ceiling: ShareOdds = evening.cut.into();
        largest_pool: i64 = evening.largest;
        /// Sessions ended because an amount was past all counting.
        broken_off: u64 = evening.broken_off;
    }
}

/// Hands of an evening, about: so many sessions are played as their hands come to what was asked for.
const HANDS_OF_A_SESSION: u64 = 10;

impl Output {
    fn new(rules: &Ruleset, players: u8) -> Output {
        let cards = rules.pack.read().map(|packs| packs.pack(players).len());
        Output {
            version: 1,
            edition: rules.id,
            players,
            cards: cards.set(|cards, _| *cards),
            cards_marks: cards.marks().iter().collect(),
            ceiling_marks: rules.debt_cap.marks().iter().collect(),
            ..Output::default()
        }
    }

    /// The odds of an edition: what is counted, and what so many hands come to.
    pub(super) fn of_deals(rules: &Ruleset, players: u8, hands: u64, seed: u64) -> Output {
        let is_mus = rules.machine == Machine::Mus;
        let dealt = if is_mus { Phases::new(rules).dealt() } else { counted(rules, players) };
        let counted = dealt.into_iter().map(NamedOdds::from).collect();
        let played = || {
            let trial = trial(rules, players, hands, seed);
            let sessions = hands.div_ceil(HANDS_OF_A_SESSION);
            let [careful, bold] =
                [&STRATEGY, &NEVER_FOLDS].map(|strategy| evenings(rules, players, strategy, sessions, seed).into());
            let hands = trial.hands;
            let goes_in = trial.goes_in.into();
            let by_trumps = trial.rows.into_iter().map(PlanOdds::from).collect();
            PlayedOdds { seed, hands, goes_in, by_trumps, evenings: careful, evenings_without_folding: bold }
        };
        Output { counted: Some(counted), played: (hands > 0 && !is_mus).then(played), ..Output::new(rules, players) }
    }

    /// The odds of a holding, and of the card turned up beside it.
    pub(super) fn of_holding(
        rules: &Ruleset,
        players: u8,
        (cards, turn): (&str, Option<&str>),
        hands: u64,
        seed: u64,
    ) -> Result<Output> {
        let pack = rules.pack.value.pack(players);
        let read = |word: &str| {
            let card = read_card(word, Letters::English).map_err(|_| anyhow!("{word} is no card"))?;
            ensure!(pack.has(card), "{card} is not in the pack for {players} players");
            Ok(card)
        };
        let all = cards.split_whitespace().map(read).collect::<Result<Vec<Card>>>()?;
        let cards: Set = all.iter().copied().collect();
        let most = usize::from(rules.deal_packets.value.hand);
        ensure!(cards.len() == all.len(), "a card stands twice in the holding");
        if rules.machine == Machine::Mus {
            ensure!(turn.is_none(), "no card is turned up in {}", rules.id);
            ensure!(cards.len() == most, "a holding is of {most} cards");
            let (holding, phases) = (Some(cards.to_string()), Some(phases(rules, cards)));
            return Ok(Output { holding, phases, ..Output::new(rules, players) });
        }
        ensure!((1..=most).contains(&cards.len()), "a holding is of 1 to {most} cards");
        let turned = turn.map(read).transpose()?.map(|card| {
            ensure!(!cards.has(card), "{card} is held, and cannot be turned up");
            TurnedOdds::new(rules, players, cards, card, hands, seed)
        });
        let dealt = ("dealt".into(), Dealing::new(rules, players).holding(cards)).into();
        let (holding, dealt) = (Some(cards.to_string()), Some(dealt));
        Ok(Output { holding, dealt, turned: turned.transpose()?, ..Output::new(rules, players) })
    }
}

/// What four cards are worth in each phase, as they are and after each change; or which of five goes.
fn phases(rules: &Ruleset, held: Set) -> Vec<PhaseOdds> {
    let all = Phases::new(rules);
    let of = |laid: Set| {
        let [first, last] = [Place::First, Place::Last].map(|place| all.changed(held, laid, place));
        (0..PHASES.len()).map(move |at| PhaseOdds::from((laid, PHASES[at], [first[at], last[at]])))
    };
    all.changes(held).into_par_iter().flat_map_iter(of).collect()
}

impl TurnedOdds {
    fn new(rules: &Ruleset, players: u8, cards: Set, turned: Card, hands: u64, seed: u64) -> Result<TurnedOdds> {
        let (trumps, dealing) = (Trumps::of(rules, turned.suit()).all(), Dealing::new(rules, players));
        let best = |card| CardOdds::from((card, trumps.has(card), dealing.is_best(card, cards, turned)));
        let best = rules.rank.value.sorted(cards).into_iter().map(best);
        let is_whole = cards.len() == usize::from(rules.deal_packets.value.hand) && hands > 0;
        let first = || first(rules, players, cards, turned).context("no hand begins with these cards");
        let first = is_whole.then(first).transpose()?;
        let speaks = |first: &&Hand| matches!(first.stage, Stage::In(Phase::Round(_)));
        let advise = |first| advise(rules, first, &[], hands, seed);
        let advice = first.iter().filter(speaks).flat_map(advise).map(AdviceOdds::from);
        Ok(TurnedOdds { turn: turned.to_string(), best: best.collect(), seed, advice: advice.collect() })
    }
}

/// The eldest holds these cards, nobody owes anything, and it is their turn to speak.
fn first(rules: &Ruleset, seats: u8, cards: Set, turned: Card) -> Option<Hand> {
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let mut events = Vec::new();
    let mut hand = open(rules, &mut table, &mut events).ok()?;
    let mut player = RandomPlayer::new(0);
    let mut left = (rules.pack.value.pack(seats) - cards).without(turned);
    let mut hands = PerSeat::default();
    let mut draw = || {
        let some = player.some_of(left, cards.len());
        left = left - some;
        some
    };
    let eldest = hand.mover;
    for seat in hand.in_turn() {
        hands[seat] = if seat == eldest { cards } else { draw() };
    }
    let spare = rules.fille_deal.value == SpareHand::BeforeDealer;
    let fille = if spare { draw() } else { Set::EMPTY };
    advance(rules, &mut hand, &Act::Deal(Deal { hands, fille, turned }), &mut events).ok()?;
    Some(hand)
}
