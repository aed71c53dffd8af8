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
            "deals": deals, "words": words, "hint": true, "account": true }),
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

/// Plays a deal of a scenario from a step on by the hints, or folds, and returns the sentence about its result.
fn result_from_step(hand: &str, step: &str, seat: u8, folds: bool) -> String {
    let path = format!("{}/scenarios/{hand}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a hand");
    let mut table = json!({ "begun": { "text": text, "step": step, "edition": 0 }, "seat": seat, "seed": 1,
        "words": [], "hint": true });
    let mut words: Vec<String> = Vec::new();
    loop {
        table["words"] = json!(words);
        let told = ask(&table);
        if told["asks"].is_null() {
            let outcome = &told["standing"]["outcome"]["words"];
            return outcome.as_str().expect("a result").to_owned();
        }
        let advised = told["hint_move"].as_str().expect("a hint");
        words.push(if folds { "fold" } else { advised }.to_owned());
    }
}

/// What earlier deals of a scenario moved is no stake of the deal from which the learner plays on.
#[test]
fn the_result_of_a_deal_that_was_begun_has_the_stake_of_this_deal() {
    let aces = "mouche-1718/three-aces-and-a-queen.md";
    let pool = "mouche-1718/five-fifteen-twenty-five.md";
    // Thérèse has won nine chips before, and deals.
    let folded = result_from_step(aces, "h2-d1", 2, true);
    assert_eq!(folded, "You folded: −5 chips (your stake of 5).");
    // Simon has paid a debt of five with his stake.
    let played = result_from_step(pool, "h2-t1-1", 1, false);
    assert_eq!(
        played,
        "You won 2 tricks: +1 chip (+6, less your stake of 5)."
    );
    // Thérèse has paid a debt, and does not deal.
    let debtor = result_from_step(pool, "h2-d1", 2, true);
    assert_eq!(debtor, "You folded: 0 chips.");
}

/// A dealer before whom all fold has not failed to win a trick: none was played.
#[test]
fn a_player_who_is_left_alone_is_told_that_the_others_folded() {
    let mut alone = 0;
    for seed in 1..=60 {
        let told = ask(
            &json!({ "edition": "mouche-1718", "players": 3, "seat": 0, "seed": seed, "words": [] }),
        );
        if told["html"]
            .as_str()
            .is_some_and(|html| html.contains("are the only player left"))
        {
            let words = &told["standing"]["outcome"]["words"];
            assert_eq!(
                words,
                "All others folded: 0 chips (+5, less your stake of 5)."
            );
            alone += 1;
        }
    }
    assert!(alone > 0, "no such deal");
}

/// Where the computer would have chosen the same, the review has nothing to add.
#[test]
fn a_deal_by_the_hints_has_no_mistakes_and_no_other_choices() {
    for end in play_session("mouche-1718", 4, 3) {
        let review = end["account"]["html"].as_str().expect("a review");
        assert!(review.contains("<p>No mistakes.</p>"), "{review}");
    }
}

/// The parts of a result in Play add up to it, and a player who paid nothing has none.
#[test]
fn the_parts_of_a_result_add_up() {
    let mut dealt = 0;
    for end in play_session("mouche-1718", 4, 8) {
        let words = end["standing"]["outcome"]["words"]
            .as_str()
            .expect("a result");
        let (_, sum) = words.split_once(": ").expect("a result");
        let numbers: Vec<i64> = sum
            .replace('−', "-")
            .split(|c: char| !c.is_ascii_digit() && c != '-')
            .filter_map(|number| number.parse().ok())
            .collect();
        let deal = end["standing"]["deal"].as_i64().expect("a number");
        let has_stake = words.contains("your stake of 5");
        assert_eq!(has_stake, deal % 4 == 1, "{deal}: {words}");
        dealt += usize::from(has_stake);
        let gain = if sum.contains(", less ") {
            numbers[1]
        } else {
            0
        };
        let first_loss = if sum.contains(", less ") { 2 } else { 1 };
        let losses: i64 = numbers[first_loss.min(numbers.len())..].iter().sum();
        if sum.contains('(') {
            assert_eq!(numbers[0], gain - losses, "{words}");
        }
    }
    assert_eq!(dealt, 2);
}
