//! A hand that is written in the page: what is wrong and what mends it, what may be written, the address, the file.

use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::json_of_commands::assert_holds;
use crate::page_theme::open_listening_browser;
use crate::server::serve;
use serde_json::json;
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";

async fn playground_text(driver: &WebDriver) -> WebDriverResult<String> {
    let text = run_script(driver, "return document.querySelector('textarea').value").await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Writes behind these words of the text, in the place of their last letters, as one who types does: in one moment, so that
/// nothing comes between.
async fn type_behind(
    driver: &WebDriver,
    behind: &str,
    chosen: usize,
    words: &str,
) -> WebDriverResult<WebElement> {
    let script = format!(
        "const text = document.querySelector('textarea'); const at = text.value.indexOf({0}) + {0}.length; text.focus(); \
         text.setSelectionRange(at - {chosen}, at); document.execCommand({1} ? 'insertText' : 'delete', false, {1});",
        json!(behind),
        json!(words)
    );
    run_script(driver, &script).await?;
    driver.find(By::Css("textarea")).await
}

const SAYS: &str = "(document.querySelector('.playground-says')?.textContent ?? '')";

/// Opens a hand of the book, breaks and mends it, writes by keys, and comes back by the address; the text it came to.
pub async fn write_in_playground(browser: &Browser, base: &str) -> WebDriverResult<String> {
    let driver = &browser.driver;
    driver.goto("about:blank").await?;
    driver.goto(format!("{base}{HAND}")).await?;
    let source = run_script(
        driver,
        "return document.querySelector('.hand-source').textContent + '\\n'",
    )
    .await?;
    run_script(driver, "document.querySelector('[data-go=write]').click()").await?;
    wait_until(
        driver,
        &format!("location.pathname.endsWith('playground.html') && {SAYS}.startsWith('No errors')"),
    )
    .await?;
    assert_eq!(
        json!(playground_text(driver).await?),
        source,
        "the hand is not what is opened"
    );
    let steps = run_script(
        driver,
        "return document.querySelectorAll('.playground .hand-step').length",
    )
    .await?;
    assert!(steps.as_u64() > Some(20), "{steps} steps");
    // The hand shows the step that the cursor stands in.
    run_script(driver, "const a = document.querySelector('textarea'); a.focus(); a.setSelectionRange(a.value.indexOf('Denise tries') + 3, a.value.indexOf('Denise tries') + 3); a.click()").await?;
    wait_until(
        driver,
        "document.querySelector('.playground .is-now.hand-step-refused')",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.playground-here').innerText.includes('Denise')",
    )
    .await?;
    // A wrong clause is told, and what is proposed mends it.
    type_behind(driver, "(refused: play.trump", 5, "head").await?;
    run_script(
        driver,
        "document.querySelector('textarea').setSelectionRange(0, 0)",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.playground-messages .error')",
    )
    .await?;
    let wrong = run_script(
        driver,
        "return document.querySelector('.playground-messages .error').innerText",
    )
    .await?
    .to_string();
    assert!(
        wrong.contains("Line 41: the clause is play.trump, not play.head"),
        "{wrong}"
    );
    assert_eq!(
        run_script(
            driver,
            "return document.querySelector('.playground-lines b').textContent.trim()"
        )
        .await?,
        json!("41")
    );
    // What the engine finds is offered last, and is no certain fix: the story may be wrong, too.
    run_script(
        driver,
        "[...document.querySelectorAll('.playground-messages .error button')].at(-1).click()",
    )
    .await?;
    wait_until(driver, &format!("{SAYS}.startsWith('No errors')")).await?;
    assert_eq!(json!(playground_text(driver).await?), source);
    // What may be written is taken by keys.
    let area = type_behind(driver, "   Denise may 7♥", 2, "").await?;
    area.send_keys(Key::Control + " ").await?;
    wait_until(
        driver,
        "document.querySelector('.playground-items:not([hidden]) [aria-selected=true]')",
    )
    .await?;
    // Neither the text that scrolls nor what comes to be known of it takes the list away.
    run_script(driver, "const a = document.querySelector('textarea'); a.scrollTop += 8; a.dispatchEvent(new Event('scroll'))")
        .await?;
    wait_until(
        driver,
        "document.querySelector('.playground-messages .error')",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.playground-items:not([hidden]) [aria-selected=true]')",
    )
    .await?;
    let item = "return document.getElementById(document.querySelector('textarea').getAttribute('aria-activedescendant')).innerText";
    assert!(
        run_script(driver, item)
            .await?
            .as_str()
            .is_some_and(|item| item.contains("7♥")),
        "{}",
        run_script(driver, item).await?
    );
    area.send_keys(Key::Enter + "").await?;
    wait_until(driver, &format!("{SAYS}.startsWith('No errors')")).await?;
    assert_eq!(json!(playground_text(driver).await?), source);
    // The address is the text.
    type_behind(driver, "# Denise", 0, " herself").await?;
    let now = playground_text(driver).await?;
    assert!(now.contains("# Denise herself"), "{now}");
    let before = driver.current_url().await?;
    wait_until(
        driver,
        &format!("location.href !== {}", json!(before.as_str())),
    )
    .await?;
    let address = driver.current_url().await?;
    driver.goto("about:blank").await?;
    driver.goto(address.as_str()).await?;
    wait_until(driver, &format!("{SAYS}.startsWith('No errors')")).await?;
    assert_eq!(playground_text(driver).await?, now);
    // What is downloaded is the text.
    let keep = "URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return '#'; }; \
         document.querySelector('[data-do=save]').click()";
    run_script(driver, keep).await?;
    wait_until(driver, "window.saved").await?;
    assert_eq!(run_script(driver, "return window.saved").await?, json!(now));
    assert_holds(&now);
    // A hand to begin with says what is left open, and all of it is filled at once.
    run_script(
        driver,
        "document.querySelector('.playground form button').click()",
    )
    .await?;
    wait_until(driver, "document.querySelector('.offer.first')").await?;
    run_script(driver, "document.querySelector('.offer.first').click()").await?;
    wait_until(driver, &format!("{SAYS}.startsWith('No errors')")).await?;
    assert!(
        !playground_text(driver).await?.contains('?'),
        "{}",
        playground_text(driver).await?
    );
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    Ok(now)
}

#[tokio::test]
async fn a_hand_is_written_from_a_server_and_from_a_file() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_listening_browser().await?;
    let served = write_in_playground(&browser, &serve(book.site(), false)).await?;
    assert_eq!(write_in_playground(&browser, &book.url("")).await?, served);
    browser.close().await
}

