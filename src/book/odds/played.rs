//! What was played out beforehand for the chapter of odds, which tables it was played at, and what else is counted only once.

use crate::cards::{Card, Letters, Set, read_card};
use crate::editions;
use crate::explore::odds::{Evening, PhaseChances, Proportion, Trial, TurnToSpeak, decimal};
use crate::rules::{Entry, GameFamily, Ruleset, SpareHand};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The figures that were played out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// A trial for each edition and number of players.
    pub trials: Vec<Of<Trial>>,
    /// Evenings of five by the strategy, for each way to put debts in.
    pub careful: Vec<Of<Evening>>,
    /// The same where nobody ever folds.
    pub bold: Vec<Of<Evening>>,
    /// Debts cut, by ceiling in chips: by the strategy, and where nobody ever folds.
    pub ceilings: Vec<(i64, Proportion, Proportion)>,
    /// What some cards are worth at Mus, which takes too long to be counted for each book.
    pub mus: Vec<Holding>,
}

/// What was found of an edition and so many players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Of<T> {
    /// The edition's id.
    pub edition: String,
    /// How many sit at the table.
    pub players: u8,
    /// What was found.
    pub found: T,
}

/// Cards of Mus, of which some may be laid down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// All of them: `king, king, five, four`.
    pub cards: String,
    /// Those laid down; none of cards as they are.
    pub laid: String,
    /// For each phase, that nobody against one holds better: to one who sits behind them all, and before.
    pub phases: Vec<[f64; 2]>,
}

/// Where all random numbers of the chapter begin.
pub const SEED: u64 = 1;
/// Hands of each trial.
pub const HANDS: u64 = 4_000;
/// Sessions of each number of evenings.
pub const SESSIONS: u64 = 400;
/// How many sit at the evenings, as in the source's own example of a ceiling.
pub const FIVE: u8 = 5;

pub(super) fn known() -> Result<&'static Played> {
    static KNOWN: LazyLock<Option<Played>> =
        LazyLock::new(|| serde_json::from_str(include_str!("played.json")).ok());
    KNOWN
        .as_ref()
        .context("src/book/odds/played.json does not hold the figures of the chapter")
}

/// The editions whose hands are tried: the first, and the one with a spare hand.
pub fn tried() -> [&'static Ruleset; 2] {
    [
        editions::ALL[0],
        find(|rules| rules.fille_deal.value == SpareHand::BeforeDealer),
    ]
}

/// The editions that put debts in at once, under a ceiling, and one by one.
pub fn debts() -> [&'static Ruleset; 3] {
    let capped = find(|rules| rules.debt_cap.value.0.is_some());
    [
        editions::ALL[0],
        capped,
        find(|rules| rules.debt_enter.value != Entry::AtOnce),
    ]
}

fn find(wanted: fn(&Ruleset) -> bool) -> &'static Ruleset {
    editions::ALL
        .iter()
        .copied()
        .find(|rules| wanted(rules))
        .unwrap_or(editions::ALL[0])
}

/// That of an edition and so many players.
pub(super) fn found<'a, T>(
    all: &'a [Of<T>],
    rules: &Ruleset,
    players: u8,
) -> askama::Result<&'a T> {
    let found = all
        .iter()
        .find(|of| of.edition == rules.id && of.players == players);
    let none =
        || askama::Error::custom(format!("nothing was played of {} with {players}", rules.id));
    found.map(|of| &of.found).ok_or_else(none)
}

/// Cards of Mus, and what is laid down of them: kings alone, a pair of them, one; aces, two pairs, the best Point.
const HELD: [(&str, &str); 6] = [
    ("K♠ K♥ K♦ A♠", ""),
    ("K♠ K♥ 5♦ 4♠", "5♦ 4♠"),
    ("K♠ 7♥ 6♦ 4♠", "7♥ 6♦ 4♠"),
    ("A♠ A♥ 7♦ 6♠", "7♦ 6♠"),
    ("7♠ 7♥ 5♦ 5♠", "5♦ 5♠"),
    ("Q♠ J♥ 6♦ 4♠", "6♦ 4♠"),
];

pub(super) fn mus() -> Result<&'static Ruleset> {
    editions::playable_editions()
        .find(|rules| rules.machine == GameFamily::Mus)
        .context("no edition of Mus is known")
}

/// What the cards of the chapter are worth, counted anew.
///
/// # Errors
/// Where no edition of Mus is known, or a card is none of its.
pub fn holdings() -> Result<Vec<Holding>> {
    let all = PhaseChances::new(mus()?);
    let card = |word: &str| {
        read_card(word, Letters::English)
            .ok()
            .with_context(|| format!("{word} is no card"))
    };
    let read = |text: &str| {
        text.split_whitespace()
            .map(card)
            .collect::<Result<Vec<Card>>>()
    };
    let named = |cards: &[Card]| {
        cards
            .iter()
            .map(|card| card.rank().name())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut told = Vec::new();
    for (cards, laid) in HELD {
        let (cards, laid) = (read(cards)?, read(laid)?);
        let held: Set = cards.iter().copied().collect();
        let mut ways = vec![Vec::new(), laid];
        ways.dedup();
        for laid in ways {
            let gone: Set = laid.iter().copied().collect();
            let [last, first] =
                [TurnToSpeak::Last, TurnToSpeak::First].map(|place| all.changed(held, gone, place));
            let phases = last
                .into_iter()
                .zip(first)
                .map(|(last, first)| [decimal(last), decimal(first)]);
            told.push(Holding {
                cards: named(&cards),
                laid: named(&laid),
                phases: phases.collect(),
            });
        }
    }
    Ok(told)
}
