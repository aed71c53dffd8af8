//! The controls of a hand: autoplay and its speed, keys, the last trick, sharing, and the hand in a frame of another page.

use crate::driver::{Browser, own_book, run_script, set_menu_control, wait_until};
use serde_json::json;
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";
const ID: &str = "denise-must-trump-h1";

/// Opens the hand at a step.
async fn open_step(step: &str) -> WebDriverResult<Browser> {
    let browser = Browser::open(true).await?;
    let page = own_book().url(&format!("{HAND}#{ID}-{step}"));
    browser.driver.goto(page).await?;
    wait_for_step(&browser.driver, step).await?;
    Ok(browser)
}

async fn wait_for_step(driver: &WebDriver, step: &str) -> WebDriverResult<()> {
    wait_until(
        driver,
        &format!("document.querySelector('#{ID}-{step}.is-now')"),
    )
    .await
}

async fn press_button(driver: &WebDriver, name: &str) -> WebDriverResult<()> {
    run_script(
        driver,
        &format!("document.querySelector('[data-go={name}]').click()"),
    )
    .await
    .map(drop)
}

async fn press_key(driver: &WebDriver, key: impl Into<TypingData>) -> WebDriverResult<()> {
    driver.action_chain().send_keys(key).perform().await
}

/// What the button of autoplay says, and whether the hand shows that it plays.
async fn autoplay_state(driver: &WebDriver) -> WebDriverResult<serde_json::Value> {
    let state = "const play = document.querySelector('[data-go=play]'); \
         return [play.textContent, play.ariaPressed, document.querySelector('.hand').matches('.plays')]";
    run_script(driver, state).await
}

#[tokio::test]
async fn autoplay_goes_on_until_a_key_or_a_touch_and_each_step_is_told() -> WebDriverResult<()> {
    let browser = open_step("deal").await?;
    let driver = &browser.driver;
    let (plays, pauses) = (
        json!(["Pause", "true", true]),
        json!(["Play", "false", false]),
    );
    press_button(driver, "play").await?;
    wait_for_step(driver, "d1").await?;
    assert_eq!(autoplay_state(driver).await?, plays);
    let heard = run_script(
        driver,
        "return document.querySelector('.hand-live').textContent",
    )
    .await?;
    let folds = "Step 2. Bertrand folds. Bertrand has no trump, so he folds. Claude and Denise discard cards that they cannot use.";
    assert_eq!(heard, json!(folds));
    press_key(driver, Key::Tab + "").await?;
    assert_eq!(autoplay_state(driver).await?, pauses, "a key pauses it");
    press_button(driver, "play").await?;
    run_script(
        driver,
        "document.querySelector('h1').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))",
    )
    .await?;
    assert_eq!(autoplay_state(driver).await?, pauses, "a touch pauses it");
    press_button(driver, "last").await?;
    wait_for_step(driver, "pay").await?;
    press_button(driver, "play").await?;
    wait_for_step(driver, "deal").await?;
    assert_eq!(autoplay_state(driver).await?, plays, "it begins again");
    press_button(driver, "first").await?;
    wait_for_step(driver, "deal").await?;
    browser.close().await
}

#[tokio::test]
async fn the_space_bar_plays_and_pauses_and_presses_what_has_the_focus() -> WebDriverResult<()> {
    let browser = open_step("deal").await?;
    let driver = &browser.driver;
    press_key(driver, " ").await?;
    wait_for_step(driver, "d1").await?;
    assert_eq!(autoplay_state(driver).await?[1], json!("true"));
    press_key(driver, " ").await?;
    assert_eq!(autoplay_state(driver).await?[1], json!("false"));
    run_script(
        driver,
        "document.querySelector('.hand-controls [data-go=next]').focus()",
    )
    .await?;
    press_key(driver, " ").await?;
    wait_for_step(driver, "d2").await?;
    assert_eq!(autoplay_state(driver).await?[1], json!("false"));
    browser.close().await
}

