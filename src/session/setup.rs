//! Who sits down to what: an edition, what is agreed before play, and how many sit down to it.

use crate::cards::Seat;
use crate::editions;
use crate::rules::{OptionError, Ruleset, Setting, Value, by_name};
use crate::scenario::setting;
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeMap;

/// Who sits at the table if nobody else is named.
pub(crate) const NAMES: [&str; 6] = ["Anne", "Bertrand", "Claude", "Denise", "Étienne", "Françoise"];

/// Those who sit at a table, and what they play.
#[derive(Clone, Debug)]
pub(crate) struct Company {
    pub(crate) title: String,
    /// The edition with the options agreed.
    pub(crate) rules: Ruleset,
    /// The options, which the rules have already.
    pub(crate) options: BTreeMap<String, Setting>,
    /// Names by seat; the first deals first.
    pub(crate) players: Vec<String>,
    /// What each starts with, by seat; empty when the edition says.
    pub(crate) chips: Vec<i64>,
    pub(crate) learner: Seat,
}

impl Company {
    /// A table whose cards come from a seed.
    pub(crate) fn new(
        rules: Ruleset,
        options: BTreeMap<String, Setting>,
        players: Vec<String>,
        learner: Seat,
        seed: u64,
    ) -> Company {
        let title = format!("A session of {}, from seed {seed}", rules.name);
        Company { title, rules, options, players, chips: Vec::new(), learner }
    }
}

/// The edition of this id with these options, if so many may play it.
pub(crate) fn rules(edition: &str, players: usize, options: &[(String, Setting)]) -> Result<Ruleset> {
    let known = || editions::ALL.iter().map(|edition| edition.id).collect::<Vec<_>>().join(", ");
    let rules =
        editions::by_id(edition).with_context(|| format!("no edition is called {edition}; there are {}", known()))?;
    let rules = rules.with(&by_name(options.iter().cloned())).map_err(|wrong| match wrong {
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

/// How many may sit down to an edition, as far as there are names for them.
#[cfg(feature = "cli")]
pub(crate) fn companies(rules: &Ruleset) -> impl Iterator<Item = usize> {
    let allowed = rules.players.value;
    (2..=NAMES.len()).filter(move |players| allowed.allows(*players))
}

/// An option as an argument gives it: `debts=staged`.
pub(crate) fn option(written: &str) -> Result<(String, Setting), String> {
    let (name, value) = written.split_once('=').ok_or("an option is written NAME=VALUE")?;
    Ok((name.trim().to_owned(), setting(value).ok_or("no option takes such a value")?))
}
