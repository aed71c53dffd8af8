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

/// At Mus the opponents are fair, at other games they play by the book, unless the reader chooses others.
#[tokio::test]
async fn each_game_offers_its_usual_opponents() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("play.html")).await?;
    wait_until(driver, "!document.querySelector('.play-table').hidden").await?;
    let choose = "const field = name => document.querySelector(`[name=${name}]`); \
         const choose = (name, value) => { field(name).value = value; \
         field(name).dispatchEvent(new Event('change', { bubbles: true })); return field('level').value; }; \
         return [field('level').value, choose('game', 'mus'), choose('level', 'sharp'), choose('players', '4'), \
         choose('game', 'mouche')]";
    assert_eq!(
        run_script(driver, choose).await?,
        json!(["", "fair", "sharp", "sharp", ""])
    );
    browser.close().await
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
    // The reader leaves the table, and comes back by its button: address and table go and come.
    let shown = "return [location.hash.length > 9, document.querySelector('.play-hand').checkVisibility(), \
         document.querySelector('.play-table form').checkVisibility(), document.querySelector('main').matches('.is-playing')]";
    run_script(driver, "document.querySelector('[data-go=leave]').click()").await?;
    assert_eq!(
        run_script(driver, shown).await?,
        json!([false, false, true, false])
    );
    run_script(
        driver,
        "document.querySelector('.play-back button').click()",
    )
    .await?;
    assert_eq!(
        run_script(driver, shown).await?,
        json!([true, true, false, true])
    );
    // The reader leaves the page, and comes back by the menu.
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
    assert_eq!(text_of(driver, label).await?, "Exchange cards: true");
    let press = |at: usize| {
        format!("document.querySelectorAll('.play .is-now .mine button.card')[{at}].click()")
    };
    run_script(driver, &press(0)).await?;
    assert_eq!(text_of(driver, label).await?, "Exchange 1 card: false");
    run_script(driver, &press(1)).await?;
    assert_eq!(text_of(driver, label).await?, "Exchange 2 cards: false");
    let seats: Value = run_script(
        driver,
        "return [...document.querySelectorAll('.play .is-now .hand-places > li')].map(one => getComputedStyle(one.querySelector('b'), '::after').content)",
    )
    .await?;
    assert_eq!(seats, json!(["none", "\" (you)\"", "none", "none"]));
    browser.close().await
}

/// The deal of the day is found by its date, and is the same each time.
#[tokio::test]
async fn todays_deal_is_the_same_for_everybody() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut seen = Vec::new();
    for _ in 0..2 {
        driver.goto("about:blank").await?;
        driver.goto(own_book().url("play.html")).await?;
        wait_until(driver, "!document.querySelector('.play-table').hidden").await?;
        run_script(driver, "document.querySelector('[data-day]').click()").await?;
        wait_until(driver, ASKED).await?;
        seen.push((
            text_of(driver, "location.hash").await?,
            text_of(driver, "document.querySelector('.play .is-now').innerText").await?,
        ));
    }
    assert_eq!(seen[0], seen[1]);
    let date = text_of(
        driver,
        "(now => [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-'))(new Date())",
    )
    .await?;
    let seed = date.replace('-', "");
    let address = &seen[0].0;
    for part in [
        format!("seed={seed}"),
        format!("day={date}"),
        "deals=5".to_owned(),
    ] {
        assert!(address.contains(&part), "{part}: {address}");
    }
    browser.close().await
}

/// Who gets a challenge plays the same cards, and sees the other's result at the end only.
#[tokio::test]
async fn a_challenge_shows_both_results_at_the_end_alone() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let keep = "navigator.clipboard.writeText = async text => { window.copied = text; }";
    driver
        .goto(
            own_book().url("play.html#edition=mouche-1718&players=4&seat=1&seed=7&deals=1&words="),
        )
        .await?;
    run_script(driver, &format!("Object.defineProperty(navigator, 'clipboard', {{ value: {{}}, configurable: true }}); {keep}")).await?;
    play_deal_by_hints(driver).await?;
    let line = text_of(driver, "document.querySelector('.play-line').textContent").await?;
    assert!(
        line.starts_with("La Mouche, 1718: ") && line.contains(" after 1 deal"),
        "{line}"
    );
    let press = |label: &str| {
        format!(
            "[...document.querySelectorAll('.play-challenge button')].find(one => one.textContent === '{label}').click()"
        )
    };
    run_script(driver, &press("Copy result")).await?;
    wait_until(driver, "window.copied").await?;
    assert_eq!(text_of(driver, "window.copied").await?, line);
    run_script(
        driver,
        &format!("window.copied = ''; {}", press("Challenge a friend")),
    )
    .await?;
    wait_until(driver, "window.copied").await?;
    let link = text_of(driver, "window.copied").await?;
    assert!(
        link.contains("&against=") && link.contains("&made=") && !link.contains("words="),
        "{link}"
    );
    driver.goto("about:blank").await?;
    driver.goto(&link).await?;
    wait_until(driver, ASKED).await?;
    let note = text_of(driver, "document.querySelector('.play-note').textContent").await?;
    assert_eq!(
        note,
        "Somebody challenges you to play the same cards. You see their result after the last deal."
    );
    play_deal_by_hints(driver).await?;
    let shown = text_of(
        driver,
        "document.querySelector('.play-challenge').innerText",
    )
    .await?;
    assert!(shown.contains("You are level."), "{shown}");
    // A result that cannot be read is said to be damaged; another version of the book is named.
    driver.goto("about:blank").await?;
    driver.goto(link.replace("&made=", "&made=0")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-note').textContent.includes('another version of this book')",
    )
    .await?;
    driver.goto("about:blank").await?;
    driver.goto(link.replace("&against=", "&against=!")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-note').textContent.includes('it was changed')",
    )
    .await?;
    browser.close().await
}
