//! What the chapter had played out beforehand. The figures lie in a file of their own, so that no build pays for them; a
//! test plays them again and compares.

use crate::editions;
use crate::explore::odds::{Evening, Share, Trial};
use crate::rules::{Entry, Finish, Marked, Ruleset, SpareHand};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// What the prose of the chapter has filled in, each by its name there: figures, drawings, links.
pub(super) type Figures = BTreeMap<&'static str, String>;

/// A drawing, and the same in figures.
pub(super) type Plot = [(&'static str, String); 2];

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
    pub ceilings: Vec<(i64, Share, Share)>,
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

static KNOWN: LazyLock<Option<Played>> = LazyLock::new(|| serde_json::from_str(include_str!("played.json")).ok());

pub(super) fn known() -> Result<&'static Played> {
    KNOWN.as_ref().context("src/book/odds/played.json does not hold the figures of the chapter")
}

/// The editions whose hands are tried: the first, and the one with a spare hand.
pub fn tried() -> [&'static Ruleset; 2] {
    [editions::ALL[0], find(|rules| rules.fille_deal.value == SpareHand::BeforeDealer)]
}

/// The editions that put debts in at once, under a ceiling, and one by one.
pub fn debts() -> [&'static Ruleset; 3] {
    let capped = find(|rules| rules.debt_cap.value.0.is_some());
    [editions::ALL[0], capped, find(|rules| rules.debt_enter.value != Entry::AtOnce)]
}

/// How many may sit down to an edition.
pub(super) fn tables(rules: &Ruleset) -> RangeInclusive<u8> {
    rules.players.read().set(|players, _| players.from..=players.to)
}

/// The hands of an edition's session, if it ends by their number.
pub(super) fn session(rules: &Ruleset, players: u8) -> Marked<i64> {
    rules.end.read().map(|end| match end.finish {
        Finish::Tours(tours) => tours * i64::from(players),
        Finish::Hands(hands) => hands,
        _ => 0,
    })
}

fn find(wanted: fn(&Ruleset) -> bool) -> &'static Ruleset {
    editions::ALL.iter().copied().find(|rules| wanted(rules)).unwrap_or(editions::ALL[0])
}

/// That of an edition and so many players.
pub(super) fn found<'a, T>(all: &'a [Of<T>], rules: &Ruleset, players: u8) -> Result<&'a T> {
    let found = all.iter().find(|of| of.edition == rules.id && of.players == players);
    found.map(|of| &of.found).with_context(|| format!("nothing was played of {} with {players}", rules.id))
}
