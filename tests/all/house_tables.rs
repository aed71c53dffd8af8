//! The table of a folder: what of a `mouche.toml` is refused, and all that comes of one that can be agreed. `UPDATE=1` writes
//! the messages anew.

use crate::golden;
use crate::house_table_folder::{MARIE, hand_at_house_table, run_mouche, write_folder};
use crate::lsp::client::Client;
use mouche::editions::{self, house_table};
use mouche::rules::{ClauseId, ClauseSource, EditionClauseInWords, OptionValue};
use mouche::scenario::{BlessExtent, bless, check, report};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

#[test]
fn what_cannot_be_agreed_is_told_once_and_where() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("tables")
        .flatten()
        .map(|file| file.path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    assert!(files.len() > 20);
    for file in files {
        let bytes = fs::read(&file).expect("a table");
        let checked = check("mouche.toml", &bytes);
        let [wrong] = &checked.diagnostics[..] else {
            panic!("{}: {:?}", file.display(), checked.diagnostics)
        };
        assert!(
            !wrong.label.is_empty()
                && (wrong.message.contains("expected")
                    || wrong.label.starts_with("write one word")
                    || !wrong.help.is_empty()
                    || wrong.fix.is_some()),
            "{wrong:?}"
        );
        let report = report::FileDiagnostics {
            path: &checked.path,
            text: &checked.text,
            diagnostics: &checked.diagnostics,
        };
        let mended =
            bless("mouche.toml", &bytes, BlessExtent::Slips).filter(|mended| mended.changes > 0);
        let mended = mended
            .map(|mended| format!("--fix makes of it:\n{}", mended.text))
            .unwrap_or_default();
        golden::hold_file(
            &file.with_extension("txt"),
            &(report::render_full(&report, false, 120) + &mended),
        );
    }
}

#[test]
fn a_table_that_is_settled_again_has_the_same_rules() {
    let base = editions::by_id("mouche-1718").expect("an edition");
    let staged = [("debts".to_owned(), OptionValue::Word("staged".to_owned()))].into();
    let settle = |name: &str, options: &BTreeMap<String, OptionValue>| {
        house_table::house_table_rules("kept-once", name, base, options)
            .expect("what can be agreed")
    };
    let rules = settle("Kept once", &staged);
    assert!(
        std::ptr::eq(rules, settle("Kept once", &staged)),
        "the same table has other rules the second time"
    );
    assert!(
        !std::ptr::eq(rules, settle("Kept  once", &staged)),
        "two names have the same rules"
    );
    assert!(
        !std::ptr::eq(rules, settle("Kept once", &BTreeMap::new())),
        "two sets of options have the same rules"
    );
}

#[test]
fn a_table_that_a_page_builds_again_has_the_same_rules() {
    let rules_after = |words: &[&str]| {
        let table = json!({
            "edition": "mouche-1718", "options": ["debts=staged"], "table": "Built again", "players": 3, "seat": 0,
            "seed": 1, "words": words,
        });
        let answer = mouche::web::answer(json!({ "table": table }).to_string().as_bytes());
        assert!(!answer.contains("\"failed\""), "{answer}");
        editions::by_id("built-again").expect("the table of the page")
    };
    // A question with fewer words does not go on from the one before, so the table is built again.
    let first = rules_after(&["pass"]);
    let second = rules_after(&[]);
    assert!(
        std::ptr::eq(first, second),
        "the table has other rules the second time"
    );
}

#[test]
fn what_is_agreed_stands_in_its_clauses_and_the_rest_in_those_of_the_base() {
    let base = editions::by_id("mouche-1718").expect("an edition");
    let options = [
        ("allow_two", OptionValue::Flag(true)),
        ("silence_means_yes", OptionValue::Flag(true)),
    ];
    let options: BTreeMap<_, _> = options.map(|(name, to)| (name.to_owned(), to)).into();
    let rules = house_table::house_table_rules("at-home", "At home", base, &options)
        .expect("what can be agreed");
    let own: Vec<_> = rules
        .clauses()
        .into_iter()
        .filter(|clause| clause.source.is_agreed())
        .collect();
    let topics: Vec<ClauseId> = own.iter().map(|clause| clause.topic).collect();
    assert!(
        topics == [ClauseId::Players, ClauseId::TableTalk],
        "{topics:?}"
    );
    assert!(own.iter().all(
        |clause| clause.marks().signs().is_empty() && clause.text().to_string().ends_with('.')
    ));
    for clause in rules
        .clauses()
        .iter()
        .filter(|clause| !topics.contains(&clause.topic))
    {
        let theirs = base.clause(clause.topic).expect("a clause");
        let said =
            |clause: &EditionClauseInWords| (clause.text().to_string(), clause.value().to_string());
        assert_eq!(said(clause), said(&theirs));
        assert!(
            matches!(
                clause.source,
                ClauseSource::Same {
                    edition: "mouche-1718",
                    ..
                }
            ),
            "{}",
            clause.topic
        );
    }
    let (abroad, agreed) = house_table::nameless_rules_and_options(rules).expect("a table");
    assert_eq!(
        (abroad.id, agreed.get("allow_two")),
        ("mouche-1718", Some(&OptionValue::Flag(true)))
    );
}

