//! A session in the page, from a server and from a file: moves, a refusal, a hint, an undo, an address, a scenario.

use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::json_of_commands::{assert_holds, editions};
use crate::page_theme::open_listening_browser;
use crate::server::serve;
use serde_json::json;
use thirtyfour::prelude::*;

const TABLE: &str = "play.html#edition=mouche-1718&options=&players=4&seat=1&seed=7&words=";

/// Says what a button says, and waits for the steps that come of it.
pub async fn press_button(driver: &WebDriver, words: &str) -> WebDriverResult<()> {
    let before = run_script(
        driver,
        "return document.querySelectorAll('.play .hand-step').length",
    )
    .await?;
    let button = format!("document.querySelector('.play [data-says=\"{words}\"]:enabled')");
    wait_until(driver, &button).await?;
    run_script(driver, &format!("{button}.click()")).await?;
    wait_until(
        driver,
        &format!("document.querySelectorAll('.play .hand-step').length > {before}"),
    )
    .await
}

/// The file that *Save* writes: one that holds.
pub async fn saved_file(driver: &WebDriver) -> WebDriverResult<String> {
    // A page from a file also makes the address of a worker in this way.
    let keep = "const create = URL.createObjectURL.bind(URL); \
         URL.createObjectURL = blob => { if (blob.type !== 'text/markdown') { return create(blob); } \
         blob.text().then(text => { window.saved = text; }); return '#'; }; \
         document.querySelector('[data-go=save]').click()";
    run_script(driver, keep).await?;
    wait_until(driver, "window.saved").await?;
    let saved = run_script(driver, "return window.saved")
        .await?
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert_holds(&saved);
    Ok(saved)
}

const NOW: &str = "return document.querySelector('.play .hand-step.is-now').innerText";
const STEPS: &str = "return Array.from(document.querySelectorAll('.play .hand-step'), step => step.id + step.dataset.say).join('')";

/// Plays a hand of 1718 with a card that is refused; the steps it came to.
pub async fn play_hand(browser: &Browser, base: &str) -> WebDriverResult<String> {
    let driver = &browser.driver;
    driver.goto("about:blank").await?;
    driver.goto(format!("{base}{TABLE}")).await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    press_button(driver, "stand").await?;
    run_script(driver, "document.querySelector('[data-go=hint]').click()").await?;
    wait_until(
        driver,
        "document.querySelector('.play-says').innerText.includes('Its rule')",
    )
    .await?;
    press_button(driver, "K♠").await?;
    press_button(driver, "K♦").await?;
    let refused = run_script(driver, NOW).await?;
    let refused = refused.as_str().unwrap_or_default();
    assert!(
        refused.contains("You try to play K♦, but cannot: hearts were led and must be followed"),
        "{refused}"
    );
    let clause = "return Array.from(document.querySelectorAll('.play .is-now a'), a => a.getAttribute('href'))";
    let clauses = run_script(driver, clause).await?.to_string();
    assert!(
        clauses.contains("rules/mouche-1718.html#play.follow"),
        "{clauses}"
    );
    run_script(driver, "document.querySelector('[data-go=undo]').click()").await?;
    wait_until(
        driver,
        "!document.querySelector('.play .hand-step-refused')",
    )
    .await?;
    press_button(driver, "K♦").await?;
    for card in ["6♥", "7♣", "K♦", "A♦"] {
        press_button(driver, card).await?;
    }
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=deal]')",
    )
    .await?;
    let steps = run_script(driver, STEPS)
        .await?
        .as_str()
        .unwrap_or_default()
        .to_owned();
    // The address is the session.
    let address = driver.current_url().await?;
    driver.goto("about:blank").await?;
    driver.goto(address.as_str()).await?;
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=deal]')",
    )
    .await?;
    let again = run_script(driver, STEPS).await?;
    assert!(
        again
            .as_str()
            .is_some_and(|again| again.replace(" is-now", "") == steps.replace(" is-now", "")),
        "{again}"
    );
    // What is saved holds, with the card that was refused.
    assert!(saved_file(driver).await?.contains("(refused: play.follow"));
    press_button(driver, "deal").await?;
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    Ok(steps)
}

#[tokio::test]
async fn a_hand_is_played_from_a_server_and_from_a_file() -> WebDriverResult<()> {
    let book = own_book();
    let page = std::fs::read_to_string(book.site().join("play.html")).expect("the page to play on");
    let has_engine = !page.contains("data-engine=\"\"");
    assert!(
        has_engine,
        "the book was made without the engine: run tests/run, or set MOUCHE_ENGINE=quick"
    );
    let browser = open_listening_browser().await?;
    let served = play_hand(&browser, &serve(book.site(), false)).await?;
    assert_eq!(play_hand(&browser, &book.url("")).await?, served);
    browser.close().await
}

