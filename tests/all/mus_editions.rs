//! Editions of Mus with random values, each as the file of an author: a valid one breaks no law, and of an invalid one the checker
//! says where it is wrong and why.

use crate::long;
use crate::marie::run_mouche;
use crate::mus::play_deals;
use crate::other_values::change_each_part;
use crate::random_editions::{Dice, read_or_explain, values_of_editions, write_edition};
use mouche::editions::{built_in_editions, clause_in_edition_file::written_part};
use mouche::rules::{ClauseId, Ruleset};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// An edition of Mus, and the values that its clauses can have instead of their own.
struct MusBase {
    rules: &'static Ruleset,
    values: Vec<(ClauseId, Vec<String>)>,
}

/// Returns our editions of Mus with the values of all of them, and those that differ from these by one part.
fn mus_bases() -> Vec<MusBase> {
    let editions = built_in_editions().filter(|edition| edition.mus().is_some());
    editions
        .map(|rules| {
            let mut values = values_of_editions(rules);
            for (topic, known) in &mut values {
                let Some(own) = written_part(rules.id, *topic, "value") else {
                    continue;
                };
                let changed = change_each_part(rules, *topic, &own);
                known.extend(changed.into_iter().filter(|value| value != &own));
            }
            let values = values.into_iter().collect();
            MusBase { rules, values }
        })
        .collect()
}

/// Returns the number of valid editions to play, and the number of deals by each.
fn editions_to_play() -> (usize, u64) {
    if long::are_all_wanted() {
        (500, 1_000)
    } else {
        (200, 20)
    }
}

/// Returns random values of up to six clauses.
fn random_values(base: &MusBase, dice: &mut Dice) -> Vec<(ClauseId, String)> {
    let mut changed = BTreeMap::new();
    for _ in 0..=dice.roll(5) {
        let (topic, values) = dice.choose(&base.values);
        changed.insert(*topic, dice.choose(values).clone());
    }
    changed.into_iter().collect()
}

#[test]
fn random_editions_of_mus_break_no_law() {
    let bases = mus_bases();
    assert_eq!(bases.len(), 2);
    let (wanted, deals) = editions_to_play();
    let (mut valid, mut refused) = (Vec::new(), 0);
    for seed in 0.. {
        if valid.len() == wanted {
            break;
        }
        let mut dice = Dice::new(seed);
        let base = dice.choose(&bases);
        let values = random_values(base, &mut dice);
        match read_or_explain(&write_edition(base.rules, &values)) {
            Some(_) => valid.push((base.rules, values)),
            None => refused += 1,
        }
    }
    assert!(refused > 0, "no edition was refused");
    let wrong: Vec<String> = valid
        .par_iter()
        .filter(|(base, values)| breaks_law(base, values, deals))
        .map(|(base, values)| format!("{} {:?}", base.id, leave_out_values(base, values, deals)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns whether deals by an edition with these values break a law. An edition that the checker refuses breaks none.
fn breaks_law(base: &Ruleset, values: &[(ClauseId, String)], deals: u64) -> bool {
    let Some(rules) = read_or_explain(&write_edition(base, values)) else {
        return false;
    };
    let rules = rules.mus().expect("Mus");
    std::panic::catch_unwind(|| play_deals(rules, deals, 0)).is_err()
}

/// Leaves out values as long as the edition still breaks a law.
fn leave_out_values(
    base: &Ruleset,
    values: &[(ClauseId, String)],
    deals: u64,
) -> Vec<(ClauseId, String)> {
    let mut left = values.to_vec();
    for value in values {
        let fewer: Vec<_> = left.iter().filter(|kept| *kept != value).cloned().collect();
        if breaks_law(base, &fewer, deals) {
            left = fewer;
        }
    }
    left
}

/// Returns a folder with the edition of Mus in which the farthest player wins a tie, and where its hand is to be written.
fn folder_with_edition_of_chica() -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    fs::copy(
        kept_editions().join("editions/mus-chica.toml"),
        editions.join("mus-chica.toml"),
    )
    .expect("an edition");
    let path = place.path().join("scenarios/hand.md");
    (place, path)
}

/// Returns the folder of the hands by editions of authors.
fn kept_editions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editions")
}

/// Returns the hand by the edition of Mus in which the farthest player wins a tie.
fn hand_of_chica() -> String {
    fs::read_to_string(kept_editions().join("la-chica-va-primero.md")).expect("a hand")
}

#[test]
fn a_payout_is_filled_in_the_order_of_the_phases() {
    let (place, path) = folder_with_edition_of_chica();
    let hand = hand_of_chica();
    let (told, _) = hand.split_once("```pagos\n").expect("a payout");
    fs::write(&path, format!("{told}```pagos\n?\n```\n")).expect("a hand");
    let done = run_mouche(place.path(), &["bless", "scenarios"]);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
    let filled = fs::read_to_string(path).expect("a hand");
    let (_, payout) = filled.split_once("```pagos\n").expect("a payout");
    let phases: Vec<&str> = payout
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(phases[..3], ["chica", "grande", "pares"], "{payout}");
}

#[test]
fn where_the_farthest_player_wins_a_tie_that_is_said() {
    let (place, path) = folder_with_edition_of_chica();
    let hand = hand_of_chica();
    fs::write(&path, &hand).expect("a hand");
    let shown = run_mouche(place.path(), &["show", "--plain", "scenarios/hand.md"]);
    let told = String::from_utf8_lossy(&shown.stdout);
    assert!(told.contains("por estar más lejos de la mano"), "{told}");
    let wrong = hand.replace("Tomás quiero -> Tomás", "Tomás quiero -> Pilar");
    assert_ne!(wrong, hand);
    fs::write(&path, wrong).expect("a hand");
    let checked = run_mouche(place.path(), &["check", "scenarios"]);
    let errors =
        String::from_utf8_lossy(&checked.stderr) + String::from_utf8_lossy(&checked.stdout);
    assert!(
        errors.contains("and is farther from the first speaker"),
        "{errors}"
    );
}
