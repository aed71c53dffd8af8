//! How a session of the page stands: the result of each deal, the end, the hint on the cards, and buttons that are refused.

use mouche::web::answer;
use serde_json::{Value as Json, json};

/// Asks for the state of a table.
fn ask(table: &Json) -> Json {
    let question = json!({ "table": table }).to_string();
    let told: Json = serde_json::from_str(&answer(question.as_bytes())).expect("JSON");
    assert_eq!(told.get("failed"), None, "{table}");
    told
}

/// Plays by the hints until the session ends, and returns what the table answered after each deal.
fn play_session(edition: &str, players: u8, deals: usize) -> Vec<Json> {
    let mut words: Vec<String> = Vec::new();
    let mut ends = Vec::new();
    loop {
        let told = ask(
            &json!({ "edition": edition, "players": players, "seat": 0, "seed": 7,
            "deals": deals, "words": words, "hint": true }),
        );
        if let Some(advised) = told["hint_move"].as_str() {
            words.push(advised.to_owned());
            continue;
        }
        assert!(told["asks"].is_null(), "a question without a hint: {told}");
        let is_over = told["is_over"] == true;
        ends.push(told);
        if is_over {
            return ends;
        }
        words.push("deal".to_owned());
    }
}

#[test]
fn a_session_of_some_deals_ends_with_its_winner_and_its_results_add_up() {
    let ends = play_session("mouche-1718", 4, 3);
    assert_eq!(ends.len(), 3);
    for (at, end) in ends.iter().enumerate() {
        let standing = &end["standing"];
        assert_eq!(standing["deal"], at + 1);
        assert_eq!(standing["results"].as_array().map(Vec::len), Some(at + 1));
        let words = standing["outcome"]["words"].as_str().expect("a result");
        assert!(
            words.starts_with("You won ") || words.starts_with("You folded: "),
            "{words}"
        );
        // A stake that was paid before the deal is part of what a player has won or lost.
        let results = standing["results"].as_array().expect("a list");
        let result = results[at].as_i64().expect("a number");
        let sign = if result > 0 {
            "+"
        } else if result < 0 {
            "−"
        } else {
            ""
        };
        assert!(
            words.contains(&format!(": {sign}{} chip", result.abs())),
            "{words}"
        );
        assert_eq!(standing["ending"].is_null(), at < 2, "{standing}");
    }
    let standing = &ends[2]["standing"];
    let results = standing["results"].as_array().expect("a list");
    let sum: i64 = results.iter().filter_map(Json::as_i64).sum();
    let score = standing["score"].as_str().expect("a score");
    assert_eq!(score.replace(',', ""), format!("{} chips", 1000 + sum));
    let ending = standing["ending"].as_str().expect("an end");
    assert!(
        ending.contains("After 3 deals") && ending.contains(" win"),
        "{ending}"
    );
    assert!(ending.contains(&format!("Anne (you): {score}")), "{ending}");
}

#[test]
fn a_session_of_mus_ends_with_the_side_that_is_ahead() {
    let ends = play_session("mus-pairs", 4, 2);
    let standing = &ends[1]["standing"];
    let ending = standing["ending"].as_str().expect("an end");
    assert!(ending.contains("Anne (you) and Claude: "), "{ending}");
    assert_eq!(ends[1]["partner"], 2);
    assert!(
        standing["outcome"]["words"]
            .as_str()
            .is_some_and(|words| words.starts_with("This deal: ")),
        "{standing}"
    );
    assert_eq!(standing["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_session_by_its_rules_has_no_last_deal_before_them() {
    let told = ask(
        &json!({ "edition": "mouche-1718", "players": 4, "seat": 1, "seed": 7,
        "words": ["stand", "K♠", "K♦", "6♥", "7♣", "K♦", "A♦"] }),
    );
    assert!(told["asks"].is_null(), "{told}");
    assert_eq!(told["is_over"], false);
    assert!(told["standing"]["ending"].is_null());
}

/// A declaration that a clause refuses stays on the table as a grey button: it names a card, so that the engine can say why.
#[test]
fn a_refused_declaration_is_a_grey_button_that_says_why() {
    let mut found = false;
    for seed in 0..60 {
        let mut table = json!({ "edition": "boussac-1896", "players": 4, "seat": 0, "seed": seed, "words": [] });
        let told = ask(&table);
        let asks = told["asks"].as_str().unwrap_or_default();
        let Some(button) = asks
            .split("<button ")
            .find(|button| button.contains("class=\"refused\""))
        else {
            continue;
        };
        found = true;
        assert!(
            button.contains("aria-disabled=\"true\"") && button.contains("data-cards=\"none\""),
            "{button}"
        );
        let says = button.split('"').nth(3).expect("words");
        table["words"] = json!([says]);
        let html = ask(&table)["html"].to_string();
        assert!(html.contains("hand-step-refused"), "{says}: {html}");
    }
    assert!(found, "no deal with a refused declaration");
}
