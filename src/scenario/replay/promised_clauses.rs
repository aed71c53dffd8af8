//! What the header of a file promises to show, and the changes of clauses under which the file no longer holds.

use super::scenario_run::{find_mistakes_under_rules, holds_under_rules, replay};
use super::shared_diagnostics::join_with_commas;
use super::story::{ClauseWithOtherValue, Story};
use crate::editions;
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::text::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::scenario::text::{ParsedHand, Scenario, Spanned, diagnose};
use std::collections::BTreeSet;

/// Plays a scenario under one of the editions its header names, and checks what its header promises.
pub fn play_and_check_promises(
    scenario: &Scenario,
    edition: &Spanned<String>,
) -> Result<Story, Diagnostics> {
    let mut story = replay(scenario, edition)?;
    if !story.diagnostics.iter().all(leaves_hands_played)
        || !scenario.hands.iter().all(ParsedHand::is_fully_read)
    {
        return Ok(story);
    }
    // Promised again, it is the same promise.
    let mut promised = BTreeSet::new();
    for id in &scenario.header.shows {
        if promised.insert(&id.value) {
            let wrong = unshown_promise_error(scenario, &story, id);
            story.diagnostics.extend(wrong);
        }
    }
    Ok(story)
}

/// Returns whether the hands were played all the same: a wrong expectation does not stop them.
fn leaves_hands_played(wrong: &Diagnostic) -> bool {
    wrong.code.is_failed_expectation() || matches!(wrong.code, Code::Unfilled | Code::ProvesNothing)
}

/// Returns the error for a promised clause that no step carries, and without which as much of the file would hold.
fn unshown_promise_error(
    scenario: &Scenario,
    story: &Story,
    promised: &Spanned<String>,
) -> Option<Diagnostic> {
    let Spanned { value, span } = promised;
    let topic = editions::clause_id_in_use(value)?;
    if story.shown.contains(&topic)
        || changes_check_messages(scenario, story.rules.id, &story.rules, topic)
    {
        return None;
    }
    let shown = join_with_commas(story.shown.iter().map(|other| other.id()));
    let wrong = if shown.is_empty() {
        diagnose!("nothing-shown", span, value)
    } else {
        diagnose!("not-shown", span, value, shown)
    };
    Some(wrong.with_clause(format!("{}/{value}", story.rules.id)))
}

/// Returns whether other things of a scenario hold when the clause on a topic has another value.
pub fn changes_check_messages(
    scenario: &Scenario,
    edition: &str,
    rules: &Ruleset,
    topic: ClauseId,
) -> bool {
    let as_it_is = messages_and_fixes(scenario, edition, *rules);
    for mutant in rules.mutants_of(topic) {
        if messages_and_fixes(scenario, edition, mutant.rules) != as_it_is {
            return true;
        }
    }
    false
}

fn messages_and_fixes(
    scenario: &Scenario,
    edition: &str,
    rules: Ruleset,
) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for wrong in find_mistakes_under_rules(scenario, edition, rules) {
        found.push((wrong.message, wrong.fix));
    }
    found
}

/// Finds the changes under which a scenario no longer holds, of clauses that no option has changed already.
pub fn find_breaking_changes(
    scenario: &Scenario,
    rules: &Ruleset,
) -> Option<BTreeSet<ClauseWithOtherValue>> {
    scenario.header.house.edition_by_id(rules.id)?;
    let mut changes = BTreeSet::new();
    for topic in ClauseId::ALL {
        changes.extend(breaking_changes_of(scenario, rules, *topic));
    }
    Some(changes)
}

/// Returns whether a scenario no longer holds under another value of a clause that no option has changed already.
pub fn is_broken_by_change(scenario: &Scenario, rules: &Ruleset, topic: ClauseId) -> bool {
    breaking_changes_of(scenario, rules, topic).next().is_some()
}

/// Returns the changes of one clause under which a scenario no longer holds; none if an option has changed the clause.
fn breaking_changes_of(
    scenario: &Scenario,
    rules: &Ruleset,
    topic: ClauseId,
) -> impl Iterator<Item = ClauseWithOtherValue> {
    let edition = scenario.header.house.edition_by_id(rules.id);
    let has_options = !scenario.header.options.is_empty();
    let as_printed = edition.filter(|edition| {
        // Without options, no clause is changed.
        if !has_options {
            return true;
        }
        let printed_value = edition.describe_value(topic);
        rules.describe_value(topic) == printed_value
    });
    let mutants = as_printed
        .into_iter()
        .flat_map(move |_| rules.mutants_of(topic));
    mutants.filter_map(move |mutant| {
        if holds_under_rules(scenario, rules.id, mutant.rules) {
            None
        } else {
            Some((topic, mutant.value()))
        }
    })
}
