//! An edition, and how many sit down to it.

use crate::editions;
use crate::rules::{Ruleset, Value};
use anyhow::{Context, Result, ensure};

/// The edition of this id, if so many may play it.
///
/// # Errors
/// An unknown edition, or a number of players it does not know.
pub(super) fn company(edition: &str, players: usize) -> Result<&'static Ruleset> {
    let known = || editions::ALL.iter().map(|edition| edition.id).collect::<Vec<_>>().join(", ");
    let rules =
        editions::by_id(edition).with_context(|| format!("no edition is called {edition}; there are {}", known()))?;
    let allowed = rules.players.value;
    ensure!(allowed.allows(players), "{} is for {}", rules.id, allowed.says());
    Ok(rules)
}
