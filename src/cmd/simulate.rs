//! `mouche simulate`: random sessions, counted and timed.

use super::{Exit, Format, Setup, print_json, progress};
use crate::explore::{Tally, simulate};
use crate::rules::Ruleset;
use crate::session::of_tricks;
use crate::terminal;
use anyhow::Result;
use clap::Args;
use cpu_time::ProcessTime;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Play random sessions and count what happens
#[derive(Debug, Args)]
pub struct Simulate {
    #[command(flatten)]
    setup: Setup,
    /// How many hands to play
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    hands: u64,
    /// Random seed; the same seed gives the same hands
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
}

/// Random sessions counted, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Figures<'a> {
    /// The version of this form.
    version: u32,
    /// The edition's id.
    edition: &'a str,
    /// How many sit at the table.
    players: u8,
    /// Where the random numbers began.
    seed: u64,
    #[serde(flatten)]
    tally: &'a Tally,
    /// Hands played in a second on the processor: of this machine, and no figure of the game.
    #[serde(skip)]
    hands_per_second: f64,
}

pub fn run(call: &Simulate) -> Result<Exit> {
    let (rules, players) = (&of_tricks(call.setup.rules()?)?, call.setup.players);
    let bar = progress();
    // Time on the processor: other work on the machine does not count.
    let begun = ProcessTime::now();
    let tally = &simulate(rules, players, call.hands, call.seed, |hands| {
        if hands % 1024 < 16 {
            bar.set_message(format!("{hands} of {} hands", call.hands));
        }
    });
    let cpu_seconds = begun.elapsed().as_secs_f64().max(1e-6);
    bar.finish_and_clear();
    let hands_per_second = (tally.hands as f64 / cpu_seconds).round();
    let figures = Figures { version: 1, edition: rules.id, players, seed: call.seed, tally, hands_per_second };
    match call.format {
        Format::Json => print_json(&figures)?,
        Format::Full => text(&mut terminal::plain(), rules, &figures)?,
    }
    Ok(Exit::Holds)
}

fn text(out: &mut impl Write, rules: &Ruleset, figures: &Figures) -> std::io::Result<()> {
    let Figures { players, seed, tally, hands_per_second, .. } = figures;
    let hands = tally.hands.max(1) as f64;
    let share = |count: u64| format!("{count} ({:.4} % of hands)", 100.0 * count as f64 / hands);
    let begun = if tally.sessions == 1 { "session" } else { "sessions" };
    writeln!(out, "{}, {players} players, seed {seed}", rules.name)?;
    writeln!(out, "hands             {} in {} {begun}", tally.hands, tally.sessions)?;
    writeln!(out, "flush dealt       {}", share(tally.hands_with_a_flush))?;
    writeln!(out, "flush claimed     {}", share(tally.hands_claimed))?;
    writeln!(out, "left alone        {}", share(tally.hands_alone))?;
    writeln!(out, "players who owe   {:.4} a hand", tally.debts_made as f64 / hands)?;
    writeln!(out, "largest pool      {} chips", tally.largest_pool)?;
    for (power, count) in tally.pools.iter().enumerate().filter(|(_, count)| **count > 0) {
        writeln!(out, "  pool under {:<7}{}", 10i64.pow(power as u32 + 1), share(*count))?;
    }
    if tally.sessions_cut > 0 {
        writeln!(out, "cut short         {} sessions, at an amount over 10^12 chips", tally.sessions_cut)?;
    }
    writeln!(out, "hands_per_second  {hands_per_second}")
}
