//! Seed after seed, until a hand is what was asked for.

use super::{Extent, New};
use crate::cmd::progress::progress;
use crate::explore::{Example, RandomPlayer, example};
use crate::rules::{Ruleset, Setting};
use crate::scenario::{Draft, Fill, Played, Rewritten, Until, bless, visible};
use anyhow::{Context, Result, anyhow, bail};
use std::collections::BTreeMap;

/// How many seeds are dealt at most. Two flushes in one deal want that many.
const SEEDS: usize = 300_000;

/// After how many seeds a clause is given up if nothing has happened by it yet, and it could not be felt either.
const PATIENCE: usize = 40_000;

/// How many hands are held against the engine: of those in which something happens by each clause, and of those where one
/// might only be felt, because nothing happens by it.
const HELD: [usize; 2] = [5_000, 2_000];

/// What is looked for.
pub(super) struct Search<'a> {
    pub(super) call: &'a New,
    pub(super) rules: &'a Ruleset,
    pub(super) names: &'a [String],
    pub(super) options: &'a BTreeMap<String, Setting>,
}

impl Search<'_> {
    /// The first hand that is what was asked for, and its seed; or how many were dealt in vain.
    pub(super) fn run(&self) -> Result<Result<(u64, String), usize>> {
        let bar = progress();
        let mut held = [0; 2];
        for (dealt, seed) in (self.call.seed..=u64::MAX).take(SEEDS).enumerate() {
            bar.set_message(format!("looking for a hand: {dealt} dealt"));
            if self.in_vain(dealt, held) {
                bar.finish_and_clear();
                return Ok(Err(dealt));
            }
            if let Some(text) = self.deal(seed, &mut held)? {
                bar.finish_and_clear();
                return Ok(Ok((seed, text)));
            }
        }
        bar.finish_and_clear();
        Ok(Err(SEEDS))
    }

    fn in_vain(&self, dealt: usize, held: [usize; 2]) -> bool {
        let spent = [0, 1].map(|kind| held[kind] >= HELD[kind]);
        let unheard_of = dealt >= PATIENCE && held[0] == 0;
        !self.call.shows.is_empty() && spent[1] && (spent[0] || unheard_of)
    }

    /// The hand of this seed, if it is what was asked for.
    fn deal(&self, seed: u64, held: &mut [usize; 2]) -> Result<Option<String>> {
        let Search { call, rules, names, .. } = self;
        // What no sensible table shows, a careless one may.
        let players: &[fn(u64) -> RandomPlayer] = match call.shows.is_empty() {
            true => &[RandomPlayer::sensible],
            false => &[RandomPlayer::sensible, RandomPlayer::new],
        };
        for player in players {
            let example = example(rules, names.len() as u8, player(seed)).filter(|hand| hand.flushes >= call.flush);
            let Some(example) = example else { continue };
            let kind = usize::from(call.shows.iter().any(|topic| !example.clauses.contains(topic)));
            if held[kind] >= HELD[kind] {
                continue;
            }
            held[kind] += 1;
            let text = self.told(seed, &example)?;
            if call.shows.is_empty() || matches!(bless("new", text.as_bytes(), Fill::Holes), Rewritten::Text(..)) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    fn told(&self, seed: u64, example: &Example) -> Result<String> {
        let Search { call, rules, names, options } = *self;
        let until = match call.until {
            Some(Extent::Deal) => Until::Deal,
            Some(Extent::Declarations) => Until::Declarations,
            None if call.shows.is_empty() && call.flush == 0 => Until::Deal,
            Some(Extent::End) | None => Until::End,
        };
        let title = format!("A hand to be told ({}, seed {seed})", rules.id);
        let Example { deal, moves, end, .. } = example;
        let played = Played { words: String::new(), deal: *deal, moves: moves.clone(), tries: Vec::new(), end: *end };
        let hands = &[played];
        let draft = Draft { title: &title, rules, players: names, shows: &call.shows, options, until, hands };
        match draft.write() {
            Rewritten::Text(text, _) => Ok(text),
            Rewritten::Refused(_, wrong) => {
                let first = wrong.first().context("a hand that cannot be written")?;
                Err(anyhow!("{}; {}", visible(&first.message), first.help.join("; ")))
            }
            Rewritten::Foreign => bail!("a hand that is none"),
        }
    }
}
