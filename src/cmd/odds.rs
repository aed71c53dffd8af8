//! `mouche odds`: chances, counted where they can be counted and played out where they cannot.

mod holding;
mod json;
mod text;

use super::Exit;
use super::company::{company, option};
use super::format::Layout;
use crate::explore::odds::{Counted, Evening, Trial, counted, evenings, trial};
use crate::explore::strategy::{NEVER_FOLDS, STRATEGY};
use crate::rules::{Marked, Ruleset, Setting};
use anyhow::Result;
use clap::Args;
use holding::Holding;
pub(super) use json::Output;
use std::io::Write;

/// Says how likely things are: counted as fractions where they can be counted, played out where they cannot.
///
/// What is played out is played by the strategy of the book's chapter "How the others play". Behind ± and in brackets
/// stand intervals that hold the true value 95 times in 100.
#[derive(Debug, Args)]
pub struct Odds {
    /// The edition, by its id
    #[arg(long, value_name = "EDITION", default_value = "mouche-1718")]
    edition: String,
    /// How many sit at the table
    #[arg(long, value_name = "N", default_value_t = 4)]
    players: u8,
    /// An option agreed before play, as `mouche editions` lists them; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, Setting)>,
    /// How many hands to play out; 0 for what is counted alone
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    hands: u64,
    /// Where the random numbers begin: the same seed gives the same hands
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The odds of a holding instead, of one to five cards: "K♥ J♥ 9♥ A♠ 7♣"
    #[arg(long, value_name = "CARDS")]
    holding: Option<String>,
    /// The card turned up beside that holding
    #[arg(long, value_name = "CARD", requires = "holding")]
    turn: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Layout::Text)]
    format: Layout,
}

/// What is printed.
struct Figures<'a> {
    rules: &'a Ruleset,
    players: u8,
    seed: u64,
    counted: Vec<Counted>,
    played: Option<Played>,
    holding: Option<Holding>,
}

impl Figures<'_> {
    /// The cards in the pack, with the marks of what the edition says of packs.
    fn cards(&self) -> Marked<usize> {
        self.rules.pack.read().map(|packs| packs.pack(self.players).len())
    }
}

/// What is played out.
struct Played {
    trial: Trial,
    /// Evenings of the strategy, and of a company that never folds.
    evenings: [Evening; 2],
}

/// Hands of an evening, about: so many sessions are played as their hands come to what was asked for.
const HANDS_OF_A_SESSION: u64 = 10;

/// Runs the verb.
///
/// # Errors
/// An unknown edition, a number of players it does not know, a holding that is none, or standard output that is closed.
pub fn run(call: &Odds) -> Result<Exit> {
    let rules = &company(&call.edition, usize::from(call.players), &call.options.iter().cloned().collect())?;
    let holding = match &call.holding {
        Some(cards) => Some(Holding::read(rules, call.players, cards, call.turn.as_deref(), call.hands, call.seed)?),
        None => None,
    };
    let played = || Played {
        trial: trial(rules, call.players, call.hands, call.seed),
        evenings: [&STRATEGY, &NEVER_FOLDS].map(|strategy| {
            let sessions = call.hands.div_ceil(HANDS_OF_A_SESSION);
            evenings(rules, call.players, strategy, sessions, call.seed)
        }),
    };
    let figures = Figures {
        rules,
        players: call.players,
        seed: call.seed,
        counted: if holding.is_some() { Vec::new() } else { counted(rules, call.players) },
        played: (holding.is_none() && call.hands > 0).then(played),
        holding,
    };
    let mut out = std::io::stdout().lock();
    match call.format {
        Layout::Text => text::print(&mut out, &figures)?,
        Layout::Json => {
            serde_json::to_writer_pretty(&mut out, &Output::from(&figures))?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Holds)
}
