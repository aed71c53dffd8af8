//! `mouche odds`: chances, counted where they can be counted and played out where they cannot.

use super::*;
use crate::cards::{Card, CardSet, read_card};
use crate::engine::{
    DealStage, DealState, DealtCards, TableBetweenDeals, TrickAct, Trumps, apply, open_deal,
};
use crate::explore::odds::{
    AllMusHands, DealToCountChances, ExactChance, Mean, PHASES, PlanResultByTrumps,
    PlanTrialsInSessions, Proportion, SeatAmongOpponents, SessionFigures, labelled_deal_chances,
    simulate_strategy_sessions, to_decimal, try_plans,
};
use crate::explore::strategy::{NEVER_FOLDS, STRATEGY};
use crate::explore::{DeclarationPlan, DeclarationPlanForecast, advise_declaration};
use crate::rules::mus_values::BettingPhase;
use crate::rules::{
    CertaintyMarkSet, ClauseSource, CommonRules, DealPhase, MarkedWithCertainty, MusRules,
    SpareHand, TrickRules, TurnCard,
};

use rayon::prelude::*;

/// Print how likely things are: exact fractions where the program can count, and results of play-outs where it cannot
///
/// Play-outs follow the computer's strategy, which a chapter of the book describes. Figures after ± and in brackets are 95 %
/// confidence intervals.
#[derive(Debug, Args)]
pub struct OddsArguments {
    #[command(flatten)]
    setup: TableArguments,
    /// How many deals to play out; 0 prints only what can be counted
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    hands: u64,
    /// Random seed; the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print the odds of a holding of one to five cards instead: "K♥ J♥ 9♥ A♠ 7♣"
    #[arg(long, value_name = "CARDS")]
    holding: Option<String>,
    /// The turn-up, together with that holding
    #[arg(long, value_name = "CARD", requires = "holding")]
    turn: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = TextOrJsonFormat::Full)]
    format: TextOrJsonFormat,
}

pub fn print_odds(call: &OddsArguments) -> Result<ExitCode> {
    let rules = &call.setup.rules()?;
    let odds = match &call.holding {
        Some(cards) => Output::of_holding(rules, call, cards)?,
        None => Output::of_deals(rules, call),
    };
    print_output(call.format, &odds)
}

fn chance_line(label: impl Display, share: &f64, exact: &str) -> String {
    let one_in = if *share > 0.0 {
        format!("1 in {:.1}", 1.0 / share)
    } else {
        "never".into()
    };
    format!(
        "{label:<50}{:>10.5} %   {one_in:<12} {exact}",
        100.0 * share
    )
}

fn finite_number(number: f64) -> Option<f64> {
    if number.is_finite() {
        Some(number)
    } else {
        None
    }
}

/// Returns what cards are worth at Mus, a line for each change; Point in the place of a Jeu that nobody has.
fn phase_table(odds: &[PhaseOdds]) -> String {
    let mut lines = Vec::new();
    for row in odds.chunk_by(|one, next| one.laid == next.laid) {
        if lines.is_empty() {
            let phases = row.iter().map(|one| one.phase.to_owned());
            lines.push(phase_line("discarded", phases));
        }
        let laid = match row[0].laid.as_str() {
            "" => "nothing",
            laid => laid,
        };
        let shares = row
            .iter()
            .map(|one| format!("{:.1}  {:.1}", 100.0 * one.first, 100.0 * one.last));
        lines.push(phase_line(laid, shares));
    }
    lines.join("\n")
}

fn phase_line(label: &str, cells: impl Iterator<Item = String>) -> String {
    let mut line = format!("{label:<18}");
    for cell in cells {
        line += &format!("{cell:<14}");
    }
    line.trim_end().to_owned()
}

impl MeanOdds {
    fn in_words(&self) -> String {
        match self.within {
            Some(within) => format!("{:+.3} ± {within:.3}", self.mean),
            None => format!("{:+.3} ± ?", self.mean),
        }
    }
}

impl ShareOdds {
    fn in_words(&self) -> String {
        let [found, low, high] = [self.share, self.low, self.high].map(|share| 100.0 * share);
        format!("{found:.1} % ({low:.1} to {high:.1})")
    }
}

impl EveningOdds {
    /// Returns for the pool of each deal the mean, what half of the sessions do not pass, and what nine of ten do not.
    fn pool_statistics(&self) -> impl Iterator<Item = String> {
        self.pools.iter().enumerate().map(|(hand, pool)| {
            let within = pool.within.unwrap_or(f64::INFINITY);
            let mean = format!("{:.1} ± {within:.1}", pool.mean);
            let half = self.half[hand];
            let most = self.nine_in_ten[hand];
            format!("{mean:<18}{half:<8}{most:<14}")
        })
    }

