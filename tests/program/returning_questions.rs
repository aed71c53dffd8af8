//! Questions that come back: when, in rounds of five, and with what is exported.

use crate::driver::{Browser, own_book, run_script, wait_until};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

const LESSONS: [&str; 2] = ["learn/to-trump", "learn/to-follow-suit"];

/// The number of today as the page counts it.
const TODAY: &str = "const now = new Date(), today = Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / 86400000);";

/// Answers the question that is shown: first with something wrong, if the argument says so, and then right.
const ANSWER: &str = "const asked = [...document.querySelectorAll('.asked')].find(one => one.checkVisibility()); \
     const all = [...asked.querySelectorAll('.asked-answers > details')], right = all.filter(one => one.querySelector('.may:not(.but)')); \
     const give = answers => { for (const answer of answers) { [...asked.querySelectorAll('button')] \
         .find(one => one.textContent === answer.querySelector('summary').textContent.trim()).click(); } asked.querySelector('.asked-check')?.click(); }; \
     const before = asked.matches('.is-answered') || asked.querySelectorAll('.is-tried').length > 0; \
     if (arguments[0]) { give([all.find(one => !right.includes(one))]); } \
     give('all' in asked.dataset ? right : right.slice(0, 1)); \
     return [before, asked.matches('.is-answered'), document.querySelectorAll('.asked:not(.is-off)').length, document.querySelector('.stage-round').textContent];";

#[tokio::test]
async fn answered_questions_come_back_in_rounds() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    // Two questions of one lesson and one of another are waiting; another is not due yet.
    let mut kept = json!({});
    for lesson in LESSONS {
        driver
            .goto(own_book().url(&format!("{lesson}.html")))
            .await?;
        let ids = run_script(
            driver,
            "return [...document.querySelectorAll('.asked')].map(one => one.id)",
        )
        .await?;
        let id = |at: usize| ids[at].as_str().expect("an id").to_owned();
        let times = if lesson == LESSONS[0] { 0 } else { 2 };
        let mut due = json!({ id(0): [times, 1], id(2): [0, 99_999] });
        if lesson == LESSONS[0] {
            due[id(1)] = json!([0, 1]);
        }
        kept[lesson] = json!({ "of": 5, id(0): true, "due": due });
    }
    driver.execute("localStorage.clear(); localStorage.setItem('mouche-course', JSON.stringify(arguments[0]))", vec![kept.clone()]).await?;
    driver.goto(own_book().url("learn/learn.html")).await?;
    wait_until(driver, "document.querySelector('.course-due button')").await?;
    let offer = "return document.querySelector('.course-due').textContent";
    assert_eq!(
        run_script(driver, offer).await?,
        json!("Answer again Today 3 questions come back.")
    );
    run_script(
        driver,
        "document.querySelector('.course-due button').click()",
    )
    .await?;
    for (number, misses) in [(1, false), (2, true), (3, false)] {
        let place = format!("Question {number} of 3");
        wait_until(
            driver,
            &format!("document.querySelector('.stage-round')?.textContent === '{place}'"),
        )
        .await?;
        let answered = driver.execute(ANSWER, vec![json!(misses)]).await?;
        assert_eq!(answered.json(), &json!([false, true, 1, place]));
        run_script(driver, "document.querySelector('.stage-next').click()").await?;
    }
    wait_until(driver, "location.pathname.endsWith('learn.html') && document.querySelector('.course-due')?.textContent").await?;
    assert_eq!(run_script(driver, offer).await?, json!("2 of 3 right. "));
    let days = format!(
        "{TODAY} return Object.values(JSON.parse(localStorage['mouche-course'])).flatMap(({{ due }}) => Object.values(due)).map(([times, on]) => [times, on - today]).sort()"
    );
    let days: Vec<Value> = serde_json::from_value(run_script(driver, &days).await?)?;
    let soon: Vec<&Value> = days
        .iter()
        .filter(|day| day[1].as_i64().is_some_and(|on| on < 30))
        .collect();
    assert_eq!(soon.len(), 3, "{days:?}");
    assert!(
        soon.iter()
            .all(|day| [json!([0, 1]), json!([1, 3]), json!([3, 21])].contains(day)),
        "{soon:?}"
    );
    assert!(
        soon.contains(&&json!([0, 1])) && soon.contains(&&json!([3, 21])),
        "tomorrow, and in three weeks: {soon:?}"
    );
    browser.close().await
}

#[tokio::test]
async fn a_question_comes_back_after_its_first_answer_and_with_what_is_restored()
-> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("index.html")).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let tap = "[...document.querySelectorAll('.asked .cloth button')].find(one => one.textContent === arguments[0]).click()";
    driver.execute(tap, vec![json!("Q♣")]).await?;
    let due = format!(
        "{TODAY} return Object.values(JSON.parse(localStorage['mouche-course'])).flatMap(({{ due }}) => Object.values(due)).map(([times, on]) => [times, on - today]).sort()"
    );
    assert_eq!(
        run_script(driver, &due).await?,
        json!([[1, 3]]),
        "right at once"
    );
    run_script(driver, "document.querySelector('.stage-next').click()").await?;
    driver.execute(tap, vec![json!("K♥")]).await?;
    driver.execute(tap, vec![json!("J♦")]).await?;
    assert_eq!(
        run_script(driver, &due).await?,
        json!([[0, 1], [1, 3]]),
        "then wrong"
    );
    // Of two devices the later day holds.
    driver.goto(own_book().url("learn/learn.html")).await?;
    wait_until(driver, "document.querySelector('.course-kept')").await?;
    let merge = "return Object.values(mouche.mergeFile({ a: { of: 1, x: true, due: { x: [0, 5] } } }, JSON.stringify({ a: { of: 1, due: { x: [1, 8], y: [0, 1] } } })).progress)[0].due";
    assert_eq!(
        run_script(driver, merge).await?,
        json!({ "x": [1, 8], "y": [0, 1] })
    );
    let refused =
        "return mouche.mergeFile({}, JSON.stringify({ a: { of: 1, due: { x: ['soon'] } } }))";
    assert_eq!(run_script(driver, refused).await?, json!(null));
    browser.close().await
}
