//! What the chapter had played out beforehand. The figures lie in a file of their own, so that no build pays for them; a
//! test plays them again and compares.

use crate::editions;
use crate::explore::odds::{Evening, Share, Trial, evenings, trial};
use crate::explore::strategy::{NEVER_FOLDS, STRATEGY, Strategy};
use crate::rules::{Entry, Finish, Marked, Ruleset, SpareHand};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The figures of the chapter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// A trial for each edition and number of players.
    pub(super) trials: Vec<Of<Trial>>,
    /// Evenings of five by the strategy, for each way to put debts in.
    pub(super) careful: Vec<Of<Evening>>,
    /// The same where nobody ever folds.
    pub(super) bold: Vec<Of<Evening>>,
    /// Debts cut, by ceiling in chips: by the strategy, and where nobody ever folds.
    pub(super) ceilings: Vec<(i64, Share, Share)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Of<T> {
    pub(super) edition: String,
    pub(super) players: u8,
    pub(super) found: T,
}

/// Where all random numbers of the chapter begin.
pub(super) const SEED: u64 = 1;
pub(super) const HANDS: u64 = 4_000;
/// Sessions of each number of evenings.
pub(super) const SESSIONS: u64 = 400;
/// How many sit at the evenings, as in the source's own example of a ceiling.
pub(super) const FIVE: u8 = 5;
/// The ceilings compared, in stakes.
const STAKES: [i64; 4] = [1, 2, 4, 8];

static KNOWN: LazyLock<Option<Played>> = LazyLock::new(|| serde_json::from_str(include_str!("played.json")).ok());

pub(super) fn known() -> Result<&'static Played> {
    KNOWN.as_ref().context("src/book/odds/played.json does not hold the figures of the chapter")
}

/// Plays them all again.
pub fn play() -> Played {
    let [plain, spare] = tried();
    let all = [plain, spare].into_iter().flat_map(|rules| {
        let players = rules.players.value;
        (players.from..=players.to).map(move |players| (rules, players))
    });
    let one = |(rules, players): (&Ruleset, u8)| of(rules, players, trial(rules, players, HANDS, SEED));
    let [at_once, capped, staged] = debts();
    let all_of = |strategy: &Strategy| {
        [at_once, capped, staged].map(|rules| of(rules, FIVE, evenings(rules, FIVE, strategy, SESSIONS, SEED))).into()
    };
    Played {
        trials: all.map(one).collect(),
        careful: all_of(&STRATEGY),
        bold: all_of(&NEVER_FOLDS),
        ceilings: STAKES.map(|stakes| ceiling(capped, stakes * capped.stake.value.chips)).into(),
    }
}

fn of<T>(rules: &Ruleset, players: u8, found: T) -> Of<T> {
    Of { edition: rules.id.into(), players, found }
}

fn ceiling(rules: &Ruleset, chips: i64) -> (i64, Share, Share) {
    let mut rules = *rules;
    rules.debt_cap.value.0 = Some(chips);
    let cut = |strategy| evenings(&rules, FIVE, strategy, SESSIONS, SEED).cut;
    (chips, cut(&STRATEGY), cut(&NEVER_FOLDS))
}

/// The editions whose hands are tried: the first, and the one with a spare hand.
pub(super) fn tried() -> [&'static Ruleset; 2] {
    [editions::ALL[0], find(|rules| rules.fille_deal.value == SpareHand::BeforeDealer)]
}

/// The editions that put debts in at once, under a ceiling, and one by one.
pub(in crate::book) fn debts() -> [&'static Ruleset; 3] {
    let capped = find(|rules| rules.debt_cap.value.0.is_some());
    [editions::ALL[0], capped, find(|rules| rules.debt_enter.value != Entry::AtOnce)]
}

/// The hands of an edition's session, if it ends by their number.
pub(super) fn session(rules: &Ruleset, players: u8) -> Marked<i64> {
    rules.end.read().map(|end| match end.finish {
        Finish::Tours(tours) => tours * i64::from(players),
        Finish::Hands(hands) => hands,
        Finish::Target(_) | Finish::Bankrupt | Finish::Points => 0,
    })
}

fn find(wanted: fn(&Ruleset) -> bool) -> &'static Ruleset {
    editions::ALL.iter().copied().find(|rules| wanted(rules)).unwrap_or(editions::ALL[0])
}

impl Played {
    /// As it stands in the file.
    pub fn text(&self) -> Result<String> {
        let text = serde_json::to_string(self)?;
        // A line for each thing found, so that a change can be read.
        Ok(text.replace("},{", "},\n{").replace("],\"", "],\n\"") + "\n")
    }
}

/// What was found of an edition and so many players.
pub(super) fn found<'a, T>(all: &'a [Of<T>], rules: &Ruleset, players: u8) -> Result<&'a T> {
    let found = all.iter().find(|of| of.edition == rules.id && of.players == players);
    found.map(|of| &of.found).with_context(|| format!("nothing was played of {} with {players}", rules.id))
}
