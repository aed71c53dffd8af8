//! Every clause matters: a value that is changed to another one changes what the engine does, or is refused with a reason.

use crate::observed_sessions::{SESSIONS_WITH_EXCHANGES, SESSIONS_WITH_FLUSHES, observe_session};
use crate::other_values::change_each_part;
use crate::random_editions::{read_or_explain, values_of_editions, write_edition};
use crate::test_extent;
use mouche::editions::{built_in_editions, clause_in_edition_file::written_or_inherited_part};
use mouche::rules::{ClauseId, ClauseLookup, Ruleset};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use toml::de::DeTable;

/// Returns whether random sessions by two rules differ somewhere.
fn differ_in_sessions(rules: &Ruleset, other: &Ruleset, topic: ClauseId) -> bool {
    let (players, others) = (rules.players.value, other.players.value);
    if players != others {
        return true;
    }
    let counts = u64::from(players.to - players.from) + 1;
    // Two flushes, or a stock that runs short, are rare in other sessions.
    let more_seeds = match topic.id().split('.').next() {
        Some("flush") => SESSIONS_WITH_FLUSHES,
        Some("exchange") => SESSIONS_WITH_EXCHANGES,
        _ => 4,
    };
    let more = (0..1_500).map(|number| number * 4 + more_seeds);
    let seeds = (0..400).chain(more.filter(|_| more_seeds < 4));
    seeds.into_iter().any(|seed| {
        let seats = players.from + ((seed / 4) % counts) as u8;
        observe_session(rules, seats, seed) != observe_session(other, seats, seed)
    })
}

/// A value that a clause of an edition can have instead of its own.
struct OtherValue {
    base: &'static Ruleset,
    topic: ClauseId,
    value: String,
}

/// Returns all values to try: those of our other editions, and those that differ from the edition's own by one part.
fn other_values() -> Vec<OtherValue> {
    let mut all = Vec::new();
    for base in built_in_editions() {
        let values = values_of_editions(base);
        for topic in ClauseId::ALL.iter().copied() {
            if base.any_clause(topic).is_none() {
                continue;
            }
            let mut others: BTreeSet<String> = BTreeSet::new();
            others.extend(values.get(&topic).into_iter().flatten().cloned());
            if let Some(own) = written_or_inherited_part(base.id, topic, "value") {
                others.extend(change_each_part(base, topic, &own));
            }
            all.extend(
                others
                    .into_iter()
                    .map(|value| OtherValue { base, topic, value }),
            );
        }
    }
    all
}

/// Returns the edition with another value, if an edition file may have it; none if it is refused with a reason.
fn accepted(other: &OtherValue) -> Option<Ruleset> {
    read_or_explain(&write_edition(
        other.base,
        &[(other.topic, other.value.clone())],
    ))
}

/// Returns whether a value differs from the edition's own in nothing that the engine uses.
fn differs_in_unused_part(other: &OtherValue) -> bool {
    let Some(unused) = other.topic.unused_part() else {
        return false;
    };
    let own = written_or_inherited_part(other.base.id, other.topic, "value").unwrap_or_default();
    unused.keys.is_empty()
        || used_entries(&own, unused.keys) == used_entries(&other.value, unused.keys)
}

/// Returns the entries of a value but for these keys.
fn used_entries(value: &str, unused: &[&str]) -> BTreeMap<String, String> {
    let file = format!("value = {value}");
    let table = DeTable::parse(&file).expect("a value");
    let entries = table.get_ref()["value"].get_ref().as_table();
    let mut used = BTreeMap::new();
    for (key, entry) in entries.expect("a table") {
        if !unused.contains(&&**key.get_ref()) {
            used.insert(key.get_ref().to_string(), file[entry.span()].to_owned());
        }
    }
    used
}

/// Returns the values that mean the same as the edition's own, each with the reason: lines under a line `# the reason`.
fn listed_equivalents() -> BTreeMap<String, String> {
    let mut reason = String::new();
    let mut listed = BTreeMap::new();
    for line in include_str!("../effects/alike.txt").lines() {
        match line.strip_prefix("# ") {
            Some(why) => reason = why.to_owned(),
            None if line.is_empty() => {}
            None => assert!(
                listed.insert(line.to_owned(), reason.clone()).is_none(),
                "listed twice: {line}"
            ),
        }
    }
    listed
}

#[test]
fn another_value_changes_what_the_engine_does_or_is_refused() {
    let alike = listed_equivalents();
    assert!(alike.values().all(|why| why.split_whitespace().count() > 4));
    let all = other_values();
    assert!(all.len() > 8_000, "only {} values", all.len());
    let sample: Vec<&OtherValue> = all
        .iter()
        .skip(7)
        .step_by(test_extent::sample_step(20))
        .collect();
    let (accepted_values, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    sample.par_iter().for_each(|other| {
        let Some(rules) = accepted(other) else { return };
        if rules.decides_as(other.base, other.topic) {
            return;
        }
        accepted_values.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}/{} = {}", other.base.id, other.topic, other.value);
        let is_listed = alike.contains_key(&name);
        if differs_in_unused_part(other) || (is_listed && !test_extent::are_all_wanted()) {
            return;
        }
        let differs = differ_in_sessions(other.base, &rules, other.topic);
        if differs == is_listed {
            let what = if differs {
                "is listed as alike"
            } else {
                "changes nothing"
            };
            wrong
                .lock()
                .expect("no panic")
                .push(format!("{name}: {what}"));
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        accepted_values.into_inner() > 60,
        "few values were accepted"
    );
}
