//! The files that describe rules, as an editor meets them: edition files and `mouche.toml`.

use super::client::{Client, FILE};
use super::{COMPLETION, HOVER};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const LEBRUN: &str = include_str!("../../editions/editions/lebrun-1827.toml");
const HAND: &str = include_str!("../../editions/denise-trumps-low.md");
const TABLE: &str =
    "[table]\nname = \"Chez Marie\"\nedition = \"lebrun-1827\"\noptions = { debts = \"staged\" }\n";

/// Writes a folder with the edition of 1827.
fn write_folder() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    fs::write(editions.join("lebrun-1827.toml"), LEBRUN).expect("an edition");
    place
}

/// Opens a file of the folder with this text.
fn open(folder: &Path, name: &str, text: &str) -> Client {
    let address = format!("file://{}", folder.join(name).display());
    Client::open_at(&address, &[], "utf-8", text)
}

/// Returns the labels of what is offered at the end of a piece of the text.
fn offered(client: &mut Client, piece: &str) -> Vec<String> {
    let items = client.ask_at(COMPLETION, piece, piece.len());
    let items = items.as_array().cloned().unwrap_or_default();
    let label = |item: &Value| item["label"].as_str().unwrap_or_default().to_owned();
    items.iter().map(label).collect()
}

/// Returns the text that explains a piece.
fn explained(client: &mut Client, piece: &str) -> String {
    let hover = client.ask_at(HOVER, piece, 1);
    let text = hover["contents"]["value"].as_str();
    text.unwrap_or_default().to_owned()
}

#[test]
fn an_edition_file_is_checked_as_it_is_typed() {
    let place = write_folder();
    let mut client = open(place.path(), "scenarios/editions/lebrun-1827.toml", LEBRUN);
    assert_eq!(client.next_diagnostics(), (json!(0), Vec::new()));
    client.replace("\"waived\"", "\"optional\"");
    let (_, found) = client.next_diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(client.text_in_range(&found[0]["range"]), "\"optional\"");
    let message = found[0]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("expected one of `binding`, `waived`"),
        "{message}"
    );
}

#[test]
fn a_house_table_is_checked_as_it_is_typed() {
    let place = write_folder();
    let mut client = open(place.path(), "scenarios/mouche.toml", TABLE);
    assert_eq!(client.next_diagnostics(), (json!(0), Vec::new()));
    client.replace("\"staged\"", "\"stages\"");
    let (_, found) = client.next_diagnostics();
    assert_eq!(client.text_in_range(&found[0]["range"]), "\"stages\"");
}

#[test]
fn keys_values_and_names_of_an_edition_file_are_completed() {
    let place = write_folder();
    let text = LEBRUN.to_owned() + "\n[pay.share]\nsource = [\"x\"]\nvalue = \n\n[";
    let mut client = open(place.path(), "scenarios/editions/lebrun-1827.toml", &text);
    for (piece, label) in [
        ("based_on = \"mo", "\"mouche-1718\""),
        ("seen = \"", "\"copied\""),
        ("[stake]\nvalue = { by", "by = "),
        ("[stake]\nvalue = { by = \"", "\"dealer\""),
        ("[play.overtrump]\nvalue = \"", "\"waived\""),
        ("kind = \"", "\"silence\""),
        ("source = [\"x", "\"lebrun-manual\""),
        ("source = \"s", "\"silent\""),
        ("amount = { ", "pool = "),
        ("\"x\"]\nvalue = ", "{ parts = 5, earner = \"trick\" }"),
        ("name = \"dealer_stake\"\nclause = \"", "\"stake\""),
        ("choice = [\n    { ", "word = "),
    ] {
        let labels = offered(&mut client, piece);
        assert!(
            labels.iter().any(|offer| offer == label),
            "{piece}: {labels:?}"
        );
    }
    let headings = offered(&mut client, "value = \n\n[");
    assert!(headings.contains(&"option".to_owned()), "{headings:?}");
    assert!(headings.contains(&"debt.cap".to_owned()), "{headings:?}");
    assert!(
        !headings.contains(&"stake".to_owned()),
        "it is given: {headings:?}"
    );
    assert!(
        !headings.contains(&"tie".to_owned()),
        "of Mus: {headings:?}"
    );
}

#[test]
fn clauses_values_and_keys_of_an_edition_file_are_explained() {
    let place = write_folder();
    let mut client = open(place.path(), "scenarios/editions/lebrun-1827.toml", LEBRUN);
    for (piece, parts) in [
        (
            "stake]",
            &[
                "**The stake**",
                "5 chips from the dealer only",
                "the dealer puts 5 chips",
            ][..],
        ),
        ("\"waived\"", &["`waived`: not required"]),
        ("kind = \"silence\"", &["silence"]),
        ("play.overtrump]", &["- `\"binding\"`", "- `\"waived\"`"]),
        ("mouche-1718\"", &["**La Mouche, 1718**"]),
        ("lebrun-manual\", \"p. 112", &["Manuel des jeux de calcul"]),
        ("seen = ", &["`\"translated\"`"]),
    ] {
        let text = explained(&mut client, piece);
        for part in parts {
            assert!(text.contains(part), "{piece}: {text}");
        }
    }
}

