//! `mouche odds`: chances, counted where they can be counted and played out where they cannot.

use super::*;
use crate::cards::{Card, Set, read_card};
use crate::engine::{Act, DealState, DealtCards, Stage, TableState, Trumps, apply, open_deal};
use crate::explore::odds::{
    Chance, Dealing, Evening, Mean, PHASES, PhaseChances, Proportion, Row, Trial, TurnToSpeak,
    counted, decimal, evenings, trial,
};
use crate::explore::strategy::{NEVER_FOLDS, STRATEGY};
use crate::explore::{Advice, Plan, advise};
use crate::rules::mus::BettingPhase;
use crate::rules::{Marked, Phase, SpareHand};
use anyhow::anyhow;
use rayon::prelude::*;

/// Print how likely things are: exact fractions where they can be counted, play-outs where they cannot
///
/// Play-outs follow the computer's strategy, which has a chapter in the book. Figures after ± and in brackets are 95 %
/// confidence intervals.
#[derive(Debug, Args)]
pub struct Odds {
    #[command(flatten)]
    setup: TableArguments,
    /// How many hands to play out; 0 prints only what can be counted
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    hands: u64,
    /// Random seed; the same seed gives the same hands
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The odds of a holding instead, of one to five cards: "K♥ J♥ 9♥ A♠ 7♣"
    #[arg(long, value_name = "CARDS")]
    holding: Option<String>,
    /// The card turned up beside that holding
    #[arg(long, value_name = "CARD", requires = "holding")]
    turn: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
}

pub fn run(call: &Odds) -> Result<ExitCode> {
    let rules = &call.setup.rules()?;
    let odds = match &call.holding {
        Some(cards) => Output::of_holding(rules, call, cards)?,
        None => Output::of_deals(rules, call),
    };
    print_output(call.format, &odds)
}

fn chance_line(what: impl Display, share: &f64, exact: &str) -> String {
    let one_in = if *share > 0.0 {
        format!("1 in {:.1}", 1.0 / share)
    } else {
        "never".into()
    };
    format!("{what:<50}{:>10.5} %   {one_in:<12} {exact}", 100.0 * share)
}

/// What cards are worth at Mus, a line for each change; Point in the place of a Jeu that nobody has.
fn phase_table(all: &[PhaseOdds]) -> String {
    let line = |first: &str, row: &[PhaseOdds], cell: fn(&PhaseOdds) -> String| {
        let cells: String = row.iter().map(|one| format!("{:<14}", cell(one))).collect();
        format!("{first:<18}{cells}").trim_end().to_owned()
    };
    let mut lines = Vec::new();
    for row in all.chunk_by(|one, next| one.laid == next.laid) {
        if lines.is_empty() {
            lines.push(line("laid down", row, |one| one.phase.to_owned()));
        }
        let laid = if row[0].laid.is_empty() {
            "nothing"
        } else {
            &row[0].laid
        };
        lines.push(line(laid, row, |one| {
            format!("{:.1}  {:.1}", 100.0 * one.first, 100.0 * one.last)
        }));
    }
    lines.join("\n")
}

impl MeanOdds {
    fn in_words(&self) -> String {
        let within = self
            .within
            .map_or("?".into(), |within| format!("{within:.3}"));
        format!("{:+.3} ± {within}", self.mean)
    }
}

impl ShareOdds {
    fn in_words(&self) -> String {
        let [found, low, high] = [self.share, self.low, self.high].map(|share| 100.0 * share);
        format!("{found:.1} % ({low:.1} to {high:.1})")
    }
}

impl EveningOdds {
    /// The pool of each hand: the mean, what half of the sessions do not pass, and what nine of ten do not.
    fn pools(&self) -> impl Iterator<Item = String> {
        self.pools
            .iter()
            .zip(&self.half)
            .zip(&self.nine_in_ten)
            .map(|((pool, half), most)| {
                let mean = format!(
                    "{:.1} ± {:.1}",
                    pool.mean,
                    pool.within.unwrap_or(f64::INFINITY)
                );
                format!("{mean:<18}{half:<8}{most:<14}")
            })
    }

    /// How often a debt is left, the largest pool, and how often debts are cut.
    fn facts(&self) -> [String; 3] {
        let [owing, cut] =
            [&self.hands_with_a_debt, &self.debts_cut_by_a_ceiling].map(ShareOdds::in_words);
        [
            format!("after {owing} of hands"),
            format!("{} chips", self.largest_pool),
            cut,
        ]
    }
}

