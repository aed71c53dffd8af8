//! How the pool grows in an evening, and how often a ceiling cuts a debt.

use super::played::{FIVE, Played, debts};
use super::words::share;
use super::{Figures, Plot};
use crate::book::picture::bars::{Bar, bars};
use crate::book::picture::growth::grouped;
use crate::book::picture::lines::{Axes, Line, lines};
use crate::explore::odds::{Evening, Share};
use crate::rules::Ruleset;
use anyhow::{Context, Result};

/// What the section says.
pub(super) struct Pools {
    pub(super) growing: Plot,
    pub(super) cut: Plot,
    pub(super) five: u8,
    /// The hands of an evening, and its last pool by mean: at once, under the ceiling, one by one.
    pub(super) hands: usize,
    pub(super) last: [String; 3],
    /// The largest pool without a ceiling.
    pub(super) largest: String,
    /// What nine evenings of ten do not pass in the last hand, without a ceiling.
    pub(super) nine: String,
    /// The edition's own ceiling, and how many debts it cuts.
    pub(super) ceiling: i64,
    pub(super) cuts: String,
    /// Hands that leave a debt, without a ceiling.
    pub(super) owing: String,
}

pub(super) fn pools(played: &Played) -> Result<Pools> {
    let [at_once, capped, staged] = debts();
    let free = played.evening(at_once)?;
    let evenings = [free, played.evening(capped)?, played.evening(staged)?];
    let ceiling = capped.debt_cap.value.unwrap_or_default();
    let own = played.ceilings.iter().find(|(chips, _)| *chips == ceiling);
    let last = |evening: &Evening| evening.pools.last().map_or(0, |pool| pool.found().round() as i64);
    Ok(Pools {
        growing: growing([at_once, capped, staged], evenings)?,
        cut: cut(capped, &played.ceilings)?,
        five: FIVE,
        hands: free.pools.len(),
        last: evenings.map(|evening| grouped(last(evening))),
        largest: grouped(free.largest),
        nine: grouped(free.nine_in_ten.last().copied().unwrap_or_default()),
        ceiling,
        cuts: share(own.context("the ceiling of the edition is not among those compared")?.1),
        owing: share(free.owing),
    })
}

fn growing(rules: [&Ruleset; 3], evenings: [&Evening; 3]) -> Result<Plot> {
    let [_, capped, _] = rules;
    let names = [
        format!("all at once ({})", rules[0].year),
        format!("all at once, ceiling {} ({})", capped.debt_cap.value.unwrap_or_default(), capped.year),
        format!("one by one ({})", rules[2].year),
    ];
    let hands = evenings.iter().map(|evening| evening.pools.len()).min().unwrap_or_default();
    let point = |pool: &crate::explore::odds::Mean| {
        (pool.found(), Some(pool.within()).filter(|w| w.is_finite()).unwrap_or(0.0))
    };
    let line = |(name, evening): (&String, &Evening)| Line {
        name: name.clone(),
        points: evening.pools.iter().take(hands).map(point).collect(),
    };
    let axes = Axes {
        places: (1..=hands).map(|hand| hand.to_string()).collect(),
        across: "hand",
        up: "mean pool, in chips",
        written: |chips| grouped(chips.round() as i64),
    };
    let title = format!("The pool from hand to hand, {FIVE} players: three ways to put debts in");
    let row = |hand: usize| {
        let of = |evening: &&Evening| {
            let pool = evening.pools[hand];
            [format!("{:.1} ± {:.1}", pool.found(), pool.within()), grouped(evening.nine_in_ten[hand])]
        };
        ((hand + 1).to_string(), evenings.iter().flat_map(of).collect())
    };
    let heads = names.iter().flat_map(|name| [name.clone(), "nine in ten at most".to_string()]).collect();
    let drawn: Vec<Line> = names.iter().zip(evenings).map(line).collect();
    let table = Figures { label: "The pool, in figures".into(), heads, rows: (0..hands).map(row).collect() };
    Ok(Plot { figure: lines(&title, &axes, &drawn).figure("odds-pools")?, table: table.html()? })
}

fn cut(rules: &Ruleset, ceilings: &[(i64, Share)]) -> Result<Plot> {
    let name = |chips: &i64| format!("a ceiling of {chips} chips");
    let bar = |(chips, cut): &(i64, Share)| Bar {
        name: name(chips),
        share: cut.found(),
        figure: super::words::percent(cut.found()),
        interval: Some(cut.interval()),
    };
    let row = |(chips, cut): &(i64, Share)| {
        (name(chips), vec![grouped(i64::try_from(cut.of).unwrap_or(i64::MAX)), share(*cut)])
    };
    let title = format!("How many debts a ceiling cuts, {} with {FIVE}", rules.name);
    let table = Figures {
        label: "Debts cut, in figures".into(),
        heads: ["debts made", "cut"].map(String::from).into(),
        rows: ceilings.iter().map(row).collect(),
    };
    Ok(Plot {
        figure: bars(&title, &ceilings.iter().map(bar).collect::<Vec<_>>()).figure("odds-ceiling")?,
        table: table.html()?,
    })
}
