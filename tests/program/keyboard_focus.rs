//! By the keyboard alone: the focus never falls to the page itself, and the browser keeps its own keys.

use crate::driver::{Browser, own_book, run_script, wait_until};
use serde_json::json;
use thirtyfour::prelude::*;

/// Where the focus is.
const FOCUS: &str =
    "document.activeElement.tagName + ' ' + document.activeElement.textContent.trim().slice(0, 30)";

async fn assert_focus_not_on_body(driver: &WebDriver, after: &str) -> WebDriverResult<()> {
    let focus = run_script(driver, &format!("return {FOCUS}")).await?;
    let focus = focus.as_str().unwrap_or_default().to_owned();
    assert!(
        !focus.starts_with("BODY"),
        "after {after} the focus is on {}",
        &focus[..focus.len().min(40)]
    );
    Ok(())
}

const SETTLED: &str = "!document.querySelector('.play-hand[aria-busy]') && document.querySelector('.play-asks button, .play button.card:enabled')";

/// Makes the next choice by keyboard: the first that the table offers. What it was.
async fn choose_by_keyboard(driver: &WebDriver, at: usize) -> WebDriverResult<String> {
    let next = "const cards = [...document.querySelectorAll('.play .hand-step:last-child button.card:enabled')]; \
         const words = ['[data-says=stand]', '[data-says=deal]', '[data-go=more]'].map(one => document.querySelector(`.play-asks ${one}`)).find(Boolean); \
         const choice = words || cards[arguments[0] % cards.length]; choice.focus(); return choice.textContent";
    let name = driver
        .execute(next, vec![json!(at)])
        .await?
        .json()
        .to_string();
    let before = run_script(driver, "return location.hash").await?;
    driver
        .action_chain()
        .send_keys(Key::Enter + "")
        .perform()
        .await?;
    wait_until(driver, &format!("location.hash !== {before} && {SETTLED}")).await?;
    Ok(name)
}

#[tokio::test]
async fn after_ten_choices_at_play_the_focus_is_at_the_table() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("play.html")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-table:not([hidden])')",
    )
    .await?;
    run_script(
        driver,
        "document.querySelector('[name=seed]').value = 7; document.querySelector('.play-table form > button').focus()",
    )
    .await?;
    driver
        .action_chain()
        .send_keys(Key::Enter + "")
        .perform()
        .await?;
    wait_until(driver, SETTLED).await?;
    assert_focus_not_on_body(driver, "sitting down").await?;
    for at in 0..10 {
        let name = choose_by_keyboard(driver, at).await?;
        assert_focus_not_on_body(driver, &name).await?;
    }
    for control in ["hint", "undo"] {
        run_script(
            driver,
            &format!("document.querySelector('[data-go={control}]').focus()"),
        )
        .await?;
        driver
            .action_chain()
            .send_keys(Key::Enter + "")
            .perform()
            .await?;
        wait_until(driver, SETTLED).await?;
        assert_focus_not_on_body(driver, control).await?;
    }
    // To both ends, where a button has nothing to do.
    for control in ["back", "next"] {
        run_script(
            driver,
            &format!("document.querySelector('[data-go={control}]').focus()"),
        )
        .await?;
        let is_off =
            format!("document.querySelector('[data-go={control}]').ariaDisabled === 'true'");
        while run_script(driver, &format!("return {is_off}")).await? == json!(false) {
            driver
                .action_chain()
                .send_keys(Key::Enter + "")
                .perform()
                .await?;
        }
        driver
            .action_chain()
            .send_keys(Key::Enter + "")
            .perform()
            .await?;
        let has_focus = format!("return document.activeElement.dataset.go === '{control}'");
        assert_eq!(
            run_script(driver, &has_focus).await?,
            json!(true),
            "{control} lost the focus"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn in_a_deal_of_a_lesson_the_focus_stays_at_the_table() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("learn/to-trump.html")).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let reach = "const play = document.querySelector('.play[data-text]'); \
         for (let times = 0; times < 60 && !play.checkVisibility(); times += 1) { document.querySelector('.stage-next').click(); }";
    run_script(driver, reach).await?;
    let begin = ".play[data-text] .play-table:not([hidden]) button";
    wait_until(driver, &format!("document.querySelector('{begin}')")).await?;
    run_script(
        driver,
        &format!("document.querySelector('{begin}').focus()"),
    )
    .await?;
    driver
        .action_chain()
        .send_keys(Key::Enter + "")
        .perform()
        .await?;
    wait_until(driver, SETTLED).await?;
    assert_focus_not_on_body(driver, "dealing").await?;
    for at in 0..3 {
        let steps = "document.querySelectorAll('.play[data-text] .hand-step').length";
        let before = run_script(driver, &format!("return {steps}")).await?;
        let card = "const cards = document.querySelectorAll('.play .hand-step:last-child button.card:enabled'); cards[arguments[0] % cards.length].focus()";
        driver.execute(card, vec![json!(at)]).await?;
        driver
            .action_chain()
            .send_keys(Key::Enter + "")
            .perform()
            .await?;
        wait_until(driver, &format!("{steps} > {before} && {SETTLED}")).await?;
        assert_focus_not_on_body(driver, "a card").await?;
    }
    browser.close().await
}