/// A house table with words of its own for a rule.
const WORDED: &str = "[table]\nname = \"Chez Marie\"\nedition = \"mouche-1718\"\n\n[table.options]\nallow_two = true\n\n\
    [table.options.debts]\nvalue = \"staged\"\ntext = \"One debt a deal enters the pool.\"\nreason = \"Our evenings <are> long\"\n";

#[test]
fn a_house_rule_has_a_text_and_a_reason_of_its_own() {
    let folder = write_folder();
    let file = folder.path().join("scenarios/chez-marie/mouche.toml");
    fs::write(&file, WORDED).expect("a table");
    let done = run_mouche(folder.path(), &["check", "--deny-warnings"]);
    assert!(done.status.success(), "{}", printed_text(&done));
    let explain = |clause: &str| {
        let done = run_mouche(folder.path(), &["explain", clause]);
        let words = printed_text(&done);
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let debts = explain("chez-marie/debt.enter");
    assert!(
        debts.contains("One debt a deal enters the pool."),
        "{debts}"
    );
    assert!(
        debts.contains("agreed at this table: Our evenings <are> long"),
        "{debts}"
    );
    assert!(debts.contains("instead of"), "{debts}");
    // The other rule has the words that follow from its value.
    let players = explain("chez-marie/players");
    assert!(
        players.contains("source agreed at this table engine"),
        "{players}"
    );
    let done = run_mouche(folder.path(), &["build"]);
    assert!(done.status.success(), "{}", printed_text(&done));
    let rules = fs::read_to_string(folder.path().join("target/book/rules/chez-marie.html"));
    let rules = rules.expect("a page");
    let tag = regex::Regex::new("<[^>]*>").expect("a pattern");
    let words = tag.replace_all(&rules, "");
    assert!(words.contains("One debt a deal enters"), "{words}");
    assert!(
        rules.contains("agreed at this table: Our evenings &lt;are&gt;"),
        "{rules}"
    );
    assert!(!rules.contains("<are>"), "a reason is no HTML");
}

fn printed_text(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|said| String::from_utf8_lossy(said).into_owned())
        .concat()
}

#[test]
fn a_hand_below_is_played_by_it_and_one_elsewhere_is_not() {
    let folder = write_folder();
    let done = run_mouche(folder.path(), &["check", "--deny-warnings"]);
    assert!(
        done.status.success() && printed_text(&done).starts_with("2 scenarios, 2 deals"),
        "{}",
        printed_text(&done)
    );
    assert!(
        run_mouche(folder.path(), &["fmt", "--check"])
            .status
            .success()
    );
    let hand = folder
        .path()
        .join("scenarios/chez-marie/deep/here-a-king.md");
    // One file by itself, by its name, and with an amount left open.
    let named = hand_at_house_table().replace("players =", "edition = \"chez-marie\"\nplayers =");
    fs::write(&hand, named.replace("next pool 10", "next pool ?")).expect("a hand");
    let done = run_mouche(
        folder.path(),
        &["bless", "scenarios/chez-marie/deep/here-a-king.md"],
    );
    assert!(
        done.status.success()
            && fs::read_to_string(&hand)
                .expect("a hand")
                .contains("next pool 10"),
        "{}",
        printed_text(&done)
    );
    // Side by side with the printed rules.
    let both = named.replace(
        "edition = \"chez-marie\"",
        "editions = [\"chez-marie\", \"mouche-1718\"]",
    );
    fs::write(&hand, both).expect("a hand");
    let done = run_mouche(folder.path(), &["check", "--format", "concise"]);
    assert!(
        printed_text(&done).contains("the pool is 15, not 10")
            && printed_text(&done).contains("(under mouche-1718)"),
        "{}",
        printed_text(&done)
    );
    fs::write(
        folder.path().join("scenarios/mouche-1718/first-hand.md"),
        &named,
    )
    .expect("a hand");
    fs::remove_file(&hand).expect("a hand");
    let done = run_mouche(folder.path(), &["check"]);
    assert!(
        printed_text(&done).contains("a table of another folder"),
        "{}",
        printed_text(&done)
    );
}

