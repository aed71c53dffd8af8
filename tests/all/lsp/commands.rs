//! The commands above fences, and their results: what happens in a step, and the page of a hand.

use super::client::{Client, FILE};
use super::{DENISE, open_sample};
use lsp_server::Message;
use serde_json::{Value, json};
use std::fs;

/// The title on the page of the hand.
const TITLE: &str = "<h1 class=\"hand-name\">Denise must trump</h1>";

/// Runs a command of the program on the open file.
fn run_command(client: &mut Client, command: &str, argument: Value) -> Value {
    let params = json!({ "command": command, "arguments": [FILE, argument] });
    client.ask("workspace/executeCommand", params)
}

#[test]
fn each_fence_offers_its_first_step() {
    let mut client = open_sample();
    let lenses = client.ask_of_file("textDocument/codeLens");
    let mut found = Vec::new();
    for lens in lenses.as_array().expect("lenses") {
        let opening = client.text_in_range(&lens["range"]).to_owned();
        let command = &lens["command"];
        assert_eq!(command["arguments"][0], FILE);
        let step = command["arguments"][1].as_str().expect("a step");
        found.push((opening, command["title"].clone(), step.to_owned()));
    }
    let expected = [
        ("```deal", "Preview this hand", "h1-deal"),
        ("```deal", "Show this step", "h1-deal"),
        ("```script", "Show this step", "h1-d1"),
        ("```script", "Show this step", "h1-t3-1"),
        ("```payout", "Show this step", "h1-pay"),
    ];
    let expected = expected.map(|(fence, title, step)| (fence.into(), json!(title), step.into()));
    assert_eq!(found, expected);
    client.replace("Bertrand folds", "Bertrand dreams");
    assert_eq!(client.ask_of_file("textDocument/codeLens"), json!([]));
}

#[test]
fn a_step_is_told_where_the_cursor_is() {
    let mut client = open_sample();
    let at = client.position(DENISE.find("tries A♣").expect("the piece"));
    let told = run_command(&mut client, "mouche.showStep", at);
    let text = told["text"].as_str().expect("a text");
    assert!(text.contains("7♥: may be played: it is a trump"), "{text}");
    assert!(text.contains("A♣: cannot be played"), "{text}");
    let paid = run_command(&mut client, "mouche.showStep", json!("h1-pay"));
    let text = paid["text"].as_str().expect("a text");
    assert!(text.contains("Anne makes the mouche"), "{text}");
    let nothing = run_command(&mut client, "mouche.showStep", json!("h9-t9-9"));
    assert_eq!(nothing["text"], "no step is played here");
    let unknown = run_command(&mut client, "mouche.dance", Value::Null);
    assert_eq!(unknown["error"], -32602);
}

/// Returns the next message of a method that the program sends by itself.
fn next_of(client: &mut Client, method: &str) -> Value {
    loop {
        match client.next_message() {
            Message::Request(sent) if sent.method == method => return sent.params,
            Message::Notification(sent) if sent.method == method => return sent.params,
            _ => {}
        }
    }
}

#[test]
fn the_page_of_a_hand_is_shown() {
    let capabilities = json!({ "window": { "showDocument": { "support": true } } });
    let (mut client, _) = Client::open_with(FILE, &[], capabilities, DENISE);
    let page = run_command(&mut client, "mouche.previewHand", json!("h1-t3-2"));
    let html = page["html"].as_str().expect("a page");
    assert!(html.contains("<section class=\"hand\"") && html.contains(TITLE));
    assert!(html.contains("location.hash = 'a-hand-h1-t3-2'"));
    let shown = next_of(&mut client, "window/showDocument");
    assert_eq!(shown["external"], true);
    let address = shown["uri"].as_str().expect("an address");
    let path = address.strip_prefix("file://").expect("a file");
    assert_eq!(fs::read_to_string(path).expect("the page"), html);
    client.replace("Bertrand folds", "Bertrand dreams");
    let page = run_command(&mut client, "mouche.previewHand", json!("h1-t3-2"));
    assert!(
        page["problem"]
            .as_str()
            .is_some_and(|why| why.contains("no page yet"))
    );
    let told = next_of(&mut client, "window/showMessage");
    assert_eq!(told["message"], page["problem"]);
}
