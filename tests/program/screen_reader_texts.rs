//! What a screen reader is told of a step: every card that lies open, who moves, the pool, the ledger and the chips.

use crate::axe::hands::{pages_of_hands, sample_of_steps};
use crate::driver::{Browser, own_book};
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";

const SUITS: [(&str, &str); 4] = [
    ("s", "spades"),
    ("h", "hearts"),
    ("d", "diamonds"),
    ("c", "clubs"),
];
const RANKS: [&str; 13] = [
    "ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four",
    "three", "two",
];

/// What is drawn in the step that is shown: the classes of its open cards, who moves, the chips of the pool, and what
/// moves. Two names of the mover are not asked for: a table of several editions has one each.
const DRAWN: &str = "const step = document.querySelector('.hand-step.is-now');
    const seen = what => Array.from(step.querySelectorAll(what)).filter(one => one.checkVisibility());
    const words = what => seen(what).map(one => one.innerText.replace(/\\s+/g, ' ').trim());
    return { cards: seen('.card:not(.gone)').map(one => one.className), movers: words('.mover .who b'), pool: words('.pool .heap'),
        ledger: [...words('.hand-ledger strong'), ...words('.hand-ledger .sum')], rows: seen('tr').length,
        verdicts: words('.hand-choices :is(strong, .why, .word)') }";

