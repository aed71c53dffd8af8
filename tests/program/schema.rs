//! `mouche schema`: every header in the repository is what the schema says, and every JSON that a verb prints.

use crate::repository_paths::{program, root};
use crate::small_book::small_book;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

fn run_mouche(arguments: &[&str]) -> String {
    run_mouche_in(root(), arguments)
}

fn run_mouche_in(folder: &Path, arguments: &[&str]) -> String {
    let said = Command::new(program())
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("mouche");
    String::from_utf8(said.stdout).expect("text")
}

/// The schema of a name; itself as its draft wants it.
fn named_schema(of: &str) -> (Value, Validator) {
    let schema: Value = serde_json::from_str(&run_mouche(&["schema", of])).expect("JSON");
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    assert!(jsonschema::meta::is_valid(&schema), "{of} is no schema");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    (schema, validator)
}

fn schema_faults(validator: &Validator, instance: &Value) -> Vec<String> {
    validator
        .iter_errors(instance)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// The header of a scenario, as JSON.
fn header_as_json(text: &str) -> Option<Value> {
    let (_, rest) = text.split_once("```toml scenario\n")?;
    let table: toml::Table = rest.split("\n```").next()?.parse().ok()?;
    serde_json::to_value(table).ok()
}

fn scenario_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    crate::shared::find_scenarios(&root().join("scenarios"), &mut found);
    found
}

#[test]
fn every_header_of_ours_is_one() {
    let (_, validator) = named_schema("header");
    let mut read = 0;
    for path in scenario_files() {
        let text = std::fs::read_to_string(&path).expect("a scenario");
        let Some(header) = header_as_json(&text) else {
            continue;
        };
        assert_eq!(
            schema_faults(&validator, &header),
            Vec::<String>::new(),
            "{}",
            path.display()
        );
        read += 1;
    }
    assert!(read > 50, "{read}");
}

#[test]
fn a_wrong_header_is_none() {
    let (schema, validator) = named_schema("header");
    let right = json!({ "edition": "mouche-1718", "players": ["Anne", "Bo"] });
    assert!(validator.is_valid(&right));
    for (key, value) in [
        ("edition", json!("mouche-1719")),
        ("editions", json!(["mouche-1718"])),
        ("player", json!(["Anne"])),
        ("players", json!(["Anne"])),
        ("players", json!(["Anne", "Anne"])),
        ("players", json!(["Anne", "2pac"])),
        ("shows", json!(["play.no"])),
        ("options", json!({ "debts": "never" })),
        ("options", json!({ "no_such": true })),
        ("options", json!({ "end": { "years": 3 } })),
        ("options", json!({ "pamphile": true })),
        ("chips", json!(-1_000_000_000_001_i64)),
        ("chips", json!(1_000_000_000_001_i64)),
        ("advice", json!("yes")),
        ("lang", json!("nl")),
        ("prose", json!("nl")),
        ("format", json!(2)),
    ] {
        let mut wrong = right.clone();
        wrong[key] = value;
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
    assert!(
        !validator.is_valid(&json!({ "players": ["Anne", "Bo"] })),
        "no edition"
    );
    for (key, property) in schema["properties"].as_object().expect("keys") {
        assert!(
            property["examples"]
                .as_array()
                .is_some_and(|all| all.len() == 1),
            "{key} has no example"
        );
    }
}

/// A file of TOML as JSON.
fn toml_as_json(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("JSON")
}

/// The TOML files of a folder.
fn toml_files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files
}

