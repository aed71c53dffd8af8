//! Editions of Mus with random values, each as the file of an author: a valid one breaks no law, and of an invalid one the checker
//! says where it is wrong and why.

use crate::house_table_folder::run_mouche;
use crate::mus::play_deals;
use crate::random_editions::{
    BaseWithValues, editions_and_deals_to_play, read_or_explain, valid_random_editions,
    write_edition,
};
use mouche::editions::built_in_editions;
use mouche::rules::{ClauseId, Ruleset};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn random_editions_of_mus_break_no_law() {
    let editions: Vec<&Ruleset> = built_in_editions()
        .filter(|edition| edition.mus().is_some())
        .collect();
    let bases = BaseWithValues::of_editions(&editions);
    assert_eq!(bases.len(), 2);
    let (wanted, deals) = editions_and_deals_to_play();
    let wrong: Vec<String> = valid_random_editions(&bases, wanted)
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
