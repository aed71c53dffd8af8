//! What else could have been done: folded away, opened by keys, hidden with the cards of others, printed when asked for.

use crate::driver::{Browser, own_book, run_script, set_menu_control};
use serde_json::json;
use thirtyfour::prelude::*;

const STEP: &str = "hands/mouche-1718/denise-must-trump.html#denise-must-trump-h1-t1-1";

#[tokio::test]
async fn keys_open_it_and_stay_on_the_step() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url(STEP)).await?;
    let is_there =
        "return !!document.activeElement.closest('.hand-step.is-now .hand-instead summary')";
    let mut tabs = 0;
    while run_script(driver, is_there).await? == json!(false) {
        driver
            .action_chain()
            .send_keys(Key::Tab + "")
            .perform()
            .await?;
        tabs += 1;
        assert!(tabs < 120, "Tab never comes to it");
    }
    let is_open = "return document.querySelector('.hand-step.is-now .hand-instead').open";
    let text = "return document.querySelector('.hand-step.is-now .hand-instead').innerText";
    assert_eq!(
        run_script(driver, is_open).await?,
        json!(false),
        "it begins closed"
    );
    for (key, open) in [(Key::Enter, true), (Key::Space, false), (Key::Space, true)] {
        driver.action_chain().send_keys(key + "").perform().await?;
        assert_eq!(run_script(driver, is_open).await?, json!(open));
    }
    assert!(
        run_script(driver, text)
            .await?
            .as_str()
            .is_some_and(|text| text.contains("; range "))
    );
    let now = run_script(
        driver,
        "return document.querySelector('.hand-step.is-now').id",
    )
    .await?;
    assert_eq!(now, json!("denise-must-trump-h1-t1-1"));
    browser.close().await
}

#[tokio::test]
async fn whoever_hides_the_cards_of_others_is_not_told_by_it() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url(STEP)).await?;
    set_menu_control(driver, "hides", "true").await?;
    let stands =
        "return document.querySelector('.hand-step.is-now .hand-instead').checkVisibility()";
    for (seat, is_told, whose) in [("2", true, "Claude's own"), ("3", false, "another's")] {
        set_menu_control(driver, "seat", seat).await?;
        assert_eq!(run_script(driver, stands).await?, json!(is_told), "{whose}");
    }
    browser.close().await
}

#[tokio::test]
async fn on_paper_it_stands_only_if_it_was_asked_for() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url(STEP)).await?;
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await?;
    let shown = "return Array.from(document.querySelectorAll('.hand-instead li')).filter(one => \
         one.getBoundingClientRect().height > 0 && one.checkVisibility({ contentVisibilityAuto: true })).length";
    assert_eq!(run_script(driver, shown).await?, json!(0));
    run_script(
        driver,
        "document.querySelector('.hand-instead').open = true",
    )
    .await?;
    let own = run_script(driver, shown).await?;
    assert_eq!(
        own,
        run_script(
            driver,
            "return document.querySelector('.hand-instead').querySelectorAll('li').length"
        )
        .await?
    );
    let ask = "const box = document.querySelector('[data-set=prints]'); box.checked = true; \
         box.dispatchEvent(new Event('change', { bubbles: true }))";
    run_script(driver, ask).await?;
    let all = run_script(
        driver,
        "return document.querySelectorAll('.hand-instead li').length",
    )
    .await?;
    assert!(all.as_i64() > own.as_i64());
    assert_eq!(run_script(driver, shown).await?, all);
    browser.close().await
}

/// The cards or words that a fold speaks of, and those that its step allows: they are the same.
#[tokio::test]
async fn every_choice_that_is_allowed_and_no_other_is_told_of() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let wrong = "return Array.from(document.querySelectorAll('.hand-step-play')).filter(step => { \
         const of = what => Array.from(step.querySelectorAll(what), one => one.textContent); \
         const may = of('.hand-choices .may .mini'); \
         const told = of('.hand-instead li').flatMap(line => line.split(/ \\(|:/)[0].split(', ')); \
         const best = step.querySelectorAll('.may .mini[data-best]').length; \
         return may.length > 1 ? told.sort().join() !== may.sort().join() || best !== may.length : told.length > 0; \
         }).map(step => step.id)";
    let sample = [
        "mouche-1718/denise-must-trump",
        "pamphile-1758/paid-and-gone",
        "boussac-1896/sidonie-is-trusted",
    ];
    for hand in sample {
        driver
            .goto(own_book().url(&format!("hands/{hand}.html")))
            .await?;
        assert_eq!(run_script(driver, wrong).await?, json!([]), "{hand}");
    }
    browser.close().await
}