#[test]
fn every_edition_file_is_one_and_a_wrong_one_is_none() {
    let (_, validator) = named_schema("edition");
    let mut read = 0;
    for file in [
        toml_files("src/editions"),
        toml_files("tests/editions/editions"),
    ]
    .concat()
    {
        let edition = toml_as_json(&std::fs::read_to_string(&file).expect("a file"));
        // The other files of the folder hold works, words and families.
        if edition.get("id").is_none() {
            continue;
        }
        assert_eq!(
            schema_faults(&validator, &edition),
            Vec::<String>::new(),
            "{}",
            file.display()
        );
        read += 1;
    }
    assert!(read >= 16, "{read}");
    let lebrun = include_str!("../editions/editions/lebrun-1827.toml");
    for (text, change) in [
        ("id = \"lebrun-1827\"", ""),
        ("[stake]", "[stakes]"),
        ("chips = 10", "chips = \"ten\""),
        ("chips = 10", "chip = 10"),
        ("\"waived\"", "\"optional\""),
        ("kind = \"silence\"", "kind = \"silent\""),
        ("{ pool = 2 }", "\"pool\""),
        ("seen = \"copied\"", "seen = \"read\""),
        ("[\"lebrun-manual\", \"p. 112\"]", "[\"lebrun-manual\"]"),
        ("source = \"silent\"", "source = \"silence\""),
        ("based_on", "basedon"),
        ("word = \"five\", ", ""),
        ("question = \"How", "asks = \"How"),
        ("clause = \"stake\"", "clause = \"stakes\""),
        ("based_on", "texts_read = [\"stakes\"]\nbased_on"),
    ] {
        assert!(lebrun.contains(text), "{text}");
        let wrong = toml_as_json(&lebrun.replacen(text, change, 1));
        assert!(!validator.is_valid(&wrong), "{change}");
    }
}

#[test]
fn every_house_table_is_one_and_a_wrong_one_is_none() {
    let (_, validator) = named_schema("config");
    let house_rule = "[table]\nname = \"X\"\nedition = \"mouche-1718\"\n[table.options.debts]\nvalue = \"staged\"\ntext = \"One debt a deal.\"\nreason = \"It lasts.\"\n";
    for text in [
        crate::house_table_folder::MARIE,
        house_rule,
        "",
        "[table]\nname = \"X\"\nedition = \"lebrun-1827\"\n",
    ] {
        let table = toml_as_json(text);
        assert_eq!(schema_faults(&validator, &table), Vec::<String>::new());
    }
    for (text, change) in [
        ("[table]", "[tables]"),
        ("name = \"Chez Marie\"", ""),
        ("edition =", "editions ="),
        ("\"staged\"", "\"stages\""),
        ("allow_two", "allow_too"),
        ("allow_two = true", "allow_two = 2"),
    ] {
        assert!(crate::house_table_folder::MARIE.contains(text), "{text}");
        let wrong = toml_as_json(&crate::house_table_folder::MARIE.replacen(text, change, 1));
        assert!(!validator.is_valid(&wrong), "{change}");
    }
    for (text, change) in [
        ("value = \"staged\"", ""),
        ("reason =", "why ="),
        ("\"It lasts.\"", "5"),
    ] {
        let wrong = toml_as_json(&house_rule.replacen(text, change, 1));
        assert!(!validator.is_valid(&wrong), "{change}");
    }
}

#[test]
fn what_is_printed_is_what_its_schema_says() {
    let cases: &[(&str, &[&[&str]])] = &[
        (
            "check",
            &[
                &["tests/refused", "--partition", "1/2"],
                &[
                    "scenarios/mouche-1718",
                    "--book-url",
                    "https://example.org/",
                ],
            ],
        ),
        ("coverage", &[&[]]),
        ("editions", &[&[]]),
        (
            "explain",
            &[
                &["mouche-1718"],
                &["play.trump"],
                &["boussac-1896/flush.owe"],
            ],
        ),
        (
            "odds",
            &[
                &["--hands", "0"],
                &["--hands", "200"],
                &["--hands", "200", "--edition", "boussac-1896"],
                &["--holding", "K♥ 9♥"],
                &[
                    "--holding",
                    "K♥ 9♥ A♠ J♠ 7♣",
                    "--turn",
                    "8♥",
                    "--hands",
                    "50",
                ],
            ],
        ),
        ("simulate", &[&["--hands", "100"]]),
        (
            "show",
            &[
                &["scenarios/mouche-1718/denise-must-trump.md"],
                &[
                    "scenarios/mouche-1718/denise-must-trump.md",
                    "--seat",
                    "Denise",
                    "--step",
                    "t2-1",
                ],
                &["scenarios/compared/a-trump-of-her-own.md"],
                &["scenarios/compared/what-five-of-a-suit-are-worth.md"],
            ],
        ),
    ];
    // What goes through all hands goes through a few here.
    let (own, few) = (root(), small_book());
    for (verb, calls) in cases {
        let folder = if ["coverage", "explain"].contains(verb) {
            few.path()
        } else {
            own
        };
        let (schema, validator) = named_schema(verb);
        for call in *calls {
            let printed = run_mouche_in(folder, &[&[*verb, "--format", "json"], *call].concat());
            let printed: Value = serde_json::from_str(&printed)
                .unwrap_or_else(|error| panic!("{verb} {call:?}: {error}"));
            assert_eq!(
                schema_faults(&validator, &printed),
                Vec::<String>::new(),
                "{verb} {call:?}"
            );
            for key in printed.as_object().expect("an object").keys() {
                assert!(
                    schema.to_string().contains(&format!("\"{key}\":")),
                    "{verb}: the schema does not know {key}"
                );
            }
            assert!(!validator.is_valid(&json!({})), "{verb}");
        }
    }
}

