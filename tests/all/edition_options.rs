//! The options that edition files of authors offer to players.

use crate::house_table_folder::run_mouche;
use mouche::editions::built_in_by_id;
use mouche::rules::{OptionDef, OptionValue, Ruleset};
use mouche::scenario::check;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

const LEBRUN: &str = include_str!("../editions/editions/lebrun-1827.toml");
const HAND: &str = include_str!("../editions/denise-trumps-low.md");

/// Returns the edition of 1827 with a choice of its option.
fn rules_with(word: &str) -> Option<Ruleset> {
    let rules = Ruleset::read(LEBRUN, &|id| built_in_by_id(id)).expect("an edition");
    let value = OptionValue::Word(word.to_owned());
    rules
        .with_options(&BTreeMap::from([("dealer_stake".to_owned(), value)]))
        .ok()
}

#[test]
fn a_choice_has_its_value_and_its_text() {
    for (word, chips) in [("ten", 10), ("five", 5)] {
        let rules = rules_with(word).expect("a choice");
        let stake = rules.tricks().expect("tricks").stake;
        assert_eq!(stake.value.chips, chips);
        assert_eq!(stake.text.contains("as in 1718"), word == "five");
        let option = OptionDef::known_by_name(&rules, "dealer_stake").expect("an option");
        let value = option.value_if_applicable(&rules);
        assert_eq!(value, Some(OptionValue::Word(word.to_owned())));
    }
    assert!(rules_with("fifty").is_none());
    let base = built_in_by_id("mouche-1718").expect("an edition");
    assert!(OptionDef::known_by_name(base, "dealer_stake").is_none());
}

/// Writes a folder with the edition of 1827, a hand and a house table.
fn write_folder(header: &str, table: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let scenarios = place.path().join("scenarios");
    fs::create_dir_all(scenarios.join("editions")).expect("a folder");
    fs::write(scenarios.join("editions/lebrun-1827.toml"), LEBRUN).expect("an edition");
    let players = "players = [\"Anne\"";
    let hand = HAND.replacen(players, &format!("{header}\n{players}"), 1);
    fs::write(scenarios.join("hand.md"), hand).expect("a hand");
    if !table.is_empty() {
        fs::write(scenarios.join("mouche.toml"), table).expect("a table");
    }
    place
}

/// Returns what a command prints.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let done = run_mouche(folder, arguments);
    String::from_utf8([done.stdout, done.stderr].concat()).expect("text")
}

#[test]
fn a_hand_is_judged_by_the_choice_in_its_header() {
    let place = write_folder("options = { dealer_stake = \"five\" }", "");
    let output = printed(place.path(), &["check"]);
    assert!(output.contains("error[wrong-payout]"), "{output}");
    let place = write_folder("options = { dealer_stake = \"ten\" }", "");
    let output = printed(place.path(), &["check"]);
    assert!(!output.contains("error"), "{output}");
    let place = write_folder("options = { dealer_stake = \"six\" }", "");
    let output = printed(place.path(), &["check"]);
    assert!(output.contains("write \"ten\" or \"five\""), "{output}");
}

#[test]
fn commands_name_the_option_and_a_house_table_has_its_text() {
    let table = "[table]\nname = \"Chez Marie\"\nedition = \"lebrun-1827\"\noptions = { dealer_stake = \"five\" }\n";
    let place = write_folder("", table);
    let words = "dealer_stake = \"ten\": How many chips does the dealer stake? \"ten\" (10 chips, as Lebrun says) or \"five\" (5 chips, as in 1718)";
    let call = ["editions", "lebrun-1827"];
    let listed = printed(place.path(), &call).replace("\n            ", " ");
    assert!(listed.contains(words), "{listed}");
    let explained = printed(place.path(), &["explain", "lebrun-1827/stake"]);
    assert!(explained.contains("dealer_stake"), "{explained}");
    let explained = printed(place.path(), &["explain", "chez-marie/stake"]);
    assert!(
        explained.contains("5 chips into the pool, as in 1718"),
        "{explained}"
    );
    let call = ["new", "--edition", "lebrun-1827", "--option"];
    let new = printed(place.path(), &[&call[..], &["dealer_stake=five"]].concat());
    assert!(
        new.contains("options = { dealer_stake = \"five\" }"),
        "{new}"
    );
}

/// Returns the part of a schema under these keys.
fn schema_of_options(folder: &Path, name: &str, pointer: &str) -> Value {
    let schema = printed(folder, &["schema", name]);
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    schema.pointer(pointer).cloned().unwrap_or_default()
}

