//! `mouche simulate`: random sessions, counted and timed.

use super::Exit;
use super::company::company;
use super::format::Layout;
use crate::explore::{Tally, simulate};
use crate::rules::Ruleset;
use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Plays random sessions through the engine.
#[derive(Debug, Args)]
pub struct Simulate {
    /// The edition, by its id
    #[arg(long, value_name = "EDITION", default_value = "mouche-1718")]
    edition: String,
    /// How many sit at the table
    #[arg(long, value_name = "N", default_value_t = 4)]
    players: u8,
    /// How many hands to play
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    hands: u64,
    /// Where the random numbers begin: the same seed gives the same hands
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Layout::Text)]
    format: Layout,
}

/// Random sessions counted, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Figures<'a> {
    /// The edition's id.
    edition: &'a str,
    /// How many sit at the table.
    players: u8,
    /// Where the random numbers began.
    seed: u64,
    #[serde(flatten)]
    tally: &'a Tally,
    /// Seconds on the processor.
    cpu_seconds: f64,
    /// Hands played in one of them.
    hands_per_second: f64,
}

/// Runs the verb.
///
/// # Errors
/// An unknown edition, a number of players it does not know, or standard output that is closed.
pub fn run(call: &Simulate) -> Result<Exit> {
    let rules = &company(&call.edition, usize::from(call.players), &BTreeMap::new())?;
    let bar = bar(call.hands);
    let begun = cpu_seconds();
    let tally = simulate(rules, call.players, call.hands, call.seed, |hands| {
        if hands % 1024 < 16 {
            bar.set_position(hands);
        }
    });
    let cpu = (cpu_seconds() - begun).max(1e-6);
    bar.finish_and_clear();
    print(call, rules, &tally, cpu)
}

/// Shown on a terminal alone.
fn bar(hands: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} hands, {eta} left");
    ProgressBar::new(hands).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Time this process has spent on the processor, in seconds: other work on the machine does not count.
fn cpu_seconds() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}

fn print(call: &Simulate, rules: &Ruleset, tally: &Tally, cpu_seconds: f64) -> Result<Exit> {
    let hands_per_second = (tally.hands as f64 / cpu_seconds).round();
    let mut out = std::io::stdout().lock();
    match call.format {
        Layout::Json => {
            let figures = Figures {
                edition: rules.id,
                players: call.players,
                seed: call.seed,
                tally,
                cpu_seconds,
                hands_per_second,
            };
            serde_json::to_writer_pretty(&mut out, &figures)?;
            writeln!(out)?;
        }
        Layout::Text => text(&mut out, call, rules, tally, hands_per_second)?,
    }
    Ok(Exit::Holds)
}

fn text(
    out: &mut impl Write,
    call: &Simulate,
    rules: &Ruleset,
    tally: &Tally,
    hands_per_second: f64,
) -> std::io::Result<()> {
    let share = |count: u64| format!("{count} ({:.4} % of hands)", 100.0 * count as f64 / tally.hands.max(1) as f64);
    let begun = if tally.sessions == 1 { "session" } else { "sessions" };
    writeln!(out, "{}, {} players, seed {}", rules.name, call.players, call.seed)?;
    writeln!(out, "hands             {} in {} {begun}", tally.hands, tally.sessions)?;
    writeln!(out, "flush dealt       {}", share(tally.hands_with_a_flush))?;
    writeln!(out, "flush claimed     {}", share(tally.hands_claimed))?;
    writeln!(out, "left alone        {}", share(tally.hands_alone))?;
    writeln!(out, "players who owe   {:.4} a hand", tally.debts_made as f64 / tally.hands.max(1) as f64)?;
    writeln!(out, "largest pool      {} chips", tally.largest_pool)?;
    for (power, count) in tally.pools.iter().enumerate().filter(|(_, count)| **count > 0) {
        writeln!(out, "  pool under {:<7}{}", 10i64.pow(power as u32 + 1), share(*count))?;
    }
    if tally.sessions_cut > 0 {
        writeln!(out, "cut short         {} sessions, at an amount over 10^12 chips", tally.sessions_cut)?;
    }
    writeln!(out, "hands_per_second  {hands_per_second}")
}
