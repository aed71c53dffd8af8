//! What the program says: its JSON, and whether a scenario holds.

use crate::repository_paths::{program, root};
use serde_json::Value;
use std::process::{Command, Output};

/// Runs the program in the repository.
fn run(arguments: &[&str]) -> Output {
    Command::new(program())
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("mouche")
}

/// Returns what a command prints with `--format json`.
pub fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// Returns all editions, as `mouche editions` lists them.
pub fn editions() -> Vec<Value> {
    match json(&["editions"])["editions"].take() {
        Value::Array(editions) => editions,
        other => panic!("no list of editions: {other}"),
    }
}

/// Fails unless `mouche check` finds no mistake in the text of a scenario.
pub fn assert_holds(text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("session.md");
    std::fs::write(&file, text).expect("a file");
    let output = run(&["check", &file.to_string_lossy()]);
    assert!(output.status.success(), "{text}\n{output:?}");
}