    /// Returns how often a debt is left, the largest pool, and how often debts are cut.
    fn debt_and_pool_figures(&self) -> [String; 3] {
        let [owing, cut] =
            [&self.hands_with_a_debt, &self.debts_cut_by_a_ceiling].map(ShareOdds::in_words);
        [
            format!("after {owing} of deals"),
            format!("{} chips", self.largest_pool),
            cut,
        ]
    }
}

json_struct! {
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
        /// The number of players.
        players: u8 = players;
        /// Cards in the pack.
        cards: usize = cards.render(|cards, _| *cards);
        /// The signs that say how certain this number is.
        cards_marks: Vec<Mark> = cards.marks().iter().collect();
        /// The signs that say how certain the limit on debts is, or that there is none.
        ceiling_marks: Vec<Mark> = debt_ceiling_certainty(rules).iter().collect();
        /// The odds that can be counted.
        counted unless "Option::is_none": Option<Vec<NamedOdds>> = None;
        #[serde(flatten)]
        played: Option<PlayedOdds> = None;
        /// The cards of a holding.
        holding unless "Option::is_none": Option<String> = None;
        /// The chance of being dealt these cards.
        dealt unless "Option::is_none": Option<NamedOdds> = None;
        #[serde(flatten)]
        turned: Option<HeldHandOddsAfterTurnUp> = None;
        /// In Mus: the chance that no opponent holds better cards, now and after each change.
        phases unless "Option::is_none": Option<Vec<PhaseOdds>> = None;
    }

    /// The results of play-outs.
    pub(super) PlayedOdds of (seed, trial, [careful, bold]), (u64, PlanTrialsInSessions, [SessionFigures; 2]) {
        /// The seed of the random numbers.
        seed: u64 = seed;
        /// The number of deals in which the player was asked to declare.
        hands: u64 = trial.hands;
        /// The share of deals in which the strategy did not fold.
        goes_in: ShareOdds = trial.goes_in.into();
        /// The results of each plan, by the number of trumps held.
        by_trumps: Vec<PlanOdds> = trial.rows.into_iter().map(PlanOdds::from).collect();
        /// Sessions by the strategy.
        evenings: EveningOdds = careful.into();
        /// Sessions of players who never fold.
        evenings_without_folding: EveningOdds = bold.into();
    }
}

/// The odds of a holding, once a card is turned up.
#[derive(Serialize, JsonSchema)]
pub(super) struct HeldHandOddsAfterTurnUp {
    /// The card turned up.
    turn: String,
    /// For each card held, that none of the others was dealt one that beats it by suit.
    best: Vec<CardOdds>,
    /// The seed of the random numbers.
    seed: u64,
    /// The results of each declaration.
    advice: Vec<AdviceOdds>,
}

json_struct! {
    /// A chance, as a fraction and as a number from 0 to 1.
    pub(super) NamedOdds of (what, chance), (String, ExactChance) {
        /// The event.
        what: String = what;
        exact: String = chance.to_string();
        chance: f64 = to_decimal(chance);
    }

    pub(super) CardOdds of (card, trump, chance), (Card, bool, ExactChance) {
        card: String = card.to_string();
        /// True for a trump.
        trump: bool = trump;
        exact: String = chance.to_string();
        chance: f64 = to_decimal(chance);
    }

    /// The strength of cards in a phase of Mus, with Point in the place of a Jeu that nobody has.
    pub(super) PhaseOdds of (laid, phase, [first, last]), (CardSet, BettingPhase, [ExactChance; 2]) {
        /// The cards that are discarded before; empty for the cards as they are.
        laid: String = laid.to_string();
        phase: &'static str = phase.word();
        /// The chance of a player who sits before all opponents.
        first: f64 = to_decimal(first);
        first_exact: String = first.to_string();
        /// The chance of a player who sits behind all opponents.
        last: f64 = to_decimal(last);
        last_exact: String = last.to_string();
    }

    /// A share that was found, from 0 to 1, and an interval that holds the true one 95 times in 100.
    pub(super) ShareOdds of share, Proportion {
        hits: u64 = share.hits;
        of: u64 = share.of;
        share: f64 = share.estimate();
        low: f64 = share.interval().0;
        high: f64 = share.interval().1;
    }

    /// A mean that was found, and how far the true one may lie to either side 95 times in 100, where that is known.
    pub(super) MeanOdds of mean, Mean {
        of: u64 = mean.of;
        mean: f64 = mean.estimate();
        within: Option<f64> = finite_number(mean.margin());
    }

    /// The results of a plan with this number of trumps.
    pub(super) PlanOdds of row, PlanResultByTrumps {
        trumps: usize = row.trumps;
        plan: DeclarationPlan = row.plan;
        gained_in_pools: MeanOdds = row.gained.into();
        owes_nothing: ShareOdds = row.spared.into();
    }

    /// The results of a declaration, in chips.
    pub(super) AdviceOdds of one, DeclarationPlanForecast {
        plan: DeclarationPlan = one.plan;
        /// The cards that it discards.
        laid: usize = one.laid;
        gained: MeanOdds = one.gained.into();
        owes_nothing: ShareOdds = one.spared.into();
    }

    pub(super) EveningOdds of evening, SessionFigures {
        sessions: u64 = evening.sessions;
        /// The pools, deal by deal.
        pools: Vec<MeanOdds> = evening.pools.into_iter().map(MeanOdds::from).collect();
        /// The pools that half of the sessions do not pass, deal by deal.
        half: Vec<i64> = evening.half;
        /// The pools that nine sessions of ten do not pass, deal by deal.
        nine_in_ten: Vec<i64> = evening.nine_in_ten;
        hands_with_a_debt: ShareOdds = evening.owing.into();
        debts_cut_by_a_ceiling: ShareOdds = evening.cut.into();
        largest_pool: i64 = evening.largest;
        /// The sessions that ended because an amount was too large.
        broken_off: u64 = evening.broken_off;
    }
}