#[test]
fn one_that_cannot_be_agreed_stops_its_hands_and_no_others() {
    let folder = write_folder();
    let file = folder.path().join("scenarios/chez-marie/mouche.toml");
    fs::write(&file, MARIE.replace("staged", "stagged")).expect("a table");
    let done = run_mouche(folder.path(), &["check", "--format", "concise"]);
    let all = printed_text(&done);
    assert!(
        all.contains("scenarios/chez-marie/mouche.toml:4:21: error[unknown-option] the option debts cannot have this value"),
        "{all}"
    );
    assert!(
        all.contains(
            "here-a-king.md:3:1: error[unknown-edition] the `mouche.toml` that applies to this file has an error"
        ),
        "{all}"
    );
    assert!(
        all.contains("1 of 2 scenarios does not hold") && all.contains("1 house table with errors"),
        "{all}"
    );
    fs::write(&file, MARIE).expect("a table");
    let twin = folder.path().join("scenarios/zoo");
    fs::create_dir(&twin).expect("a folder");
    fs::write(twin.join("mouche.toml"), MARIE).expect("a table");
    for verb in ["check", "build"] {
        let done = run_mouche(folder.path(), &[verb]);
        let all = printed_text(&done);
        assert!(
            !done.status.success() && all.contains("two files have a table called Chez Marie"),
            "{all}"
        );
        assert!(all.contains("scenarios/zoo/mouche.toml:2:8"), "{all}");
    }
}

