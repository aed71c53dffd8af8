//! What concerns more than the text of one file: diagnostics that an editor asks for, files that change, the search for hands,
//! snippets, and the formatting of some lines.

use super::client::{Client, FILE};
use super::{DENISE, completions_after, open_sample};
use lsp_server::Message;
use serde_json::{Value, json};
use std::fs;

const REPORT: &str = "textDocument/diagnostic";

/// The abilities of an editor that asks for diagnostics and watches files.
fn modern_editor() -> Value {
    json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "diagnostics": { "refreshSupport": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
        },
    })
}

/// Returns the parameters of the next request of a method that the program sends.
fn next_request(client: &mut Client, method: &str) -> Value {
    loop {
        match client.next_message() {
            Message::Request(sent) if sent.method == method => return sent.params,
            Message::Notification(sent) => panic!("{} was not asked for", sent.method),
            _ => {}
        }
    }
}

#[test]
fn an_editor_that_asks_for_diagnostics_is_sent_none() {
    let text = DENISE.replace("Anne owes 5", "Anne owes 6");
    let (mut client, _) = Client::open_with(FILE, &[], modern_editor(), &text);
    let report = client.ask_of_file(REPORT);
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["code"], "wrong-payout");
    let params = json!({ "textDocument": { "uri": FILE }, "previousResultId": report["resultId"] });
    assert_eq!(client.ask(REPORT, params.clone())["kind"], "unchanged");
    client.replace("Anne owes 6", "Anne owes 5");
    let report = client.ask(REPORT, params);
    assert_eq!(
        (&report["kind"], &report["items"]),
        (&json!("full"), &json!([]))
    );
}

