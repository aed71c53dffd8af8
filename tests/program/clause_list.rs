//! The list of the clauses on a page of rules, in Chromium.

use crate::driver::{Browser, own_book, run_script, wait_until};
use serde_json::json;
use thirtyfour::prelude::*;

const RULES: &str = "rules/mouche-1718.html";

/// Opens a page in a window of this width.
async fn open_page(driver: &WebDriver, page: &str, width: u32) -> WebDriverResult<()> {
    driver.set_window_rect(0, 0, width, 800).await?;
    driver.goto(own_book().url(page)).await?;
    wait_until(driver, "document.querySelector('.rail-list input')").await
}

#[tokio::test]
async fn the_list_beside_the_text_marks_the_clause_that_is_read() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_page(driver, &format!("{RULES}#play.trump"), 1400).await?;
    wait_until(
        driver,
        "document.querySelector('.rail-list [aria-current]')?.hash === '#play.trump'",
    )
    .await?;
    let shown = run_script(
        driver,
        "const box = css => document.querySelector(css).getBoundingClientRect();
        const list = box('.rail-list'); const link = box('.rail-list [aria-current]');
        const text = box('main > h3 + p');
        return [list.left >= text.right, link.top >= list.top && link.bottom <= list.bottom,
            document.documentElement.scrollWidth <= innerWidth]",
    )
    .await?;
    assert_eq!(shown, json!([true, true, true]));
    browser.close().await
}

#[tokio::test]
async fn a_word_shows_the_clauses_that_have_it() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_page(driver, RULES, 1400).await?;
    let filter = "const field = document.querySelector('.rail-list input'); field.focus(); field.value = WORD;
        field.dispatchEvent(new Event('input'));
        return [...document.querySelectorAll('.rail-list li')].filter(item => item.checkVisibility()).map(item => item.textContent)";
    let filter = |word: &str| filter.replace("WORD", &format!("'{word}'"));
    assert_eq!(
        run_script(driver, &filter("overtrump")).await?,
        json!(["Overtrumping", "When a player cannot overtrump"])
    );
    // No title has the word, so those are shown whose text has it.
    // These words are fetched when a reader goes to the field.
    run_script(driver, &filter("clockwise")).await?;
    wait_until(
        driver,
        "[...document.querySelectorAll('.rail-list li')].some(item => item.checkVisibility() && item.textContent === 'Direction of play')",
    )
    .await?;
    let told = "return document.querySelector('.rail-list [role=status]').textContent";
    assert_eq!(run_script(driver, told).await?, json!(""));
    assert_eq!(run_script(driver, &filter("pamphilus")).await?, json!([]));
    let nothing = run_script(driver, told).await?;
    assert!(
        nothing
            .as_str()
            .is_some_and(|words| words.starts_with("No clause has these words")),
        "{nothing}"
    );
    browser.close().await
}

/// What a reader calls a clause shows it, though neither its title nor its text has the word.
#[tokio::test]
async fn another_word_for_a_clause_shows_it() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_page(driver, RULES, 1400).await?;
    run_script(driver, "document.querySelector('.rail-list input').focus()").await?;
    wait_until(driver, "window.mouche.clauseWords").await?;
    let filter = "const field = document.querySelector('.rail-list input'); field.value = arguments[0];
        field.dispatchEvent(new Event('input'));
        return [...document.querySelectorAll('.rail-list li')].filter(item => item.checkVisibility()).map(item => item.textContent)";
    for (word, title) in [
        ("undertrump", "When a player cannot overtrump"),
        ("pass", "Folding"),
        ("ante", "The stake"),
        ("ruff", "Trumping"),
        ("lenturlu", "The flush"),
        ("deck", "The pack"),
    ] {
        let shown = driver.execute(filter, vec![json!(word)]).await?;
        let shown: Vec<String> = shown.convert()?;
        assert!(
            shown.contains(&title.to_owned()) && shown.len() <= 15,
            "{word}: {shown:?}"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn on_a_phone_a_button_opens_the_list_and_a_choice_shuts_it() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_page(driver, RULES, 500).await?;
    let is_shown = "return document.querySelector('.rail-list').checkVisibility()";
    assert_eq!(run_script(driver, is_shown).await?, json!(false));
    let facts = "return document.querySelector('.infobox dl').checkVisibility()";
    assert_eq!(
        run_script(driver, facts).await?,
        json!(false),
        "the facts are folded"
    );
    driver
        .find(By::Css(".clause-rail summary"))
        .await?
        .click()
        .await?;
    assert_eq!(run_script(driver, is_shown).await?, json!(true));
    driver
        .find(By::Css(".rail-list a[href='#stake']"))
        .await?
        .click()
        .await?;
    assert_eq!(run_script(driver, is_shown).await?, json!(false));
    let is_visible =
        "const { top, bottom } = document.getElementById('stake').getBoundingClientRect();
        const rail = document.querySelector('.clause-rail').getBoundingClientRect();
        return top >= rail.bottom && bottom < innerHeight";
    assert_eq!(
        run_script(driver, is_visible).await?,
        json!(true),
        "the button hides the clause"
    );
    browser.close().await
}

/// The text has room: at 1024 pixels at least 480.
#[tokio::test]
async fn the_text_of_rules_is_wide_enough() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for width in [1024, 1216, 1240, 1280, 1600] {
        open_page(driver, RULES, width).await?;
        let text = "return document.querySelector('main > h3 + p').getBoundingClientRect().width";
        let text = run_script(driver, text).await?.as_f64().unwrap_or_default();
        assert!(text >= 480.0, "{text} of {width}");
    }
    browser.close().await
}

#[tokio::test]
async fn without_scripts_the_list_is_there_beside_the_text() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver.set_window_rect(0, 0, 1400, 800).await?;
    driver.goto(own_book().url(RULES)).await?;
    let is_shown = "return document.querySelector('.rail-list').checkVisibility()";
    assert_eq!(run_script(driver, is_shown).await?, json!(true));
    browser.close().await
}
