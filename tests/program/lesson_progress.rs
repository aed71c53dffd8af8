//! What is kept of the lessons: by the lesson and not by its address, merged and never lost, whatever else the browser keeps.

use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::server::{ServerAnswer, serve_by};
use crate::stage::{SCENE, open_first_question};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// Chooses answers to the first question of a lesson, and has them checked.
const GIVE: &str = "const asked = document.querySelector('.asked'), give = answers => { for (const answer of answers) { \
     const words = answer.querySelector('summary').textContent.trim(); \
     [...asked.querySelectorAll('button')].find(one => one.textContent === words).click(); } asked.querySelector('.asked-check')?.click(); }, \
     all = [...asked.querySelectorAll('.asked-answers > details')], isRight = one => Boolean(one.querySelector('.may:not(.but)'));";
/// Answers the first question of a lesson right.
const ANSWER: &str = "give(all.filter(isRight))";
const ANSWERED: &str = "document.querySelector('.asked.is-answered')";
const KEPT: &str = "return JSON.parse(localStorage.getItem('mouche-course'))";
const MARK: &str = "document.querySelector('.course [data-lesson-id=\"learn/to-trump\"] + .lesson-mark')?.textContent";

/// What is said of *To trump* in the list of lessons, if it is said.
async fn progress_mark(driver: &WebDriver) -> WebDriverResult<Value> {
    wait_until(driver, "document.querySelector('.course-kept')").await?;
    run_script(driver, &format!("return {MARK}")).await
}

#[tokio::test]
async fn progress_is_kept_where_a_host_takes_the_ending_off() -> WebDriverResult<()> {
    let served = serve_by(own_book().site(), false, |path| {
        match path.strip_suffix(".html") {
            Some(bare) => ServerAnswer::Moved(format!("/{bare}")),
            None if path
                .rsplit('/')
                .next()
                .is_some_and(|name| !name.contains('.')) =>
            {
                ServerAnswer::FileAt(format!("{path}.html"))
            }
            None => ServerAnswer::File,
        }
    });
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(format!("{served}learn/to-trump.html")).await?;
    wait_until(driver, "document.querySelector('.asked.is-live')").await?;
    run_script(driver, &format!("{GIVE} {ANSWER}")).await?;
    wait_until(driver, ANSWERED).await?;
    let kept = run_script(driver, KEPT).await?;
    assert_eq!(
        kept.as_object()
            .expect("lessons")
            .keys()
            .collect::<Vec<_>>(),
        ["learn/to-trump"]
    );
    driver.goto(format!("{served}learn/learn.html")).await?;
    let said = progress_mark(driver).await?;
    assert!(
        said.as_str().is_some_and(|said| said.starts_with("1 of ")),
        "{said}"
    );
    // What was kept before by the address, in either form, is still there.
    for old in ["to-trump", "to-trump.html"] {
        run_script(
            driver,
            &format!(
                "localStorage.setItem('mouche-course', JSON.stringify({{ '{old}': {{ of: 2, a: true, b: false }} }}))"
            ),
        )
        .await?;
        driver.refresh().await?;
        assert_eq!(progress_mark(driver).await?, json!("done"), "{old}");
    }
    browser.close().await
}

/// Chooses a file with this text to bring back.
const BRING: &str = "const [text] = arguments; const input = document.querySelector('.course-kept input'); \
     const files = new DataTransfer(); files.items.add(new File([text], 'progress.json')); input.files = files.files; \
     document.querySelector('.course-kept [role=status]').textContent = ''; input.dispatchEvent(new Event('change'))";

async fn import_progress(driver: &WebDriver, text: &str) -> WebDriverResult<String> {
    driver.execute(BRING, vec![json!(text)]).await?;
    wait_until(
        driver,
        "document.querySelector('.course-kept [role=status]').textContent",
    )
    .await?;
    let said = run_script(
        driver,
        "return document.querySelector('.course-kept [role=status]').textContent",
    )
    .await?;
    Ok(said.as_str().unwrap_or_default().to_owned())
}

/// Gives the first wrong answer to the first question of a lesson.
const MISS: &str = "give([all.find(one => !isRight(one))])";
/// The answers to the first question that are shown as tried.
const TRIED: &str =
    "return [...document.querySelectorAll('.asked')][0].querySelectorAll('.is-tried').length";
/// What is said of the first question.
const SAID: &str = "return document.querySelector('.asked .asked-done')?.textContent";