/// The pages keep the speed, and the address does not. At the highest speed a complete trick still stays for 1.5 seconds.
#[tokio::test]
async fn the_speed_is_kept_and_a_complete_trick_stays() -> WebDriverResult<()> {
    let browser = open_step("t1-3").await?;
    let driver = &browser.driver;
    let speed = "document.querySelector('[data-go=speed]')";
    let said = format!("return [{speed}.textContent, {speed}.ariaLabel]");
    press_button(driver, "speed").await?;
    wait_until(driver, &format!("{speed}.textContent === '2×'")).await?;
    driver.refresh().await?;
    wait_until(driver, &format!("{speed}.textContent === '2×'")).await?;
    assert_eq!(
        driver.current_url().await?.fragment(),
        Some("denise-must-trump-h1-t1-3")
    );
    let watch = "window.pauses = []; const later = window.setTimeout.bind(window); \
         window.setTimeout = (act, pause) => { pauses.push(pause); return later(act, 20); }; \
         document.querySelector('.hand-live').textContent = ''; document.querySelector('[data-go=play]').click()";
    run_script(driver, watch).await?;
    wait_for_step(driver, "pay").await?;
    let pauses = run_script(driver, "return window.pauses.length").await?;
    assert!(pauses.as_u64().is_some_and(|count| count > 10), "{pauses}");
    let shortest = "const tricks = document.querySelectorAll('.hand-step:has(.laid.wins)').length; \
         return [tricks > 3, pauses.filter(pause => pause >= 1500).length >= tricks - 1]";
    assert_eq!(run_script(driver, shortest).await?, json!([true, true]));
    press_button(driver, "speed").await?;
    assert_eq!(run_script(driver, &said).await?, json!(["½×", "Speed ½×"]));
    press_button(driver, "speed").await?;
    assert_eq!(run_script(driver, &said).await?, json!(["1×", "Speed 1×"]));
    browser.close().await
}

#[tokio::test]
async fn a_question_mark_lists_the_keys() -> WebDriverResult<()> {
    let browser = open_step("d2").await?;
    let driver = &browser.driver;
    run_script(
        driver,
        "document.querySelector('.hand-controls [data-go=next]').focus()",
    )
    .await?;
    press_key(driver, "?").await?;
    wait_until(driver, "document.querySelector('dialog.hand-dialog:modal')").await?;
    let words = run_script(
        driver,
        "return document.querySelector('.hand-dialog').innerText",
    )
    .await?;
    for key in ["Space", "plays and pauses", "Home, End", "Close"] {
        assert!(
            words.as_str().is_some_and(|words| words.contains(key)),
            "{key}: {words}"
        );
    }
    press_key(driver, Key::Right + "").await?;
    press_key(driver, Key::Escape + "").await?;
    wait_until(driver, "!document.querySelector('.hand-dialog')").await?;
    wait_for_step(driver, "d2").await?;
    let focus = run_script(driver, "return document.activeElement.dataset.go").await?;
    assert_eq!(focus, json!("next"), "the focus is where it was");
    browser.close().await
}

/// The last trick lies on the cloth again, until the reader goes on.
#[tokio::test]
async fn the_last_trick_is_looked_at_again() -> WebDriverResult<()> {
    let browser = open_step("t2-1").await?;
    let driver = &browser.driver;
    let laid = "return [...document.querySelectorAll('.hand-step.is-now .laid .card')] \
         .filter(card => card.checkVisibility()).map(card => card.textContent).sort()";
    let now = run_script(driver, laid).await?;
    press_button(driver, "trick").await?;
    wait_until(driver, "document.querySelector('.shows-last-trick')").await?;
    let before = "return [...document.querySelectorAll('[id$=h1-t1-3] .laid .card')].map(card => card.textContent).sort()";
    let again = run_script(driver, laid).await?;
    assert_eq!(again, run_script(driver, before).await?);
    assert_ne!(again, now);
    press_button(driver, "trick").await?;
    assert_eq!(run_script(driver, laid).await?, now);
    press_button(driver, "trick").await?;
    press_button(driver, "next").await?;
    wait_for_step(driver, "t2-2").await?;
    let left = "return document.querySelectorAll('.shows-last-trick, .laid.was').length";
    assert_eq!(run_script(driver, left).await?, json!(0));
    browser.close().await
}