/// Presses a key on an element; whether the page took it.
const TAKEN: &str = "const [where, key, more] = arguments; \
     const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }); \
     document.querySelector(where).dispatchEvent(event); return event.defaultPrevented";

#[tokio::test]
async fn shortcuts_of_the_browser_are_left_alone() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let table = "play.html#edition=mouche-1718&players=4&seat=1&seed=7&words=";
    let pages = [
        (table, ".play-hand"),
        ("hands/mouche-1718/denise-must-trump.html", ".hand"),
        ("hands/mouche-1718/denise-must-trump.html", "body"),
    ];
    for (page, place) in pages {
        driver.goto(own_book().url(page)).await?;
        wait_until(
            driver,
            "document.querySelector('.hand.is-ready .hand-step.is-now')",
        )
        .await?;
        for key in ["ArrowLeft", "ArrowRight", "Home", "End", "[", "]", ",", "."] {
            let plain = driver
                .execute(TAKEN, vec![json!(place), json!(key), json!({})])
                .await?
                .json()
                .clone();
            assert_eq!(plain, json!(true), "{key} at {place} of {page}");
            for modifier in ["altKey", "ctrlKey", "metaKey"] {
                let more = json!({ modifier: true });
                let taken = driver
                    .execute(TAKEN, vec![json!(place), json!(key), more])
                    .await?
                    .json()
                    .clone();
                assert_eq!(
                    taken,
                    json!(false),
                    "{modifier} and {key} at {place} of {page}"
                );
            }
        }
        // On Windows AltGr comes as Ctrl and Alt.
        let with_alt_gr = json!({ "ctrlKey": true, "altKey": true, "modifierAltGraph": true });
        let taken = driver
            .execute(TAKEN, vec![json!(place), json!("]"), with_alt_gr])
            .await?
            .json()
            .clone();
        assert_eq!(taken, json!(true), "AltGr at {place} of {page}");
    }
    browser.close().await
}