/// Where a card of the trick lies on a seat, or the cloth does not stand in the window, in any step of the hand.
const CUT: &str = "const hand = document.querySelector('.playground-hand .hand'); const found = []; scrollTo(0, 0); \
     const boxes = what => Array.from(hand.querySelectorAll(`.is-now ${what}`), one => one.getBoundingClientRect()); \
     const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1; \
     hand.querySelectorAll('.hand-step').forEach((step, at) => { \
         hand.dispatchEvent(new CustomEvent('hand-go', { detail: [at, true] })); \
         if (boxes('.laid').some(card => boxes('.place').some(place => over(card, place)))) { found.push(`${step.id}: a card on a seat`); } \
         if (boxes('.cloth').some(cloth => cloth.bottom > innerHeight)) { found.push(`${step.id}: cut`); } \
     }); return found";

#[tokio::test]
async fn text_and_hand_are_at_hand_on_every_screen() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    for (width, height) in [(1280, 800), (1024, 768), (360, 740)] {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        driver
            .cdp()
            .send_raw("Emulation.setDeviceMetricsOverride", metrics)
            .await?;
        let motion =
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        driver
            .cdp()
            .send_raw("Emulation.setEmulatedMedia", motion)
            .await?;
        driver.goto("about:blank").await?;
        driver.goto(own_book().url(HAND)).await?;
        run_script(driver, "document.querySelector('[data-go=write]').click()").await?;
        wait_until(
            driver,
            &format!(
                "location.pathname.endsWith('playground.html') && {SAYS}.startsWith('No errors')"
            ),
        )
        .await?;
        let whole =
            "document.querySelector('textarea').getBoundingClientRect().bottom <= innerHeight";
        wait_until(driver, whole).await?;
        if width < 500 {
            assert_eq!(
                run_script(
                    driver,
                    "return document.querySelector('.playground-hand').checkVisibility()"
                )
                .await?,
                json!(false)
            );
            run_script(driver, "document.querySelector('[data-do=hand]').click()").await?;
        }
        assert_eq!(
            run_script(driver, CUT).await?,
            json!([]),
            "{width} × {height}"
        );
        run_script(
            driver,
            "document.querySelector('.playground form button').click()",
        )
        .await?;
        wait_until(driver, "document.querySelector('.offer.first')").await?;
        let is_too_wide =
            "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        let is_too_wide = run_script(driver, is_too_wide).await?;
        assert_eq!(is_too_wide, json!(false), "{width} × {height}");
    }
    browser.close().await
}
