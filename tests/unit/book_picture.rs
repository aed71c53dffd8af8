//! Tests of `src/book/picture.rs`, from within.

use super::*;

#[test]
fn odds_are_written_as_in_print() {
    assert_eq!(
        [
            one_in_text(1.0 / 748.0),
            one_in_text(0.25),
            one_in_text(0.0)
        ],
        ["1 in 748", "1 in 4.0", "never"]
    );
}
