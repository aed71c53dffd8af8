//! What is peculiar to an edition that takes most of its rules over from 1718: each such clause has a hand of its own, and a task.

use crate::library::LIBRARY;
use mouche::editions;
use mouche::rules::{ClauseId, ClausePresence, Ruleset};
use mouche::scenario::CheckedFile;

/// Returns the clauses that an edition states itself and decides otherwise than 1718.
fn peculiar(edition: &'static Ruleset) -> Vec<ClauseId> {
    let first = editions::by_id("mouche-1718").expect("the first edition");
    let differs = |topic: &ClauseId| {
        let is_own = editions::origin(edition, *topic).id == edition.id;
        let is_there = edition.presence_of(*topic) == ClausePresence::Present;
        is_own && is_there && !edition.decides_as(first, *topic)
    };
    editions::clause_ids_of(edition.family())
        .copied()
        .filter(differs)
        .collect()
}

/// Returns whether a file is played by this edition alone, promises a clause, and asks its readers something.
fn teaches(file: &CheckedFile, edition: &Ruleset, topic: ClauseId) -> bool {
    let is_of_it = file.edition_ids() == [edition.id];
    let asks = file
        .stories
        .iter()
        .flat_map(|story| story.all_steps())
        .any(|step| !step.tasks.is_empty());
    is_of_it && asks && file.promised_clauses().any(|about| about == topic)
}

#[test]
fn each_clause_that_is_peculiar_to_1730_or_to_mery_has_a_hand_and_a_task() {
    for (id, known) in [
        ("mouche-1730", ClauseId::DebtSweep),
        ("mery-1847", ClauseId::DebtCap),
    ] {
        let edition = editions::by_id(id).expect("an edition");
        let topics = peculiar(edition);
        assert!(topics.contains(&known), "{id}: {topics:?}");
        for topic in topics {
            let taught = LIBRARY
                .iter()
                .filter(|file| file.holds() && teaches(file, edition, topic))
                .count();
            assert!(
                taught > 0,
                "no hand of {id} shows {topic} and asks about it"
            );
        }
    }
}
