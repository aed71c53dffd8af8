//! A phone and a finger: a swipe turns the step, a tap plays a card or is told why not.

use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::page_theme::open_listening_browser;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;
use thirtyfour::prelude::*;

/// A phone of 360 × 740.
async fn open_phone() -> WebDriverResult<Browser> {
    let browser = open_listening_browser().await?;
    let tools = browser.driver.cdp();
    let metrics = json!({ "width": 360, "height": 740, "deviceScaleFactor": 3, "mobile": true });
    tools
        .send_raw("Emulation.setDeviceMetricsOverride", metrics)
        .await?;
    tools
        .send_raw(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": true }),
        )
        .await?;
    Ok(browser)
}

/// A finger that comes down at one place, and goes up at another.
async fn swipe(driver: &WebDriver, way: &[(f64, f64)]) -> WebDriverResult<()> {
    for (at, (x, y)) in way.iter().enumerate() {
        let kind = if at == 0 { "touchStart" } else { "touchMove" };
        let touch = json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] });
        driver
            .cdp()
            .send_raw("Input.dispatchTouchEvent", touch)
            .await?;
    }
    driver
        .cdp()
        .send_raw(
            "Input.dispatchTouchEvent",
            json!({ "type": "touchEnd", "touchPoints": [] }),
        )
        .await?;
    tokio::time::sleep(Duration::from_millis(150)).await;
    Ok(())
}

/// A tap on the first of these that can be hit where it stands in the window, and its text.
async fn tap(driver: &WebDriver, what: &str) -> WebDriverResult<String> {
    let place = format!(
        "for (const one of document.querySelectorAll('{what}')) {{ const {{ x, y, width, height }} = one.getBoundingClientRect(); \
         const place = [x + width / 2, y + height / 2]; \
         if (document.elementFromPoint(...place)?.closest('{what}') === one) {{ return [place, one.textContent]; }} }}"
    );
    for _ in 0..100 {
        if let Some((at, text)) = serde_json::from_value(run_script(driver, &place).await?)? {
            swipe(driver, &[at]).await?;
            return Ok(text);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!(
        "no finger comes to {what}: {}",
        run_script(driver, "return document.body.innerText").await?
    );
}

#[tokio::test]
async fn a_swipe_turns_the_step() -> WebDriverResult<()> {
    let browser = open_phone().await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("hands/mouche-1718/denise-must-trump.html"))
        .await?;
    for (from, to, step) in [
        ((300., 400.), (80., 404.), "d1"),
        ((80., 400.), (300., 404.), "deal"),
        // To scroll is no swipe, though it goes a little aside.
        ((260., 600.), (200., 300.), "deal"),
    ] {
        swipe(driver, &[from, to]).await?;
        wait_until(
            driver,
            &format!("document.querySelector('#denise-must-trump-h1-{step}.is-now')"),
        )
        .await?;
    }
    browser.close().await
}

#[tokio::test]
async fn a_game_is_played_and_learnt_from_the_top_of_its_page() -> WebDriverResult<()> {
    let browser = open_phone().await?;
    let games = own_book()
        .site()
        .join("games")
        .read_dir()
        .expect("the games");
    let games: Vec<PathBuf> = games.flatten().map(|game| game.path()).collect();
    assert!(games.len() >= 10, "{games:?}");
    for game in games {
        let address = format!("file://{}", game.display());
        browser.driver.goto(address).await?;
        // The picture stands between the first paragraph and the ways.
        let doors = "const ends = css => [...document.querySelectorAll(css)].map(one => one.getBoundingClientRect().bottom); \
             const picture = document.querySelector('.game-picture').getBoundingClientRect(); \
             const [start] = ends('.game-start a'); \
             return picture.top < innerHeight * 0.8 && start < picture.bottom + 100 && ends('.game-ways a').length > 3 \
                 && ends('.game-ways a').every(end => end < picture.bottom + innerHeight * 0.6)";
        assert_eq!(
            run_script(&browser.driver, doors).await?,
            json!(true),
            "{}",
            game.display()
        );
    }
    browser.close().await
}

#[tokio::test]
async fn what_was_agreed_and_every_purse_are_read_whole() -> WebDriverResult<()> {
    let browser = open_phone().await?;
    let driver = &browser.driver;
    driver
        .goto(
            own_book()
                .url("hands/mouche-1718/once-round-the-table.html#once-round-the-table-h1-pay"),
        )
        .await?;
    wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
    let read = "const words = document.createRange(); words.selectNodeContents(document.querySelector('.hand-agreed')); \
         return [words.getBoundingClientRect().right < innerWidth, \
         [...document.querySelectorAll('.is-now .hand-running tbody th')].filter(one => one.checkVisibility()).map(one => one.firstChild.textContent.trim())]";
    assert_eq!(
        run_script(driver, read).await?,
        json!([true, ["Urbain", "Rosalie", "Simon", "The pool", "All"]])
    );
    browser.close().await
}

#[tokio::test]
async fn who_touches_the_table_sees_at_once_what_the_others_have_played() -> WebDriverResult<()> {
    let browser = open_phone().await?;
    let driver = &browser.driver;
    let media =
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "no-preference" }] });
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", media)
        .await?;
    driver
        .goto(
            own_book().url("play.html#edition=mouche-1718&options=&players=4&seat=1&seed=7&words="),
        )
        .await?;
    wait_until(
        driver,
        "document.querySelector('.is-now .play-asks [data-says=stand]')",
    )
    .await?;
    let hasten = "const done = arguments[0], steps = document.querySelector('.play .hand-steps').children, told = steps.length; \
         document.querySelector('.play-asks [data-says=stand]').click(); \
         const look = () => { if (steps.length === told) { return setTimeout(look, 5); } \
         const seen = () => [...steps].at(-1).matches('.is-now'), before = seen(); \
         document.querySelector('.play .is-now .cloth').click(); done([before, seen()]); }; look()";
    assert_eq!(
        driver.execute_async(hasten, vec![]).await?.json(),
        &json!([false, true])
    );
    browser.close().await
}