#[test]
fn the_keys_and_options_of_a_house_table_are_completed_and_explained() {
    let place = write_folder();
    let mut client = open(place.path(), "scenarios/mouche.toml", TABLE);
    for (piece, label) in [
        ("options = { de", "dealer_stake = "),
        ("edition = \"", "\"lebrun-1827\""),
        ("options = { de", "debts = "),
        ("debts = \"", "\"at_once\""),
    ] {
        let labels = offered(&mut client, piece);
        assert!(
            labels.iter().any(|offer| offer == label),
            "{piece}: {labels:?}"
        );
    }
    assert!(explained(&mut client, "name = ").contains("The name of the table."));
    assert!(explained(&mut client, "lebrun-1827").contains("invented"));
}

#[test]
fn a_hand_completes_explains_and_finds_the_edition() {
    let place = write_folder();
    let mut client = open(place.path(), "scenarios/hand.md", HAND);
    let labels = offered(&mut client, "edition = \"leb");
    assert!(labels.contains(&"\"lebrun-1827\"".to_owned()), "{labels:?}");
    assert!(explained(&mut client, "lebrun-1827").contains("This manual is invented."));
    assert!(explained(&mut client, "play.overtrump").contains("players need not overtrump"));
    for (piece, line) in [
        ("lebrun-1827", "id = \"lebrun-1827\""),
        ("play.overtrump", "[play.overtrump]"),
    ] {
        let found = client.ask_at("textDocument/definition", piece, 1);
        let uri = found["uri"].as_str().unwrap_or_default();
        assert!(
            uri.ends_with("/scenarios/editions/lebrun-1827.toml"),
            "{found}"
        );
        let number = found["range"]["start"]["line"].as_u64().unwrap_or_default();
        assert_eq!(LEBRUN.lines().nth(number as usize), Some(line));
    }
    // Only the files of its folder can name the edition.
    let mut elsewhere = Client::open_at(FILE, &[], "utf-8", HAND);
    let labels = offered(&mut elsewhere, "edition = \"leb");
    assert!(
        !labels.contains(&"\"lebrun-1827\"".to_owned()),
        "{labels:?}"
    );
}

/// Returns the detail of what is offered at the end of a piece of the text under a label.
fn detail(client: &mut Client, piece: &str, label: &str) -> String {
    let items = client.ask_at(COMPLETION, piece, piece.len());
    let items = items.as_array().cloned().unwrap_or_default();
    let item = items.iter().find(|item| item["label"] == label);
    let item = item.unwrap_or_else(|| panic!("no {label} in {items:?}"));
    item["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_option_and_its_values_are_explained_in_words() {
    let place = write_folder();
    let options = "options = { debts = \"staged\", dealer_stake = \"five\" }\nplayers";
    let hand = HAND.replacen("players", options, 1);
    let table = "[table]\nname = \"Chez Marie\"\nedition = \"lebrun-1827\"\n\
        options = { debts = \"staged\", dealer_stake = \"five\" }\n";
    for (name, text) in [("hand.md", hand.as_str()), ("mouche.toml", table)] {
        let mut client = open(place.path(), &format!("scenarios/{name}"), text);
        for (piece, label, words) in [
            ("{ de", "debts = ", "When do debts enter the pool?"),
            (
                "{ debts = \"",
                "\"at_once\"",
                "all of them in the next pool",
            ),
            (
                "{ de",
                "dealer_stake = ",
                "How many chips does the dealer stake?",
            ),
            ("dealer_stake = \"", "\"ten\"", "10 chips, as Lebrun says"),
        ] {
            assert_eq!(detail(&mut client, piece, label), words, "{name}");
        }
        for (piece, parts) in [
            (
                "debts = ",
                &["When do debts enter", "`\"staged\"`: one in each pool"][..],
            ),
            ("staged", &["one in each pool"]),
            (
                "dealer_stake",
                &["How many chips", "`\"five\"`: 5 chips, as in 1718"],
            ),
            ("five", &["5 chips, as in 1718"]),
        ] {
            let shown = explained(&mut client, piece);
            for part in parts {
                assert!(shown.contains(part), "{name}, {piece}: {shown}");
            }
        }
    }
    let reading = LEBRUN.to_owned() + "\n[[flush.owe.reading]]\noption = \"";
    let mut client = open(
        place.path(),
        "scenarios/editions/lebrun-1827.toml",
        &reading,
    );
    let piece = "owe.reading]]\noption = \"";
    let words = detail(&mut client, piece, "\"flush_payers\"");
    assert_eq!(words, "Who pays for a flush?");
}

#[test]
fn other_toml_files_are_left_alone() {
    let place = write_folder();
    for name in ["Cargo.toml", "scenarios/notes.toml"] {
        let mut client = open(
            place.path(),
            name,
            "[package]\nname = 1\nedition = \"mouche\"\n",
        );
        let (_, found) = client.next_diagnostics();
        assert!(found.is_empty(), "{name}: {found:?}");
        assert_eq!(offered(&mut client, "name"), Vec::<String>::new(), "{name}");
        assert_eq!(explained(&mut client, "edition"), "", "{name}");
    }
}