#[test]
fn machines_get_the_question_and_the_meaning_of_each_value() {
    let table = "[table]\nname = \"Chez Marie\"\nedition = \"lebrun-1827\"\n";
    let place = write_folder("", table);
    let listed = printed(place.path(), &["editions", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    let mut found = Vec::new();
    for edition in listed["editions"].as_array().expect("editions") {
        for option in edition["options"].as_array().expect("options") {
            let question = option["question"].as_str().unwrap_or_default();
            assert!(question.ends_with('?'), "{option}");
            for value in option["values"].as_array().expect("values") {
                let means = value["means"].as_str().unwrap_or_default();
                assert!(!means.is_empty() && !means.contains('_'), "{option}");
            }
            found.push(option["name"].as_str().unwrap_or_default().to_owned());
        }
    }
    assert!(found.contains(&"dealer_stake".to_owned()), "{found:?}");
    for (name, pointer) in [
        ("header", "/properties/options/properties"),
        ("config", "/properties/table/properties/options/properties"),
    ] {
        let options = schema_of_options(place.path(), name, pointer);
        let options = options.as_object().expect("options");
        assert!(options.len() > 40, "{name}: {options:?}");
        for (option, schema) in options {
            let question = schema["description"].as_str().unwrap_or_default();
            assert!(question.ends_with('?'), "{name}: {option}");
        }
        let own = options["dealer_stake"].to_string();
        assert!(own.contains("10 chips, as Lebrun says"), "{name}: {own}");
        let debts = options["debts"].to_string();
        assert!(debts.contains("one in each pool"), "{name}: {debts}");
    }
    // A reading of a clause names an option on the clause.
    let pointer = "/properties/debt/properties/enter/properties/reading";
    let reading = schema_of_options(place.path(), "edition", pointer).to_string();
    for words in ["When do debts enter the pool?", "one in each pool"] {
        assert!(reading.contains(words), "{reading}");
    }
}

#[test]
fn a_book_offers_the_option_to_its_readers() {
    let place = write_folder("", "");
    assert!(run_mouche(place.path(), &["init"]).status.success());
    let built = printed(place.path(), &["build", "--dest", "site"]);
    let page = |name: &str| {
        fs::read_to_string(place.path().join("site").join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}\n{built}"))
    };
    let question = "How many chips does the dealer stake?";
    let play = page("play.html");
    for part in [question, "dealer_stake", "5 chips, as in 1718"] {
        assert!(play.contains(part), "{part}");
        let rules = page("rules/lebrun-1827.html");
        assert!(part == "dealer_stake" || rules.contains(part), "{part}");
    }
}

/// The environment variable of a process that runs one test alone.
const ALONE: &str = "MOUCHE_TEST_ALONE";

/// An engine keeps an edition that it has read, and other tests count the editions: so this test is a process of its own.
#[test]
fn the_engine_of_a_page_plays_by_a_choice() {
    if env::var_os(ALONE).is_some() {
        return play_by_a_choice();
    }
    let program = env::current_exe().expect("the program of the tests");
    let name = "edition_options::the_engine_of_a_page_plays_by_a_choice";
    let output = Command::new(program)
        .args(["--exact", name])
        .env(ALONE, "1")
        .output()
        .expect("a process");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("1 passed"), "{told}");
}

fn play_by_a_choice() {
    let ask = |question: Value| -> Value {
        let answer = mouche::web::answer(question.to_string().as_bytes());
        serde_json::from_str(&answer).expect("JSON")
    };
    let edition = LEBRUN.replacen("lebrun-1827", "stake-1827", 1);
    let read = ask(json!({ "editions": { "texts": [edition] } }));
    assert!(read.to_string().contains("stake-1827"), "{read}");
    let table = |options: &[&str]| {
        let question = json!({
            "edition": "stake-1827", "options": options, "players": 4, "seat": 0, "seed": 7,
        });
        ask(json!({ "table": question })).to_string()
    };
    assert!(table(&["dealer_stake=five"]).contains("5 chips"));
    assert_ne!(table(&["dealer_stake=five"]), table(&[]));
    assert!(table(&["dealer_stake=six"]).contains("failed"));
}

#[test]
fn an_option_that_cannot_be_offered_is_refused_with_a_reason() {
    for (text, change, message, token) in [
        (
            "chips = 5 }",
            "chips = 10 }",
            "its value is that of `ten`",
            "{ by = \"dealer\", chips = 10 }",
        ),
        (
            "chips = 5 }",
            "chips = 7 }",
            "does not divide into the shares",
            "{ by = \"dealer\", chips = 7 }",
        ),
        (
            "chips = 5 }",
            "chips = \"five\" }",
            "expected a whole number",
            "\"five\"",
        ),
        (
            "\"dealer_stake\"",
            "\"Dealer stake\"",
            "begins with a small letter",
            "\"Dealer stake\"",
        ),
        (
            "\"dealer_stake\"",
            "\"debts\"",
            "an option of the program has this name",
            "\"debts\"",
        ),
        (
            "word = \"five\"",
            "word = \"ten\"",
            "it stands twice",
            "\"ten\"",
        ),
        (
            "clause = \"stake\"",
            "clause = \"tie\"",
            "a clause of another kind of game",
            "",
        ),
        (
            "question = \"How",
            "asks = \"How",
            "expected one of `name`, `clause`, `question`, `choice`",
            "asks",
        ),
        (
            "answer = \"10 chips, as Lebrun says\"",
            "answer = \"\", value = 1",
            "no value in the first choice",
            "1",
        ),
    ] {
        assert!(LEBRUN.contains(text), "{text}");
        let changed = LEBRUN.replacen(text, change, 1);
        let checked = check("editions/lebrun-1827.toml", changed.as_bytes());
        let [wrong] = &checked.diagnostics[..] else {
            panic!("{change}: {:?}", checked.diagnostics)
        };
        assert!(
            wrong.message.contains(message),
            "{change}: {}",
            wrong.message
        );
        let marked = &changed[wrong.span.clone()];
        assert!(token.is_empty() || marked == token, "{change}: {marked}");
    }
}