#[tokio::test]
async fn a_tap_plays_a_card_that_is_raised_and_is_told_of_one_that_is_not() -> WebDriverResult<()> {
    let browser = open_phone().await?;
    let driver = &browser.driver;
    driver
        .goto(
            own_book().url("play.html#edition=mouche-1718&options=&players=4&seat=1&seed=7&words="),
        )
        .await?;
    // Who is asked stands out, and not whoever moved last.
    let bright = "return [...document.querySelectorAll('.is-now .place')].filter(one => getComputedStyle(one).backgroundColor \
         === 'rgb(253, 251, 246)').map(one => one.closest('li').matches('.mine'))";
    wait_until(
        driver,
        "document.querySelector('.is-now .play-asks [data-says=stand]')",
    )
    .await?;
    assert_eq!(run_script(driver, bright).await?, json!([true]));
    tap(driver, ".play-asks [data-says=stand]").await?;
    tap(driver, ".play .is-now button[data-says=K♠]").await?;
    // Hearts are led. A card that may not be played lowers those that may not either, and raises those that may.
    for (at, lowered) in ["[data-says=K♦]", ".may-not[data-says=A♦]"]
        .iter()
        .enumerate()
    {
        tap(driver, &format!(".play .is-now .mine button.card{lowered}")).await?;
        let refused = "document.querySelectorAll('.play .hand-step-refused')";
        wait_until(driver, &format!("{refused}.length > {at}")).await?;
        let told = run_script(driver, &format!("return [...{refused}].at(-1).innerText"))
            .await?
            .to_string();
        assert!(
            told.contains("but cannot: hearts were led and must be followed"),
            "{told}"
        );
    }
    assert_eq!(
        tap(driver, ".play .is-now .mine button.card.may").await?,
        "6♥"
    );
    let words = "new URLSearchParams(location.hash.slice(1)).get('words')";
    wait_until(driver, &format!("{words} === 'stand_K♠_K♦_A♦_6♥'")).await?;
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    browser.close().await
}
