//! The data that every test rests on.

use mouche::editions::{GAMES, SOUGHT, TERMS, printed_editions};
use mouche::rules::WORKS;
use mouche::scenario::{HEADER_KEYS, LINE_FORMS};

/// Reads all data. Called before the first test, it tells a mistake in them once, and no test is run.
pub fn read_all() {
    let numbers = [
        printed_editions().count(),
        GAMES.len(),
        TERMS.len(),
        WORKS.len(),
        SOUGHT.len(),
        HEADER_KEYS.len(),
        LINE_FORMS.len(),
    ];
    assert!(numbers.iter().all(|number| *number > 0), "{numbers:?}");
}
