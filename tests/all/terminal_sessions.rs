//! Sessions in the terminal answered at random: each ends in a file that holds, whatever was said.

use crate::test_extent;
use mouche::editions;
use mouche::rules::{EngineKind, Ruleset};
use mouche::scenario::check;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::io::Write;
use std::process::{Command, Stdio};

/// What may be said, sense and nonsense.
const WORDS: &str = "1|2|3|4|5|1|2|3|4|5|stand|exchange 1|exchange 2 4|Exchange 1 2 3|fold|exchange 1 2 3 4 5|exchange 1 1|\
    exchange 7h|take the fille|take the turn-up for 2|names hearts|name ♠|claim|pass|claims the mouche|7h|q♦|hint|may|\
    table|help|why play.trump|why zzz||dance|stop|Anne folds|\u{1b}[2J|exchange|10h 9h|?";

/// The same at Mus.
const AT_MUS: &str = "mus|no mus|mus|mus|mus|discard 1|discard 1 2|discard 2 3 4|discard 1 2 3 4|discard 1 1|discard kh|\
    pass|pass|pass|envido|envido 5|envido 40|envido 0|ordago|accept|accept|refuse|refuse for both|raise|raise 3|be served|\
    have couples|hint|may|table|help|why bet.raise|why zzz||dance|stop|Anne passes|\u{1b}[2J|fold|7h|?";

/// What a session of so many players from a seed has printed, and the file it left.
fn play_in_terminal(
    rules: &Ruleset,
    seats: u8,
    seed: u64,
    answers: usize,
) -> (String, Option<String>) {
    let words: Vec<&str> = if rules.family() == EngineKind::Mus {
        AT_MUS
    } else {
        WORDS
    }
    .split('|')
    .collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut any = || words[random.random_range(0..words.len() as u32) as usize];
    let answers: String = (0..answers).map(|_| format!("{}\n", any())).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.args(["play", "--output", "session.md", "--edition", rules.id])
        .current_dir(folder.path());
    call.args(["--players", &seats.to_string(), "--seed", &seed.to_string()]);
    let mut child = call
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // It may have ended before all was said.
    drop(
        child
            .stdin
            .take()
            .expect("its input")
            .write_all(answers.as_bytes()),
    );
    let done = child.wait_with_output().expect("an end");
    let wrong = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success(),
        "{}, {seats} players, seed {seed}: {wrong}",
        rules.id
    );
    let kept = std::fs::read_to_string(folder.path().join("session.md")).ok();
    (String::from_utf8(done.stdout).expect("words"), kept)
}

/// Sessions of each edition, over its numbers of players: more of them where everything is asked for.
#[test]
fn they_hold() {
    editions::printed_editions().par_bridge().for_each(|rules| {
        let sessions: u64 = if test_extent::are_all_wanted() {
            100
        } else {
            2
        };
        let sizes: Vec<u8> = (2..=8)
            .filter(|players| rules.players.value.allows(usize::from(*players)))
            .collect();
        let proved = (0..sessions).into_par_iter().map(|seed| {
            let (said, kept) = play_in_terminal(
                rules,
                sizes[seed as usize % sizes.len()],
                seed,
                20 + seed as usize * 7 % 50,
            );
            assert!(
                !said.contains("\u{1b}[2J"),
                "what was typed steers the terminal"
            );
            let Some(text) = kept else { return (0, 0) };
            let file = check("session.md", text.as_bytes());
            let wrong = file
                .diagnostics
                .iter()
                .chain(&file.warnings)
                .collect::<Vec<_>>();
            assert!(
                wrong.is_empty(),
                "{}, seed {seed}: {wrong:?}\n{text}\n{said}",
                rules.id
            );
            (
                file.stories[0].proved.hands,
                file.stories[0].proved.refusals,
            )
        });
        let (hands, refusals) =
            proved.reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
        assert!(
            2 * hands as u64 > sessions && refusals as u64 > sessions,
            "{hands} hands, {refusals} refusals"
        );
    });
}

#[test]
fn the_same_answers_give_the_same_session() {
    for id in ["boussac-1896", "mus-individual", "mus-pairs"]
        .into_iter()
        .take(3 / test_extent::sample_step(2) + 1)
    {
        let rules = editions::by_id(id).expect("an edition");
        assert_eq!(
            play_in_terminal(rules, 4, 7, 40),
            play_in_terminal(rules, 4, 7, 40)
        );
    }
}

#[test]
fn the_chapter_tells_every_word_that_may_be_typed() {
    let rules = editions::by_id("mouche-1718").expect("an edition");
    let mut helped = 0;
    let (said, _) = (0..40)
        .map(|seed| play_in_terminal(rules, 4, seed, 60))
        .find(|(said, _)| said.contains("why CLAUSE"))
        .expect("help");
    let chapter = include_str!("../../book/src/in-the-terminal.md");
    for line in said
        .lines()
        .filter(|line| line.contains(", ") || line.starts_with("why CLAUSE"))
    {
        let word = line.split([',', ' ']).next().unwrap_or_default();
        let names = line.split("  ").next().unwrap_or_default();
        let is_listed = names.split(", ").all(|name| {
            name == "?" || name == "why CLAUSE" || name.chars().all(|c| c.is_ascii_lowercase())
        });
        if is_listed && !names.is_empty() && line.contains("   ") && word != "help" {
            helped += 1;
            assert!(chapter.contains(&format!("`{word}")), "{line}");
        }
    }
    assert!(helped >= 5, "{said}");
}
