//! An edition, what is agreed before play, and how many sit down to it.

use crate::editions;
use crate::rules::{OptionError, Ruleset, Setting, Value};
use crate::scenario::setting;
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeMap;

/// Who sits at the table if nobody else is named.
pub(super) const NAMES: [&str; 6] = ["Anne", "Bertrand", "Claude", "Denise", "Étienne", "Françoise"];

/// The edition of this id with these options, if so many may play it.
///
/// # Errors
/// An unknown edition or option, a value that the option does not take, or a number of players the edition does not know.
pub(super) fn company(edition: &str, players: usize, options: &BTreeMap<String, Setting>) -> Result<Ruleset> {
    let known = || editions::ALL.iter().map(|edition| edition.id).collect::<Vec<_>>().join(", ");
    let rules =
        editions::by_id(edition).with_context(|| format!("no edition is called {edition}; there are {}", known()))?;
    let rules = rules.with(options).map_err(|wrong| refused(rules, wrong))?;
    let allowed = rules.players.value;
    ensure!(allowed.allows(players), "{} is for {}", rules.id, allowed.says());
    Ok(rules)
}

fn refused(rules: &Ruleset, wrong: OptionError) -> anyhow::Error {
    match wrong {
        OptionError::Unknown { name, known } => {
            anyhow!("{} knows no option called {name}; it knows {}", rules.id, known.join(", "))
        }
        OptionError::Value { name, takes } => anyhow!("{name} does not take this value; it takes {takes}"),
        OptionError::Conflict { name, why } => anyhow!("{name} does not fit here: {why}"),
    }
}

/// An option as an argument gives it: `debts=staged`.
///
/// # Errors
/// Anything else, in words.
pub(super) fn option(written: &str) -> Result<(String, Setting), String> {
    let (name, value) = written.split_once('=').ok_or("an option is written NAME=VALUE")?;
    Ok((name.trim().to_owned(), setting(value).ok_or("no option takes such a value")?))
}
