//! Tests of `src/book/chapters/sources.rs`, from within.

use super::*;

#[test]
fn something_rests_on_each_work() {
    // Those of the cousins are not printed yet.
    let is_of_one_to_come = |work: &Work| {
        let rests = |edition: &Ruleset, topic| {
            let clause = edition.clause(topic);
            let called = |reading: &Reading| work.called.iter().any(|name| reading.why.contains(name));
            clause.source.work() == Some(work) || clause.readings.iter().any(called)
        };
        editions::COMING.iter().any(|edition| Topic::ALL.iter().any(|topic| rests(edition, *topic)))
    };
    let idle = WORKS.iter().find(|work| lines(work, Place::Home(0)).is_empty() && !is_of_one_to_come(work));
    assert_eq!(idle.map(|work| work.id), None);
}

#[test]
fn each_word_is_about_something_that_an_edition_states() {
    let is_idle = |term: &&Term| term.topics.iter().all(|topic| stated(term, topic).is_empty());
    assert_eq!(editions::TERMS.iter().find(is_idle).map(|term| term.id), None);
}
