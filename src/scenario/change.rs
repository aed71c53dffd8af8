//! What becomes of a hand when one clause of its rules has another value.

use super::replay::holds;
use super::syntax::Scenario;
use crate::rules::{Mutant, Ruleset, Topic};
use std::collections::BTreeSet;

/// A clause's topic and another value of it, in words.
pub type Change = (Topic, String);

/// Whether a scenario that holds under these rules no longer does when the clause on a topic has another value.
pub(super) fn is_felt(scenario: &Scenario, edition: &str, rules: &Ruleset, topic: Topic) -> bool {
    rules.mutants().iter().any(|mutant| mutant.topic == topic && !holds(scenario, edition, mutant.rules))
}

/// The changes under which a scenario no longer holds, of clauses that stand as the edition has them: where an option
/// has changed a clause already, the hand says nothing of the edition's own.
pub(super) fn felt(scenario: &Scenario, edition: &Ruleset, rules: &Ruleset) -> BTreeSet<Change> {
    let agreed = |topic| rules.clause(topic).key() != edition.clause(topic).key();
    let fails = |mutant: &Mutant| !agreed(mutant.topic) && !holds(scenario, edition.id, mutant.rules);
    rules.mutants().into_iter().filter(fails).map(|mutant| (mutant.topic, mutant.value)).collect()
}