#[tokio::test]
async fn a_task_shows_what_was_tried_and_that_it_was_answered() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let lesson = own_book().url("learn/to-trump.html");
    driver.goto(&lesson).await?;
    wait_until(driver, "document.querySelector('.asked.is-live')").await?;
    run_script(driver, &format!("{GIVE} {MISS}")).await?;
    wait_until(driver, "document.querySelector('.asked .is-tried')").await?;
    assert_eq!(
        run_script(driver, SAID).await?,
        json!(null),
        "a wrong answer does not end it"
    );
    // What was tried is kept before the question is answered, and counts then.
    driver.refresh().await?;
    wait_until(driver, "document.querySelector('.asked.is-live')").await?;
    assert_eq!(run_script(driver, TRIED).await?, json!(1));
    assert_eq!(
        run_script(
            driver,
            "return document.querySelectorAll('.asked .cloth button.card.may-not').length"
        )
        .await?,
        json!(1)
    );
    run_script(driver, &format!("{GIVE} {ANSWER}")).await?;
    wait_until(driver, ANSWERED).await?;
    let words = json!("Answered, not at the first try.");
    assert_eq!(run_script(driver, SAID).await?, words);
    driver.refresh().await?;
    wait_until(driver, "document.querySelector('.asked.is-live')").await?;
    let right = run_script(driver, &format!("{GIVE} return all.filter(isRight).length")).await?;
    let tried = run_script(driver, TRIED).await?;
    assert_eq!(tried.as_u64(), right.as_u64().map(|right| right + 1));
    assert_eq!(run_script(driver, SAID).await?, words);
    // It is seen in every colour, and not by a colour alone.
    let edge = "getComputedStyle(document.querySelectorAll('.stage-dots button')[N], '::before').borderColor";
    let edges = format!(
        "return [{}, {}]",
        edge.replace('N', "1"),
        edge.replace('N', "2")
    );
    for colours in ["light", "dark"] {
        run_script(
            driver,
            &format!("document.documentElement.className = 'js {colours}'"),
        )
        .await?;
        let edges = run_script(driver, &edges).await?;
        assert_ne!(edges[0], edges[1], "{colours}");
    }
    let media = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", media)
        .await?;
    run_script(
        driver,
        "document.querySelectorAll('.stage-dots button')[1].click()",
    )
    .await?;
    let seen = "const done = document.querySelector('.asked-done'); \
         return [done.checkVisibility(), getComputedStyle(done, '::before').content.includes('\u{2713}')]";
    assert_eq!(run_script(driver, seen).await?, json!([true, true]));
    // In the list of lessons a try alone counts for nothing done.
    let tried = "localStorage.setItem('mouche-course', JSON.stringify({ 'learn/to-trump': { of: 3, tried: { a: ['K\u{2660}'] } } }))";
    run_script(driver, tried).await?;
    driver.goto(own_book().url("learn/learn.html")).await?;
    assert_eq!(progress_mark(driver).await?, json!(null));
    browser.close().await
}

#[tokio::test]
async fn what_is_brought_back_is_added_and_what_is_erased_comes_back() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("learn/learn.html")).await?;
    let own = json!({ "learn/to-trump": { "of": 3, "a": true, "b": false } });
    let keep = "localStorage.setItem('mouche-course', JSON.stringify(arguments[0]))";
    driver.execute(keep, vec![own.clone()]).await?;
    driver.refresh().await?;
    assert_eq!(progress_mark(driver).await?, json!("2 of 3"));
    for nothing in [
        "{}",
        "[]",
        "5",
        "\"x\"",
        "{\"a\":5}",
        "{\"a\":{\"of\":0}}",
        "{\"__proto__\":{\"x\":1}}",
        "no json",
    ] {
        let said = import_progress(driver, nothing).await?;
        assert_eq!(
            said, "This file contains no saved progress. Nothing was changed.",
            "{nothing}"
        );
        assert_eq!(run_script(driver, KEPT).await?, own, "{nothing}");
    }
    let other = json!({ "learn/to-trump": { "of": 3, "a": false, "b": true, "c": false }, "learn/loo": { "of": 2, "x": true } });
    assert!(
        import_progress(driver, &other.to_string())
            .await?
            .starts_with("Progress restored")
    );
    let all = json!({ "learn/to-trump": { "of": 3, "a": true, "b": true, "c": false }, "learn/loo": { "of": 2, "x": true } });
    assert_eq!(run_script(driver, KEPT).await?, all);
    run_script(driver, "document.querySelector('[data-do=erase]').click()").await?;
    wait_until(
        driver,
        "document.querySelector('.course-kept [role=status]').textContent === 'Erased. Undo'",
    )
    .await?;
    assert_eq!(run_script(driver, KEPT).await?, json!({}));
    assert_eq!(progress_mark(driver).await?, json!(null));
    run_script(
        driver,
        "document.querySelector('.course-kept [role=status] button').click()",
    )
    .await?;
    assert_eq!(run_script(driver, KEPT).await?, all);
    assert_eq!(progress_mark(driver).await?, json!("done"));
    browser.close().await
}

/// Presses *Save progress*, and keeps the text of the file in the page instead of downloading it.
const SAVE: &str = "URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return 'data:,'; }; \
     [...document.querySelectorAll('.course-kept button')].find(one => one.textContent === 'Save progress').click()";
const PLACE: &str = "return localStorage.getItem('mouche-place')";

