//! Tests of `src/book/chapters/reference_tables.rs`, from within.

use super::*;
use std::path::Path;

/// Returns the message that is kept for the example of a code, up to the clause that it names.
fn kept_message(code: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/refused/{code}.txt"));
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    let lines: Vec<&str> = kept.lines().collect();
    let clause = lines.iter().position(|line| line.contains("the clause is"));
    lines[..clause.map_or(0, |at| at + 1)].join("\n")
}

#[test]
fn every_message_has_its_example() {
    for code in Code::ALL {
        let id = code.id();
        let shown = example_message(*code);
        assert!(
            shown.is_some_and(|shown| shown.contains(&format!("[{id}]"))),
            "no file in tests/refused shows the message {id}: tests/refused/{id}.md should be refused with it\n{}",
            kept_message(id)
        );
    }
    assert!(reference_table("kyes").is_err_and(|error| error.to_string().contains("`kyes`")));
}
