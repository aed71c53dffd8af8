//! Random sessions of Mus, played and told by the referee, which was written from the rules alone: each holds, and with one
//! expectation made false it fails there.

use crate::test_extent;
use mouche::scenario::diagnostic::Code;
use mouche::scenario::{check, find_markdown_files};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The referee, called.
fn referee_command() -> Command {
    let mut call = Command::new("python3");
    call.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee/mus.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    call
}

/// The files that the referee tells of so many sessions of a game, in their order.
fn files_of_referee(game: &str, sessions: usize, falsified: bool) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut call = referee_command();
    call.args([
        "--game",
        game,
        "--number",
        &sessions.to_string(),
        "--seed",
        "1",
    ]);
    call.arg("--out")
        .arg(folder.path())
        .args(falsified.then_some("--falsify"));
    let done = call.output().expect("python3");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let file = |number: usize| {
        std::fs::read_to_string(folder.path().join(format!("{number:04}.md"))).expect("a session")
    };
    (0..sessions).map(file).collect()
}

/// Where a file first differs from another: the number of the line, and whether the line is gone rather than changed.
fn first_difference(told: &str, falsified: &str) -> (usize, bool) {
    let line = told
        .lines()
        .zip(falsified.lines())
        .position(|(one, other)| one != other);
    let line = line.expect("a false expectation");
    (line, told.lines().count() > falsified.lines().count())
}

/// Every option alone and each two together go round; where everything is asked for, more than a thousand deals.
fn check_sessions(game: &str) {
    let sessions = if test_extent::are_all_wanted() {
        1_000
    } else {
        10
    };
    let (told, falsified) = (
        self::files_of_referee(game, sessions, false),
        self::files_of_referee(game, sessions, true),
    );
    told.par_iter()
        .zip(falsified)
        .enumerate()
        .for_each(|(number, (told, falsified))| {
            let held = check("told.md", told.as_bytes());
            assert!(held.holds(), "{number}: {:?}\n{told}", held.diagnostics);
            let failed = check("false.md", falsified.as_bytes());
            let first = failed
                .diagnostics
                .first()
                .unwrap_or_else(|| panic!("{number} holds: {falsified}"));
            let (line, is_gone) = first_difference(told, &falsified);
            let found = falsified[..first.span.start].matches('\n').count();
            let is_there = if is_gone {
                first.code == Code::WrongPayout
            } else {
                found == line
            };
            assert!(
                is_there,
                "{number}, line {}: {first:?}\n{falsified}",
                line + 1
            );
        });
}

/// Our own hands are reckoned by the referee as well, which reads English.
#[test]
fn our_hands_hold_by_the_referee() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "scenarios/mus-pairs",
        "scenarios/mus-individual",
        "tests/mus/worked",
    ];
    let files = folders.iter().flat_map(|folder| {
        find_markdown_files(&root.join(folder))
            .expect("the hands")
            .files
    });
    let is_english = |path: &PathBuf| {
        !std::fs::read_to_string(path)
            .expect("a hand")
            .contains("lang    = \"fr\"")
    };
    let done = referee_command()
        .args(files.filter(is_english))
        .output()
        .expect("python3");
    assert!(
        done.status.success(),
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
}

#[test]
fn those_of_pairs_hold() {
    check_sessions("mus-pairs");
}

#[test]
fn those_of_the_individual_game_hold() {
    check_sessions("mus-individual");
}
