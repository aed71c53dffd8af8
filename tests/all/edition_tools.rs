//! What the commands say of the edition files of authors: what rests on nothing, and what no hand shows.

use crate::house_table_folder::run_mouche;
use mouche::rules::{ClauseId, Ruleset, edition_form};
use std::fs;
use std::path::Path;

const LEBRUN: &str = include_str!("../editions/editions/lebrun-1827.toml");

/// Writes a folder with the edition of 1827, changed, and these of its hands.
fn write_folder(change: impl FnOnce(String) -> String, hands: &[&str]) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let scenarios = place.path().join("scenarios");
    fs::create_dir_all(scenarios.join("editions")).expect("a folder");
    let text = change(LEBRUN.to_owned());
    fs::write(scenarios.join("editions/lebrun-1827.toml"), text).expect("an edition");
    for hand in hands {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editions");
        fs::copy(kept.join(hand), scenarios.join(hand)).expect("a hand");
    }
    place
}

/// Returns what a command prints on standard output.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let done = run_mouche(folder, arguments);
    String::from_utf8(done.stdout).expect("text")
}

/// Each key that the reader knows has a form, and no other key has one.
#[test]
fn the_form_of_an_edition_file_has_the_keys_of_the_reader() {
    let form = edition_form();
    let mut expected: Vec<&str> = Ruleset::HEAD_KEYS.to_vec();
    for topic in ClauseId::ALL {
        let (first, _) = topic.id().split_once('.').unwrap_or((topic.id(), ""));
        expected.push(first);
        let clause = topic
            .id()
            .split('.')
            .try_fold(&form, |form, key| form.under(key));
        let fields = clause.expect("a table").fields();
        for key in Ruleset::CLAUSE_KEYS {
            assert!(
                fields.iter().any(|field| field.key == *key),
                "{topic}.{key}"
            );
        }
    }
    let mut keys: Vec<&str> = form.fields().iter().map(|field| field.key).collect();
    for list in [&mut keys, &mut expected] {
        list.sort_unstable();
        list.dedup();
    }
    assert_eq!(keys, expected);
}

#[test]
fn a_check_names_the_clauses_that_no_hand_shows() {
    let place = write_folder(|text| text, &["denise-trumps-low.md"]);
    let output = printed(place.path(), &["check"]);
    assert!(
        output.contains("lebrun-1827: 4 clauses of its own, 58 taken over from mouche-1718\n"),
        "{output}"
    );
    let expected = "note: no hand shows 1 of these 4: flush.owe\n      \
        to list all: mouche coverage --edition lebrun-1827\n      \
        to find a hand: mouche new --edition lebrun-1827 --shows flush.owe\n";
    assert!(output.ends_with(expected), "{output}");
    // The command that the note names finds such a hand.
    let command = ["new", "--edition", "lebrun-1827", "--shows", "flush.owe"];
    let call = [&command[..], &["--output", "scenarios/flush.md"]].concat();
    assert!(run_mouche(place.path(), &call).status.success());
    run_mouche(place.path(), &["bless"]);
    let output = printed(place.path(), &["check"]);
    assert!(output.contains("4 clauses of its own"), "{output}");
    assert!(!output.contains("note: no hand shows"), "{output}");
    // A check of one file has not seen the other hands.
    let output = printed(
        place.path(),
        &["check", "scenarios/editions/lebrun-1827.toml"],
    );
    assert_eq!(output, "1 edition\n");
}

#[test]
fn coverage_of_one_edition_agrees_with_the_check() {
    let place = write_folder(|text| text, &["denise-trumps-low.md"]);
    let output = printed(place.path(), &["coverage", "--edition", "lebrun-1827"]);
    assert!(output.contains("flush.owe       NOT SHOWN"), "{output}");
    assert!(
        output.contains("play.overtrump  denise-trumps-low"),
        "{output}"
    );
    assert!(!output.contains("(mouche-1718)"), "{output}");
    let hint = "To find a hand: mouche new --edition lebrun-1827 --shows flush.owe\n";
    assert!(output.contains(hint), "{output}");
    let checked = printed(place.path(), &["check", "--format", "json"]);
    let checked: serde_json::Value = serde_json::from_str(&checked).expect("JSON");
    let edition = &checked["editions"][0];
    assert_eq!(edition["not_shown"], serde_json::json!(["flush.owe"]));
    assert_eq!(edition["decided"], 4);
}

/// Returns the edition without its reading.
fn without_reading(text: String) -> String {
    let (before, rest) = text
        .split_once("[[play.overtrump.reading]]")
        .expect("a reading");
    let (_, after) = rest.split_once("[flush.owe]").expect("the next clause");
    format!("{before}[flush.owe]{after}")
}

/// Returns the edition with a clause on a penalty that it does not have.
fn without_penalty(text: String) -> String {
    text + "[fault.turn]\nvalue = \"none\"\ntext = \"There is no penalty.\"\nsource = \"silent\"\n"
}