told! {
    /// Chances, for a machine: those of an edition, or those of a holding.
    #[derive(Template)]
    #[template(path = "odds.txt")]
    pub(super) Output of (rules, players), (&Ruleset, u8) where {
        let cards = rules.pack.read().map(|packs| packs.pack(players).len());
    } {
        /// The version of this form.
        version: u32 = 1;
        #[serde(skip)]
        rules: Ruleset = *rules;
        /// The edition's id.
        edition: &'static str = rules.id;
        /// How many sit at the table.
        players: u8 = players;
        /// Cards in the pack.
        cards: usize = cards.render(|cards, _| *cards);
        /// How sure it is that the pack has so many.
        cards_marks: Vec<Mark> = cards.marks().iter().collect();
        /// How sure the ceiling on debts is, or that there is none.
        ceiling_marks: Vec<Mark> = rules.debt_cap.marks().iter().collect();
        /// What can be counted.
        counted unless "Option::is_none": Option<Vec<NamedOdds>> = None;
        #[serde(flatten)]
        played: Option<PlayedOdds> = None;
        /// The cards of a holding.
        holding unless "Option::is_none": Option<String> = None;
        /// That one is dealt them.
        dealt unless "Option::is_none": Option<NamedOdds> = None;
        #[serde(flatten)]
        turned: Option<TurnedOdds> = None;
        /// At Mus: that nobody against one holds better, as the cards are, and after each change.
        phases unless "Option::is_none": Option<Vec<PhaseOdds>> = None;
    }

    /// What was played out.
    pub(super) PlayedOdds of (seed, trial, [careful, bold]), (u64, Trial, [Evening; 2]) {
        /// Where the random numbers began.
        seed: u64 = seed;
        /// Hands in which the seat was asked to declare.
        hands: u64 = trial.hands;
        /// Of them, those in which the strategy went in.
        goes_in: ShareOdds = trial.goes_in.into();
        /// What each plan came to, by the trumps held.
        by_trumps: Vec<PlanOdds> = trial.rows.into_iter().map(PlanOdds::from).collect();
        /// Evenings of the strategy.
        evenings: EveningOdds = careful.into();
        /// Evenings of a company that never folds.
        evenings_without_folding: EveningOdds = bold.into();
    }
}

