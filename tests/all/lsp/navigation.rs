//! Where a word is defined and used, how a player is renamed, and where the links of a file lead.

use super::client::{Client, FILE};
use super::{DENISE, open_sample};
use serde_json::{Value, json};
use std::fs;

const DEFINITION: &str = "textDocument/definition";
const REFERENCES: &str = "textDocument/references";
const HIGHLIGHT: &str = "textDocument/documentHighlight";
const RENAME: &str = "textDocument/rename";

const IN_PARTS: &str = include_str!("../../lines/denise-in-parts.md");

/// Asks for a new name for the word before the only `piece`, that many bytes into it.
fn rename(client: &mut Client, piece: &str, into: usize, name: &str) -> Value {
    let at = client.position(client.text.find(piece).expect("the piece") + into);
    let params = json!({ "textDocument": { "uri": FILE }, "position": at, "newName": name });
    client.ask(RENAME, params)
}

#[test]
fn a_player_is_renamed_in_the_whole_file() {
    for file in [DENISE, IN_PARTS] {
        let text = file.replace(
            "shows   =",
            "chips = { Anne = 900, Bertrand = 900, Claude = 900, Denise = 900 }\nshows   =",
        );
        let mut client = Client::open(&[], "utf-16", &text);
        assert_eq!(client.next_diagnostics().1, Vec::<Value>::new());
        let edits = rename(&mut client, "Denise may 7♥", 3, "Marie Noëlle");
        let renamed = client.apply_edits(&edits["changes"][FILE]);
        let expected = text
            .replace("Denise = 900", "Marie Noëlle = 900")
            .replace("Denise", "Marie Noëlle");
        // A key with a space stands in quotation marks.
        assert_eq!(
            renamed,
            expected.replace("Marie Noëlle = 900", "\"Marie Noëlle\" = 900")
        );
    }
}

#[test]
fn short_names_follow_a_new_name() {
    let text = DENISE.replace("1. Claude A♥, Denise Q♥", "1. Claude A♥, D Q♥");
    let text = text.replace("\"Claude\"", "\"Claude [Cl]\"");
    let text = text.replace(
        "2. Denise 9♣, Anne K♣, Claude 8♥",
        "2. Denise 9♣, Anne K♣, Cl 8♥",
    );
    let mut client = Client::open(&[], "utf-16", &text);
    assert_eq!(client.next_diagnostics().1, Vec::<Value>::new());
    let edits = rename(&mut client, "Denise may 7♥", 3, "Marie");
    let renamed = client.apply_edits(&edits["changes"][FILE]);
    let initial = text.replace("A♥, D Q♥", "A♥, Marie Q♥");
    assert_eq!(renamed, initial.replace("Denise", "Marie"));
    let edits = rename(&mut client, "Claude A♠\n", 3, "Michel");
    let renamed = client.apply_edits(&edits["changes"][FILE]);
    assert_eq!(renamed, text.replace("Claude", "Michel"));
}

#[test]
fn a_name_that_breaks_the_file_is_refused() {
    let mut client = open_sample();
    let place = client.ask_at("textDocument/prepareRename", "Denise may", 3);
    assert_eq!(place["placeholder"], "Denise");
    assert_eq!(client.text_in_range(&place["range"]), "Denise");
    let nothing = client.ask_at("textDocument/prepareRename", "Bertrand folds", 10);
    assert_eq!(nothing, Value::Null);
    for name in ["Anne", "", "7♥", "D\"x"] {
        let refused = rename(&mut client, "Denise may", 3, name);
        assert_eq!(refused["error"], -32803, "{name}: {refused}");
    }
    let refused = rename(&mut client, "Bertrand folds", 10, "Marie");
    assert_eq!(refused["error"], -32803);
}

#[test]
fn the_edits_of_prose_are_a_group_of_their_own() {
    let edits = json!({ "documentChanges": true, "changeAnnotationSupport": {} });
    let capabilities = json!({ "workspace": { "workspaceEdit": edits } });
    let (mut client, _) = Client::open_with(FILE, &[], capabilities, DENISE);
    let change = rename(&mut client, "Denise may", 3, "Marie");
    let edits = &change["documentChanges"][0]["edits"];
    assert_eq!(client.apply_edits(edits), DENISE.replace("Denise", "Marie"));
    let prose = edits.as_array().expect("edits").iter();
    let prose = prose.filter(|edit| edit["annotationId"] == "prose").count();
    assert_eq!(prose, 3, "the title, and two sentences: {edits}");
    assert!(change["changeAnnotations"]["prose"]["label"].is_string());
}

