//! What an editor draws over a file: folds, colours, and notes between the words.

use super::client::{Client, FILE};
use super::{DENISE, open_sample};
use serde_json::{Value, json};

const TOKENS: &str = "textDocument/semanticTokens/full";

#[test]
fn fences_and_deals_can_be_folded() {
    let mut client = open_sample();
    let folds = client.ask_of_file("textDocument/foldingRange");
    let lines: Vec<&str> = DENISE.lines().collect();
    let mut found = Vec::new();
    for fold in folds.as_array().expect("folds") {
        let line = |key: &str| lines[fold[key].as_u64().expect("a line") as usize];
        found.push((line("startLine"), line("endLine")));
    }
    let fences = [
        "```toml scenario",
        "```deal",
        "```deal",
        "```script",
        "```script",
        "```payout",
    ];
    assert_eq!(found, fences.map(|opening| (opening, "```")));
    let last = DENISE.lines().count() as u64 - 1;
    assert_eq!(
        folds[1]["endLine"], last,
        "the deal with all that belongs to it"
    );
}

/// Returns the words of a file with their kinds.
fn coloured_words(client: &Client, kinds: &Value, tokens: &Value) -> Vec<(String, String)> {
    let lines: Vec<Vec<u16>> = client
        .text
        .lines()
        .map(|line| line.encode_utf16().collect())
        .collect();
    let numbers = tokens["data"].as_array().expect("numbers");
    let numbers: Vec<usize> = numbers
        .iter()
        .map(|number| number.as_u64().expect("a number") as usize)
        .collect();
    let (mut line, mut column) = (0, 0);
    let mut words = Vec::new();
    for token in numbers.chunks(5) {
        if token[0] > 0 {
            column = 0;
        }
        line += token[0];
        column += token[1];
        let word = String::from_utf16_lossy(&lines[line][column..column + token[2]]);
        words.push((word, kinds[token[3]].as_str().expect("a kind").to_owned()));
    }
    words
}

#[test]
fn the_words_of_fences_are_coloured_by_what_they_mean() {
    let (mut client, agreed) = Client::open_with(FILE, &[], json!({}), DENISE);
    let kinds = &agreed["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let tokens = client.ask_of_file(TOKENS);
    let words = coloured_words(&client, kinds, &tokens);
    for (word, kind) in [
        ("toml scenario", "macro"),
        ("edition", "property"),
        ("mouche-1718", "namespace"),
        ("Denise", "variable"),
        ("play.trump", "function"),
        ("K♦", "enumMember"),
        ("folds", "keyword"),
        ("refused", "keyword"),
        ("3", "number"),
        ("deal", "macro"),
    ] {
        assert!(
            words.contains(&(word.to_owned(), kind.to_owned())),
            "{word} as {kind}: {words:?}"
        );
    }
    assert!(
        words
            .iter()
            .any(|(word, kind)| word.starts_with("# in playing order") && kind == "comment")
    );
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 4, "character": 0 } });
    let params = json!({ "textDocument": { "uri": FILE }, "range": range });
    let some = client.ask("textDocument/semanticTokens/range", params);
    let some = coloured_words(&client, kinds, &some);
    assert_eq!(some[..3], words[..3]);
    assert!(some.len() < 6, "{some:?}");
}

/// Returns the notes of a file, each with the text before it on its line.
fn notes(client: &mut Client, range: Value) -> Vec<(String, String)> {
    let params = json!({ "textDocument": { "uri": FILE }, "range": range });
    let hints = client.ask("textDocument/inlayHint", params);
    let mut found = Vec::new();
    for hint in hints.as_array().expect("notes") {
        let before = &client.text[..client.byte(&hint["position"])];
        let line = before.lines().last().unwrap_or_default();
        found.push((
            line.to_owned(),
            hint["label"].as_str().expect("a text").to_owned(),
        ));
    }
    found
}

#[test]
fn what_a_script_does_not_write_is_noted_in_it() {
    let mut client = open_sample();
    client.replace("Anne J♥ -> Denise", "Anne J♥");
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let expected = [
        ("```deal", "pool 5"),
        ("1. Claude A♥, Denise Q♥", "must beat A♥"),
        ("1. Claude A♥, Denise Q♥, Anne J♥", "-> Denise"),
        ("2. Denise 9♣, Anne K♣", "must beat 9♣"),
        ("2. Denise 9♣, Anne K♣, Claude 8♥", "must trump"),
        ("   Denise 7♥", "must trump"),
        ("4. Denise A♦, Anne 7♣, Claude Q♦", "must beat A♦"),
    ];
    let found = notes(&mut client, whole);
    let expected = expected.map(|(line, note)| (line.to_owned(), note.to_owned()));
    assert_eq!(found, expected);
    let first =
        json!({ "start": { "line": 10, "character": 0 }, "end": { "line": 15, "character": 0 } });
    assert_eq!(notes(&mut client, first), expected[..1]);
}
