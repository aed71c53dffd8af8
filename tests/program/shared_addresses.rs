//! Addresses as chats leave them: with a sign at the end, without one, with parameters added, or cut.

use crate::driver::{Browser, own_book, run_script, wait_until};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

const TEXT: &str = "document.querySelector('textarea').value";
const WARNING: &str = "document.querySelector('.playground-warning')?.textContent";

/// Opens the Playground with a fragment.
async fn open_fragment(driver: &WebDriver, fragment: &str) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver
        .goto(own_book().url(&format!("playground.html{fragment}")))
        .await?;
    wait_until(
        driver,
        "document.querySelector('.playground-desk:not([hidden])')",
    )
    .await
}

async fn packed_text(driver: &WebDriver, text: &str) -> WebDriverResult<String> {
    let pack = "const [text, done] = arguments; mouche.packText(text).then(done)";
    let packed = driver
        .execute_async(pack, vec![json!(text)])
        .await?
        .json()
        .clone();
    Ok(packed.as_str().expect("a packed text").to_owned())
}

#[tokio::test]
async fn a_text_survives_what_chats_do_to_its_address() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let hand = include_str!("../held/denise-must-trump.md");
    open_fragment(driver, "").await?;
    let address = packed_text(driver, hand).await?;
    assert!(
        address.ends_with(|last: char| last.is_ascii_alphanumeric()),
        "{address}"
    );
    let old = address.strip_suffix(".z").expect("an end").to_owned();
    // An old address whose last sign is one that chats cut off.
    let mut ends_so = None;
    let folder = crate::repository_paths::root().join("scenarios/mouche-1718");
    for file in folder.read_dir().expect("hands").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("a hand");
        let other = packed_text(driver, &text).await?;
        if let Some(cut) = other.strip_suffix("_.z") {
            ends_so = Some((text, cut.to_owned()));
            break;
        }
    }
    let (short, cut) = ends_so.expect("one in sixteen ends so");
    let signs = [
        ".",
        ")",
        ">",
        "),",
        "&utm_source=x",
        "?utm_source=x",
        "&amp;utm_source=x",
        "_",
        "*",
    ];
    let mut cases: Vec<(String, &str)> = signs
        .iter()
        .map(|sign| (format!("#text={address}{sign}"), hand))
        .collect();
    cases.extend(
        ["", ".", ")", "&utm_source=x"]
            .iter()
            .map(|sign| (format!("#text={old}{sign}"), hand)),
    );
    cases.extend([
        (format!("#text%3D{address}"), hand),
        (format!("#text={address}"), hand),
    ]);
    cases.extend([
        (format!("#text={cut}"), short.as_str()),
        (format!("#text={cut})"), short.as_str()),
    ]);
    for (fragment, text) in cases {
        open_fragment(driver, &fragment).await?;
        wait_until(driver, &format!("{TEXT} || {WARNING}")).await?;
        let end = &fragment[fragment.len().saturating_sub(20)..];
        assert_eq!(
            run_script(driver, &format!("return {WARNING}")).await?,
            Value::Null,
            "…{end}"
        );
        assert_eq!(
            run_script(driver, &format!("return {TEXT}")).await?,
            json!(text),
            "…{end}"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn of_a_damaged_address_what_is_left_is_shown() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let hand = include_str!("../held/denise-must-trump.md");
    open_fragment(driver, "").await?;
    let address = packed_text(driver, hand).await?;
    open_fragment(driver, &format!("#text={}", &address[..address.len() / 2])).await?;
    wait_until(
        driver,
        &format!("{WARNING}?.startsWith('The end of this text is missing: ')"),
    )
    .await?;
    let left = run_script(driver, &format!("return {TEXT}")).await?;
    let left = left.as_str().unwrap_or_default();
    assert!(left.len() > 100 && hand.starts_with(left), "{left}");
    for nothing in ["#text=%E2%99%A0", "#text=", "#other", "#text=!!"] {
        open_fragment(driver, nothing).await?;
        wait_until(
            driver,
            &format!("{WARNING}?.startsWith('This address contains no readable text')"),
        )
        .await?;
    }
    // A small address may hold more than any file may.
    let bomb = packed_text(driver, &"\n".repeat(3_000_000)).await?;
    assert!(bomb.len() < 6_000);
    open_fragment(driver, &format!("#text={bomb}")).await?;
    wait_until(
        driver,
        &format!("{WARNING} === 'This address contains a text of more than 1 MB.'"),
    )
    .await?;
    // Very many lines are numbered all the same.
    let lines = packed_text(driver, &"\n".repeat(300_000)).await?;
    open_fragment(driver, &format!("#text={lines}")).await?;
    wait_until(
        driver,
        "document.querySelector('.playground-lines').textContent.endsWith('300001\\n')",
    )
    .await?;
    browser.close().await
}

#[tokio::test]
async fn a_step_is_found_without_the_sign_behind_its_address() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let step = "denise-must-trump-h1-t3-2";
    for sign in ["", ")", ".", ").", "&utm_source=x", "*", "%3E"] {
        driver.goto("about:blank").await?;
        driver
            .goto(own_book().url(&format!(
                "hands/mouche-1718/denise-must-trump.html#{step}{sign}"
            )))
            .await?;
        wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
        let shown = run_script(
            driver,
            "return document.querySelector('.hand-step.is-now').id",
        )
        .await?;
        assert_eq!(shown, json!(step), "{sign}");
    }
    browser.close().await
}