/// What the browser tells of the step that is shown: role and name of each thing, none that is ignored.
async fn spoken_parts(driver: &WebDriver) -> WebDriverResult<Vec<(String, String)>> {
    let tools = driver.cdp();
    let step = json!({ "expression": "document.querySelector('.hand-step.is-now')" });
    let step = tools.send_raw("Runtime.evaluate", step).await?["result"]["objectId"].clone();
    let tree = tools
        .send_raw("Accessibility.queryAXTree", json!({ "objectId": step }))
        .await?;
    let word = |of: &Value| {
        of["value"]
            .as_str()
            .unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    let nodes = nodes.iter().filter(|node| node["ignored"] == json!(false));
    Ok(nodes
        .map(|node| (word(&node["role"]), word(&node["name"])))
        .collect())
}

/// The suits of a Spanish pack, as Mus is drawn and told.
const SPANISH_SUITS: [(&str, &str); 4] = [
    ("s", "swords"),
    ("h", "cups"),
    ("d", "coins"),
    ("c", "batons"),
];

/// The name of a card by the classes that draw it: `card h r8`.
fn card_name(classes: &str, suits: &[(&str, &str)]) -> String {
    let suit = suits
        .iter()
        .find(|(class, _)| classes.split(' ').any(|one| one == *class));
    let rank = classes
        .split(' ')
        .find_map(|one| one.strip_prefix('r')?.parse::<usize>().ok());
    let rank = rank.and_then(|rank| RANKS.get(rank - 1));
    rank.zip(suit)
        .map_or(format!("no card: {classes}"), |(rank, (_, suit))| {
            format!("{rank} of {suit}")
        })
}

fn words(of: &Value) -> Vec<String> {
    serde_json::from_value(of.clone()).unwrap_or_default()
}

/// What is drawn in the step that is shown and not told.
async fn untold_parts(driver: &WebDriver) -> WebDriverResult<Vec<String>> {
    let drawn = driver.execute(DRAWN, vec![]).await?.json().clone();
    let told = spoken_parts(driver).await?;
    let named = |role: &str| {
        told.iter()
            .filter(move |one| one.0 == role)
            .map(|one| one.1.as_str())
            .collect::<Vec<_>>()
    };
    let text: Vec<&str> = named("StaticText")
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect();
    let text = text.join(" ");
    let mut untold = Vec::new();
    // Cards that lie together are told together.
    let images: Vec<&str> = named("image")
        .into_iter()
        .flat_map(|names| names.split("; "))
        .collect();
    let is_mus = driver.current_url().await?.path().contains("/mus-");
    let name_of = |classes: &str| match is_mus {
        true => card_name(classes, &SPANISH_SUITS).replace("queen", "knight"),
        false => card_name(classes, &SUITS),
    };
    let cards = words(&drawn["cards"]);
    let is_told = cards.len() == images.len()
        && cards
            .iter()
            .zip(&images)
            .all(|(classes, name)| name.split(',').next() == Some(name_of(classes).as_str()));
    if !is_told {
        untold.push(format!("the cards {cards:?} are {images:?}"));
    }
    for mover in words(&drawn["movers"]) {
        let says = ["The cards of ", ""].map(|before| format!("{before}{mover} "));
        if !says.iter().any(|says| text.contains(says.as_str())) {
            untold.push(format!("the mover {mover}"));
        }
    }
    let rest = ["pool", "ledger", "verdicts"]
        .map(|what| words(&drawn[what]))
        .concat();
    untold.extend(
        rest.into_iter()
            .filter(|words| !text.contains(words.as_str())),
    );
    if drawn["rows"] != json!(named("row").len()) {
        untold.push(format!(
            "{} rows of chips are {}",
            drawn["rows"],
            named("row").len()
        ));
    }
    Ok(untold)
}

#[tokio::test]
async fn every_open_card_the_mover_the_pool_and_the_ledger_are_told() -> WebDriverResult<()> {
    let (book, pages) = (own_book(), pages_of_hands(own_book().site()));
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut faults = Vec::new();
    for (page, steps) in sample_of_steps(&pages) {
        driver.goto(book.url(page)).await?;
        for step in steps {
            driver
                .execute(format!("location.hash = '{step}'"), vec![])
                .await?;
            tokio::time::sleep(Duration::from_millis(30)).await;
            faults.extend(
                untold_parts(driver)
                    .await?
                    .iter()
                    .map(|what| format!("{page}#{step}: {what}")),
            );
        }
    }
    browser.close().await?;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

#[tokio::test]
async fn a_refusal_and_a_reckoning_are_told_in_these_words() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let says = async |step: &str| -> WebDriverResult<String> {
        driver.goto("about:blank").await?;
        driver
            .goto(own_book().url(&format!("{HAND}#denise-must-trump-h1-{step}")))
            .await?;
        let is_text = |role: &str| ["StaticText", "image", "link"].contains(&role);
        Ok(spoken_parts(driver)
            .await?
            .into_iter()
            .filter(|one| is_text(&one.0))
            .map(|one| one.1)
            .collect::<Vec<_>>()
            .join(" "))
    };
    let refusal = says("t3-2-try1").await?;
    for words in [
        "Denise tries to play A♣, but cannot",
        "Pool 5",
        "ace of clubs",
        "A trump must be played, and Denise holds 7♥.",
    ] {
        assert!(refusal.contains(words), "{words}: {refusal}");
    }
    let reckoning = says("pay").await?;
    for words in [
        "The pool pays Claude 3",
        "3 tricks × 5 ÷ 5 = 3 Pay for tricks",
        "Claude 10 contrats, 3 jetons 1000 +3 1003",
        "All 4000 4000",
    ] {
        assert!(reckoning.contains(words), "{words}: {reckoning}");
    }
    browser.close().await
}

#[tokio::test]
async fn what_is_kept_from_a_screen_reader_is_missed() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url(&format!("{HAND}#denise-must-trump-h1-pay")))
        .await?;
    assert_eq!(untold_parts(driver).await?, Vec::<String>::new());
    for what in [".turned .card", ".pool .heap", ".hand-ledger li"] {
        let hide = |is: bool| {
            format!("document.querySelector('.hand-step.is-now {what}').ariaHidden = {is}")
        };
        driver.execute(hide(true), vec![]).await?;
        assert_eq!(
            untold_parts(driver).await?.len(),
            1,
            "{what}: {:?}",
            untold_parts(driver).await?
        );
        driver.execute(hide(false), vec![]).await?;
    }
    browser.close().await
}