/// Returns the signs that say how certain the ceiling on debts is. Mus has no debts.
fn debt_ceiling_certainty(rules: &Ruleset) -> CertaintyMarkSet {
    match rules.tricks() {
        Some(rules) => rules.debt_cap.marks(),
        None => CertaintyMarkSet::from_source(ClauseSource::Without, &[]),
    }
}

impl Output {
    fn pack_size_in_words(&self) -> MarkedWithCertainty<String> {
        self.rules
            .pack
            .read()
            .map(|packs| format!("{} cards", packs.pack(self.players).len()))
    }

    /// Returns how often debts were cut and by which limit, in words; none at Mus.
    fn describe_debt_cuts(&self, share: &str) -> Option<MarkedWithCertainty<String>> {
        let ceiling = self.rules.tricks()?.debt_cap.read();
        Some(ceiling.map(|cap| match cap.0 {
            Some(cap) => format!("{share} by the limit of {cap}"),
            None => "no limit is set".into(),
        }))
    }

    /// Returns the odds of an edition: what is counted, and what so many hands come to.
    fn of_deals(rules: &Ruleset, call: &OddsArguments) -> Output {
        let players = call.setup.players;
        let dealt = match rules {
            Ruleset::Tricks(rules) => labelled_deal_chances(rules, players),
            Ruleset::Mus(rules) => AllMusHands::new(rules).hand_chances(),
        };
        let mut output = Output::from((rules, players));
        output.counted = Some(dealt.into_iter().map(NamedOdds::from).collect());
        if call.hands > 0
            && let Ruleset::Tricks(rules) = rules
        {
            // A session has about ten hands.
            let sessions = call.hands.div_ceil(10);
            let careful =
                simulate_strategy_sessions(rules, players, &STRATEGY, sessions, call.seed);
            let bold =
                simulate_strategy_sessions(rules, players, &NEVER_FOLDS, sessions, call.seed);
            let trial = try_plans(rules, players, call.hands, call.seed);
            output.played = Some((call.seed, trial, [careful, bold]).into());
        }
        output
    }

    /// Returns the odds of a holding, and of the card turned up beside it.
    fn of_holding(rules: &Ruleset, call: &OddsArguments, holding: &str) -> Result<Output> {
        let players = call.setup.players;
        let mut named = Vec::new();
        for word in holding.split_whitespace() {
            named.push(read_pack_card(rules, players, word)?);
        }
        let cards: CardSet = named.iter().copied().collect();
        let most = usize::from(rules.deal_packets.value.hand);
        ensure!(
            cards.len() == named.len(),
            "a card appears twice in the holding"
        );
        let mut output = Output::from((rules, players));
        output.holding = Some(cards.to_string());
        let rules = match rules {
            Ruleset::Tricks(rules) => rules,
            Ruleset::Mus(rules) => {
                ensure!(call.turn.is_none(), "no card is turned up in {}", rules.id);
                ensure!(cards.len() == most, "a holding has {most} cards");
                output.phases = Some(phase_odds_by_discard(rules, cards));
                return Ok(output);
            }
        };
        ensure!(
            (1..=most).contains(&cards.len()),
            "a holding has 1 to {most} cards"
        );
        if let Some(turned) = &call.turn {
            let turned = read_pack_card(rules, players, turned)?;
            ensure!(
                !cards.has(turned),
                "{turned} is in the holding, so it cannot be turned up"
            );
            output.turned = Some(HeldHandOddsAfterTurnUp::new(rules, call, cards, turned)?);
        }
        let dealt = DealToCountChances::new(rules, players).chance_of_all(cards);
        output.dealt = Some(("dealt".into(), dealt).into());
        Ok(output)
    }
}