#[test]
fn the_uses_of_a_word_are_found() {
    let mut client = open_sample();
    let uses = client.ask_at(REFERENCES, "Denise may", 6);
    let uses = uses.as_array().expect("places").len();
    assert_eq!(uses, DENISE.matches("Denise").count());
    let at = client.position(DENISE.find("Denise may").expect("the piece"));
    let file = json!({ "uri": FILE });
    let context = json!({ "includeDeclaration": false });
    let params = json!({ "textDocument": file, "position": at, "context": context });
    let others = client.ask(REFERENCES, params);
    assert_eq!(others.as_array().map(Vec::len), Some(uses - 1));
    let marks = client.ask_at(HIGHLIGHT, "Denise may", 0);
    let kinds = marks.as_array().expect("marks").iter();
    let mut kinds: Vec<_> = kinds.map(|mark| mark["kind"].as_i64()).collect();
    kinds.sort();
    kinds.dedup();
    assert_eq!(
        kinds,
        [Some(1), Some(2), Some(3)],
        "prose, uses, the header"
    );
    let card = client.ask_at(HIGHLIGHT, "tries A♣", 6);
    let found: Vec<&str> = card
        .as_array()
        .expect("marks")
        .iter()
        .map(|mark| client.text_in_range(&mark["range"]))
        .collect();
    assert_eq!(found, ["A♣"; 3], "dealt, tried and played");
    let clause = client.ask_at(HIGHLIGHT, "(play.trump)", 4);
    assert_eq!(clause.as_array().map(Vec::len), Some(3));
    let nothing = client.ask_at(HIGHLIGHT, "Bertrand folds", 10);
    assert_eq!(nothing, json!([]));
}

/// Returns the words at a place that a file on the disk has, and the path of the file.
fn words_at(location: &Value) -> (String, String) {
    let address = location["uri"].as_str().expect("an address");
    let path = address.strip_prefix("file://").expect("a file");
    let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let text = fs::read_to_string(&*path).expect("a file");
    let line = location["range"]["start"]["line"].as_u64().expect("a line");
    let words = text.lines().nth(line as usize).unwrap_or_default();
    (words.to_owned(), path.into_owned())
}

#[test]
fn a_word_leads_to_its_definition() {
    let mut client = open_sample();
    let name = client.ask_at(DEFINITION, "Denise may", 2);
    assert_eq!(name["uri"], FILE);
    assert_eq!(client.text_in_range(&name["range"]), "\"Denise\"");
    let clause = client.ask_at(DEFINITION, "(play.trump)", 3);
    let (words, path) = words_at(&clause);
    assert_eq!(words, "## play.trump");
    assert!(path.ends_with("/mouche-1718.md"), "{path}");
    let rules = fs::read_to_string(&path).expect("the rules");
    let text = "A player who has no card of the suit led must trump, if they have a trump.";
    assert!(rules.contains(text), "{rules}");
    let edition = client.ask_at(DEFINITION, "\"mouche-1718\"", 3);
    assert!(words_at(&edition).0.starts_with("# "));
    assert_eq!(client.ask_at(DEFINITION, "Bertrand folds", 10), Value::Null);
    client.notify("exit", Value::Null);
    client.wait_for_end();
    assert!(!std::path::Path::new(&path).exists(), "the session is over");
}

#[test]
fn clauses_and_hands_are_links() {
    let book = "https://example.org/mouche/";
    let mut client = Client::open(&["--book-url", book], "utf-16", DENISE);
    let links = client.ask_of_file("textDocument/documentLink");
    let links = links.as_array().expect("links");
    assert_eq!(links.len(), 3);
    for link in links {
        assert_eq!(client.text_in_range(&link["range"]), "play.trump");
        let page = "https://example.org/mouche/rules/mouche-1718.html#play.trump";
        assert_eq!(link["target"], page);
    }
    let mut client = open_sample();
    let links = client.ask_of_file("textDocument/documentLink");
    assert_eq!(
        links[0].get("target"),
        None,
        "it is found when it is asked for"
    );
    let link = client.ask("documentLink/resolve", links[0].clone());
    let target = link["target"].as_str().expect("an address");
    assert!(target.contains("/mouche-1718.md#L"), "{target}");

    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("a book");
    fs::create_dir_all(folder.join("scenarios")).expect("a folder");
    fs::write(folder.join("scenarios/denise.md"), DENISE).expect("a hand");
    let chapter = "# A chapter\n\n```hand denise.md h1-t3\n```\n";
    let address = format!("file://{}", folder.join("chapter.md").display()).replace(' ', "%20");
    let mut client = Client::open_at(&address, &[], "utf-16", chapter);
    let links = client.ask_of_file("textDocument/documentLink");
    assert_eq!(client.text_in_range(&links[0]["range"]), "denise.md");
    let (words, _) =
        words_at(&json!({ "uri": links[0]["target"], "range": { "start": { "line": 0 } } }));
    assert_eq!(words, "# Denise must trump");
    let file = client.ask_at(DEFINITION, "denise.md", 3);
    assert_eq!(file["uri"], links[0]["target"]);
}