/// A reader saves their progress in the second question of a lesson, and restores it in a browser that knows nothing.
#[tokio::test]
async fn a_saved_file_brings_back_the_place_in_a_lesson() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let lesson = open_first_question(driver).await?;
    run_script(driver, &format!("{GIVE} {ANSWER}")).await?;
    run_script(driver, "document.querySelector('.stage-next').click()").await?;
    let second = json!(["asked", 1]);
    assert_eq!(run_script(driver, SCENE).await?, second);
    let place = run_script(driver, PLACE).await?;
    driver.goto(own_book().url("learn/learn.html")).await?;
    wait_until(driver, "document.querySelector('.course-kept')").await?;
    run_script(driver, SAVE).await?;
    wait_until(driver, "window.saved").await?;
    let saved = run_script(driver, "return window.saved").await?;
    let saved = saved.as_str().expect("a text").to_owned();
    // Erasing takes the place too, and gives it back.
    run_script(driver, "document.querySelector('[data-do=erase]').click()").await?;
    assert_eq!(run_script(driver, PLACE).await?, json!("null"));
    let undo = "document.querySelector('.course-kept [role=status] button').click()";
    run_script(driver, undo).await?;
    assert_eq!(run_script(driver, PLACE).await?, place);
    // Another browser.
    run_script(driver, "localStorage.clear()").await?;
    driver.refresh().await?;
    wait_until(driver, "document.querySelector('.course-kept')").await?;
    let said = import_progress(driver, &saved).await?;
    assert!(said.starts_with("Progress restored"), "{said}");
    driver.goto(&lesson).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    assert_eq!(run_script(driver, SCENE).await?, second, "by its address");
    driver.goto(own_book().url("index.html")).await?;
    wait_until(driver, "document.querySelector('.front-back a')").await?;
    run_script(driver, "document.querySelector('.front-back a').click()").await?;
    wait_until(driver, "document.querySelector('.lesson-page.is-begun')").await?;
    assert_eq!(
        run_script(driver, SCENE).await?,
        second,
        "by the front page"
    );
    // A place that leads out of the book is none.
    let elsewhere =
        json!({ "place": { "address": "https://example.org/", "title": "x", "doing": "y" } });
    driver.goto(own_book().url("learn/learn.html")).await?;
    wait_until(driver, "document.querySelector('.course-kept')").await?;
    let said = import_progress(driver, &elsewhere.to_string()).await?;
    assert!(said.starts_with("This file contains no saved"), "{said}");
    browser.close().await
}

/// What another page of the host, or a person, may have put there.
const DAMAGED: [&str; 9] = [
    "5",
    "true",
    "null",
    "[]",
    "\"x\"",
    "{",
    "{\"learn/to-trump\":5}",
    "{\"learn/to-trump\":{\"of\":\"<b>\"}}",
    "{\"__proto__\":[1]}",
];

#[tokio::test]
async fn a_lesson_goes_on_whatever_the_browser_keeps() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for damaged in DAMAGED {
        driver.goto(own_book().url("learn/to-trump.html")).await?;
        let names = [
            "mouche-course",
            "mouche-practice",
            "mouche-puzzles",
            "mouche-quiz",
            "mouche-four",
            "mouche-play",
            "mouche-colours",
        ];
        let damage =
            "for (const name of arguments[0]) { localStorage.setItem(name, arguments[1]); }";
        driver
            .execute(damage, vec![json!(names), json!(damaged)])
            .await?;
        driver.refresh().await?;
        wait_until(driver, "document.querySelector('.asked.is-live')").await?;
        run_script(driver, &format!("{GIVE} {ANSWER}")).await?;
        wait_until(driver, ANSWERED).await?;
        let kept = "return Object.keys(JSON.parse(localStorage.getItem('mouche-course'))['learn/to-trump']).sort()";
        let id = run_script(driver, "return document.querySelector('.asked').id").await?;
        assert_eq!(
            run_script(driver, kept).await?,
            json!(["due", "of", id, "tried"]),
            "{damaged}"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn where_nothing_can_be_kept_that_is_said() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }";
    driver
        .cdp()
        .send_raw(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": full }),
        )
        .await?;
    driver.goto(own_book().url("learn/to-trump.html")).await?;
    wait_until(driver, "document.querySelector('.asked.is-live')").await?;
    run_script(driver, &format!("{GIVE} {ANSWER}")).await?;
    wait_until(driver, ANSWERED).await?;
    wait_until(
        driver,
        "document.querySelector('.notice')?.textContent.startsWith('This browser cannot save anything')",
    )
    .await?;
    driver.goto(own_book().url("learn/learn.html")).await?;
    wait_until(driver, "document.querySelector('.course-kept')").await?;
    let said = import_progress(driver, "{\"learn/loo\":{\"of\":2,\"x\":true}}").await?;
    assert_eq!(
        said,
        "Could not save your progress: the storage of this browser is full or blocked."
    );
    browser.close().await
}
