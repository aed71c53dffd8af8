//! The figures of the chapter that were played out beforehand, and the tables at which they were.

use crate::cards::{Card, CardLanguage, CardSet, read_card};
use crate::editions;
use crate::explore::odds::{
    AllMusHands, PlanTrialsInSessions, Proportion, SeatAmongOpponents, SessionFigures, to_decimal,
};
use crate::rules::{CommonRules, DebtEntry, MusRules, SpareHand, TrickRules};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The figures of the chapter that were played out or take long to count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrecomputedFigures {
    /// A trial for each edition and number of players.
    pub trials: Vec<EditionPlayersFigure<PlanTrialsInSessions>>,
    /// Evenings of five players by the strategy, for each way to put debts in.
    pub careful: Vec<EditionPlayersFigure<SessionFigures>>,
    /// Evenings of five players who never fold, for each way to put debts in.
    pub bold: Vec<EditionPlayersFigure<SessionFigures>>,
    /// The debts that each of some ceilings cuts.
    pub ceilings: Vec<DebtShareCutByCeiling>,
    /// The worth of some cards at Mus. Counting this takes too long to be done for each book.
    pub mus: Vec<MusHoldingWorth>,
}

/// A figure that was found for an edition and a number of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EditionPlayersFigure<T> {
    /// The edition's id.
    pub edition: String,
    /// The number of players at the table.
    pub players: u8,
    /// The figure.
    pub found: T,
}

/// A ceiling, and the proportion of debts that it cuts in two ways to play. The file has a list of
/// three: the ceiling, and both proportions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(i64, Proportion, Proportion)")]
#[serde(into = "(i64, Proportion, Proportion)")]
pub struct DebtShareCutByCeiling {
    /// The ceiling in chips.
    pub ceiling: i64,
    /// The share of debts cut where players follow the strategy, which folds in time.
    pub careful: Proportion,
    /// The share of debts cut where nobody ever folds.
    pub bold: Proportion,
}

impl From<(i64, Proportion, Proportion)> for DebtShareCutByCeiling {
    fn from((ceiling, careful, bold): (i64, Proportion, Proportion)) -> DebtShareCutByCeiling {
        DebtShareCutByCeiling {
            ceiling,
            careful,
            bold,
        }
    }
}

impl From<DebtShareCutByCeiling> for (i64, Proportion, Proportion) {
    fn from(cut: DebtShareCutByCeiling) -> (i64, Proportion, Proportion) {
        (cut.ceiling, cut.careful, cut.bold)
    }
}

/// Cards of Mus, some of which may be exchanged, and what the hand is worth then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MusHoldingWorth {
    /// All four cards: `king, king, five, four`.
    pub cards: String,
    /// The cards that are discarded; empty if the hand stays as it is.
    pub laid: String,
    /// For each phase the chance that no opponent holds better: to the last to speak, and to the
    /// first.
    pub phases: Vec<[f64; 2]>,
}

/// The seed of all random numbers of the chapter.
pub const SEED: u64 = 1;
/// The number of declarations that are tried in each trial.
pub const HANDS_PER_TRIAL: u64 = 4_000;
/// The number of sessions that are played at each table whose pools are shown.
pub const SESSIONS_PER_TABLE: u64 = 400;
/// The number of players in an evening, as in the source's own example of a ceiling.
pub const EVENING_PLAYERS: u8 = 5;

/// The number of players at the table of the examples.
pub(super) const EXAMPLE_PLAYERS: u8 = 4;

/// Returns the figures that are stored beside the chapter.
pub(super) fn stored_figures() -> Result<&'static PrecomputedFigures> {
    static FIGURES: LazyLock<Option<PrecomputedFigures>> =
        LazyLock::new(|| serde_json::from_str(include_str!("played.json")).ok());
    FIGURES
        .as_ref()
        .context("src/book/odds/played.json does not hold the figures of the chapter")
}

/// Returns the editions whose hands are tried: the first, and the one with a spare hand.
pub fn trial_editions() -> [&'static TrickRules; 2] {
    let spare =
        matching_or_first_edition(|rules| rules.fille_deal.value == SpareHand::BeforeDealer);
    [matching_or_first_edition(|_| true), spare]
}

/// Returns the numbers of players that an edition allows.
pub(super) fn player_counts(rules: &TrickRules) -> RangeInclusive<u8> {
    rules
        .players
        .read()
        .render(|players, _| players.from..=players.to)
}

/// Three editions that put debts into the pool in different ways.
pub struct ComparedDebtEditions {
    /// The edition that puts all debts in at once.
    pub at_once: &'static TrickRules,
    /// The edition that puts all debts in at once, under a ceiling.
    pub capped: &'static TrickRules,
    /// The edition that puts debts in one by one.
    pub staged: &'static TrickRules,
}

