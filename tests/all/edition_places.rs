//! The places in which an edition of an author appears as ours do: each command, and each page of a book.

use crate::house_table_folder::run_mouche;
use std::fs;
use std::path::Path;

/// Writes a folder with the editions of `tests/editions`, their hands and a book with all chapters.
fn write_folder() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    assert!(run_mouche(place.path(), &["init"]).status.success());
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editions");
    let scenarios = place.path().join("scenarios");
    for (from, to) in [
        (kept.join("editions"), scenarios.join("editions")),
        (kept, scenarios),
    ] {
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder").flatten() {
            if entry.path().is_file() {
                fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
            }
        }
    }
    let settings = "[book]\ntitle = \"Test\"\n[preprocessor.mouche]\nextra = [\"all\"]\n";
    fs::create_dir_all(place.path().join("book")).expect("a folder");
    fs::write(place.path().join("book/book.toml"), settings).expect("settings");
    place
}

/// Returns what a command prints that succeeds.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let done = run_mouche(folder, arguments);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(done.stdout).expect("text")
}

/// Asserts that a text has each of some parts.
fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn check_judges_a_hand_by_both_editions_that_it_names() {
    let place = write_folder();
    let path = place.path().join("scenarios/a-flush-in-1718-and-1827.md");
    let hand = fs::read_to_string(&path).expect("a hand");
    fs::write(&path, hand.replace("Bertrand owes 20", "Bertrand owes 19")).expect("a hand");
    let done = run_mouche(place.path(), &["check"]);
    let output = String::from_utf8(done.stdout).expect("text");
    assert_has(&output, &["error[wrong-payout]", "lebrun-1827/flush.owe"]);
    assert!(!output.contains("mouche-1718/"), "{output}");
}

#[test]
fn new_deals_a_hand_of_it_that_holds() {
    let place = write_folder();
    let call = ["new", "--edition", "lebrun-1827", "--until", "end"];
    let file = place.path().join("scenarios/new.md");
    printed(
        place.path(),
        &[&call[..], &["--output", "scenarios/new.md"]].concat(),
    );
    let blessed = run_mouche(place.path(), &["bless"]);
    assert!(blessed.status.success());
    // Edition files lie where they should, and are no scenarios that were passed over.
    let said = [blessed.stdout, blessed.stderr].concat();
    let said = String::from_utf8(said).expect("text");
    assert!(!said.contains("skipped"), "{said}");
    let hand = fs::read_to_string(file).expect("a hand");
    assert_has(&hand, &["edition = \"lebrun-1827\"", "\npool 10\n"]);
    printed(place.path(), &["check", "scenarios/new.md"]);
}

#[test]
fn play_simulate_and_odds_play_by_it() {
    let place = write_folder();
    let played = run_mouche(
        place.path(),
        &["play", "--edition", "lebrun-1827", "--seed", "2"],
    );
    let played = String::from_utf8(played.stdout).expect("text");
    assert_has(&played, &["La Mouche, 1827 (invented)", "the stake: 10"]);
    let call = ["simulate", "--edition", "lebrun-1827", "--hands", "50"];
    assert_has(
        &printed(place.path(), &call),
        &["La Mouche, 1827 (invented), 4 players"],
    );
    let call = ["odds", "--edition", "lebrun-1827", "--hands", "50"];
    let odds = printed(place.path(), &call);
    assert_has(
        &odds,
        &[
            "La Mouche, 1827 (invented), 4 players",
            "a lanturlu dealt to one player",
        ],
    );
}

#[test]
fn a_variant_of_mus_is_dealt_and_played() {
    let place = write_folder();
    let played = run_mouche(place.path(), &["play", "--edition", "mus-chica"]);
    let played = String::from_utf8(played.stdout).expect("text");
    assert_has(&played, &["Mus, Chica first (invented)"]);
    let explained = printed(place.path(), &["explain", "mus-chica/phase.order"]);
    assert_has(
        &explained,
        &["Players bet on Chica, Grande", "la-chica-va-primero.md"],
    );
    let call = ["new", "--edition", "mus-chica", "--until", "end"];
    let options = ["--seed", "3", "--output", "scenarios/new.md"];
    printed(place.path(), &[&call[..], &options].concat());
    run_mouche(place.path(), &["bless"]);
    let hand = fs::read_to_string(place.path().join("scenarios/new.md")).expect("a hand");
    let (chica, grande) = (hand.find("\npetite: "), hand.find("\ngrande: "));
    assert!(chica.is_some() && chica < grande, "{hand}");
    printed(place.path(), &["check", "scenarios/new.md"]);
}

