//! The door for a page on which one writes: what is told of a text, and of a place in it.

use mouche::editions;
use mouche::page::{HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, render_hand};
use mouche::rules::ClauseLookup;
use mouche::scenario::check;
use mouche::web::answer;
use serde_json::{Value, json};

const DENISE: &str = include_str!("../held/denise-must-trump.md");

fn answer_to(question: &Value) -> Value {
    serde_json::from_str(&answer(question.to_string().as_bytes())).expect("JSON")
}

fn answer_about_text(text: &str) -> Value {
    answer_to(&json!({ "text": { "text": text } }))
}

#[test]
fn a_text_that_holds_is_the_hand_of_the_book() {
    let said = answer_about_text(DENISE);
    let files = [check("scenarios/hand.md", DENISE.as_bytes())];
    let html = render_hand(
        &hand_views_by_edition(&files, &MoveProspectsByStory::default())[0],
        HomeOrGuestPage::Home(0),
    )
    .expect("a hand");
    assert!(
        said["holds"] == true && said["hand"] == html.as_str(),
        "{said}"
    );
    assert!(
        said["messages"]
            .as_array()
            .expect("a list")
            .iter()
            .all(|message| message["severity"] == "warning")
    );
    let steps = said["steps"].as_array().expect("a list");
    assert!(
        steps.len() > 20
            && steps
                .iter()
                .all(|step| html.contains(&format!("id={}", step[0]))),
        "{steps:?}"
    );
}

/// Places are counted as scripts count them: a clef is two units of UTF-16.
#[test]
fn a_wrong_card_is_told_with_what_mends_it_and_what_was_played_before_it_stays() {
    let right = DENISE.replacen("# Denise", "# 𝄞 Denise", 1);
    let wrong = right.replace(
        "tries A♣ (refused: play.trump",
        "tries A♣ (refused: play.head",
    );
    assert!(wrong != right && right != DENISE);
    let said = answer_about_text(&wrong);
    let message = &said["messages"][0];
    assert!(
        said["holds"] == false && said["hand"].is_string() && message["page"].is_string(),
        "{message}"
    );
    let place = |name: &str| message[name].as_u64().expect("a place") as usize;
    let mut mended: Vec<u16> = wrong.encode_utf16().collect();
    let fix = message["fixes"][0]["text"].as_str().expect("a fix");
    mended.splice(place("from")..place("to"), fix.encode_utf16());
    assert_eq!(String::from_utf16(&mended).expect("a text"), right);
}

#[test]
fn every_edition_has_a_beginning_that_is_told_what_is_left_open() {
    for edition in editions::ALL.iter() {
        let begun = answer_to(&json!({ "beginning": { "edition": edition.id, "seed": 7 } }));
        let text = begun["text"].as_str().expect("a text");
        assert!(!text.contains("\nlang ="), "{text}");
        let said = answer_about_text(text);
        assert!(said["hand"].is_string(), "{begun}");
        // In a French book it is French, and the book knows that.
        let french = json!({ "edition": edition.id, "seed": 7, "lang": "fr-CA" });
        let begun = answer_to(&json!({ "beginning": french }));
        let french = &json!({ "text": { "text": begun["text"], "lang": "fr-CA" } });
        assert!(answer_to(french)["hand"].is_string(), "{begun}");
        let offers = said["offers"].as_array().expect("a list");
        let filled = offers.iter().find(|offer| {
            offer["title"]
                .as_str()
                .is_some_and(|title| title.contains('?'))
        });
        let filled = filled.expect("something is left open")["text"]
            .as_str()
            .expect("a text");
        assert!(answer_about_text(filled)["holds"] == true, "{filled}");
    }
}

#[test]
fn at_a_place_it_is_told_what_stands_there_and_what_may_be_written() {
    let before = &DENISE[..DENISE.find("A♣ (refused").expect("a card")];
    let here = answer_to(&json!({ "at": { "text": DENISE, "at": before.encode_utf16().count() } }));
    assert!(
        here["says"]
            .as_str()
            .is_some_and(|says| says.contains("rules/mouche-1718.html#play.trump")),
        "{here}"
    );
    let items = here["items"].as_array().expect("a list");
    let is_refused =
        |item: &&Value| item.to_string().contains("A♣") && item.to_string().contains("refused");
    assert!(items.iter().any(|item| is_refused(&item)), "{items:?}");
}

