//! Tests of `src/book/chapters/sources_chapter.rs`, from within.

use super::*;

#[test]
fn something_rests_on_each_work() {
    let idle = WORKS
        .iter()
        .find(|work| things_resting_on(work, HomeOrGuestPage::Home(0)).is_empty());
    assert_eq!(idle.map(|work| work.id), None);
}