/// A page of a site that knows its address has its code.
#[tokio::test]
async fn a_hand_is_shared_as_a_qr_code_where_its_page_has_one() -> WebDriverResult<()> {
    let browser = open_step("t1-1").await?;
    let driver = &browser.driver;
    let code = "<template class=\"page-code\"><svg viewBox=\"0 0 9 9\"><path d=\"M1 1h7v7h-7z\"/></svg></template>";
    let add = format!("document.querySelector('main').insertAdjacentHTML('beforeend', '{code}')");
    run_script(driver, &add).await?;
    press_button(driver, "share").await?;
    let button = "[...document.querySelectorAll('.hand-share button')].find(one => one.textContent === 'Show QR code')";
    wait_until(driver, button).await?;
    run_script(driver, &format!("{button}.click()")).await?;
    let width = "return document.querySelector('.hand-dialog .page-code svg').getBoundingClientRect().width";
    let width = run_script(driver, width).await?;
    assert!(
        width.as_f64().is_some_and(|width| width > 150.0),
        "{width} pixels"
    );
    browser.close().await
}

/// A picture has what is seen of the cards, and no more.
#[tokio::test]
async fn a_step_is_shared_as_a_link_as_a_picture_and_in_a_frame() -> WebDriverResult<()> {
    let browser = open_step("t3-2").await?;
    let driver = &browser.driver;
    let watch = "window.files = []; URL.createObjectURL = blob => { files.push(blob); return '#'; }; \
         window.copied = []; navigator.clipboard.writeText = async text => { copied.push(text); }";
    run_script(driver, watch).await?;
    set_menu_control(driver, "seat", "0").await?;
    set_menu_control(driver, "hides", "true").await?;
    press_button(driver, "share").await?;
    wait_until(
        driver,
        "document.querySelectorAll('.hand-share button').length === 4",
    )
    .await?;
    run_script(
        driver,
        "document.querySelectorAll('.hand-share button').forEach(button => button.click())",
    )
    .await?;
    wait_until(driver, "window.files.length && window.copied.length === 2").await?;
    // A browser without the means to make a PNG says so.
    let png = "const said = document.querySelector('.hand-dialog').innerText; \
         return files[1] ? files[1].type === 'image/png' : said.includes('cannot make a PNG') || said.includes('code for a frame')";
    assert_eq!(run_script(driver, png).await?, json!(true));
    let kinds = run_script(driver, "return [files[0].type, copied[0]]").await?;
    assert_eq!(kinds[0], json!("image/svg+xml"));
    assert!(
        kinds[1]
            .as_str()
            .is_some_and(|link| link.ends_with(&format!("{HAND}?seat=0&hides=on#{ID}-t3-2")))
    );
    let svg = run_script(driver, "return files[0].text()").await?;
    let svg = svg.as_str().unwrap_or_default();
    for seen in ["<svg", "Denise", "7♥", "10♠", "trump"] {
        assert!(svg.contains(seen), "{seen} is missing in {svg}");
    }
    assert!(!svg.contains("A♦"), "the cards of others are hidden: {svg}");
    let code = run_script(driver, "return copied[1]").await?;
    let code = code.as_str().unwrap_or_default();
    assert!(
        code.starts_with("<iframe ")
            && code.contains(&format!("{HAND}?embed&amp;seat=0&amp;hides=on#{ID}-t3-2")),
        "{code}"
    );
    browser.close().await
}

#[tokio::test]
async fn a_touched_card_of_another_player_offers_that_seat() -> WebDriverResult<()> {
    let browser = open_step("t2-1").await?;
    let driver = &browser.driver;
    run_script(
        driver,
        "document.querySelector('.is-now li:not(.mover, .out) .place .card:not(.gone)').click()",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.hand-dialog:modal button')",
    )
    .await?;
    let words = run_script(
        driver,
        "return document.querySelector('.hand-dialog button').textContent",
    )
    .await?;
    let words = words.as_str().unwrap_or_default().to_owned();
    let player = words
        .strip_prefix("Play on from here as ")
        .expect("an offer")
        .to_owned();
    run_script(
        driver,
        "document.querySelector('.hand-dialog button').click()",
    )
    .await?;
    wait_until(driver, "document.querySelector('.play-hand .mine .who b')").await?;
    let name = run_script(
        driver,
        "return document.querySelector('.play-hand .mine .who b').textContent",
    )
    .await?;
    assert_eq!(name, json!(player));
    browser.close().await
}