#[test]
fn a_clause_with_neither_a_source_nor_a_reading_is_a_warning() {
    let place = write_folder(without_reading, &[]);
    let output = printed(place.path(), &["check", "--format", "concise"]);
    let warning =
        "warning[no-source] the clause `play.overtrump` has neither a source nor a reading";
    assert!(output.contains(warning), "{output}");
    let strict = run_mouche(place.path(), &["check", "--deny-warnings"]);
    assert_eq!(strict.status.code(), Some(1));
    let listed = printed(place.path(), &["editions", "lebrun-1827"]);
    assert!(listed.contains("no source   play.overtrump"), "{listed}");
    // A penalty that the edition does not have needs neither.
    let place = write_folder(without_penalty, &[]);
    let output = printed(place.path(), &["check"]);
    assert!(!output.contains("warning"), "{output}");
}

/// Returns the edition with a quotation of the source of the stake.
fn with_quotation(text: &str, quotation: &str) -> String {
    let source = "source = [\"lebrun-manual\", \"p. 112\"]\n";
    text.replacen(source, &format!("{source}quotation = {quotation}\n"), 1)
}

#[test]
fn a_quotation_is_printed_under_its_clause_in_its_language() {
    let quotation = "{ words = \"celui qui donne met dix jetons\", lang = \"fr\" }";
    let place = write_folder(
        |text| with_quotation(&text, quotation),
        &["denise-trumps-low.md"],
    );
    let done = run_mouche(place.path(), &["build", "--dest", "site"]);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
    let page = fs::read_to_string(place.path().join("site/rules/lebrun-1827.html"));
    let page = page.expect("a page");
    let (_, stake) = page.split_once("id=\"stake\"").expect("the clause");
    let (stake, _) = stake.split_once("<h3").expect("the next clause");
    let printed = "lang=\"fr\">\n<p>celui qui donne met dix jetons</p>\n</blockquote>";
    assert!(stake.contains(printed), "{stake}");
    let explained = printed_clause(place.path());
    assert!(
        explained.contains("“celui qui donne met dix jetons” (fr)"),
        "{explained}"
    );
}

/// Returns what `explain` prints of the stake.
fn printed_clause(folder: &Path) -> String {
    printed(folder, &["explain", "lebrun-1827/stake"])
}

#[test]
fn a_quotation_of_more_than_two_lines_or_of_no_work_is_refused() {
    let three = "{ words = \"\"\"\none\ntwo\nthree\"\"\", lang = \"fr\" }";
    let long = format!("{{ words = \"{}\", lang = \"fr\" }}", "long ".repeat(50));
    for quotation in [three, &long] {
        let place = write_folder(|text| with_quotation(&text, quotation), &[]);
        let output = printed(place.path(), &["check", "--format", "concise"]);
        let refusal = "expected at most two lines and 200 characters";
        assert!(output.contains(refusal), "{output}");
    }
    let silent = "source = \"silent\"\nquotation = { words = \"x\", lang = \"fr\" }";
    let place = write_folder(|text| text.replacen("source = \"silent\"", silent, 1), &[]);
    let output = printed(place.path(), &["check", "--format", "concise"]);
    assert!(
        output.contains("expected a `source` that names a work"),
        "{output}"
    );
}

#[test]
fn the_list_of_one_edition_says_what_it_decides() {
    let place = write_folder(|text| text, &[]);
    let listed = printed(place.path(), &["editions", "lebrun-1827"]);
    for line in [
        "La Mouche, 1827 (invented) (lebrun-1827)",
        "clauses     4 clauses of its own, 58 taken over from mouche-1718",
        "its own     rank, stake, flush.owe, play.overtrump°",
    ] {
        assert!(listed.contains(line), "{line}\n{listed}");
    }
    assert!(!listed.contains("(mouche-1718)"), "{listed}");
    let wrong = run_mouche(place.path(), &["editions", "lebrun-1828"]);
    let errors = String::from_utf8_lossy(&wrong.stderr);
    assert!(errors.contains("did you mean lebrun-1827?"), "{errors}");
}

