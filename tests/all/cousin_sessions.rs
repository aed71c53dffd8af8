//! Random sessions of the seven cousins of la Mouche, played and told by the referee, which was written from the rules alone:
//! each holds, and with one expectation made false it fails.

use crate::test_extent;
use mouche::scenario::{check, find_markdown_files};
use std::path::Path;
use std::process::Command;

const GAMES: [&str; 7] = [
    "loo-2008",
    "rams-2008",
    "mistigri-1975",
    "moench-2005",
    "mauscheln-2008",
    "norrlandsknack-2008",
    "julep-2008",
];

/// Lets the referee write so many sessions of a game into a folder: as they were played below `holds`, and with a false
/// expectation below `fails`.
fn write_sessions(game: &str, number: usize, folder: &Path) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee/sessions.py");
    let mut call = Command::new("python3");
    call.arg(program).env("PYTHONDONTWRITEBYTECODE", "1");
    call.args(["--game", game, "--seed", "1128"]);
    call.args(["--sessions", &number.to_string()]);
    call.arg("--out").arg(folder);
    let done = call.output().expect("python3");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
}

#[test]
fn the_engine_plays_sessions_as_the_referee_does() {
    let number = if test_extent::are_all_wanted() {
        400
    } else {
        10
    };
    for game in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        write_sessions(game, number, folder.path());
        for (name, is_true) in [("holds", true), ("fails", false)] {
            let files = find_markdown_files(&folder.path().join(name))
                .expect("sessions")
                .files;
            assert_eq!(files.len(), number, "{game}: {name}");
            for path in files {
                let text = std::fs::read_to_string(&path).expect("a session");
                let checked = check("session.md", text.as_bytes());
                let found = &checked.diagnostics;
                assert_eq!(checked.holds(), is_true, "{game}: {found:?}\n{text}");
            }
        }
    }
}