#[test]
fn a_file_that_changes_is_noticed() {
    let place = tempfile::tempdir().expect("a folder");
    let hands = place.path().join("scenarios");
    fs::create_dir_all(&hands).expect("a folder");
    fs::write(hands.join("other.md"), DENISE).expect("a hand");
    let text = format!("{DENISE}\nSee [another hand](other.md).\n");
    let address = |name: &str| format!("file://{}", hands.join(name).display());
    let (mut client, _) = Client::open_with(&address("a.md"), &[], modern_editor(), &text);
    let watched = next_request(&mut client, "client/registerCapability");
    let globs = &watched["registrations"][0]["registerOptions"]["watchers"];
    assert_eq!(globs[0]["globPattern"], "**/mouche.toml");
    let report = client.ask_of_file(REPORT);
    assert_eq!(report["items"], json!([]));
    fs::remove_file(hands.join("other.md")).expect("a hand");
    let changes = json!({ "changes": [{ "uri": address("other.md"), "type": 3 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    next_request(&mut client, "workspace/diagnostic/refresh");
    let report = client.ask_of_file(REPORT);
    let message = report["items"][0]["message"].as_str().expect("a message");
    assert!(message.contains("other.md"), "{message}");
}

#[test]
fn hands_are_found_by_title_and_by_clause() {
    let place = tempfile::tempdir().expect("a folder");
    let hands = place.path().join("some hands");
    fs::create_dir_all(&hands).expect("a folder");
    fs::write(hands.join("denise.md"), DENISE).expect("a hand");
    fs::write(hands.join("notes.md"), "# Denise in prose\n").expect("notes");
    let folder = format!("file://{}", hands.display()).replace(' ', "%20");
    let mut client = Client::start(&[]);
    let folders = json!([{ "uri": folder, "name": "hands" }]);
    client.ask(
        "initialize",
        json!({ "capabilities": {}, "workspaceFolders": folders }),
    );
    client.notify("initialized", json!({}));
    for (query, count) in [
        ("", 1),
        ("denise TRUMP", 1),
        ("play.trump", 1),
        ("1718", 1),
        ("fold", 0),
    ] {
        let found = client.ask("workspace/symbol", json!({ "query": query }));
        assert_eq!(
            found.as_array().map(Vec::len),
            Some(count),
            "{query}: {found}"
        );
    }
    let found = client.ask("workspace/symbol", json!({ "query": "denise" }));
    assert_eq!(found[0]["name"], "Denise must trump");
    assert_eq!(found[0]["containerName"], "mouche-1718, play.trump");
    assert_eq!(found[0]["location"]["uri"], format!("{folder}/denise.md"));
    assert_eq!(
        found[0]["location"]["range"]["start"],
        json!({ "line": 0, "character": 2 })
    );
}

#[test]
fn only_the_lines_that_are_meant_are_formatted() {
    let mut client = open_sample();
    client.replace(
        "1. Claude A♥, Denise Q♥, Anne J♥",
        "1. Claude AH, Denise QH, Anne JH",
    );
    client.replace("2. Denise 9♣, Anne K♣", "2. Denise 9C, Anne KC");
    let file = json!({ "uri": FILE });
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let line = client
        .text
        .lines()
        .position(|line| line.starts_with("2. "))
        .expect("a trick");
    let range = json!({
        "start": { "line": line, "character": 0 }, "end": { "line": line + 1, "character": 0 },
    });
    let second_only = client.text.replace("9C, Anne KC", "9♣, Anne K♣");
    let params = json!({ "textDocument": file, "range": range, "options": options });
    let edits = client.ask("textDocument/rangeFormatting", params);
    assert_eq!(client.apply_edits(&edits), second_only);
    let below = json!({ "line": line + 1, "character": 0 });
    let params = json!({ "textDocument": file, "position": below, "ch": "\n", "options": options });
    let edits = client.ask("textDocument/onTypeFormatting", params);
    assert_eq!(client.apply_edits(&edits), second_only);
    let top = json!({ "line": 0, "character": 0 });
    let params = json!({ "textDocument": file, "position": top, "ch": "\n", "options": options });
    assert_eq!(
        client.ask("textDocument/onTypeFormatting", params),
        Value::Null
    );
}

/// Opens an empty file in an editor, and asks what is offered behind `written`: the item of this label.
fn snippet(abilities: Value, written: &str, label: &str) -> Value {
    let (mut client, _) = Client::open_with(FILE, &[], abilities, written);
    let items = client.ask_at(super::COMPLETION, written, written.len());
    let mut items = items.as_array().expect("snippets").iter();
    let item = items.find(|item| item["label"] == label);
    item.unwrap_or_else(|| panic!("no {label}")).clone()
}

#[test]
fn every_editor_is_offered_snippets() {
    let filling = json!({
        "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
    });
    let item = snippet(filling, "scen", "scenario");
    assert_eq!(item["insertTextFormat"], 2);
    let text = item["textEdit"]["newText"].as_str().expect("a text");
    assert!(
        text.starts_with("```toml scenario\nedition = \"${1:mouche-1718}\""),
        "{text}"
    );
    let item = snippet(json!({}), "de", "deal");
    assert_eq!(item.get("insertTextFormat"), None);
    let text = item["textEdit"]["newText"].as_str().expect("a text");
    assert!(
        text.starts_with("```deal\ndealer   Anne\nBertrand K♦ 10♦"),
        "{text}"
    );
    assert!(!text.contains('$'), "{text}");
    let mut client = open_sample();
    client.replace("Anne     stands\n", "Anne     stands\ntri\n");
    let labels = completions_after(&mut client, "stands\ntri");
    assert!(
        labels.iter().any(|(label, _)| label == "trick"),
        "{labels:?}"
    );
    client.replace("Anne stood and", "Anne tri");
    assert_eq!(
        client.ask_at(super::COMPLETION, "Anne tri", 8),
        Value::Null,
        "prose is the author's own"
    );
}

#[test]
fn snippets_that_a_folder_has_are_not_offered_twice() {
    let place = tempfile::tempdir().expect("a folder");
    let settings = place.path().join(".vscode");
    fs::create_dir_all(&settings).expect("a folder");
    fs::write(settings.join("mouche.code-snippets"), "{}").expect("snippets");
    for (name, is_offered) in [("Visual Studio Code", false), ("Neovim", true)] {
        let mut client = Client::start(&[]);
        let folders = json!([{ "uri": format!("file://{}", place.path().display()), "name": "a" }]);
        let editor = json!({ "name": name });
        client.ask(
            "initialize",
            json!({ "capabilities": {}, "clientInfo": editor, "workspaceFolders": folders }),
        );
        client.notify("initialized", json!({}));
        let opened = json!({ "uri": FILE, "languageId": "markdown", "version": 0, "text": "de" });
        client.notify("textDocument/didOpen", json!({ "textDocument": opened }));
        let at = json!({ "line": 0, "character": 2 });
        let params = json!({ "textDocument": { "uri": FILE }, "position": at });
        let items = client.ask(super::COMPLETION, params);
        assert_eq!(items.is_array(), is_offered, "{name}: {items}");
    }
}