/// The card that is chosen is played with what follows, and the payout brings what stands on it.
#[tokio::test]
async fn what_if_shows_results_on_the_cards_and_plays_them() -> WebDriverResult<()> {
    let browser = open_step("t2-1").await?;
    let driver = &browser.driver;
    press_button(driver, "what-if").await?;
    wait_until(driver, "document.querySelector('.hand-what-if button')").await?;
    let results = "return [...document.querySelectorAll('.hand-what-if button')].map(card => [card.textContent, card.dataset.result])";
    let offered = run_script(driver, results).await?;
    let on_table = "const step = document.querySelector('.hand-step.is-now'); \
         return [...step.querySelectorAll('.cloth .card[data-result]')].map(card => [card.textContent, card.dataset.result])";
    let shown = run_script(driver, on_table).await?;
    let [offered, shown] = [offered, shown].map(|list| {
        let mut list = list.as_array().cloned().unwrap_or_default();
        list.sort_by_key(ToString::to_string);
        list
    });
    assert!(offered.len() > 1, "{offered:?}");
    assert_eq!(offered, shown);
    let says = "return document.querySelector('.hand-what-if').textContent";
    let words = run_script(driver, says).await?;
    assert!(
        words
            .as_str()
            .is_some_and(|words| words.contains("sees all cards")),
        "{words}"
    );
    // A touch on the card of the table does the same as its button.
    run_script(
        driver,
        "[...document.querySelectorAll('.is-now .place .card[data-result]')].pop().click()",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.is-line .hand-step.is-now')",
    )
    .await?;
    let line = driver.current_url().await?;
    assert_eq!(line.fragment(), Some(format!("{ID}-t2-1").as_str()));
    assert!(
        line.query()
            .is_some_and(|query| query.starts_with("what-if=")),
        "{line}"
    );
    let at = "return [document.querySelector('.is-line .hand-step.is-now').id.slice(-5), \
         document.querySelector('.hand').checkVisibility(), document.activeElement.dataset.go]";
    assert_eq!(
        run_script(driver, at).await?,
        json!(["-t2-1", false, "next"])
    );
    press_key(driver, Key::End + "").await?;
    wait_until(
        driver,
        "document.querySelector('.is-line [id$=h1-pay].is-now')",
    )
    .await?;
    let back = "document.querySelector('.is-line .hand-head button').click()";
    run_script(driver, back).await?;
    let ended = "return [document.querySelectorAll('.hand').length, document.querySelector('.hand').checkVisibility(), \
         document.activeElement.dataset.go, location.search]";
    assert_eq!(
        run_script(driver, ended).await?,
        json!([1, true, "what-if", ""])
    );
    // A link to the line shows it.
    driver.goto("about:blank").await?;
    driver.goto(line.as_str()).await?;
    wait_until(
        driver,
        "document.querySelector('.is-line [id$=h1-t2-1].is-now')",
    )
    .await?;
    browser.close().await
}

#[tokio::test]
async fn in_a_frame_of_another_page_a_hand_stands_without_the_book() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url(&format!("{HAND}?embed&seat=3&hides=on#{ID}-t3-2")))
        .await?;
    wait_for_step(driver, "t3-2").await?;
    wait_until(driver, "document.querySelector('.hand.hides .s3.mine')").await?;
    let seen = "const seen = one => Boolean(document.querySelector(one)?.checkVisibility()); \
         return [seen('.bar'), seen('.foot'), seen('.hand-controls'), seen('.hand-step.is-now .cloth'), \
         document.querySelector('.hand-step.is-now a.clause').matches(':any-link')]";
    assert_eq!(
        run_script(driver, seen).await?,
        json!([false, false, true, true, true])
    );
    press_button(driver, "next").await?;
    wait_for_step(driver, "t3-3").await?;
    browser.close().await
}
