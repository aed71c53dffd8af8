//! An evening at Play: one button deals, a hint is on the cards, the end names the winner, and a reader who comes back goes on.

use crate::driver::{Browser, own_book, run_script, wait_until};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

const ASKED: &str = "!document.querySelector('[aria-busy]') && document.querySelector('.play .hand-step:last-child.is-now') \
    && document.querySelector('.play-asks button, .play-asks [data-plays]')";

async fn text_of(driver: &WebDriver, script: &str) -> WebDriverResult<String> {
    let told = run_script(driver, &format!("return {script}")).await?;
    Ok(told.as_str().unwrap_or_default().to_owned())
}

/// Presses what the hint lights: the cards of an exchange before its button, or the card that is played.
const FOLLOW_HINT: &str = "const lit = [...document.querySelectorAll('.play .hinted')]; \
    lit.filter(one => one.matches('button.card')).forEach(one => one.click()); \
    lit.find(one => one.matches('.play-asks button'))?.click();";

/// Plays the current deal as the hints say.
async fn play_deal_by_hints(driver: &WebDriver) -> WebDriverResult<()> {
    loop {
        wait_until(driver, ASKED).await?;
        let is_over = run_script(
            driver,
            "return Boolean(document.querySelector('.play-outcome'))",
        )
        .await?;
        if is_over == json!(true) {
            return Ok(());
        }
        let before = run_script(driver, "return location.hash").await?;
        run_script(driver, "document.querySelector('[data-go=hint]').click()").await?;
        wait_until(driver, "document.querySelector('.play .hinted')").await?;
        run_script(driver, FOLLOW_HINT).await?;
        wait_until(driver, &format!("location.hash !== {before}")).await?;
    }
}

#[tokio::test]
async fn an_evening_of_five_deals_is_left_gone_on_with_and_won() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("play.html")).await?;
    wait_until(driver, "!document.querySelector('.play-table').hidden").await?;
    assert_eq!(
        text_of(
            driver,
            "document.querySelector('.play-table form > button').textContent"
        )
        .await?,
        "Deal: La Mouche, 1718, 4 players"
    );
    let is_folded = "return !document.querySelector('[name=edition]').checkVisibility()";
    assert_eq!(run_script(driver, is_folded).await?, json!(true));
    run_script(driver, "document.querySelector('[name=seed]').value = 7; document.querySelector('[data-deals]').click()").await?;
    play_deal_by_hints(driver).await?;
    let outcome = text_of(driver, "document.querySelector('.play-outcome').innerText").await?;
    assert!(
        outcome.starts_with("You ") && outcome.contains(" chip"),
        "{outcome}"
    );
    let heard = text_of(driver, "document.querySelector('.hand-live').textContent").await?;
    assert_eq!(heard.matches(&outcome).count(), 1, "{heard}");
    run_script(driver, "document.querySelector('[data-says=deal]').click()").await?;
    wait_until(driver, "document.querySelector('.play-asks [data-cards]')").await?;
    // The reader leaves, and comes back by the menu.
    driver.goto(own_book().url("strategy.html")).await?;
    driver.goto(own_book().url("play.html")).await?;
    wait_until(driver, "document.querySelector('.play-resume button')").await?;
    let resume = text_of(
        driver,
        "document.querySelector('.play-resume button').textContent",
    )
    .await?;
    assert!(
        resume.starts_with("Go on with your evening: deal 2, ") && resume.ends_with(" chips"),
        "{resume}"
    );
    run_script(
        driver,
        "document.querySelector('.play-resume button').click()",
    )
    .await?;
    for deal in 2..=5 {
        play_deal_by_hints(driver).await?;
        let next = run_script(
            driver,
            "return Boolean(document.querySelector('[data-says=deal]'))",
        )
        .await?;
        assert_eq!(next, json!(deal < 5), "deal {deal}");
        if deal < 5 {
            run_script(driver, "document.querySelector('[data-says=deal]').click()").await?;
            wait_until(driver, "!document.querySelector('.play-outcome')").await?;
        }
    }
    let ending = text_of(driver, "document.querySelector('.play-ending').innerText").await?;
    assert!(
        ending.contains("After 5 deals") && ending.contains(" win"),
        "{ending}"
    );
    assert!(ending.contains("Anne (you): "), "{ending}");
    let heard = text_of(driver, "document.querySelector('.hand-live').textContent").await?;
    assert!(heard.contains(" win"), "{heard}");
    // An evening that is over is not offered again.
    run_script(driver, "document.querySelector('[data-go=anew]').click()").await?;
    wait_until(driver, "document.querySelector('.play-asks [data-cards]')").await?;
    assert_eq!(
        run_script(
            driver,
            "return document.querySelectorAll('.play-ending').length"
        )
        .await?,
        json!(0)
    );
    browser.close().await
}

#[tokio::test]
async fn a_button_counts_the_cards_that_it_takes_and_is_grey_without_any() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("play.html#edition=mouche-1718&players=4&seat=1&seed=7&words="))
        .await?;
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=exchange]')",
    )
    .await?;
    let label = "(button => [button.textContent, button.ariaDisabled].join(': '))(document.querySelector('[data-says=exchange]'))";
    assert_eq!(text_of(driver, label).await?, "Change cards: true");
    let press = |at: usize| {
        format!("document.querySelectorAll('.play .is-now .mine button.card')[{at}].click()")
    };
    run_script(driver, &press(0)).await?;
    assert_eq!(text_of(driver, label).await?, "Change 1 card: false");
    run_script(driver, &press(1)).await?;
    assert_eq!(text_of(driver, label).await?, "Change 2 cards: false");
    let seats: Value = run_script(
        driver,
        "return [...document.querySelectorAll('.play .is-now .hand-places > li')].map(one => getComputedStyle(one.querySelector('b'), '::after').content)",
    )
    .await?;
    assert_eq!(seats, json!(["none", "\" (you)\"", "none", "none"]));
    browser.close().await
}
