//! `mouche odds`: chances, counted where they can be counted and played out where they cannot.

mod figures;

use super::{Exit, Format, Setup, print_json};
use crate::rules::{Marks, Ruleset};
use crate::terminal;
use anyhow::Result;
use clap::Args;
pub(super) use figures::Output;
use figures::{EveningOdds, MeanOdds, PhaseOdds, PlayedOdds, ShareOdds, TurnedOdds};
use std::io::{self, Write};

/// Print how likely things are: exact fractions where they can be counted, play-outs where they cannot
///
/// Play-outs follow the computer's strategy, which has a chapter in the book. Figures after ± and in brackets are 95 %
/// confidence intervals.
#[derive(Debug, Args)]
pub struct Odds {
    #[command(flatten)]
    setup: Setup,
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

pub fn run(call: &Odds) -> Result<Exit> {
    let Odds { setup, hands, seed, .. } = call;
    let rules = &setup.rules()?;
    let odds = match &call.holding {
        Some(cards) => Output::of_holding(rules, setup.players, (cards, call.turn.as_deref()), *hands, *seed)?,
        None => Output::of_deals(rules, setup.players, *hands, *seed),
    };
    match call.format {
        Format::Full => text(&mut terminal::plain(), rules, &odds)?,
        Format::Json => print_json(&odds)?,
    }
    Ok(Exit::Holds)
}

fn text(out: &mut impl Write, rules: &Ruleset, odds: &Output) -> io::Result<()> {
    let cards = rules.pack.read().map(|packs| format!("{} cards", packs.pack(odds.players).len()));
    writeln!(out, "{}, {} players, {cards}", rules.name, odds.players)?;
    explained(out, cards.marks())?;
    if let Some(all) = &odds.counted {
        writeln!(out, "\nCounted, before any card is changed")?;
        all.iter().try_for_each(|one| counted(out, &one.what, one.chance, &one.exact))?;
    }
    if let Some(holding) = &odds.holding {
        writeln!(out, "\nHolding {holding}")?;
    }
    if let Some(dealt) = &odds.dealt {
        counted(out, "dealt to one player, whatever else they hold", dealt.chance, &dealt.exact)?;
    }
    odds.phases.as_ref().map_or(Ok(()), |phases| by_phase(out, phases))?;
    odds.turned.as_ref().map_or(Ok(()), |odds| turned(out, odds))?;
    odds.played.as_ref().map_or(Ok(()), |odds| played(out, rules, odds))
}

fn explained(out: &mut impl Write, marks: Marks) -> io::Result<()> {
    marks.explained().map_or(Ok(()), |signs| writeln!(out, "        {signs}"))
}

fn counted(out: &mut impl Write, what: &str, share: f64, exact: &str) -> io::Result<()> {
    let one_in = if share > 0.0 { format!("1 in {:.1}", 1.0 / share) } else { "never".into() };
    writeln!(out, "{what:<50}{:>10.5} %   {one_in:<12} {exact}", 100.0 * share)
}

fn mean(mean: &MeanOdds) -> String {
    let within = mean.within.map_or("?".into(), |within| format!("{within:.3}"));
    format!("{:+.3} ± {within}", mean.mean)
}

fn share(share: &ShareOdds) -> String {
    let [found, low, high] = [share.share, share.low, share.high].map(|share| 100.0 * share);
    format!("{found:.1} % ({low:.1} to {high:.1})")
}

fn turned(out: &mut impl Write, turned: &TurnedOdds) -> io::Result<()> {
    writeln!(out, "\nWith {} turned up: nobody else was dealt a card that beats, by suit", turned.turn)?;
    for one in &turned.best {
        let what = format!("{}{}", one.card, if one.trump { ", a trump" } else { "" });
        counted(out, &what, one.chance, &one.exact)?;
    }
    if let Some(first) = turned.advice.first() {
        let (times, seed) = (first.gained.of, turned.seed);
        writeln!(out, "\nFirst to declare, no debt in the pool: {times} play-outs, seed {seed}")?;
    }
    for one in &turned.advice {
        let gained = format!("{} chips", mean(&one.gained));
        writeln!(out, "{:<26}{gained:<24}owes nothing after {}", one.plan.name(), share(&one.owes_nothing))?;
    }
    Ok(())
}

/// What cards are worth at Mus, a line for each change; Point in the place of a Jeu that nobody has.
fn by_phase(out: &mut impl Write, all: &[PhaseOdds]) -> io::Result<()> {
    writeln!(out, "That nobody against one holds better, in percent: sitting before them, and behind them")?;
    for (at, row) in all.chunk_by(|one, next| one.laid == next.laid).enumerate() {
        if at == 0 {
            let heads: Vec<String> = row.iter().map(|one| format!("{:<14}", one.phase)).collect();
            writeln!(out, "{}", format!("{:<18}{}", "laid down", heads.concat()).trim_end())?;
        }
        let laid = if row[0].laid.is_empty() { "nothing" } else { &row[0].laid };
        let each = |one: &PhaseOdds| format!("{:<14}", format!("{:.1}  {:.1}", 100.0 * one.first, 100.0 * one.last));
        writeln!(out, "{}", format!("{laid:<18}{}", row.iter().map(each).collect::<String>()).trim_end())?;
    }
    Ok(())
}

fn played(out: &mut impl Write, rules: &Ruleset, played: &PlayedOdds) -> io::Result<()> {
    let PlayedOdds { seed, hands, goes_in, .. } = played;
    writeln!(out, "\nPlayed out: {hands} hands, seed {seed}; the strategy goes in with {}", share(goes_in))?;
    writeln!(out, "{:<8}{:<26}{:>8}   {:<18}owes nothing after", "trumps", "declaration", "hands", "gained, in pools")?;
    for row in &played.by_trumps {
        let (plan, gained, of) = (row.plan.name(), mean(&row.gained_in_pools), row.gained_in_pools.of);
        writeln!(out, "{:<8}{plan:<26}{of:>8}   {gained:<18}{}", row.trumps, share(&row.owes_nothing))?;
    }
    let (careful, bold) = (&played.evenings, &played.evenings_without_folding);
    writeln!(out, "\nThe pool from hand to hand, in chips: {} sessions, seed {}", careful.sessions, played.seed)?;
    writeln!(out, "{:<8}{:<40}where nobody ever folds", "", "by the strategy")?;
    let head = format!("{:<18}{:<8}{:<14}", "mean", "half", "nine in ten");
    writeln!(out, "{:<8}{head}{}", "hand", head.trim_end())?;
    for hand in 0..careful.pools.len().min(bold.pools.len()) {
        writeln!(out, "{:<8}{}{}", hand + 1, pool(careful, hand), pool(bold, hand).trim_end())?;
    }
    let both = |of: &dyn Fn(&EveningOdds) -> String| format!("{:<40}{}", of(careful), of(bold));
    writeln!(out, "debts   {}", both(&|evening| format!("after {} of hands", share(&evening.hands_with_a_debt))))?;
    writeln!(out, "largest {}", both(&|evening| format!("{} chips", evening.largest_pool)))?;
    let cut = both(&|evening| share(&evening.debts_cut_by_a_ceiling));
    let ceiling = rules.debt_cap.read();
    let told = ceiling.map(|cap| match cap.0 {
        Some(cap) => format!("cut     {cut} by the ceiling of {cap}"),
        None => "cut     no ceiling is set".into(),
    });
    writeln!(out, "{told}")?;
    explained(out, ceiling.marks())
}

fn pool(evening: &EveningOdds, hand: usize) -> String {
    let MeanOdds { mean, within, .. } = evening.pools[hand];
    let mean = format!("{mean:.1} ± {:.1}", within.unwrap_or(f64::INFINITY));
    format!("{mean:<18}{:<8}{:<14}", evening.half[hand], evening.nine_in_ten[hand])
}
