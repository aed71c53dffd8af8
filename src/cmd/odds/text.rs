//! The odds for people.

use super::holding::Holding;
use super::json::decimal;
use super::{Figures, Played};
use crate::explore::odds::{Chance, Evening, Mean, Share, Trial};
use crate::rules::Marks;
use std::io::{Result, Write};

pub(super) fn print(out: &mut impl Write, figures: &Figures) -> Result<()> {
    let cards = figures.cards().map(|cards| format!("{cards} cards"));
    writeln!(out, "{}, {} players, {cards}", figures.rules.name, figures.players)?;
    explained(out, cards.marks())?;
    if !figures.counted.is_empty() {
        writeln!(out, "\nCounted, before any card is changed")?;
    }
    for one in &figures.counted {
        counted(out, &one.what.says(figures.rules), one.chance)?;
    }
    if let Some(holding) = &figures.holding {
        held(out, holding, figures.seed)?;
    }
    if let Some(Played { trial, evenings }) = &figures.played {
        by_trumps(out, trial, figures.seed)?;
        pools(out, evenings, figures)?;
    }
    Ok(())
}

fn counted(out: &mut impl Write, what: &str, chance: Chance) -> Result<()> {
    let share = decimal(chance);
    let one_in = if share > 0.0 { format!("1 in {:.1}", 1.0 / share) } else { "never".into() };
    writeln!(out, "{what:<50}{:>10.5} %   {one_in:<12} {chance}", 100.0 * share)
}

fn mean(mean: Mean) -> String {
    match mean.within() {
        within if within.is_finite() => format!("{:+.3} ± {within:.3}", mean.found()),
        _ => format!("{:+.3} ± ?", mean.found()),
    }
}

fn share(share: Share) -> String {
    let (low, high) = share.interval();
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share.found(), 100.0 * low, 100.0 * high)
}

fn by_trumps(out: &mut impl Write, trial: &Trial, seed: u64) -> Result<()> {
    writeln!(
        out,
        "\nPlayed out: {} hands, seed {seed}; the strategy goes in with {}",
        trial.hands,
        share(trial.goes_in)
    )?;
    writeln!(out, "{:<8}{:<26}{:>8}   {:<18}owes nothing after", "trumps", "declaration", "hands", "gained, in pools")?;
    for row in &trial.rows {
        let (plan, gained) = (row.plan.name(), mean(row.gained));
        writeln!(out, "{:<8}{plan:<26}{:>8}   {gained:<18}{}", row.trumps, row.gained.of, share(row.spared))?;
    }
    Ok(())
}

fn pools(out: &mut impl Write, evenings: &[Evening; 2], figures: &Figures) -> Result<()> {
    let [careful, bold] = evenings;
    writeln!(out, "\nThe pool from hand to hand, in chips: {} sessions, seed {}", careful.sessions, figures.seed)?;
    writeln!(out, "{:<8}{:<40}where nobody ever folds", "", "by the strategy")?;
    let head = format!("{:<18}{:<8}{:<14}", "mean", "half", "nine in ten");
    writeln!(out, "{:<8}{head}{}", "hand", head.trim_end())?;
    for hand in 0..careful.pools.len().min(bold.pools.len()) {
        writeln!(out, "{:<8}{}{}", hand + 1, pool(careful, hand), pool(bold, hand).trim_end())?;
    }
    let both = |of: &dyn Fn(&Evening) -> String| format!("{:<40}{}", of(careful), of(bold));
    writeln!(out, "debts   {}", both(&|evening| format!("after {} of hands", share(evening.owing))))?;
    writeln!(out, "largest {}", both(&|evening| format!("{} chips", evening.largest)))?;
    let ceiling = figures.rules.debt_cap.read();
    let cut = ceiling.map(|cap| match cap {
        Some(cap) => format!("cut     {} by the ceiling of {cap}", both(&|evening| share(evening.cut))),
        None => "cut     no ceiling is set".into(),
    });
    writeln!(out, "{cut}")?;
    explained(out, ceiling.marks())
}

/// What the signs of a line mean.
fn explained(out: &mut impl Write, marks: Marks) -> Result<()> {
    marks.explained().map_or(Ok(()), |signs| writeln!(out, "        {signs}"))
}

/// What is found of one hand of the evenings.
fn pool(evening: &Evening, hand: usize) -> String {
    let pool = evening.pools[hand];
    let mean = format!("{:.1} ± {:.1}", pool.found(), pool.within());
    format!("{mean:<18}{:<8}{:<14}", evening.half[hand], evening.nine_in_ten[hand])
}

fn held(out: &mut impl Write, holding: &Holding, seed: u64) -> Result<()> {
    writeln!(out, "\nHolding {}", holding.cards)?;
    counted(out, "dealt to one player, whatever else he has", holding.dealt)?;
    let Some(turn) = &holding.turn else { return Ok(()) };
    writeln!(out, "\nWith {} turned up: nobody else was dealt a card that beats, by suit", turn.card)?;
    for (card, is_trump, chance) in &turn.best {
        counted(out, &format!("{card}{}", if *is_trump { ", a trump" } else { "" }), *chance)?;
    }
    if !turn.advice.is_empty() {
        let times = turn.advice[0].gained.of;
        writeln!(out, "\nFirst to declare, no debt in the pool: {times} play-outs, seed {seed}")?;
    }
    for one in &turn.advice {
        let gained = format!("{} chips", mean(one.gained));
        writeln!(out, "{:<26}{gained:<24}owes nothing after {}", one.plan.name(), share(one.spared))?;
    }
    Ok(())
}
