//! What cannot be loaded, run, copied or kept is said, and can be tried again.

use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::server::{ServerAnswer, serve_by};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thirtyfour::prelude::*;

const TABLE: &str = "play.html#edition=mouche-1718&players=4&seat=1&seed=7&words=";
const ASKED: &str = "document.querySelector('.play-asks [data-says=stand]')";
const SAYS: &str = "document.querySelector('.play-says').textContent";
const RETRY: &str = "document.querySelector('.play-says button').click()";

/// A server of our book on which a file whose name begins so is missing while the switch is on.
fn serve_without(file: &'static str) -> (String, Arc<AtomicBool>) {
    let is_missing = Arc::new(AtomicBool::new(true));
    let switch = Arc::clone(&is_missing);
    let answers = move |path: &str| match path.starts_with(file) && switch.load(Ordering::SeqCst) {
        true => ServerAnswer::Missing,
        false => ServerAnswer::File,
    };
    (serve_by(own_book().site(), false, answers), is_missing)
}

#[tokio::test]
async fn an_engine_that_was_not_found_is_asked_for_again() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let (served, is_missing) = serve_without("engine-");
    driver.goto(format!("{served}{TABLE}")).await?;
    wait_until(
        driver,
        &format!("{SAYS} === 'Could not load the engine. Try again'"),
    )
    .await?;
    assert_eq!(
        run_script(driver, "return document.querySelector('[aria-busy]')").await?,
        json!(null)
    );
    run_script(driver, RETRY).await?;
    wait_until(
        driver,
        &format!("{SAYS} === 'Could not load the engine. Try again'"),
    )
    .await?;
    is_missing.store(false, Ordering::SeqCst);
    run_script(driver, RETRY).await?;
    wait_until(driver, ASKED).await?;
    // The Playground says the same, and checks the text when the engine is there.
    is_missing.store(true, Ordering::SeqCst);
    driver.goto(format!("{served}playground.html")).await?;
    let says = "document.querySelector('.playground-says')";
    let typed = "const text = document.querySelector('textarea'); text.value = arguments[0]; text.dispatchEvent(new Event('input'))";
    wait_until(
        driver,
        "document.querySelector('.playground-desk:not([hidden])')",
    )
    .await?;
    driver
        .execute(
            typed,
            vec![json!(include_str!("../held/denise-must-trump.md"))],
        )
        .await?;
    wait_until(
        driver,
        &format!("{says}.textContent === 'Could not load the engine. Try again'"),
    )
    .await?;
    is_missing.store(false, Ordering::SeqCst);
    run_script(driver, &format!("{says}.querySelector('button').click()")).await?;
    wait_until(
        driver,
        &format!("{says}.textContent.startsWith('No errors')"),
    )
    .await?;
    browser.close().await
}

#[tokio::test]
async fn while_the_engine_is_loaded_the_table_says_so() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let served = serve_by(own_book().site(), false, |path| {
        match path.starts_with("engine-") {
            true => ServerAnswer::Never,
            false => ServerAnswer::File,
        }
    });
    // Long waits of the page are short here.
    let hurry = "const later = window.setTimeout; window.setTimeout = (act, wait, ...more) => later(act, wait >= 60000 ? 1500 : wait, ...more)";
    driver
        .cdp()
        .send_raw(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": hurry }),
        )
        .await?;
    // A page is not loaded while a script of it is awaited: the reader sits down afterwards.
    driver.goto(format!("{served}play.html")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-table:not([hidden])')",
    )
    .await?;
    run_script(
        driver,
        "document.querySelector('.play-table form > button').click()",
    )
    .await?;
    wait_until(
        driver,
        &format!("/^Loading the engine \\(\\d\\.\\d MB\\) …$/.test({SAYS})"),
    )
    .await?;
    wait_until(
        driver,
        &format!("{SAYS} === 'Could not load the engine. Try again'"),
    )
    .await?;
    browser.close().await
}

#[tokio::test]
async fn a_worker_that_breaks_is_replaced() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    // A worker whose file is missing fails by an event.
    let (served, is_missing) = serve_without("theme/worker-");
    driver.goto(format!("{served}{TABLE}")).await?;
    wait_until(
        driver,
        &format!("{SAYS}.startsWith('Could not start the engine')"),
    )
    .await?;
    is_missing.store(false, Ordering::SeqCst);
    run_script(driver, RETRY).await?;
    wait_until(driver, ASKED).await?;
    // One that does not answer is given up.
    let silent = "window.ended = 0; const end = Worker.prototype.terminate; \
         Worker.prototype.terminate = function () { window.ended += 1; end.call(this); }; \
         const post = Worker.prototype.postMessage; Worker.prototype.postMessage = () => {}; \
         const later = window.setTimeout; window.setTimeout = (act, wait, ...more) => later(act, wait >= 60000 ? 20 : wait, ...more); \
         window.mend = () => { Worker.prototype.postMessage = post; window.setTimeout = later; }";
    run_script(driver, &format!("{silent}; {ASKED}.click()")).await?;
    wait_until(
        driver,
        &format!("{SAYS}.startsWith('The engine has not answered') && window.ended === 1"),
    )
    .await?;
    run_script(driver, &format!("window.mend(); {RETRY}")).await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    browser.close().await
}