/// Reads a card of the pack that this number of players use.
fn read_pack_card(rules: &CommonRules, players: u8, word: &str) -> Result<Card> {
    let Ok(card) = read_card(word, CardLanguage::English) else {
        bail!("{word} is not a card");
    };
    ensure!(
        rules.pack.value.pack(players).has(card),
        "{card} is not in the pack for {players} players"
    );
    Ok(card)
}

/// Returns what four cards are worth in each phase, as they are and after each change; or which of five cards goes.
fn phase_odds_by_discard(rules: &MusRules, held: CardSet) -> Vec<PhaseOdds> {
    let chances = AllMusHands::new(rules);
    let changes = chances.distinct_discards(held).into_par_iter();
    changes
        .flat_map_iter(|laid| odds_after_change(&chances, held, laid))
        .collect()
}

/// Returns the chances to win each phase at Mus after these cards are discarded, as the first
/// and as the last player.
fn odds_after_change(chances: &AllMusHands, held: CardSet, laid: CardSet) -> Vec<PhaseOdds> {
    let first = chances.win_chances_after_discard(held, laid, SeatAmongOpponents::First);
    let last = chances.win_chances_after_discard(held, laid, SeatAmongOpponents::Last);
    let mut odds = Vec::new();
    for (at, phase) in PHASES.iter().enumerate() {
        odds.push((laid, *phase, [first[at], last[at]]).into());
    }
    odds
}

impl HeldHandOddsAfterTurnUp {
    fn new(
        rules: &TrickRules,
        call: &OddsArguments,
        cards: CardSet,
        turned: Card,
    ) -> Result<HeldHandOddsAfterTurnUp> {
        let players = call.setup.players;
        let trumps = Trumps::for_suit(rules, turned.suit()).cards;
        let dealing = DealToCountChances::new(rules, players);
        let mut best = Vec::new();
        for card in rules.rank.value.sort_cards_by_suit(cards) {
            let chance = dealing.unbeaten_in_suit_chance(card, cards, turned);
            best.push(CardOdds::from((card, trumps.has(card), chance)));
        }
        let is_whole_hand = cards.len() == usize::from(rules.deal_packets.value.hand);
        let mut advice = Vec::new();
        if is_whole_hand && call.hands > 0 {
            let hand = deal_hand_to_first(rules, players, cards, turned)
                .context("no deal begins with these cards")?;
            if let DealStage::In(DealPhase::Round(_)) = hand.stage {
                let advised = advise_declaration(rules, &hand, &[], call.hands, call.seed);
                advice = advised.into_iter().map(AdviceOdds::from).collect();
            }
        }
        Ok(HeldHandOddsAfterTurnUp {
            turn: turned.to_string(),
            best,
            seed: call.seed,
            advice,
        })
    }
}

/// Returns a deal in which the first to speak holds these cards, and nobody owes anything.
fn deal_hand_to_first(
    rules: &TrickRules,
    seats: u8,
    cards: CardSet,
    turned: Card,
) -> Option<DealState> {
    let purses = PerSeat::all(rules.chips_start.value.0);
    let mut table = TableBetweenDeals::new(seats, Seat(0), purses);
    let mut events = Vec::new();
    let mut hand = open_deal(rules, &mut table, &mut events).ok()?;
    let mut player = RandomPlayer::new(0);
    let mut left = (rules.pack.value.pack(seats) - cards).without(turned);
    let mut hands: PerSeat<CardSet> = PerSeat::default();
    if rules.turn_card.value == TurnCard::DealersLast {
        hands[hand.dealer] = turned.into();
    }
    for seat in hand.seats_in_turn() {
        let missing = cards.len() - hands[seat].len();
        let given = if seat == hand.mover {
            cards
        } else {
            player.random_subset(left, missing)
        };
        hands[seat] = hands[seat] | given;
        left = left - given;
    }
    let spare_hand = if rules.fille_deal.value == SpareHand::BeforeDealer {
        player.random_subset(left, cards.len())
    } else {
        CardSet::EMPTY
    };
    let deal = TrickAct::Deal(DealtCards {
        hands,
        spare_hand,
        turned_card: turned,
    });
    apply(rules, &mut hand, deal, &mut events).ok()?;
    Some(hand)
}