/// The words of a text that is taken over can become false, when a clause of which they speak has another value.
#[test]
fn a_check_names_the_texts_that_speak_about_a_changed_clause() {
    let place = write_folder(
        |text| text.replace("terms = { flush = \"lanturlu\" }\n", ""),
        &[],
    );
    let output = printed(place.path(), &["check"]);
    let note = "note: read these texts again. They are taken over, and have words about what this edition changes:\n      \
        rank: seat.draw (“king”), deal.first (“king”), flush.points (“king”)\n      \
        stake: debt.enter (“5 chips”)\n      \
        play.overtrump: play.free (“beat this trump”)\n      \
        if they are right, name them in the file: texts_read = [\"seat.draw\", \"deal.first\", \"flush.points\", \"debt.enter\", \"play.free\"]\n";
    assert!(output.contains(note), "{output}");
    let checked = printed(place.path(), &["check", "--format", "json"]);
    let checked: serde_json::Value = serde_json::from_str(&checked).expect("JSON");
    let expected = [
        "seat.draw",
        "deal.first",
        "flush.points",
        "debt.enter",
        "play.free",
    ];
    assert_eq!(
        checked["editions"][0]["read_again"],
        serde_json::json!(expected)
    );
    // A text of the edition itself is not taken over, and a term of the base is one of its words.
    let debt = "\n[debt.enter]\nvalue = \"at_once\"\ntext = \"All debts of a deal go into the next pool.\"\nsource = [\"lebrun-manual\", \"p. 116\"]\n";
    let place = write_folder(|text| text + debt, &[]);
    let output = printed(place.path(), &["check"]);
    assert!(!output.contains("debt.enter (“"), "{output}");
    let terms = "terms.flush: flush.what (“mouche”), flush.pat (“mouche”)";
    assert!(output.contains(terms), "{output}");
}

#[test]
fn a_text_that_the_author_has_read_again_is_named_no_more() {
    let without_terms = LEBRUN.replace("terms = { flush = \"lanturlu\" }\n", "");
    let read =
        |list: &str| write_folder(|_| format!("texts_read = [{list}]\n{without_terms}"), &[]);
    let place = read("\"seat.draw\", \"debt.enter\"");
    let output = printed(place.path(), &["check"]);
    let note = "rank: deal.first (“king”), flush.points (“king”)\n      play.overtrump: play.free";
    assert!(output.contains(note), "{output}");
    let checked = printed(place.path(), &["check", "--format", "json"]);
    let checked: serde_json::Value = serde_json::from_str(&checked).expect("JSON");
    let expected = serde_json::json!(["deal.first", "flush.points", "play.free"]);
    assert_eq!(checked["editions"][0]["read_again"], expected);
    for (list, message) in [
        (
            "\"seat.drawn\"",
            "expected the id of a clause, found `seat.drawn`",
        ),
        ("\"tie\"", "`tie` is a clause of another kind of game"),
        ("5", "`texts_read.1` cannot have this value"),
    ] {
        let place = read(list);
        let output = printed(place.path(), &["check", "--format", "concise"]);
        assert!(output.contains(message), "{list}: {output}");
    }
}

#[test]
fn a_check_names_the_options_that_a_clause_of_an_edition_removes() {
    let place = write_folder(|text| text, &[]);
    let output = printed(place.path(), &["check"]);
    let note = "note: mouche-1718 leaves these options to the players, and this edition does not: losing_flush_exempt (flush.owe)\n";
    assert!(output.contains(note), "{output}");
    // A reading of the base that the edition repeats brings its option back.
    let reading = "\n[[flush.owe.reading]]\nsame = \"mouche-1718/A1718-07\"\n";
    let place = write_folder(|text| text + reading, &[]);
    let output = printed(place.path(), &["check"]);
    assert!(output.contains("4 clauses of its own"), "{output}");
    assert!(!output.contains("leaves these options"), "{output}");
}

#[test]
fn a_step_cites_the_changed_clause_that_decides_it() {
    let place = write_folder(|text| text, &["denise-trumps-low.md"]);
    let hand = "scenarios/denise-trumps-low.md";
    let shown = printed(place.path(), &["show", hand]);
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        // Another trump of hers would beat that of Claude.
        "Denise must trump but need not beat 7♠, and plays 6♠. [play.trump∼, play.overtrump°]",
        "6♠ may be played: it is a trump, and 7♠ need not be beaten [play.trump∼, play.overtrump°]",
        "8♠ may be played: it is a trump [play.trump∼]",
        // The ace is below the king in 1718.
        "Denise must beat K♦ and plays A♦. [play.head∼, rank]",
        "In this edition, A♦ is higher than K♦. [rank]",
    ] {
        assert!(words.contains(part), "{part} in\n{shown}");
    }
    // Where the clauses decide nothing, no step names them.
    assert_eq!(words.matches("play.overtrump").count(), 2, "{shown}");
    assert_eq!(words.matches(", rank]").count(), 2, "{shown}");
    assert_eq!(words.matches("[rank]").count(), 1, "{shown}");
}

/// A claimed flush shows what a flush is, and a debt in the next pool shows when debts enter it.
#[test]
fn a_hand_shows_the_clauses_that_its_page_names() {
    let place = write_folder(|text| text, &["a-flush-in-1718-and-1827.md"]);
    let output = printed(place.path(), &["coverage", "--edition", "lebrun-1827"]);
    for topic in ["flush.what", "debt.enter"] {
        let line = output.lines().find(|line| line.starts_with(topic));
        let line = line.expect("a line");
        assert!(line.ends_with("a-flush-in-1718-and-1827"), "{line}");
    }
}