#[tokio::test]
async fn a_table_survives_what_chats_do_to_its_address() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let table = "edition=mouche-1718&players=4&seat=1&seed=7&drill=&words=stand";
    driver
        .goto(own_book().url(&format!("play.html#{table}")))
        .await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    let own = run_script(driver, "return location.hash.slice(1)")
        .await?
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(
        own.ends_with(|last: char| last.is_ascii_alphanumeric()),
        "{own}"
    );
    for fragment in [
        format!("{table})"),
        format!("{own}."),
        format!("{own}&utm_source=x"),
        own.replace('&', "&amp;"),
        own.replace('=', "%3D"),
    ] {
        driver.goto("about:blank").await?;
        driver
            .goto(own_book().url(&format!("play.html#{fragment}")))
            .await?;
        wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    }
    browser.close().await
}

#[tokio::test]
async fn what_is_wrong_in_the_address_of_a_table_is_said_in_words() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let right = "edition=mouche-1718&players=4&seat=1&seed=7&words=";
    for (from, to, words) in [
        (
            "seed=7",
            "seed=abc",
            "This address gives “abc” for seed, where a whole number is needed.",
        ),
        ("seed=7", "seed=-1", "This address gives “-1” for seed"),
        ("seed=7", "seed=1.5", "This address gives “1.5” for seed"),
        (
            "seed=7",
            "seed=9007199254740993",
            "This address gives “9007199254740993” for seed",
        ),
        (
            "players=4",
            "players=99",
            "This address asks for 99 players, but La Mouche, 1718 is for 3, 4, 5",
        ),
        (
            "seat=1",
            "seat=9",
            "This address asks for seat 9, but seats go from 0 to 3.",
        ),
        (
            "words=",
            "drill=none",
            "This address asks to practise “none”, which is not a drill of La Mouche, 1718.",
        ),
        (
            "words=",
            "words=&text=abc",
            "This address does not name the step of the hand",
        ),
        (
            "words=",
            "words=zz",
            "“zz” cannot be said at this table. Choose one of the buttons, or one of your cards.",
        ),
    ] {
        driver.goto("about:blank").await?;
        driver
            .goto(own_book().url(&format!("play.html#{}", right.replace(from, to))))
            .await?;
        wait_until(
            driver,
            "document.querySelector('.play-says').textContent && !document.querySelector('.play-hand[aria-busy]')",
        )
        .await?;
        let said = run_script(
            driver,
            "return document.querySelector('.play-says').textContent",
        )
        .await?;
        assert!(
            said.as_str().is_some_and(|said| said.starts_with(words)),
            "{to}: {said}"
        );
        let goes_on = "return [...document.querySelectorAll('.play-table button, .play-asks button')].some(one => one.checkVisibility())";
        assert_eq!(
            run_script(driver, goes_on).await?,
            json!(true),
            "{to}: no way on"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn what_was_written_and_played_is_offered_again() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_fragment(driver, "").await?;
    run_script(driver, "localStorage.clear()").await?;
    let typed = "const text = document.querySelector('textarea'); text.value = '# My own hand'; text.dispatchEvent(new Event('input'))";
    run_script(driver, typed).await?;
    wait_until(driver, "localStorage.getItem('mouche-playground')").await?;
    open_fragment(driver, "").await?;
    wait_until(
        driver,
        &format!("{WARNING} === 'You wrote “My own hand” here. Open it'"),
    )
    .await?;
    run_script(
        driver,
        "document.querySelector('.playground-warning button').click()",
    )
    .await?;
    wait_until(driver, &format!("{TEXT} === '# My own hand'")).await?;
    // At Play the table that was left.
    driver
        .goto(own_book().url("play.html#edition=mouche-1718&players=4&seat=1&seed=7&words=stand"))
        .await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    driver.goto("about:blank").await?;
    driver.goto(own_book().url("play.html")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-resume')?.textContent === 'Go on with your evening: deal 1, 1000 chips La Mouche, 1718'",
    )
    .await?;
    run_script(
        driver,
        "document.querySelector('.play-resume button').click()",
    )
    .await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    browser.close().await
}

/// On the page of a hand a reader who touches a card of the player to move plays on from there. On the stage of a lesson a
/// touched card leads nowhere.
#[tokio::test]
async fn a_touched_card_of_a_hand_leads_to_the_table() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let card =
        "[...document.querySelectorAll('.hand-step.is-now .mover .place .card:not(.gone)')][0]";
    let hand = "hands/mouche-1718/denise-must-trump.html#denise-must-trump-h1-t1-3";
    for (page, leads_on) in [("learn/to-trump.html", false), (hand, true)] {
        driver.goto(own_book().url(page)).await?;
        wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
        if !leads_on {
            wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
        }
        let cursor = run_script(driver, &format!("return getComputedStyle({card}).cursor")).await?;
        assert_eq!(cursor == json!("pointer"), leads_on, "{page}");
        run_script(driver, &format!("{card}.click()")).await?;
    }
    wait_until(driver, "location.pathname.endsWith('play.html') && document.querySelector('.play-asks button, .play-asks [data-plays]')").await?;
    browser.close().await
}
