//! Practice deals, played to their reckoning: every one of them by chance, one by keys alone.

use crate::driver::{Browser, book};
use crate::paper::EDITIONS;
use crate::server::serve;
use crate::theme::listening;
use mouche::editions;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::prelude::*;

/// Deals of an edition, at the least.
const EACH: usize = 20;

/// Plays the first deals of the page through its own buttons, each choice by chance from a seed, and tells what came of
/// each. A refused choice must be answered with its clause and change nothing; an allowed one must leave the focus on a
/// button of the board.
const PLAY: &str = r#"
const [seed, most, done] = arguments;
let state = seed;
const random = n => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return (state >>> 16) % n; };
const played = [];
const choose = (board, end) => {
    const all = what => Array.from(board.querySelectorAll(what));
    const [cloth, message] = ['.practice-cloth', '.practice-message'].map(what => board.querySelector(what));
    const cards = all('.practice-hand button');
    const deeds = all('.practice-deeds button:not(.practice-hint)');
    const plays = cards.filter(one => !one.hasAttribute('aria-pressed'));
    const choice = (plays.length ? plays : deeds)[random((plays.length || deeds.length))];
    const marks = /you marked/.test(choice.textContent) && random(4)
        ? cards.filter(() => random(/turn-up/.test(choice.textContent) ? cards.length : 2) === 0) : [];
    const mark = to => cards.forEach(one => {
        if (one.hasAttribute('aria-pressed') && to.includes(one) !== (one.getAttribute('aria-pressed') === 'true')) { one.click(); }
    });
    mark(marks);
    const before = cloth.innerHTML, whole = board.innerHTML;
    choice.click();
    const refused = /^Not allowed: /.test(message.textContent);
    const asked = /^Mark /.test(message.textContent);
    if (refused || asked) {
        if (!message.querySelector('a.clause[href*="rules/"]')) { end.faults.push('no clause: ' + message.textContent); }
        if (cloth.innerHTML !== before) { end.faults.push('something changed'); }
        end[refused ? 'refused' : 'asked'] += 1;
        mark([]);
    } else if (board.innerHTML === whole) {
        end.faults.push('nothing came of ' + choice.textContent);
    } else {
        end.choices += 1;
    }
    if (!refused && !asked && !document.activeElement.closest('.practice-board button')) { end.faults.push('the focus is lost'); }
};
const play = async box => {
    const end = { name: box.dataset.name, choices: 0, refused: 0, asked: 0, faults: [], chips: '', result: '' };
    box.querySelector('.practice-begin').click();
    for (let waited = 0; !box.querySelector('.practice-board') && waited < 500; waited += 1) {
        await new Promise(then => setTimeout(then, 10));
    }
    const board = box.querySelector('.practice-board');
    for (let tries = 0; !board.querySelector('.practice-again') && tries < 400; tries += 1) { choose(board, end); }
    end.chips = (board.querySelector('.practice-chips') || { textContent: '' }).textContent;
    end.result = board.querySelector('.practice-message').textContent;
    played.push(end);
};
(async () => {
    for (const box of Array.from(document.querySelectorAll('.practice')).slice(0, most)) { await play(box); }
    done(played);
})().catch(error => done([{ name: String(error.stack), choices: 0, refused: 0, asked: 0, faults: ['stopped'], chips: '', result: '' }]));
"#;

/// What came of a deal.
#[derive(Debug, Deserialize)]
struct Played {
    #[expect(dead_code, reason = "it is told with the rest when a deal fails")]
    name: String,
    choices: u32,
    refused: u32,
    asked: u32,
    faults: Vec<String>,
    chips: String,
    result: String,
}

impl Played {
    /// What each has in the end, and what it is said to be in all.
    fn chips(&self) -> Option<(Vec<i64>, i64)> {
        let (each, sum) = self.chips.split_once(": ")?;
        let each = each.split(", ").map(|one| one.rsplit(' ').next()?.parse().ok()).collect::<Option<_>>()?;
        Some((each, sum.split(' ').next()?.parse().ok()?))
    }
}

async fn json(driver: &WebDriver, script: &str) -> WebDriverResult<Value> {
    Ok(driver.execute(script, vec![]).await?.json().clone())
}

pub async fn play(driver: &WebDriver, seed: u32, most: usize) -> WebDriverResult<Value> {
    driver.set_script_timeout(Duration::from_secs(60)).await?;
    Ok(driver.execute_async(PLAY, vec![json!(seed), json!(most)]).await?.json().clone())
}

fn page(edition: &str) -> String {
    format!("practice/{edition}.html")
}

/// Plays every deal of an edition on the page that is open.
async fn play_all(driver: &WebDriver, edition: &str, seed: u32) -> WebDriverResult<Vec<Played>> {
    let played: Vec<Played> = serde_json::from_value(play(driver, seed, usize::MAX).await?)?;
    let rules = editions::ALL.iter().find(|rules| rules.id == edition).expect("an edition");
    for one in &played {
        assert!(one.faults.is_empty() && one.choices > 0, "{one:?}");
        let (each, sum) = one.chips().unwrap_or_else(|| panic!("it came to no end: {one:?}"));
        assert_eq!(each.iter().sum::<i64>(), sum, "{one:?}");
        let players = i64::try_from(each.len()).expect("few") - 1;
        assert_eq!(sum, players * rules.chips_start.value.0, "{one:?}");
        assert!(one.result.contains("You came to ") && one.result.contains("As the cards lay, "), "{one:?}");
    }
    assert!(played.len() >= EACH, "{edition}: {} deals", played.len());
    assert_eq!(json(driver, "return window.heard").await?, json!([]), "{edition} complains");
    Ok(played)
}

