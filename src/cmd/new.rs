//! `mouche new`: a hand to be told.

use super::company::company;
use super::{Exit, overwrite};
use crate::explore::{Example, RandomPlayer, example};
use crate::rules::{Ruleset, Topic};
use crate::scenario::{Draft, Fill, Rewritten, Until, bless, nearest, visible};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Who sits at the table if nobody else is named.
const NAMES: [&str; 6] = ["Anne", "Bertrand", "Claude", "Denise", "Étienne", "Françoise"];

/// How many seeds are dealt in search of a hand.
const SEEDS: usize = 300_000;

/// How many hands are held against the engine: in all, and of those where a clause might only be felt, because nothing
/// happens by it.
const HELD: [usize; 2] = [10_000, 1_000];

/// Deals a hand at random, plays it if asked, and writes it as a scenario with holes.
#[derive(Debug, Args)]
pub struct New {
    /// The edition, by its id
    #[arg(long, value_name = "EDITION", default_value = "mouche-1718")]
    edition: String,
    /// How many sit at the table [default: as many as are named, or 4]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The first seed that is dealt: the same call gives the same hand
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The players in playing order, the dealer first
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    names: Vec<String>,
    /// How far the hand is played [default: end if --shows or --flush asks for something, else deal]
    #[arg(long, value_enum)]
    until: Option<Extent>,
    /// Search for a hand that shows this clause; may be repeated
    #[arg(long, value_name = "CLAUSE", value_parser = topic)]
    shows: Vec<Topic>,
    /// Search for a hand in which at least so many flushes are claimed
    #[arg(long, value_name = "N", default_value_t = 0)]
    flush: usize,
    /// Write it here, not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write it even where a file is
    #[arg(long, requires = "output")]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Extent {
    /// The cards, and what the first to speak may do
    Deal,
    /// To the first card
    Declarations,
    /// To the payout
    End,
}

fn topic(id: &str) -> Result<Topic, String> {
    let near = || nearest(id, Topic::ALL.iter().map(|topic| topic.id()));
    Topic::by_id(id).ok_or_else(|| match near() {
        Some(near) => format!("no clause is called so; did you mean {near}?"),
        None => "no clause is called so; `mouche explain` lists them".to_owned(),
    })
}

/// Runs the verb.
///
/// # Errors
/// An edition, a company or names that cannot be; a file that is there already, or cannot be written.
pub fn run(call: &New) -> Result<Exit> {
    let names = names(call)?;
    let rules = company(&call.edition, names.len())?;
    ensure!(call.flush <= names.len(), "{} players cannot claim {} flushes", names.len(), call.flush);
    let Some((seed, text)) = find(call, rules, &names)? else {
        writeln!(std::io::stderr(), "error: no such hand was found from seed {} on", call.seed)?;
        return Ok(Exit::Fails);
    };
    match &call.output {
        None => std::io::stdout().write_all(text.as_bytes())?,
        Some(path) => {
            let shown = visible(&path.display().to_string());
            write(path, text.as_bytes(), call.force).with_context(|| format!("{shown} cannot be written"))?;
            writeln!(std::io::stdout(), "{shown}: a hand of {}, from seed {seed}", rules.id)?;
        }
    }
    Ok(Exit::Holds)
}

fn names(call: &New) -> Result<Vec<String>> {
    let names = if call.names.is_empty() { NAMES.map(str::to_owned).to_vec() } else { call.names.clone() };
    let players = call.players.unwrap_or(if call.names.is_empty() { 4 } else { names.len() });
    let fits = if call.names.is_empty() { players <= names.len() } else { players == names.len() };
    ensure!(fits, "{players} players cannot be seated with {} names", names.len());
    Ok(names.into_iter().take(players).collect())
}

fn write(path: &Path, text: &[u8], force: bool) -> Result<()> {
    if !path.try_exists()? {
        return overwrite::create(path, text);
    }
    ensure!(force, "it is there already; write over it with --force");
    overwrite::overwrite(path, &std::fs::read(path)?, text)
}

/// The first hand that is what was asked for, and its seed.
fn find(call: &New, rules: &Ruleset, names: &[String]) -> Result<Option<(u64, String)>> {
    // What no sensible table shows, a careless one may.
    let players: &[fn(u64) -> RandomPlayer] = match call.shows.is_empty() {
        true => &[RandomPlayer::sensible],
        false => &[RandomPlayer::sensible, RandomPlayer::new],
    };
    let mut held = [0; 2];
    for seed in (call.seed..=u64::MAX).take(SEEDS) {
        for player in players {
            let example = example(rules, names.len() as u8, player(seed)).filter(|hand| hand.flushes >= call.flush);
            let Some(example) = example else { continue };
            let kind = usize::from(call.shows.iter().any(|topic| !example.clauses.contains(topic)));
            if held[kind] >= HELD[kind] {
                continue;
            }
            held[kind] += 1;
            let text = told(call, rules, names, seed, &example)?;
            if call.shows.is_empty() || matches!(bless("new", text.as_bytes(), Fill::Holes), Rewritten::Text(..)) {
                return Ok(Some((seed, text)));
            }
        }
    }
    Ok(None)
}

fn told(call: &New, rules: &Ruleset, names: &[String], seed: u64, example: &Example) -> Result<String> {
    let until = match call.until {
        Some(Extent::Deal) => Until::Deal,
        Some(Extent::Declarations) => Until::Declarations,
        None if call.shows.is_empty() && call.flush == 0 => Until::Deal,
        Some(Extent::End) | None => Until::End,
    };
    let title = format!("A hand to be told ({}, seed {seed})", rules.id);
    let Example { deal, moves, end, .. } = example;
    let (deal, end) = (*deal, *end);
    let draft = Draft { title: &title, rules, players: names, shows: &call.shows, until, deal, moves, end };
    match draft.write() {
        Rewritten::Text(text, _) => Ok(text),
        Rewritten::Refused(_, wrong) => {
            let first = wrong.first().context("a hand that cannot be written")?;
            Err(anyhow!("{}; {}", visible(&first.message), first.help.join("; ")))
        }
        Rewritten::Foreign => bail!("a hand that is none"),
    }
}