/// A deal of Mus from its first question to its reckoning: words are buttons, and cards are chosen where they lie.
#[tokio::test]
async fn a_deal_of_mus_is_played_by_words_and_cards() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("play.html#edition=mus-pairs&options=&players=4&seat=0&seed=3&words="))
        .await?;
    press_button(driver, "mus").await?;
    let says = "return Array.from(document.querySelectorAll('.play-asks [data-says]'), one => one.dataset.says)";
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=discard]')",
    )
    .await?;
    assert_eq!(run_script(driver, says).await?, json!(["discard"]));
    let is_foreseen = "return document.querySelector('[data-go=what]').ariaDisabled !== 'true'";
    assert_eq!(
        run_script(driver, is_foreseen).await?,
        json!(false),
        "what is drawn nobody knows"
    );
    for card in ["6♠", "5♠"] {
        let choose =
            "[...document.querySelectorAll('.play button.card')].find(one => one.textContent === ";
        run_script(
            driver,
            &format!("{choose}'{card}' && !one.disabled).click()"),
        )
        .await?;
    }
    press_button(driver, "discard").await?;
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=accept]')",
    )
    .await?;
    let asked = run_script(
        driver,
        "return document.querySelector('.play-asks').innerText",
    )
    .await?
    .to_string();
    assert!(
        asked.contains("Punto: Bertrand has bet, 2 in all.") && asked.contains("raise 5 (subo 5)"),
        "{asked}"
    );
    assert_eq!(
        run_script(driver, says).await?,
        json!(["accept", "refuse", "raise", "raise 5", "raise 10", "ordago"])
    );
    run_script(driver, "document.querySelector('[data-go=hint]').click()").await?;
    wait_until(
        driver,
        "document.querySelector('.play-says').innerText.includes('Its rule')",
    )
    .await?;
    let hidden = "return [...document.querySelectorAll('.play .hand-step:last-child .s1 .place .card')].filter(one => !one.classList.contains('back')).length";
    assert_eq!(
        run_script(driver, hidden).await?,
        json!(0),
        "others' cards are seen"
    );
    run_script(driver, "document.querySelector('[data-go=what]').click()").await?;
    wait_until(
        driver,
        "document.querySelector('.play .hand-instead[open] li.best')",
    )
    .await?;
    let foreseen = run_script(
        driver,
        "return document.querySelector('.play .hand-instead').innerText",
    )
    .await?
    .to_string();
    assert!(
        foreseen.contains("accept (quiero): 5 stones more than the other side"),
        "{foreseen}"
    );
    press_button(driver, "accept").await?;
    wait_until(driver, "document.querySelector('.play-account')").await?;
    let account = run_script(
        driver,
        "return document.querySelector('.play-outcome').innerText",
    )
    .await?
    .to_string();
    assert!(
        account.contains("This deal: 6 stones more than the other side"),
        "{account}"
    );
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=deal]')",
    )
    .await?;
    assert!(saved_file(driver).await?.contains("score 11 5"));
    press_button(driver, "deal").await?;
    // A deal that is told is gone on with from where it stands.
    driver
        .goto(own_book().url("hands/mus-pairs/a-bet-on-nothing.html#a-bet-on-nothing-h1-petite-2"))
        .await?;
    wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
    run_script(driver, "document.querySelector('.hand-view').open = true; document.querySelector('[data-go=sit]').click()")
        .await?;
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=pass]')",
    )
    .await?;
    let note = run_script(
        driver,
        "return document.querySelector('.play-note').textContent",
    )
    .await?
    .to_string();
    assert!(note.contains("you play for Modesto"), "{note}");
    press_button(driver, "pass").await?;
    wait_until(
        driver,
        "document.querySelector('.play-account, .play-asks button')",
    )
    .await?;
    // The others play as at a new table of Mus.
    let saved = saved_file(driver).await?;
    assert!(saved.contains("plays at level fair"), "{saved}");
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    browser.close().await
}

