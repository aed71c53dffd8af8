//! `mouche new`: a hand to be told.

mod search;

use super::company::{NAMES, company, option};
use super::{Exit, overwrite};
use crate::editions;
use crate::rules::{Setting, Topic};
use crate::scenario::{nearest, visible};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use search::Search;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Deals a hand at random, plays it if asked, and writes it as a scenario with holes.
#[derive(Debug, Args)]
pub struct New {
    /// The edition, by its id
    #[arg(long, value_name = "EDITION", default_value = "mouche-1718")]
    edition: String,
    /// How many sit at the table [default: as many as are named, or 4]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// An option agreed before play, as `mouche editions` lists them; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, Setting)>,
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
    let near = || nearest(id, editions::topics().map(|topic| topic.id()));
    editions::topic(id).ok_or_else(|| match near() {
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
    let options = call.options.iter().cloned().collect();
    let rules = &company(&call.edition, names.len(), &options)?;
    ensure!(call.flush <= names.len(), "{} players cannot claim {} flushes", names.len(), call.flush);
    for topic in &call.shows {
        let unseen = rules.clause(*topic).unseen;
        ensure!(unseen.is_none(), "no hand can show {topic}: {}", unseen.unwrap_or_default());
    }
    let (seed, text) = match (Search { call, rules, names: &names, options: &options }).run()? {
        Ok(found) => found,
        Err(dealt) => {
            writeln!(std::io::stderr(), "{}", not_found(call, dealt))?;
            return Ok(Exit::Fails);
        }
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

/// Why nothing is written, and what may still be done.
fn not_found(call: &New, dealt: usize) -> String {
    let shows: Vec<&str> = call.shows.iter().map(|topic| topic.id()).collect();
    let wanted = match (call.flush, shows.is_empty()) {
        (0, _) => format!("shows {}", shows.join(" and ")),
        (flushes, true) => format!("has {flushes} flushes"),
        (flushes, false) => format!("has {flushes} flushes and shows {}", shows.join(" and ")),
    };
    format!(
        "error: of {dealt} deals from seed {} on, none that was played at random {wanted}\n\
         help: only first hands of a session are played, with nothing left from before; `mouche explain` names the hands \
         that show a clause, `--until deal` writes one to be played by yourself",
        call.seed
    )
}
