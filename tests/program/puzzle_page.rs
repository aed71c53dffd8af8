//! Ten puzzles in a row on the page of a game, and the rating that this browser keeps.

use crate::driver::{own_book, run_script, wait_until};
use crate::page_theme::open_listening_browser;
use serde_json::json;
use thirtyfour::prelude::*;

const BUTTONS: &str =
    "[...document.querySelectorAll('.play-asks button')].map(one => one.textContent)";

/// Whether the puzzle waits for its answer, and says nothing of it.
const ASKED: &str = "document.querySelectorAll('.play-asks [data-answer]').length === 2";

/// Opens the page of puzzles of la Mouche and begins ten of them.
async fn begin_puzzles(driver: &WebDriver) -> WebDriverResult<()> {
    let button = "document.querySelector('.play-table button')";
    driver.goto(own_book().url("practice/mouche.html")).await?;
    wait_until(driver, button).await?;
    run_script(driver, &format!("{button}.click()")).await?;
    Ok(())
}

#[tokio::test]
async fn ten_puzzles_are_answered_and_rated() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    begin_puzzles(driver).await?;
    for number in 1..=10 {
        wait_until(driver, ASKED).await?;
        let about = "return [document.querySelector('.play-drill').textContent.startsWith(arguments[0]), document.querySelector('.play-verdict').textContent, \
             document.querySelectorAll('.hinted').length, document.querySelector('[data-go=hint]').checkVisibility()]";
        let start = format!("Puzzle {number} of 10.");
        let seen = driver.execute(about, vec![json!(start)]).await?;
        assert_eq!(seen.json(), &json!([true, "", 0, false]), "{start}");
        run_script(
            driver,
            "document.querySelector('.play-asks [data-answer]').click()",
        )
        .await?;
        let verdict = run_script(
            driver,
            "return document.querySelector('.play-verdict').textContent",
        )
        .await?;
        let verdict = verdict.as_str().unwrap_or_default();
        let is_judged =
            verdict.starts_with("Right. ") || verdict.starts_with("The other answer is better. ");
        // The reason names the two cards, or the hand with which the reader may fold.
        let cards = verdict.matches(['♠', '♥', '♦', '♣']).count();
        let is_reason = verdict.contains("of 100 deals") && verdict.contains("verage");
        assert!(is_judged && is_reason && cards > 1, "{verdict}");
        let next = if number < 10 {
            "Next puzzle"
        } else {
            "See the result"
        };
        assert_eq!(
            run_script(driver, &format!("return {BUTTONS}")).await?,
            json!([next, "Play it out"])
        );
        run_script(
            driver,
            "document.querySelector('.play-asks button').click()",
        )
        .await?;
    }
    let result = "return [document.querySelector('.puzzle-result').textContent, document.querySelector('.puzzle-rating').textContent]";
    let result = run_script(driver, result).await?.to_string();
    assert!(
        result.contains("of 10 puzzles.") && result.contains("Puzzles so far: 10."),
        "{result}"
    );
    // The rating is there when the reader comes back.
    driver.refresh().await?;
    wait_until(
        driver,
        "document.querySelector('.puzzle-rating').textContent.includes('Puzzles so far: 10.')",
    )
    .await?;
    assert_eq!(browser.complaints().await?, json!([]));
    browser.close().await
}

#[tokio::test]
async fn a_puzzle_is_played_out_and_leads_to_the_next() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    begin_puzzles(driver).await?;
    wait_until(driver, ASKED).await?;
    run_script(
        driver,
        "document.querySelector('.play-asks [data-answer]').click()",
    )
    .await?;
    run_script(
        driver,
        "document.querySelectorAll('.play-asks button')[1].click()",
    )
    .await?;
    let over = "document.querySelector('.play-asks [data-go=more]')";
    let act = "const cards = document.querySelectorAll('.play button.card:enabled'); window.tries = (window.tries || 0) + 1; \
         (document.querySelector('[data-says=stand]') || cards[window.tries % cards.length])?.click()";
    let steps = "document.querySelectorAll('.play .hand-step').length";
    wait_until(
        driver,
        &format!(
            "{over} || document.querySelector('.play button.card:enabled, [data-says=stand]')"
        ),
    )
    .await?;
    while run_script(driver, &format!("return Boolean({over})")).await? == json!(false) {
        let before = run_script(driver, &format!("return {steps}")).await?;
        run_script(driver, act).await?;
        wait_until(driver, &format!("{steps} > {before}")).await?;
    }
    assert_eq!(
        run_script(driver, &format!("return {over}.textContent")).await?,
        json!("Next puzzle")
    );
    run_script(driver, &format!("{over}.click()")).await?;
    wait_until(driver, ASKED).await?;
    let about = run_script(
        driver,
        "return document.querySelector('.play-drill').textContent",
    )
    .await?;
    assert!(about.to_string().contains("Puzzle 2 of 10."), "{about}");
    assert_eq!(browser.complaints().await?, json!([]));
    browser.close().await
}