impl ComparedDebtEditions {
    /// Returns the three editions in the order of the fields.
    pub fn as_array(&self) -> [&'static TrickRules; 3] {
        [self.at_once, self.capped, self.staged]
    }
}

/// Returns one edition for each of the debt rules whose growth of pools the chapter compares.
pub fn editions_for_debt_comparison() -> ComparedDebtEditions {
    ComparedDebtEditions {
        at_once: matching_or_first_edition(|_| true),
        capped: matching_or_first_edition(|rules| rules.debt_cap.value.0.is_some()),
        staged: matching_or_first_edition(|rules| rules.debt_enter.value != DebtEntry::AtOnce),
    }
}

/// Returns the first edition of a kind, or the first of all if there is none of this kind.
fn matching_or_first_edition(is_wanted: fn(&TrickRules) -> bool) -> &'static TrickRules {
    let first = editions::built_in_trick_editions().next();
    let found = editions::built_in_trick_editions().find(|rules| is_wanted(rules));
    found.or(first).expect("an edition of a game with tricks")
}

/// Returns the figure for an edition and a number of players.
///
/// # Errors
/// Fails if nothing was played at that table.
pub(super) fn result_at_table<'a, T>(
    results: &'a [EditionPlayersFigure<T>],
    rules: &CommonRules,
    players: u8,
) -> askama::Result<&'a T> {
    for result in results {
        if result.edition == rules.id && result.players == players {
            return Ok(&result.found);
        }
    }
    let message = format!("nothing was played of {} with {players}", rules.id);
    Err(askama::Error::custom(message))
}

/// Cards of Mus, and what is discarded of them: kings alone, a pair of them, one; aces, two pairs,
/// the best Punto.
const MUS_HOLDINGS: [(&str, &str); 6] = [
    ("K♠ K♥ K♦ A♠", ""),
    ("K♠ K♥ 5♦ 4♠", "5♦ 4♠"),
    ("K♠ 7♥ 6♦ 4♠", "7♥ 6♦ 4♠"),
    ("A♠ A♥ 7♦ 6♠", "7♦ 6♠"),
    ("7♠ 7♥ 5♦ 5♠", "5♦ 5♠"),
    ("Q♠ J♥ 6♦ 4♠", "6♦ 4♠"),
];

/// Returns the first edition of Mus.
pub(super) fn first_mus_edition() -> Result<&'static MusRules> {
    editions::mus_editions()
        .next()
        .context("no edition of Mus is known")
}

/// Counts anew what the cards of the chapter are worth at Mus, as they are and after the exchange
/// of some.
///
/// # Errors
/// Fails if no edition of Mus is known, or if a card cannot be read.
pub fn compute_mus_holdings() -> Result<Vec<MusHoldingWorth>> {
    let chances = AllMusHands::new(first_mus_edition()?);
    let mut holdings = Vec::new();
    for (cards, laid) in MUS_HOLDINGS {
        let cards = read_cards(cards)?;
        holdings.push(measure_holding(&chances, &cards, &[]));
        if !laid.is_empty() {
            holdings.push(measure_holding(&chances, &cards, &read_cards(laid)?));
        }
    }
    Ok(holdings)
}

/// Counts what some cards are worth at Mus, after the exchange of those laid down.
fn measure_holding(chances: &AllMusHands, cards: &[Card], discarded: &[Card]) -> MusHoldingWorth {
    let held: CardSet = cards.iter().copied().collect();
    let gone: CardSet = discarded.iter().copied().collect();
    let to_last = chances.win_chances_after_discard(held, gone, SeatAmongOpponents::Last);
    let to_first = chances.win_chances_after_discard(held, gone, SeatAmongOpponents::First);
    let mut phases = Vec::new();
    for (last, first) in to_last.into_iter().zip(to_first) {
        phases.push([to_decimal(last), to_decimal(first)]);
    }
    MusHoldingWorth {
        cards: names_of_ranks(cards),
        laid: names_of_ranks(discarded),
        phases,
    }
}

/// Reads cards with spaces between them.
fn read_cards(text: &str) -> Result<Vec<Card>> {
    let mut cards = Vec::new();
    for word in text.split_whitespace() {
        let card = read_card(word, CardLanguage::English).ok();
        cards.push(card.with_context(|| format!("{word} is not a card"))?);
    }
    Ok(cards)
}

/// Returns the names of the ranks of some cards, with commas between them.
fn names_of_ranks(cards: &[Card]) -> String {
    let names: Vec<&str> = cards.iter().map(|card| card.rank().name()).collect();
    names.join(", ")
}