#[test]
fn its_book_has_its_rules_its_sheet_its_hands_and_a_page_to_play_on() {
    let folder = write_folder();
    let done = run_mouche(folder.path(), &["build"]);
    assert!(done.status.success(), "{}", printed_text(&done));
    let page = |name: &str| {
        fs::read_to_string(folder.path().join("target/book").join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let rules = page("rules/chez-marie.html");
    assert!(rules.contains(">Chez Marie: what changes</a></h1>"));
    let own = rules.split("id=\"the-rest\"").next().expect("its own");
    assert!(
        own.contains("id=\"players\"")
            && own.contains("id=\"debt.enter\"")
            && !own.contains("id=\"play.trump\"")
    );
    assert!(
        own.contains("href=\"../rules/mouche-1718.html#debt.enter\""),
        "what it changes is said"
    );
    assert!(
        rules.contains("<li id=\"play.trump\">")
            && rules.contains("href=\"../rules/mouche-1718.html#play.trump\"")
    );
    assert!(page("tonight/chez-marie.html").contains("Sheet: Chez Marie"));
    assert!(page("hands/chez-marie.html").contains("chez-marie/here-a-king.html"));
    let hand = page("hands/chez-marie/here-a-king.html");
    let seated = "edition=mouche-1718&amp;option=allow_two%3Dtrue&amp;option=debts%3Dstaged&amp;table=Chez%20Marie";
    assert!(
        hand.contains(">Chez Marie</a>")
            && hand
                .replace("&#38;", "&amp;")
                .contains(&format!("data-play-on=\"{seated}\""))
    );
    assert!(!hand.contains("data-go=\"write\""));
    let has_engine = folder.path().join("target/book/play.html").exists();
    if has_engine {
        let play = page("play.html");
        assert!(play.contains("value=\"chez-marie\"") && !play.contains("value=\"mouche-1730\""));
    }
    assert_eq!(
        rules
            .replace("&#38;", "&amp;")
            .contains(&format!("play.html#{seated}")),
        has_engine
    );
    // The printed rules have no sheet, as in any author's book.
    assert!(
        !folder
            .path()
            .join("target/book/tonight/mouche-1718.html")
            .exists()
    );
}

#[test]
fn an_editor_offers_it_and_hears_when_it_changes() {
    let folder = write_folder();
    let path = folder
        .path()
        .join("scenarios/chez-marie/deep/here-a-king.md");
    let mut client = Client::open_at(
        &format!("file://{}", path.display()),
        &[],
        "utf-16",
        &hand_at_house_table(),
    );
    assert_eq!(client.next_diagnostics(), (json!(0), Vec::new()));
    let table = folder.path().join("scenarios/chez-marie/mouche.toml");
    // Nothing is typed; the pool is another now.
    fs::write(&table, MARIE.replace("staged", "at_once")).expect("a table");
    let (_, found) = client.next_diagnostics();
    assert!(
        found.iter().any(|wrong| wrong["message"]
            .as_str()
            .is_some_and(|words| words.starts_with("the pool is 15"))),
        "{found:?}"
    );
    fs::write(&table, MARIE).expect("a table");
    assert!(client.next_diagnostics().1.is_empty());
    client.replace("players =", "edition = \"\"\nplayers =");
    client.next_diagnostics();
    let offered = client.ask_at("textDocument/completion", "edition = \"", 11);
    assert_eq!(offered[0]["label"], "\"chez-marie\"", "{offered}");
}

/// What lies above the folder that is meant may be anybody's: a table there would let a hand hold on one machine alone.
#[test]
fn a_table_above_the_folder_that_is_meant_does_not_count() {
    let root = tempfile::tempdir().expect("a folder");
    let at = |path: &str| root.path().join(path);
    for hand in ["a/b/hand.md", "project/scenarios/b/hand.md"] {
        fs::create_dir_all(at(hand).parent().expect("a folder")).expect("a folder");
        fs::write(at(hand), hand_at_house_table()).expect("a hand");
    }
    let code = |from: &str, call: &[&str]| run_mouche(&at(from), call).status.code();
    let table = |path: &str| fs::write(at(path), MARIE).expect("a table");
    table("mouche.toml");
    assert_eq!(
        code("", &["check", "."]),
        Some(0),
        "it lies in the folder that is named"
    );
    for (from, call) in [
        ("", &["check", "a"][..]),
        ("", &["check", "a/b/hand.md"]),
        ("a", &["check", "b"]),
        ("a/b", &["check", "."]),
        ("project", &["check"]),
        ("project", &["build"]),
        ("project", &["check", "../a"]),
    ] {
        assert_eq!(code(from, call), Some(1), "{call:?} in {from}");
    }
    table("project/mouche.toml");
    for call in [
        &["check"][..],
        &["check", "scenarios/b/hand.md"],
        &["bless", "scenarios/b/hand.md"],
        &["build"],
    ] {
        assert_eq!(code("project", call), Some(0), "{call:?}");
    }
    assert_eq!(
        code("project", &["check", "../a"]),
        Some(1),
        "the current folder is not above it"
    );
    // Which table counts is said at the end, by the path from here; and of one that no hand rests on nothing is said.
    let last_line = |from: &str, call: &[&str]| {
        let said = run_mouche(&at(from), call).stdout;
        String::from_utf8(said)
            .expect("text")
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(last_line("project", &["check"]).ends_with("; table: mouche.toml"));
    assert!(last_line("", &["check", "project"]).ends_with("; table: project/mouche.toml"));
    let printed = hand_at_house_table().replacen(
        "```toml scenario\n",
        "```toml scenario\nedition = \"mouche-1718\"\n",
        1,
    );
    assert_ne!(printed, hand_at_house_table());
    fs::write(at("project/scenarios/b/hand.md"), printed).expect("a hand");
    assert!(!last_line("project", &["check"]).contains("played by"));
    fs::write(at("project/scenarios/b/hand.md"), hand_at_house_table()).expect("a hand");
    // A repository is one on every machine.
    fs::create_dir(at(".git")).expect("a folder");
    for call in [&["check", "a"][..], &["check", "a/b/hand.md"]] {
        assert_eq!(code("", call), Some(0), "{call:?}");
    }
    fs::create_dir(at("a/.git")).expect("a folder");
    assert_eq!(
        code("", &["check", "a"]),
        Some(1),
        "another repository begins"
    );
}

#[test]
fn a_mistake_in_a_table_above_the_hands_is_shown_at_its_place() {
    let folder = write_folder();
    let hand = folder.path().join("scenarios/mouche-1718/first-hand.md");
    let text = fs::read_to_string(&hand).expect("a hand");
    let mut without_edition: Vec<&str> = text.lines().collect();
    without_edition.retain(|line| !line.starts_with("edition"));
    let table = folder.path().join("mouche.toml");
    for (written, place) in [
        ("colour = \"red\"\n", "mouche.toml:1:1: error[unknown-key]"),
        (
            "[table]\nname = \"Chez Paul\"\nedition = \"mouche-1718\"\ncolour = \"red\"\n",
            "mouche.toml:4:1: error[unknown-key]",
        ),
    ] {
        fs::write(&table, written).expect("a table");
        for (hand_text, holds) in [(&text, true), (&without_edition.join("\n"), false)] {
            fs::write(&hand, hand_text).expect("a hand");
            let hand = hand.strip_prefix(folder.path()).expect("a path");
            let named = hand.to_str().expect("a path");
            for call in [&["check"][..], &["check", "scenarios"], &["check", named]] {
                let call = [call, &["--format", "concise"]].concat();
                let done = run_mouche(folder.path(), &call);
                let told = String::from_utf8_lossy(&done.stdout).into_owned();
                assert_eq!(done.status.code(), Some(1), "{call:?}: {told}");
                assert_eq!(told.matches(place).count(), 1, "{call:?}: {told}");
                let stops_hand = told.contains("has an error: mouche.toml");
                assert_eq!(stops_hand, !holds, "{call:?}: {told}");
            }
        }
    }
    // Another folder has a table of its own, so that above it does not count.
    let done = run_mouche(folder.path(), &["check", "scenarios/chez-marie"]);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{told}");
}