#[tokio::test]
async fn a_host_that_forbids_the_engine_is_named_and_one_as_described_allows_it()
-> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let strict = serve_by(own_book().site(), false, |_| {
        ServerAnswer::With("Content-Security-Policy: default-src 'self'")
    });
    driver.goto(format!("{strict}{TABLE}")).await?;
    wait_until(driver, &format!("{SAYS}.startsWith('Could not start the engine: this browser, or the host of this page')"))
        .await?;
    let chapter = include_str!("../../book/src/writing/publishing.md");
    let header = chapter
        .lines()
        .find(|line| line.starts_with("Content-Security-Policy: "))
        .expect("a header");
    let allowed = serve_by(own_book().site(), false, move |_| {
        ServerAnswer::With(header)
    });
    driver.goto(format!("{allowed}{TABLE}")).await?;
    wait_until(driver, ASKED).await?;
    browser.close().await
}

#[tokio::test]
async fn in_a_sandbox_one_sits_down_all_the_same() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let sandbox = serve_by(own_book().site(), false, |path| {
        match path.ends_with(".html") {
            true => ServerAnswer::With("Content-Security-Policy: sandbox allow-scripts"),
            false => ServerAnswer::File,
        }
    });
    driver.goto(format!("{sandbox}play.html")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-table:not([hidden])')",
    )
    .await?;
    driver
        .find(By::Css(".play-table form > button"))
        .await?
        .click()
        .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    browser.close().await
}

#[tokio::test]
async fn a_search_that_was_not_found_is_asked_for_again() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let (served, is_missing) = serve_without("search-index-");
    driver.goto(format!("{served}index.html")).await?;
    let notice = "document.querySelector('.notice')";
    driver.find(By::Css(".bar-search")).await?.click().await?;
    wait_until(
        driver,
        &format!("{notice}?.textContent === 'Could not load the search. Try again'"),
    )
    .await?;
    is_missing.store(false, Ordering::SeqCst);
    run_script(driver, &format!("{notice}.querySelector('button').click()")).await?;
    wait_until(driver, "document.querySelector('dialog.search[open]')").await?;
    assert_eq!(
        run_script(driver, &format!("return {notice}")).await?,
        json!(null)
    );
    browser.close().await
}

/// Takes the clipboard away, with its old way.
const NO_CLIPBOARD: &str = "Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false;";

#[tokio::test]
async fn what_cannot_be_copied_is_shown() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("rules/mouche-1718.html"))
        .await?;
    let open = "let facts = document.getElementById('play.head'); \
         while (!facts.matches('.clause-apparatus')) { facts = facts.nextElementSibling; } facts.open = true";
    run_script(driver, &format!("{NO_CLIPBOARD} {open}")).await?;
    wait_until(driver, "document.querySelector('.citation button')").await?;
    let shown =
        "Array.from(document.querySelectorAll('.citation .to-copy'), one => one.textContent)";
    for words in ["#play.head", "“Heading the trick”", "@incollection"] {
        let press = format!(
            "Array.from(document.querySelectorAll('.citation button'))[{}].click()",
            match words {
                "#play.head" => 0,
                "@incollection" => 2,
                _ => 1,
            }
        );
        run_script(driver, &press).await?;
        wait_until(
            driver,
            &format!(
                "{shown}.length === 1 && {shown}[0].includes({})",
                json!(words)
            ),
        )
        .await?;
    }
    run_script(
        driver,
        "document.querySelector('[id=\"play.trump\"] a.header').click()",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.notice')?.textContent.includes('does not allow copying')",
    )
    .await?;
    // With the old way alone it is copied, and that is said.
    run_script(driver, "document.execCommand = () => true; document.querySelector('[id=\"play.trump\"] a.header').click()")
        .await?;
    wait_until(
        driver,
        "document.querySelector('.notice')?.textContent === 'Link copied.'",
    )
    .await?;
    driver.goto(own_book().url("playground.html")).await?;
    wait_until(
        driver,
        "document.querySelector('.playground-desk:not([hidden])')",
    )
    .await?;
    run_script(
        driver,
        &format!("{NO_CLIPBOARD} document.querySelector('[data-do=copy]').click()"),
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.playground .to-copy').textContent === location.href",
    )
    .await?;
    browser.close().await
}