#[test]
fn explain_knows_the_edition_its_clauses_and_their_title() {
    let place = write_folder();
    let edition = printed(place.path(), &["explain", "lebrun-1827"]);
    assert_has(
        &edition,
        &["This manual is invented.", "Lebrun 1827 (invented), p. 112"],
    );
    let clause = printed(place.path(), &["explain", "lebrun-1827/play.overtrump"]);
    assert_has(&clause, &["°: our interpretation", "denise-trumps-low.md"]);
    let topic = printed(place.path(), &["explain", "stake"]);
    assert_has(&topic, &["(lebrun-1827/stake)", "(bourre/stake)"]);
}

#[test]
fn show_tells_a_hand_by_its_rules() {
    let place = write_folder();
    let call = ["show", "scenarios/denise-trumps-low.md", "--step", "t3-3"];
    let shown = printed(place.path(), &call);
    assert_has(
        &shown,
        &["Denise trumps low (La Mouche, 1827 (invented))", "> 6♠"],
    );
}

#[test]
fn a_book_has_it_on_every_page_on_which_ours_are() {
    let place = write_folder();
    printed(place.path(), &["build", "--dest", "site"]);
    for (page, parts) in [
        // The rules, with marks and sources.
        (
            "rules/lebrun-1827.html",
            &["id=\"play.overtrump\"", "°", "∼", "p. 115"][..],
        ),
        ("rules/bourre.html", &["id=\"pay.share\"", "∗"]),
        (
            "sources.html",
            &["id=\"lebrun-manual\"", "id=\"bourre-players\""],
        ),
        // The comparison, the sheet and the glossary.
        (
            "comparison.html",
            &["rules/lebrun-1827.html#rank", "rules/bourre.html#stake"],
        ),
        ("tonight/lebrun-1827.html", &["10 chips"]),
        ("tonight/bourre.html", &["most tricks"]),
        ("glossary.html", &["rules/lebrun-1827.html#stake"]),
        // Hands, one of them with two editions, and what another card would have brought.
        (
            "hands/index-of-hands.html",
            &["lebrun-1827/denise-trumps-low.html"],
        ),
        (
            "hands/lebrun-1827.html",
            &["Denise trumps low", "a-flush-in-1718-and-1827.html"],
        ),
        (
            "hands/compared/a-flush-in-1718-and-1827.html",
            &["payout mouche-1718", "payout lebrun-1827", "20"],
        ),
        (
            "hands/lebrun-1827/denise-trumps-low.html",
            &["hand-instead"],
        ),
        // Play and Practice. Bourré is a game of its own.
        (
            "play.html",
            &[
                "value=\"lebrun-1827\"",
                "value=\"bourre\"",
                "value=\"trumping\"",
            ],
        ),
        (
            "practice/bourre.html",
            &["play.html#edition=bourre&amp;players=4&amp;drill=trumping"],
        ),
        ("games/mouche.html", &["rules/lebrun-1827.html"]),
        ("games/bourre.html", &["rules/bourre.html"]),
        // A variant of Mus.
        (
            "rules/mus-chica.html",
            &["id=\"phase.order\"", "Players of Chica first", "∼", "°"],
        ),
        ("tonight/mus-chica.html", &["three stones"]),
        (
            "hands/mus-chica.html",
            &["mus-chica/la-chica-va-primero.html"],
        ),
        ("play.html", &["value=\"mus-chica\""]),
    ] {
        let html = fs::read_to_string(place.path().join("site").join(page));
        let html = html.unwrap_or_else(|error| panic!("{page}: {error}"));
        for part in parts {
            assert!(html.contains(part), "{page} has no {part}");
        }
    }
}

#[test]
fn an_edition_hides_no_work_and_its_own_works_are_explained() {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    let edition = "id = \"lebrun\"\nname = \"A manual\"\nbased_on = \"mouche-1718\"\n\n[[work]]\nid = \"lebrun-manual\"\n\
        short = \"Lebrun’s manual\"\nfull = \"Lebrun, Manuel (invented)\"\nseen = \"copied\"\ngood_for = \"Its rules.\"\n\n\
        [stake]\nvalue = { by = \"dealer\", chips = 10 }\ntext = \"The dealer puts in 10 chips.\"\nsource = [\"lebrun-manual\", \"p. 1\"]\n";
    fs::write(editions.join("lebrun.toml"), edition).expect("an edition");
    let both = printed(place.path(), &["explain", "lebrun"]);
    assert!(
        both.contains("A manual (lebrun)") && both.contains("The work lebrun\n"),
        "{both}"
    );
    let own = printed(place.path(), &["explain", "lebrun-manual"]);
    assert!(
        own.contains("Lebrun, Manuel (invented)") && own.contains("stake"),
        "{own}"
    );
}
