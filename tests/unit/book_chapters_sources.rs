//! Tests of `src/book/chapters/sources.rs`, from within.

use super::*;

#[test]
fn something_rests_on_each_work() {
    let idle = WORKS.iter().find(|work| lines(work, Place::Home(0)).is_empty());
    assert_eq!(idle.map(|work| work.id), None);
}

#[test]
fn each_word_is_about_something_that_an_edition_states() {
    let is_idle = |term: &&Term| term.topics.iter().all(|topic| stated(term, topic).is_empty());
    assert_eq!(editions::TERMS.iter().find(is_idle).map(|term| term.id), None);
}
