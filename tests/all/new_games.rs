//! The file of a new game, which `mouche new-edition` writes without a base, and what `mouche check` says of what it lacks.

use crate::house_table_folder::run_mouche;
use mouche::editions;
use mouche::rules::{ClauseId, EngineKind, Ruleset};
use std::fs;
use std::path::Path;

const KINDS: [(&str, EngineKind); 2] = [("tricks", EngineKind::Tricks), ("mus", EngineKind::Mus)];

/// What stands above the clauses of which the edition of the examples has nothing.
const ABSENT: &str = "has nothing of the kind";

/// Writes the file of a new game, and returns its text.
fn write_new_game(folder: &Path, machine: &str) -> String {
    fs::create_dir_all(folder.join("scenarios")).expect("a folder");
    let done = run_mouche(
        folder,
        &["new-edition", "bourre", "--machine", machine, "--force"],
    );
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
    read_game(folder)
}

fn read_game(folder: &Path) -> String {
    fs::read_to_string(folder.join("scenarios/editions/bourre.toml")).expect("a game")
}

/// Returns what `mouche check` prints of the file.
fn check_game(folder: &Path, text: &str) -> String {
    fs::write(folder.join("scenarios/editions/bourre.toml"), text).expect("a file");
    let done = run_mouche(folder, &["check", "scenarios"]);
    String::from_utf8(done.stdout).expect("text")
}

/// Removes the `#` before each line that can be used; not in the clauses of which the examples have nothing.
fn use_examples(text: &str) -> String {
    let mut is_absent = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        is_absent |= line.contains(ABSENT);
        is_absent &= line != "#[not_there]";
        match line.strip_prefix('#') {
            Some(rest) if !is_absent && !rest.is_empty() && !rest.starts_with(' ') => {
                lines.push(rest);
            }
            _ => lines.push(line),
        }
    }
    // What the template says about the source is for the author to replace.
    let text = lines.join("\n") + "\n";
    text.replace("\"Author\"", "\"A manual\"")
        .replace(
            "\"Author, Title, place and year\"",
            "\"A manual, Paris 1827\"",
        )
        .replace("\"What you take from this work.\"", "\"The rules.\"")
}

#[test]
fn a_new_game_is_told_at_once_everything_that_it_lacks() {
    let place = tempfile::tempdir().expect("a folder");
    for (machine, family) in KINDS {
        let text = write_new_game(place.path(), machine);
        let told = check_game(place.path(), &text);
        assert_eq!(told.matches("error[").count(), 1, "{told}");
        let (_, list) = told.split_once("missing: ").expect("a list");
        let (list, _) = list.split_once("= help").expect("what to do");
        let listed: Vec<&str> = list.split([',', ' ', '\n']).collect();
        let mut count = 0;
        for topic in ClauseId::ALL {
            assert_eq!(
                listed.contains(&topic.id()),
                topic.arises_in(family),
                "{topic} in {list}"
            );
            count += usize::from(topic.arises_in(family));
        }
        assert!(
            told.contains(&format!("lacks {count} of the {count} clauses of its game")),
            "{told}"
        );
        assert!(told.contains(&format!("machine = \"{machine}\"")), "{told}");
    }
}

#[test]
fn keys_clauses_and_their_parts_are_missing_in_one_message() {
    let place = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(place.path().join("scenarios/editions")).expect("a folder");
    let rest =
        "[[same]]\nedition = \"loo-2008\"\ntaken = \"not_at_hand\"\nwhy = \"Nobody knows.\"\n";
    for (text, parts) in [
        (
            "id = \"bourre\"\n[stake]\nvalue = { by = \"each\", chips = 1 }\n[rank.promoted]\nvalue = \"none\"\n".to_owned(),
            &["lacks 1 key, and 76 of the 78 clauses", "and parts of 2 clauses", "name,", "stake (text, source)"][..],
        ),
        // One thing only has the usual message.
        (
            format!("id = \"bourre\"\nterms = {{ flush = \"flush\", no_trick = \"loses\", top_card = \"Pam\" }}\n{rest}"),
            &["this edition has no `name`"],
        ),
        (
            format!("id = \"bourre\"\nname = \"Bourré\"\n[not_there]\nstake = {{ by = \"each\", chips = 1 }}\n{}",
                rest.replace("taken", "topics = [\"rank\"]\ntaken")),
            &["lacks 76 of the 78 clauses of its game"],
        ),
    ] {
        let told = check_game(place.path(), &text);
        for part in parts {
            assert!(told.contains(part), "{part} in\n{told}");
        }
        assert_eq!(told.matches("error[").count(), 1, "{told}");
    }
}

#[test]
fn the_examples_of_a_new_game_are_a_game_that_can_be_played() {
    let place = tempfile::tempdir().expect("a folder");
    for (machine, family) in KINDS {
        let text = use_examples(&write_new_game(place.path(), machine));
        let mut ours = editions::built_in_editions();
        let example = ours
            .find(|edition| edition.family() == family)
            .expect("an edition");
        let read = Ruleset::read(&text, &|_| None);
        let rules = read.unwrap_or_else(|error| panic!("{machine}: {error}"));
        for topic in ClauseId::ALL {
            assert_eq!(
                rules.describe_value(*topic),
                example.describe_value(*topic),
                "{topic}"
            );
        }
        let told = check_game(place.path(), &text);
        assert!(!told.contains("error["), "{told}");
        let dealt = run_mouche(place.path(), &["new", "--edition", "bourre"]);
        assert!(dealt.status.success());
    }
}

#[test]
fn a_clause_that_the_examples_lack_has_one_of_another_edition() {
    let place = tempfile::tempdir().expect("a folder");
    for (machine, _) in KINDS {
        let text = write_new_game(place.path(), machine);
        let (_, absent) = text.split_once(ABSENT).unwrap_or_default();
        let (absent, _) = absent.split_once("#[not_there]").unwrap_or((absent, ""));
        for clause in absent.split("\n\n").filter(|part| part.contains("#[")) {
            let (_, id) = clause.split_once("#[").expect("a clause");
            let (id, _) = id.split_once(']').expect("an id");
            let mut game = use_examples(&text);
            let mut lines: Vec<&str> = game.lines().collect();
            lines.retain(|line| !line.starts_with(&format!("\"{id}\" =")));
            game = lines.join("\n") + "\n";
            for line in clause.lines() {
                if let Some(rest) = line.strip_prefix('#')
                    && !rest.starts_with(' ')
                {
                    // Before the last table, which is `[not_there]`.
                    let at = game.find("\n[not_there]").expect("the last table");
                    game.insert_str(at, &format!("\n{rest}"));
                }
            }
            let read = Ruleset::read(&game, &|_| None);
            assert!(read.is_ok(), "{id}: {}", read.unwrap_err());
        }
    }
}
