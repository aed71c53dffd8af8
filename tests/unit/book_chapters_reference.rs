//! Tests of `src/book/chapters/reference.rs`, from within.

use super::*;

#[test]
fn every_message_has_its_example() {
    for code in Code::ALL {
        assert!(
            example_message(*code).is_some_and(|shown| shown.contains(&format!("[{}]", code.id()))),
            "no file in tests/refused shows the message {0}: tests/refused/{0}.md should be refused with it",
            code.id()
        );
    }
    assert!(reference_table("kyes").is_err_and(|error| error.to_string().contains("`kyes`")));
}