/// Where a word begins that is being written, what is offered there, and what is said of a clause.
#[test]
fn the_word_being_written_is_found_in_quotations_in_open_fences_and_in_no_comment() {
    let header = "# T\n\n```toml scenario\nedition = \"mouche-1718\"\nplayers = [\"Anne\", \"Bo\"]\n```\n\n```deal\n```\n\n";
    let at = |text: &str| {
        let (before, after) = text.split_once('|').expect("a cursor");
        let place = header.encode_utf16().count() + before.encode_utf16().count();
        let here = answer_to(
            &json!({ "at": { "text": format!("{header}{before}{after}"), "at": place } }),
        );
        let is_offered = here["items"]
            .as_array()
            .is_some_and(|items| !items.is_empty());
        is_offered.then(|| place - here["from"].as_u64().expect("a place") as usize)
    };
    for (line, typed) in [
        ("Anne fol|ds, Bo", 3),
        ("Anne |", 0),
        ("Anne 9♥,|", 0),
        ("|", 0),
        ("3. An|", 2),
    ] {
        assert_eq!(
            at(&format!("```script\n{line}\n```\n")),
            Some(typed),
            "{line}"
        );
    }
    assert_eq!(at("> ```script\n> Anne |\n> ```\n"), Some(0));
    assert_eq!(
        (at("```script\nAnne fo|"), at("```script\nAnne folds\n|")),
        (Some(2), Some(0))
    );
    for nowhere in [
        "```script\nAnne # fol|ds\n```\n",
        "```script\n```\n|",
        "pro|se\n\n```script\n```\n",
    ] {
        assert_eq!(at(nowhere), None, "{nowhere}");
    }
}

#[test]
fn a_clause_is_told_with_its_signs_and_with_the_words_it_turns_on() {
    let rules = editions::ALL[0];
    let says = |topic: &str| {
        let text = DENISE.replacen("[\"play.trump\"]", &format!("[\"{topic}\"]"), 1);
        let at = text[..text.find(topic).expect("a clause") + 1]
            .encode_utf16()
            .count();
        answer_to(&json!({ "at": { "text": text, "at": at } }))["says"]
            .as_str()
            .expect("words")
            .to_owned()
    };
    let end = says("end");
    assert!(
        end.contains('°')
            && end.contains("not covered by the source")
            && end.contains("°: our interpretation"),
        "{end}"
    );
    let turning = editions::clause_ids_in_use().find(|topic| {
        rules
            .questions_with_answers(**topic)
            .iter()
            .any(|one| one.turns_on.is_some())
    });
    let turning = says(turning.expect("a reading").id());
    assert!(turning.contains("depends on the words: “"), "{turning}");
}

/// A deal that was just dealt asks its author something; it has no mistake.
#[test]
fn a_blank_is_no_mistake() {
    let begun = answer_to(&json!({ "beginning": { "edition": "mouche-1718", "seed": 7 } }));
    let said = answer_about_text(begun["text"].as_str().expect("a text"));
    let messages = said["messages"].as_array().expect("a list");
    let errors: Vec<&Value> = messages
        .iter()
        .filter(|message| message["severity"] == "error")
        .collect();
    assert!(
        !errors.is_empty() && errors.iter().all(|error| error["is_blank"] == true),
        "{said}"
    );
    let wrong = answer_about_text(&DENISE.replacen(
        "tries A♣ (refused: play.trump",
        "tries A♣ (refused: play.head",
        1,
    ));
    assert_eq!(wrong["messages"][0]["is_blank"], false, "{wrong}");
}

/// Anybody may send a text: where its links lead, they do not come from us.
#[test]
fn links_of_a_text_to_other_sites_are_a_strangers() {
    let links =
        "[one](https://example.org/a) [two](HTTP://example.org) [three](sources.html) Four players";
    let said = answer_about_text(&DENISE.replacen("Four players", links, 1));
    let html = said["hand"].as_str().expect("a hand");
    let strange = "<a rel=\"nofollow ugc noopener noreferrer\" href=\"";
    assert!(
        html.contains(&format!("{strange}https://example.org/a\"")),
        "{html:.2000}"
    );
    assert_eq!(
        html.to_lowercase().matches("href=\"http").count(),
        html.matches(strange).count()
    );
    assert_eq!(html.matches(strange).count(), 2);
}