/// From a step, where the focus is and what was pressed, to the step that is shown.
#[tokio::test]
async fn hand_page_and_table_have_the_same_keys() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("hands/mouche-1718/denise-must-trump.html"))
        .await?;
    wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
    let shown = "return document.querySelector('.hand-step.is-now').id.split('-h1-')[1]";
    for place in [".hand", "body"] {
        for (key, shift, step) in [
            ("End", false, "pay"),
            ("Home", false, "deal"),
            ("ArrowRight", false, "d1"),
            ("ArrowRight", true, "t1-1"),
            ("]", false, "t2-1"),
            (".", true, "t3-1"),
            (",", false, "t2-1"),
            ("[", false, "t1-1"),
            ("ArrowLeft", true, "d1"),
            ("ArrowLeft", false, "deal"),
        ] {
            driver
                .execute(
                    TAKEN,
                    vec![json!(place), json!(key), json!({ "shiftKey": shift })],
                )
                .await?;
            assert_eq!(
                run_script(driver, shown).await?,
                json!(step),
                "{key} at {place}"
            );
        }
    }
    // The chapter that explains them names each.
    let chapter = include_str!("../../book/src/reading-a-hand.md");
    for key in [
        "arrow keys",
        "*Home*",
        "*End*",
        "*Shift* with an arrow key",
        "`[` and `]`",
        "`,` and `.`",
    ] {
        assert!(chapter.contains(key), "{key}");
    }
    browser.close().await
}

#[tokio::test]
async fn a_refused_card_keeps_its_name_and_an_exchange_asks_for_cards() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("play.html#edition=mouche-1718&players=4&seat=1&seed=7&words="))
        .await?;
    let exchange = "document.querySelector('.play-asks [data-cards=some]')";
    wait_until(driver, exchange).await?;
    assert_eq!(
        run_script(driver, &format!("return {exchange}.ariaDisabled")).await?,
        json!("true")
    );
    for _ in 0..4 {
        run_script(driver, &format!("{exchange}.click()")).await?;
        wait_until(
            driver,
            "document.querySelector('.play-says').textContent === 'Choose the cards you want to change first.'",
        )
        .await?;
    }
    run_script(
        driver,
        "document.querySelector('.play .hand-step:last-child button.card:enabled').click()",
    )
    .await?;
    assert_eq!(
        run_script(driver, &format!("return {exchange}.ariaDisabled")).await?,
        json!("false")
    );
    run_script(
        driver,
        "document.querySelector('[data-says=stand]').click()",
    )
    .await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    // Words that mean nothing, as an old address may hold them, and a card over and over.
    let label = "Array.from(document.querySelectorAll('.play .hand-step:last-child button.card'), card => card.ariaLabel)";
    for _ in 0..4 {
        run_script(driver, "document.querySelector('[data-go=hint]').click()").await?;
        wait_until(driver, "!document.querySelector('.play-hand[aria-busy]')").await?;
        run_script(
            driver,
            "document.querySelector('.play .hand-step:last-child button.card:enabled').click()",
        )
        .await?;
        wait_until(driver, "!document.querySelector('.play-hand[aria-busy]')").await?;
    }
    let labels = run_script(driver, &format!("return {label}")).await?;
    let labels: Vec<String> = serde_json::from_value(labels)?;
    assert!(
        !labels.is_empty() && labels.iter().all(|label| label.matches(',').count() == 1),
        "{labels:?}"
    );
    browser.close().await
}

#[tokio::test]
async fn from_a_step_that_the_address_names_tab_leads_to_the_controls() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("hands/mouche-1718/denise-must-trump.html#denise-must-trump-h1-t3-1"))
        .await?;
    wait_until(driver, "document.documentElement.matches('.is-loaded') && document.querySelector('.hand.is-ready')").await?;
    let mut tabs = 0;
    while run_script(
        driver,
        "return document.activeElement.dataset.go === 'quiz'",
    )
    .await?
        == json!(false)
    {
        driver
            .action_chain()
            .send_keys(Key::Tab + "")
            .perform()
            .await?;
        tabs += 1;
        assert!(
            tabs < 4,
            "Tab leads past the controls, to {}",
            run_script(driver, &format!("return {FOCUS}")).await?
        );
    }
    assert_eq!(
        run_script(
            driver,
            "return document.querySelector('.hand-step.is-now').id"
        )
        .await?,
        json!("denise-must-trump-h1-t3-1")
    );
    let height =
        "return document.querySelector('.hand-about a').getBoundingClientRect().height >= 24";
    assert_eq!(
        run_script(driver, height).await?,
        json!(true),
        "the link to the rules is hard to hit"
    );
    browser.close().await
}