#[test]
fn every_verb_that_prints_json_has_a_schema() {
    let listed = run_mouche(&["schema"]);
    for verb in [
        "check", "coverage", "editions", "explain", "odds", "simulate", "new", "show", "play",
        "bless", "fmt",
    ] {
        let prints = run_mouche(&[verb, "--help"]).contains("json");
        assert_eq!(
            prints,
            listed.lines().any(|line| line.starts_with(verb)),
            "{verb}"
        );
    }
    assert!(listed.starts_with("header "));
}

#[test]
fn sessions_of_mus_are_as_their_schema_says() {
    let (_, validator) = named_schema("mus-games");
    for (edition, players, sides) in [("mus-pairs", "4", 2), ("mus-individual", "5", 5)] {
        let table = ["simulate", "--edition", edition, "--players", players];
        let printed = run_mouche(&[&table[..], &["--hands", "300", "--format", "json"]].concat());
        let printed: Value =
            serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{edition}: {error}"));
        assert_eq!(schema_faults(&validator, &printed), Vec::<String>::new());
        assert!(!validator.is_valid(&json!({})));
        assert_eq!(printed["hands"], 300);
        let results = printed["sides"].as_array().expect("sides");
        assert_eq!(results.len(), sides);
        // The session that is going on has no winner yet.
        let won: u64 = results
            .iter()
            .filter_map(|side| side["sessions_won"].as_u64())
            .sum();
        let sessions = printed["sessions"].as_u64().expect("sessions");
        assert!(
            won > 0 && (won == sessions || won + 1 == sessions),
            "{printed}"
        );
    }
}

#[test]
fn a_match_is_as_its_schema_says() {
    let (_, validator) = named_schema("match");
    for edition in ["mouche-1718", "rams-2008"] {
        let printed = run_mouche(&[
            "simulate",
            "--edition",
            edition,
            "--strategies",
            "fair,by-the-book",
            "--samples",
            "2",
            "--hands",
            "2",
            "--format",
            "json",
        ]);
        let printed: Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(
            schema_faults(&validator, &printed),
            Vec::<String>::new(),
            "{edition}"
        );
    }
}

#[test]
fn a_match_at_mus_is_as_its_schema_says() {
    let (_, validator) = named_schema("mus-match");
    for (edition, players, equal_share) in [("mus-pairs", "4", 0.5), ("mus-individual", "4", 0.75)]
    {
        let table = ["simulate", "--edition", edition, "--players", players];
        let match_options = ["--strategies", "fair,by-the-book", "--samples", "2"];
        let extent = ["--hands", "2", "--format", "json"];
        let printed = run_mouche(&[&table[..], &match_options, &extent].concat());
        let printed: Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(
            schema_faults(&validator, &printed),
            Vec::<String>::new(),
            "{edition}"
        );
        assert_eq!(printed["share"]["of"], 2, "{edition}");
        assert_eq!(printed["equal_share"], equal_share, "{edition}");
    }
}
