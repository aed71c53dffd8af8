//! A whole evening of la Mouche and a whole game of Mus by the keyboard alone: Tab leads to each choice, Enter makes it, and the
//! focus never falls to the page itself. Two deals of each, or with `ALL=1` all of them.

use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::test_extent;
use serde_json::json;
use thirtyfour::prelude::*;

/// The most times that Tab is pressed to come to a choice.
const MOST_TABS: usize = 45;

/// The table waits for the reader.
const SETTLED: &str = "!document.querySelector('.play-hand[aria-busy]') \
    && document.querySelector('.play-hand:not([hidden]) .play-asks button, .play .is-now button.card:enabled')";

/// Marks what is pressed next, and tells what it is: a card that is played, a card that goes with the next choice, or a button. Of
/// several the argument says which. Nothing is marked where the session is over.
const MARK_NEXT: &str =
    "document.querySelectorAll('[data-goal]').forEach(old => old.removeAttribute('data-goal'));
    const asks = document.querySelector('.play-asks');
    const cards = [...document.querySelectorAll('.play .hand-step:last-child button.card:enabled:not(.may-not)')];
    const words = [...asks.querySelectorAll('button[data-says]:not(.refused)')];
    const all = asks.querySelector('[data-plays]') ? cards : words;
    let next = all[arguments[0] % all.length];
    if (next?.matches('[data-cards=some], [data-cards=one]') && next.ariaDisabled === 'true') { next = cards[0]; }
    next?.setAttribute('data-goal', '');
    return next ? next.textContent : ''";

const FOCUSED: &str = "return [document.activeElement.matches('[data-goal]'), document.activeElement === document.body, \
    document.activeElement.outerHTML.slice(0, 90)]";

async fn press(driver: &WebDriver, key: Key) -> WebDriverResult<()> {
    driver.action_chain().send_keys(key + "").perform().await
}

/// Presses Tab until what is marked has the focus, and then Enter.
async fn press_marked(driver: &WebDriver, name: &str) -> WebDriverResult<()> {
    for _ in 0..MOST_TABS {
        let focused = run_script(driver, FOCUSED).await?;
        if focused[0] == json!(true) {
            return press(driver, Key::Enter).await;
        }
        press(driver, Key::Tab).await?;
    }
    panic!("Tab does not lead to {name}");
}

/// Fails if the focus is nowhere.
async fn assert_focus(driver: &WebDriver, after: &str) -> WebDriverResult<()> {
    let focused = run_script(driver, FOCUSED).await?;
    assert_eq!(focused[1], json!(false), "after {after} the focus is lost");
    Ok(())
}

/// How a table stands, from what a choice changes: the words in the address, and the cards that are chosen.
const STATE: &str =
    "location.hash + document.querySelectorAll('.play .card[aria-pressed=true]').length";

/// Makes choices until so many deals are over, or the session is. Returns how many deals were over.
async fn play_by_keyboard(driver: &WebDriver, deals: usize) -> WebDriverResult<usize> {
    let mut finished = 0;
    for turn in 0.. {
        assert!(turn < 3_000, "the game does not end");
        wait_until(driver, SETTLED).await?;
        let is_over = "return Boolean(document.querySelector('.play-asks .play-outcome'))";
        if run_script(driver, is_over).await? == json!(true) {
            finished += 1;
        }
        let next = driver.execute(MARK_NEXT, vec![json!(turn)]).await?;
        let name = next.json().as_str().unwrap_or_default().to_owned();
        if finished == deals || name.is_empty() {
            break;
        }
        let before = run_script(driver, &format!("return {STATE}")).await?;
        press_marked(driver, &name).await?;
        wait_until(driver, &format!("{STATE} !== {before} && {SETTLED}")).await?;
        assert_focus(driver, &name).await?;
    }
    Ok(finished)
}

#[tokio::test]
async fn an_evening_is_played_by_keyboard() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("play.html")).await?;
    wait_until(driver, "!document.querySelector('.play-table').hidden").await?;
    let five_deals = "document.querySelector('[name=seed]').value = 7; \
         document.querySelector('[data-deals]').setAttribute('data-goal', '')";
    run_script(driver, five_deals).await?;
    press_marked(driver, "five deals").await?;
    wait_until(driver, SETTLED).await?;
    assert_focus(driver, "five deals").await?;
    let deals = if test_extent::are_all_wanted() { 5 } else { 2 };
    assert_eq!(play_by_keyboard(driver, deals).await?, deals);
    let has_ending = "return Boolean(document.querySelector('.play-ending'))";
    assert_eq!(run_script(driver, has_ending).await?, json!(deals == 5));
    browser.close().await
}

#[tokio::test]
async fn a_game_of_mus_is_played_by_keyboard() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let table = "play.html#edition=mus-pairs&players=4&seat=0&seed=3&words=";
    driver.goto(own_book().url(table)).await?;
    let deals = if test_extent::are_all_wanted() {
        usize::MAX
    } else {
        2
    };
    let finished = play_by_keyboard(driver, deals).await?;
    assert!(finished > 1, "{finished} deals are over");
    let has_ending = "return Boolean(document.querySelector('.play-ending'))";
    assert_eq!(
        run_script(driver, has_ending).await?,
        json!(test_extent::are_all_wanted())
    );
    browser.close().await
}
