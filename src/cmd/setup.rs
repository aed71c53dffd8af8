//! A table set up: an edition, what is agreed before play, and how many sit down to it.

use crate::editions;
use crate::rules::{OptionError, Ruleset, Setting, Value};
use crate::scenario::setting;
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;

/// Who sits at the table if nobody else is named.
pub(super) const NAMES: [&str; 6] = ["Anne", "Bertrand", "Claude", "Denise", "Étienne", "Françoise"];

#[derive(Debug, Args)]
pub(super) struct Setup {
    /// The edition's id
    #[arg(long, value_name = "EDITION", default_value = "mouche-1718")]
    edition: String,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) players: u8,
    /// An option agreed before play, as `mouche editions` lists them; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub(super) options: Vec<(String, Setting)>,
}

impl Setup {
    /// The edition with the options, if so many may play it.
    pub(super) fn rules(&self) -> Result<Ruleset> {
        rules(&self.edition, usize::from(self.players), &self.options)
    }
}

/// The edition of this id with these options, if so many may play it.
pub(super) fn rules(edition: &str, players: usize, options: &[(String, Setting)]) -> Result<Ruleset> {
    let known = || editions::ALL.iter().map(|edition| edition.id).collect::<Vec<_>>().join(", ");
    let rules =
        editions::by_id(edition).with_context(|| format!("no edition is called {edition}; there are {}", known()))?;
    let rules = rules.with(&options.iter().cloned().collect()).map_err(|wrong| match wrong {
        OptionError::Unknown { name, known } => {
            anyhow!("{} knows no option called {name}; it knows {}", rules.id, known.join(", "))
        }
        OptionError::Value { name, takes } => anyhow!("{name} does not take this value; it takes {takes}"),
        OptionError::Conflict { name, why } => anyhow!("{name} does not fit here: {why}"),
    })?;
    let allowed = rules.players.value;
    ensure!(allowed.allows(players), "{} is for {}", rules.id, allowed.says());
    Ok(rules)
}

/// An option as an argument gives it: `debts=staged`.
pub(super) fn option(written: &str) -> Result<(String, Setting), String> {
    let (name, value) = written.split_once('=').ok_or("an option is written NAME=VALUE")?;
    Ok((name.trim().to_owned(), setting(value).ok_or("no option takes such a value")?))
}