/// From the page of drills to a deal, its end, what it cost, back, and on to the next.
pub async fn play_drill(browser: &Browser, base: &str) -> WebDriverResult<()> {
    let driver = &browser.driver;
    driver.goto(format!("{base}practice/mouche.html")).await?;
    driver
        .find(By::Css("#trumping ~ p .button"))
        .await?
        .click()
        .await?;
    wait_until(driver, "document.querySelector('.play-drill')").await?;
    let about = run_script(
        driver,
        "return document.querySelector('.play-drill').innerText",
    )
    .await?
    .to_string();
    assert!(
        about.contains("Trumping") && !about.contains("Played so far"),
        "{about}"
    );
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    let over = "document.querySelector('.play-asks [data-go=more]')";
    // One card after the other, until one may be played.
    let act = "const cards = document.querySelectorAll('.play button.card:enabled'); window.tries = (window.tries || 0) + 1; \
         (document.querySelector('[data-says=stand]') || cards[window.tries % cards.length]).click()";
    let steps = "document.querySelectorAll('.play .hand-step').length";
    while run_script(driver, &format!("return Boolean({over})")).await? == json!(false) {
        let before = run_script(driver, &format!("return {steps}")).await?;
        run_script(driver, act).await?;
        wait_until(driver, &format!("{steps} > {before}")).await?;
    }
    wait_until(driver, "document.querySelector('.play-account')").await?;
    let account = run_script(
        driver,
        "return document.querySelector('.play-outcome').innerText",
    )
    .await?
    .to_string();
    assert!(account.starts_with("\"You won "), "{account}");
    wait_until(
        driver,
        "document.querySelector('.play-drill').innerText.includes('Played so far: 1;')",
    )
    .await?;
    let seed = run_script(
        driver,
        "return new URLSearchParams(location.hash.slice(1)).get('seed')",
    )
    .await?;
    run_script(driver, &format!("{over}.click()")).await?;
    wait_until(
        driver,
        &format!(
            "new URLSearchParams(location.hash.slice(1)).get('seed') !== '{}'",
            seed.as_str().unwrap_or_default()
        ),
    )
    .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    Ok(())
}

#[tokio::test]
async fn a_drill_is_dealt_played_accounted_for_and_counted() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    play_drill(&browser, &own_book().url("")).await?;
    browser.close().await
}

/// Nobody who only reads fetches the engine.
#[tokio::test]
async fn the_engine_is_fetched_by_those_who_sit_down() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .goto(format!("{}play.html", serve(own_book().site(), false)))
        .await?;
    let asked =
        "return performance.getEntriesByType('resource').some(e => e.name.includes('engine'))";
    wait_until(driver, "!document.querySelector('.play-table').hidden").await?;
    assert_eq!(run_script(driver, asked).await?, json!(false));
    run_script(
        driver,
        "document.querySelector('.play-table button').click()",
    )
    .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    assert_eq!(run_script(driver, asked).await?, json!(true));
    let card = "return document.querySelectorAll('.hand-places > li:not(.s0) .place .card:not(.back)').length";
    let shown = run_script(driver, card).await?;
    browser.close().await?;
    assert_eq!(shown, json!(0), "the cards of others are shown");
    Ok(())
}

/// From a step of a hand by its menu to the table; a card is worked out and played there.
pub async fn play_from_step(browser: &Browser, base: &str) -> WebDriverResult<String> {
    let driver = &browser.driver;
    driver.goto("about:blank").await?;
    driver
        .goto(format!("{base}{HAND}#denise-must-trump-h1-t1-3"))
        .await?;
    wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
    run_script(driver, "document.querySelector('.hand-view').open = true; document.querySelector('[data-go=sit]').click()")
        .await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    let address = driver.current_url().await?.to_string();
    assert!(
        address.contains("step=h1-t1-3&") && address.contains("text="),
        "{address}"
    );
    wait_until(
        driver,
        "document.querySelector('.play-note').textContent.includes('Denise must trump')",
    )
    .await?;
    run_script(
        driver,
        "for (const press of [1, 2]) { document.querySelector('[data-go=what]').click(); }",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.play .hand-instead[open] li.best, .play-says').textContent",
    )
    .await?;
    let asked = "document.querySelector('.play-says').textContent";
    wait_until(
        driver,
        &format!("!document.querySelector('[aria-busy]') && {asked}"),
    )
    .await?;
    let foreseen = run_script(
        driver,
        "return document.querySelectorAll('.play .hand-instead').length",
    )
    .await?;
    let words = run_script(driver, &format!("return {asked}"))
        .await?
        .to_string();
    assert!(
        foreseen == json!(1) || words.contains("You may not play any other card"),
        "{foreseen}, {words}"
    );
    run_script(
        driver,
        "document.querySelector('.play .mine button.card.may, .play .mine button.card').click()",
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.play-asks button, .play-asks [data-plays]')",
    )
    .await?;
    let words = "new URLSearchParams(location.hash.slice(1)).get('words')";
    wait_until(driver, words).await?;
    let steps = run_script(driver, STEPS)
        .await?
        .as_str()
        .unwrap_or_default()
        .replace(" is-now", "");
    // The address is the table, wherever it is opened.
    let address = driver.current_url().await?.to_string();
    driver.goto("about:blank").await?;
    driver.goto(&address).await?;
    wait_until(driver, "document.querySelector('.play .hand-step')").await?;
    let again = run_script(driver, STEPS)
        .await?
        .as_str()
        .unwrap_or_default()
        .replace(" is-now", "");
    assert_eq!(again, steps);
    // Where nobody can sit down it says why.
    driver.goto("about:blank").await?;
    driver
        .goto(address.replace("step=h1-t1-3", "step=h1-pay"))
        .await?;
    wait_until(
        driver,
        "document.querySelector('.play-says').textContent.startsWith('The deal is over at this step')",
    )
    .await?;
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    Ok(steps)
}

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";

