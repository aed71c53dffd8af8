//! The front page: one question on one board in the first view, six taps to the end, and a page to read without scripts.

use crate::driver::{Browser, own_book, run_script, set_window, wait_until};
use crate::page_theme::open_listening_browser;
use crate::server::{ServerAnswer, serve, serve_by};
use crate::stage::begin_stage_anew;
use serde_json::json;
use thirtyfour::prelude::*;

/// What stands in the window: the heading, how many tables and questions, how many answers that can be tapped, and whether all
/// of that is in view at once.
const SEEN: &str = "const shown = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()); \
    const parts = [...shown('h1'), ...shown('.front .cloth'), ...shown('.front .asked-asks')]; \
    const inside = one => { const { top, bottom, right } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight && right <= innerWidth; }; \
    return [parts.length, shown('.front .cloth button').length, parts.every(inside), shown('.front .asked-asks')[0].textContent, \
        document.documentElement.scrollWidth <= innerWidth];";

#[tokio::test]
async fn the_front_page_is_one_question_on_one_board() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for (width, height) in [(1280, 800), (360, 740)] {
        set_window(driver, width, height).await?;
        driver.goto(own_book().url("index.html")).await?;
        wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
        let question = "Clubs were played. Which card wins? Tap it.";
        assert_eq!(
            run_script(driver, SEEN).await?,
            json!([3, 4, true, question, true]),
            "{width} × {height}"
        );
    }
    browser.close().await
}

/// The scripts that the front page needs for its first question.
const FIRST_SCRIPTS: [&str; 5] = [
    "theme/boot-",
    "book-",
    "theme/hand-",
    "theme/tools-",
    "theme/lesson-",
];

/// The cards of the first question are in the page, and a tap is answered although no other script ever arrives.
#[tokio::test]
async fn the_first_tap_waits_for_no_other_script() -> WebDriverResult<()> {
    let html = std::fs::read_to_string(own_book().site().join("index.html")).expect("the page");
    let first = html.split("class=\"asked\"").nth(1).expect("a question");
    for card in ["9♣", "J♣", "Q♣", "8♣"] {
        assert!(first.contains(card), "{card}");
    }
    let served = serve_by(own_book().site(), false, |path| {
        let is_first = FIRST_SCRIPTS.iter().any(|name| path.starts_with(name));
        if path.ends_with(".js") && !is_first {
            ServerAnswer::Never
        } else {
            ServerAnswer::File
        }
    });
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    set_window(driver, 360, 740).await?;
    driver.goto(format!("{served}index.html")).await?;
    let queen = "[...document.querySelectorAll('.asked .cloth button')].find(one => one.textContent === 'Q♣')";
    wait_until(driver, queen).await?;
    let is_in_view = format!(
        "const {{ top, bottom }} = {queen}.getBoundingClientRect(); return top > 0 && bottom < innerHeight && scrollY === 0"
    );
    assert_eq!(run_script(driver, &is_in_view).await?, json!(true));
    run_script(driver, &format!("{queen}.click()")).await?;
    let answered = "return document.querySelector('.asked').matches('.is-answered')";
    assert_eq!(run_script(driver, answered).await?, json!(true));
    browser.close().await
}

/// Presses *Next* and the arrow key, and returns whether *Next* is off, and the id of the question in view.
const PRESS_NEXT: &str = "const next = document.querySelector('.stage-next'); const isOff = next.ariaDisabled; next.click(); \
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })); \
    return [isOff, [...document.querySelectorAll('.asked')].filter(one => one.checkVisibility()).map(one => one.id)];";

/// Somebody new taps a card, and does not leaf through the questions. After any answer they may go on.
#[tokio::test]
async fn nothing_comes_next_before_the_first_tap() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("index.html")).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let first = run_script(driver, "return document.querySelector('.asked').id").await?;
    assert_eq!(
        run_script(driver, PRESS_NEXT).await?,
        json!(["true", [first]])
    );
    let tap_wrong_card = "[...document.querySelectorAll('.asked .cloth button')].find(one => one.textContent === '8♣').click()";
    run_script(driver, tap_wrong_card).await?;
    let after = run_script(driver, PRESS_NEXT).await?;
    assert_eq!(after[0], json!("false"));
    assert_ne!(after[1], json!([first]), "the second question");
    browser.close().await
}

#[tokio::test]
async fn without_scripts_the_front_page_reads_as_a_page() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    for (width, height) in [(1280, 800), (360, 740)] {
        set_window(driver, width, height).await?;
        driver.goto(own_book().url("index.html")).await?;
        let read = "const shown = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).length; \
             return [shown('.asked'), shown('.asked summary') > 20, shown('.hand-step'), shown('.front h2:not(.hand-title)'), shown('.front-more li'), \
             document.documentElement.scrollWidth <= innerWidth]";
        assert_eq!(
            run_script(driver, read).await?,
            json!([5, true, 0, 1, 5, true]),
            "{width} × {height}"
        );
    }
    browser.close().await
}

