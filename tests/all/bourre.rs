//! Bourré, a game of an author: what it does not have is absent, and its payout says why nobody takes the pool.

use crate::house_table_folder::run_mouche;
use std::fs;
use std::path::Path;

const BOURRE: &str = include_str!("../editions/editions/bourre.toml");
const TIE: &str = include_str!("../editions/two-with-as-many-tricks.md");

/// Writes a folder with the game and a hand in a language.
fn write_folder(lang: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let scenarios = place.path().join("scenarios");
    fs::create_dir_all(scenarios.join("editions")).expect("a folder");
    fs::write(scenarios.join("editions/bourre.toml"), BOURRE).expect("an edition");
    let header = format!("lang = \"{lang}\"\nedition =");
    fs::write(
        scenarios.join("tie.md"),
        TIE.replacen("edition =", &header, 1),
    )
    .expect("a hand");
    place
}

/// Returns what a command prints, in one line.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let done = run_mouche(folder, arguments);
    let text = String::from_utf8([done.stdout, done.stderr].concat()).expect("text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_without_a_flush_has_no_clause_and_no_option_on_it() {
    let place = write_folder("en");
    let listed = printed(place.path(), &["editions", "bourre"]);
    assert!(listed.contains("all_pass"), "{listed}");
    assert!(!listed.contains("flush_"), "{listed}");
    let explained = printed(place.path(), &["explain", "bourre"]);
    for topic in ["flush.owe", "flush.tie", "pam.fee", "pam.trump"] {
        assert!(!explained.contains(topic), "{topic}: {explained}");
    }
    assert!(explained.contains("flush.what"), "{explained}");
    let hand = place.path().join("scenarios/tie.md");
    let text = fs::read_to_string(&hand).expect("a hand");
    let options = "options = { flush_paid = \"next_pool\" }\nedition =";
    fs::write(&hand, text.replacen("edition =", options, 1)).expect("a hand");
    let checked = printed(place.path(), &["check"]);
    assert!(checked.contains("flush_paid"), "{checked}");
    assert!(checked.contains("error"), "{checked}");
}

#[test]
fn the_comparison_says_nothing_of_what_the_game_does_not_have() {
    let place = write_folder("en");
    fs::create_dir(place.path().join("book")).expect("a folder");
    let settings = "[preprocessor.mouche]\nextra = [\"comparison\"]\n";
    fs::write(place.path().join("book/book.toml"), settings).expect("settings");
    let built = printed(place.path(), &["build", "--dest", "site"]);
    let page = fs::read_to_string(place.path().join("site/comparison.html"));
    let page = page.unwrap_or_else(|_| panic!("{built}"));
    assert!(page.contains("bourre.html#stake"), "it is compared");
    assert!(page.contains("bourre.html#flush.what"), "it has no flush");
    for topic in ["flush.owe", "flush.tie", "flush.claim", "pam.fee"] {
        let link = format!("bourre.html#{topic}");
        assert!(!page.contains(&link), "{link}");
    }
}

#[test]
fn the_payout_says_why_nobody_takes_the_pool() {
    for (lang, words) in [
        (
            "en",
            "Several players won the most tricks: nobody takes the pool, and it stays for the next deal.",
        ),
        ("fr", "personne ne prend la poule, et elle reste"),
        ("de", "niemand nimmt die Kasse, und sie bleibt"),
        ("es", "nadie se lleva la puesta, y queda"),
    ] {
        let place = write_folder(lang);
        let shown = printed(place.path(), &["show", "scenarios/tie.md"]);
        assert!(shown.contains(words), "{lang}: {shown}");
    }
    let place = write_folder("en");
    let hand = place.path().join("scenarios/tie.md");
    let text = fs::read_to_string(&hand).expect("a hand");
    let wrong = text.replacen("pool 3\n", "pool 3\nClaude takes 3\n", 1);
    fs::write(&hand, wrong).expect("a hand");
    let checked = printed(place.path(), &["check"]);
    let reason = "several players won the most tricks, so nobody takes the pool";
    assert!(checked.contains(reason), "{checked}");
}