/// Of a holding, once a card is turned up.
#[derive(Serialize, JsonSchema)]
pub(super) struct TurnedOdds {
    /// That card.
    turn: String,
    /// For each card held, that none of the others was dealt one that beats it by suit.
    best: Vec<CardOdds>,
    /// Where the random numbers began.
    seed: u64,
    /// What each declaration comes to.
    advice: Vec<AdviceOdds>,
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
    pub(super) PhaseOdds of (laid, phase, [first, last]), (Set, BettingPhase, [Chance; 2]) {
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
    pub(super) ShareOdds of share, Proportion {
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

impl Output {
    fn pack(&self) -> Marked<String> {
        self.rules
            .pack
            .read()
            .map(|packs| format!("{} cards", packs.pack(self.players).len()))
    }

    /// How often debts were cut, and by what.
    fn cut(&self, share: &str) -> Marked<String> {
        self.rules.debt_cap.read().map(|cap| match cap.0 {
            Some(cap) => format!("{share} by the ceiling of {cap}"),
            None => "no ceiling is set".into(),
        })
    }

    /// The odds of an edition: what is counted, and what so many hands come to.
    fn of_deals(rules: &Ruleset, call: &Odds) -> Output {
        let Odds {
            setup: TableArguments { players, .. },
            hands,
            seed,
            ..
        } = *call;
        let is_mus = rules.machine == GameFamily::Mus;
        let dealt = if is_mus {
            PhaseChances::new(rules).dealt()
        } else {
            counted(rules, players)
        };
        let counted = dealt.into_iter().map(NamedOdds::from).collect();
        let played = (hands > 0 && !is_mus).then(|| {
            // A session has about ten hands.
            let evenings = |strategy| evenings(rules, players, strategy, hands.div_ceil(10), seed);
            let trial = trial(rules, players, hands, seed);
            PlayedOdds::from((seed, trial, [&STRATEGY, &NEVER_FOLDS].map(evenings)))
        });
        Output {
            counted: Some(counted),
            played,
            ..(rules, players).into()
        }
    }

    /// The odds of a holding, and of the card turned up beside it.
    fn of_holding(rules: &Ruleset, call: &Odds, cards: &str) -> Result<Output> {
        let players = call.setup.players;
        let pack = rules.pack.value.pack(players);
        let read = |word: &str| {
            let card =
                read_card(word, Letters::English).map_err(|_| anyhow!("{word} is no card"))?;
            ensure!(
                pack.has(card),
                "{card} is not in the pack for {players} players"
            );
            Ok(card)
        };
        let all = cards
            .split_whitespace()
            .map(read)
            .collect::<Result<Vec<Card>>>()?;
        let cards: Set = all.iter().copied().collect();
        let most = usize::from(rules.deal_packets.value.hand);
        ensure!(
            cards.len() == all.len(),
            "a card stands twice in the holding"
        );
        if rules.machine == GameFamily::Mus {
            ensure!(call.turn.is_none(), "no card is turned up in {}", rules.id);
            ensure!(cards.len() == most, "a holding is of {most} cards");
            let holding = Some(cards.to_string());
            let phases = Some(phase_odds(rules, cards));
            return Ok(Output {
                holding,
                phases,
                ..(rules, players).into()
            });
        }
        ensure!(
            (1..=most).contains(&cards.len()),
            "a holding is of 1 to {most} cards"
        );
        let turned = call.turn.as_deref().map(read).transpose()?.map(|card| {
            ensure!(!cards.has(card), "{card} is held, and cannot be turned up");
            TurnedOdds::new(rules, call, cards, card)
        });
        let dealt = ("dealt".into(), Dealing::new(rules, players).holding(cards)).into();
        let holding = Some(cards.to_string());
        let dealt = Some(dealt);
        Ok(Output {
            holding,
            dealt,
            turned: turned.transpose()?,
            ..(rules, players).into()
        })
    }
}

/// What four cards are worth in each phase, as they are and after each change; or which of five goes.
fn phase_odds(rules: &Ruleset, held: Set) -> Vec<PhaseOdds> {
    let all = PhaseChances::new(rules);
    let of = |laid: Set| {
        let [first, last] =
            [TurnToSpeak::First, TurnToSpeak::Last].map(|place| all.changed(held, laid, place));
        (0..PHASES.len()).map(move |at| PhaseOdds::from((laid, PHASES[at], [first[at], last[at]])))
    };
    all.changes(held)
        .into_par_iter()
        .flat_map_iter(of)
        .collect()
}

impl TurnedOdds {
    fn new(rules: &Ruleset, call: &Odds, cards: Set, turned: Card) -> Result<TurnedOdds> {
        let Odds {
            setup: TableArguments { players, .. },
            hands,
            seed,
            ..
        } = *call;
        let trumps = Trumps::for_suit(rules, turned.suit()).cards;
        let dealing = Dealing::new(rules, players);
        let best =
            |card| CardOdds::from((card, trumps.has(card), dealing.is_best(card, cards, turned)));
        let best = rules.rank.value.sort_cards(cards).into_iter().map(best);
        let is_whole = cards.len() == usize::from(rules.deal_packets.value.hand) && hands > 0;
        let mut advice = Vec::new();
        if is_whole {
            let first = deal_with_hand(rules, players, cards, turned)
                .context("no hand begins with these cards")?;
            if let Stage::In(Phase::Round(_)) = first.stage {
                advice = advise(rules, &first, &[], hands, seed)
                    .into_iter()
                    .map(AdviceOdds::from)
                    .collect();
            }
        }
        Ok(TurnedOdds {
            turn: turned.to_string(),
            best: best.collect(),
            seed,
            advice,
        })
    }
}

/// The eldest holds these cards, nobody owes anything, and it is their turn to speak.
fn deal_with_hand(rules: &Ruleset, seats: u8, cards: Set, turned: Card) -> Option<DealState> {
    let mut table = TableState::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let (mut events, mut hands, mut player) =
        (Vec::new(), PerSeat::default(), RandomPlayer::new(0));
    let mut hand = open_deal(rules, &mut table, &mut events).ok()?;
    let mut left = (rules.pack.value.pack(seats) - cards).without(turned);
    let mut draw = || {
        let some = player.some_of(left, cards.len());
        left = left - some;
        some
    };
    for seat in hand.seats_in_turn() {
        hands[seat] = if seat == hand.mover { cards } else { draw() };
    }
    let fille = if rules.fille_deal.value == SpareHand::BeforeDealer {
        draw()
    } else {
        Set::EMPTY
    };
    apply(
        rules,
        &mut hand,
        Act::Deal(DealtCards {
            hands,
            spare_hand: fille,
            turned_card: turned,
        }),
        &mut events,
    )
    .ok()?;
    Some(hand)
}