/// Answers all questions of the stage: right, or first with all that is wrong. Then goes on to the end.
const ANSWER_ALL: &str = "const [misses] = arguments; const next = document.querySelector('.stage-next'); \
    for (let times = 0; times < 40 && document.querySelector('.stage').dataset.scene !== 'end'; times += 1) { \
        const asked = [...document.querySelectorAll('.asked')].find(one => one.checkVisibility()); \
        const give = answers => { for (const answer of answers) { [...asked.querySelectorAll('button')] \
            .find(one => one.textContent === answer.querySelector('summary').textContent.trim()).click(); } asked.querySelector('.asked-check')?.click(); }; \
        if (asked) { const all = [...asked.querySelectorAll('.asked-answers > details')], right = all.filter(one => one.querySelector('.may:not(.but)')); \
            if (misses) { give(all.filter(one => !right.includes(one))); } \
            if (asked.matches('.is-answered')) { return `${asked.id} is answered too early`; } \
            give('all' in asked.dataset ? right : right.slice(0, 1)); \
            if (!asked.matches('.is-answered')) { return `${asked.id} is not answered`; } } \
        next.click(); } \
    return document.querySelector('.stage-result').textContent;";

#[tokio::test]
async fn five_answers_lead_to_the_end_and_further() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let lessons = [
        "Keep going: heading the trick",
        "First lesson: what a trick is",
    ];
    for (misses, result, lesson) in [
        (false, "5 of 5 right", lessons[0]),
        (true, "0 of 5 right", lessons[1]),
    ] {
        begin_stage_anew(driver, "index.html").await?;
        let said = driver.execute(ANSWER_ALL, vec![json!(misses)]).await?;
        let said = said.json().as_str().unwrap_or_default().to_owned();
        assert!(
            said.starts_with(result) && said.contains("That took "),
            "{said}"
        );
        let end = "return [...document.querySelectorAll('.front h2:not(.hand-title), .front .stage-on a')].filter(one => one.checkVisibility()).map(one => one.textContent)";
        assert_eq!(
            run_script(driver, end).await?,
            json!(["You can follow a deal of la Mouche", lesson, "Play a deal"])
        );
        // A reader who comes back finds the tricks that they have not played, and is not timed.
        driver.goto(own_book().url("index.html")).await?;
        wait_until(driver, "document.querySelector('.stage[data-scene=play]')").await?;
        run_script(driver, "document.querySelector('.stage-next').click()").await?;
        let said = run_script(
            driver,
            "return document.querySelector('.stage-result').textContent",
        )
        .await?;
        assert!(!said.to_string().contains("took"), "{said}");
    }
    browser.close().await
}

#[tokio::test]
async fn the_front_page_can_be_searched() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("index.html")).await?;
    wait_until(driver, "document.querySelector('.front-more input')").await?;
    let search = "document.querySelector('.front-more input').value = 'overtrump'; document.querySelector('.front-more button').click()";
    run_script(driver, search).await?;
    let found = "document.querySelector('.search[open] input')?.value === 'overtrump' && document.querySelector('.search a')";
    wait_until(driver, found).await?;
    browser.close().await
}

#[tokio::test]
async fn where_there_is_no_page_there_are_no_empty_contents() -> WebDriverResult<()> {
    let served = serve(own_book().site(), false);
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_window_rect(0, 0, 1280, 800).await?;
    driver.goto(format!("{served}404.html")).await?;
    assert!(
        !driver
            .find(By::Id("book-contents"))
            .await?
            .is_displayed()
            .await?
    );
    let links = driver.find_all(By::Css("main li a")).await?;
    assert_eq!(links.len(), 3, "and there are ways on");
    browser.close().await
}

/// Touches a card as soon as the table allows it.
async fn play_card(driver: &WebDriver, card: &str) -> WebDriverResult<()> {
    let button = format!(
        "[...document.querySelectorAll('.play .hand-step:last-child button.card:enabled')].find(one => one.textContent === '{card}')"
    );
    wait_until(driver, &button).await?;
    let steps = "document.querySelectorAll('.play .hand-step').length";
    let before = run_script(driver, &format!("return {steps}")).await?;
    run_script(driver, &format!("{button}.click()")).await?;
    wait_until(driver, &format!("{steps} > {before}")).await
}

/// The sixth tap: the reader leads to the last two tricks, and the other players answer. In the right order both are won.
#[tokio::test]
async fn the_reader_plays_the_last_two_tricks() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    for (cards, tricks) in [(["K♥", "K♣"], 2), (["K♣", "K♥"], 1)] {
        begin_stage_anew(driver, "index.html").await?;
        let reach = "const dots = document.querySelectorAll('.stage-dots button'); dots[dots.length - 2].click(); \
             return document.querySelector('.stage').dataset.scene";
        assert_eq!(run_script(driver, reach).await?, json!("play"));
        let begin = "document.querySelector('.play-table:not([hidden]) button')";
        wait_until(driver, begin).await?;
        run_script(driver, &format!("{begin}.click()")).await?;
        for card in cards {
            play_card(driver, card).await?;
        }
        wait_until(driver, "document.querySelector('.play [data-go=again]')").await?;
        let told = "return [...document.querySelectorAll('.play .hand-say')].slice(-10).filter(one => \
             /You win trick [45]/.test(one.textContent)).length";
        let story = run_script(
            driver,
            "return [...document.querySelectorAll('.play .hand-say')].map(one => one.textContent)",
        )
        .await?;
        assert_eq!(run_script(driver, told).await?, json!(tricks), "{story}");
    }
    assert_eq!(browser.complaints().await?, json!([]));
    browser.close().await
}
