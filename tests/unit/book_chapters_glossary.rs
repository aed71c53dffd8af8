//! Tests of `src/book/chapters/glossary.rs`, from within.

use super::*;

#[test]
fn each_word_is_about_something_that_an_edition_states() {
    let is_idle = |term: &&GlossaryTerm| {
        term.topics
            .iter()
            .all(|topic| editions_first_stating(term, topic).is_empty())
    };
    assert_eq!(
        editions::TERMS.iter().find(is_idle).map(|term| term.id),
        None
    );
}