#[tokio::test]
async fn a_seat_is_taken_in_a_hand_from_a_server_and_from_a_file() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_listening_browser().await?;
    let served = play_from_step(&browser, &serve(book.site(), false)).await?;
    // Another seed deals nothing else where all is told.
    assert_eq!(play_from_step(&browser, &book.url("")).await?, served);
    browser.close().await
}

/// What is agreed changes who may sit down and what is played, and is in the address.
#[tokio::test]
async fn what_is_agreed_is_chosen_and_in_the_address() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("play.html")).await?;
    wait_until(driver, "!document.querySelector('.play-table').hidden").await?;
    let players = "return Array.from(document.querySelectorAll('[name=players] option'), one => one.value).join(' ')";
    assert_eq!(run_script(driver, players).await?, json!("3 4 5 6"));
    run_script(
        driver,
        "document.querySelector('.play-choose > summary').click(); document.querySelector('.play-agreed:not([hidden]) summary').click()",
    )
    .await?;
    let shown = driver
        .find_all(By::Css(".play-agreed:not([hidden]) [data-option]"))
        .await?
        .len();
    let [edition, ..] = &editions()[..] else {
        panic!("no editions")
    };
    assert_eq!(edition["id"], "mouche-1718");
    assert_eq!(
        Some(shown),
        edition["options"].as_array().map(|options| options.len())
    );
    // By the keys alone.
    let choose =
        |option: &str| By::Css(format!(".play-agreed:not([hidden]) [data-option={option}]"));
    driver
        .find(choose("allow_two"))
        .await?
        .send_keys("y")
        .await?;
    driver
        .find(choose("end"))
        .await?
        .send_keys("after 1 d")
        .await?;
    driver.find(choose("debts")).await?.send_keys("one").await?;
    assert_eq!(run_script(driver, players).await?, json!("2 3 4 5 6"));
    driver
        .find(By::Css("[name=players]"))
        .await?
        .send_keys("2")
        .await?;
    driver
        .find(By::Css(".play-table form > button"))
        .await?
        .send_keys(Key::Enter + "")
        .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    let agreed = "return new URLSearchParams(location.hash.slice(1)).getAll('option').join('; ')";
    assert_eq!(
        run_script(driver, agreed).await?,
        json!("allow_two=true; debts=staged; end={ hands = 1 }")
    );
    assert_eq!(
        run_script(
            driver,
            "return document.querySelectorAll('.play .is-now .hand-places > li').length"
        )
        .await?,
        json!(2)
    );
    let (address, steps) = (
        driver.current_url().await?,
        run_script(driver, STEPS).await?,
    );
    driver.goto("about:blank").await?;
    driver.goto(address.as_str()).await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    assert_eq!(
        (
            run_script(driver, agreed).await?,
            run_script(driver, STEPS).await?
        ),
        (
            json!("allow_two=true; debts=staged; end={ hands = 1 }"),
            steps
        )
    );
    // What does not fit is told with what does.
    driver.goto("about:blank").await?;
    driver
        .goto(address.as_str().replace("debts%3Dstaged", "debts%3Dnever"))
        .await?;
    wait_until(driver, "document.querySelector('.play-says').textContent.includes('the option debts cannot have this value')")
        .await?;
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    browser.close().await
}