#[tokio::test]
async fn every_deal_goes_on_to_its_reckoning_whatever_is_chosen() -> WebDriverResult<()> {
    let browser = listening().await?;
    let (mut refused, mut asked) = (0, 0);
    for (seed, edition) in (1..).zip(EDITIONS) {
        browser.driver.goto(book().url(&page(edition))).await?;
        for one in play_all(&browser.driver, edition, seed).await? {
            refused += one.refused;
            asked += one.asked;
        }
    }
    assert!(refused > 20 && asked > 5, "chance seldom does what is not allowed: {refused}, {asked}");
    browser.close().await
}

#[tokio::test]
async fn deals_are_played_from_a_server_too() -> WebDriverResult<()> {
    let browser = listening().await?;
    let served = serve(book().site(), false);
    browser.driver.goto(format!("{served}{}", page(EDITIONS[4]))).await?;
    let none = "return performance.getEntriesByType('resource').filter(one => /-\\d+\\.js/.test(one.name)).length";
    assert_eq!(json(&browser.driver, none).await?, json!(0), "no deal is loaded before it is opened");
    play_all(&browser.driver, EDITIONS[4], 99).await?;
    browser.close().await
}

#[tokio::test]
async fn progress_is_kept_and_can_be_forgotten() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&page(EDITIONS[0]))).await?;
    let line = "return document.querySelector('.practice-done').checkVisibility() \
         && document.querySelector('.practice-done').textContent";
    let results = "return Array.from(document.querySelectorAll('.practice-result'), one => one.textContent).join('')";
    assert_eq!(json(driver, line).await?, json!(false));
    play(driver, 7, 2).await?;
    driver.refresh().await?;
    let told = json(driver, line).await?;
    assert!(told.as_str().is_some_and(|told| told.starts_with("Played to the end: 2 of 20. ")), "{told}");
    let best = json(driver, results).await?;
    assert_eq!(best.as_str().map(|best| best.matches("Your best so far: ").count()), Some(2), "{best}");
    driver.goto(book().url(&page(EDITIONS[1]))).await?;
    assert_eq!(json(driver, line).await?, json!(false), "each page tells of its own deals");
    driver.goto(book().url(&page(EDITIONS[0]))).await?;
    driver.find(By::Css(".practice-done button")).await?.click().await?;
    assert_eq!(json(driver, line).await?, json!("Forgotten."));
    assert_eq!(json(driver, "return document.activeElement.className").await?, json!("practice-done"));
    driver.refresh().await?;
    assert_eq!(json(driver, line).await?, json!(false));
    assert_eq!(json(driver, results).await?, json!(""));
    browser.close().await
}

#[tokio::test]
async fn keys_alone_play_a_deal_and_its_cards_have_names() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&page(EDITIONS[4]))).await?;
    json(driver, "document.querySelector('.practice-begin').focus()").await?;
    driver.action_chain().send_keys(Key::Enter + "").perform().await?;
    driver.query(By::Css(".practice-hand button")).first().await?;
    let roles = "return ['.practice-message'].map(what => document.querySelector(what).getAttribute('role')) + ' ' + \
         Array.from(document.querySelectorAll('.practice-board .card'), one => one.getAttribute('aria-label')) \
         .every(name => / of (spades|hearts|diamonds|clubs)/.test(name))";
    assert_eq!(json(driver, roles).await?, json!("status true"));
    // A card to be marked is passed by, for a declaration; a refused card, for the next.
    let press = "const one = document.activeElement; const said = document.querySelector('.practice-message').innerText; \
         if (!one.closest('.practice-board')) { return 'lost'; } \
         if (one.matches('.practice-again')) { return 'over'; } \
         const passed = one.hasAttribute('aria-pressed') || one.matches('.practice-hint') \
             || /you marked|Fold/.test(one.textContent) || /^Not allowed/.test(said) && window.pressed === one; \
         window.pressed = one; return passed ? 'tab' : 'enter'";
    let mut pressed = Vec::new();
    while pressed.last().is_none_or(|last| last != "over") {
        let key = json(driver, press).await?.as_str().unwrap_or_default().to_string();
        match key.as_str() {
            "tab" => driver.action_chain().send_keys(Key::Tab + "").perform().await?,
            "enter" => driver.action_chain().send_keys(Key::Enter + "").perform().await?,
            other => assert_eq!(other, "over", "{pressed:?}"),
        }
        pressed.push(key);
        assert!(pressed.len() < 80, "{pressed:?}");
    }
    driver.action_chain().send_keys(Key::Enter + "").perform().await?;
    assert_eq!(json(driver, "return !!document.activeElement.closest('.practice-hand')").await?, json!(true), "again");
    browser.close().await
}

#[tokio::test]
async fn without_scripts_the_page_says_so() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&page(EDITIONS[0]))).await?;
    assert!(driver.find(By::Css(".practice-none")).await?.is_displayed().await?);
    for one in driver.find_all(By::Css(".practice-begin, .practice-done")).await? {
        assert!(!one.is_displayed().await?, "what cannot work is not offered");
    }
    browser.close().await
}
