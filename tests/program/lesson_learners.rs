//! A learner who is always right and one who is always wrong go through the lessons: both come to the end, each answer has a
//! reason, and the place and the progress are kept.

use crate::driver::{own_book, run_script, wait_until};
use crate::page_theme::open_listening_browser;
use crate::stage::pages_with_stage;
use crate::test_extent;
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// Goes on from the scene that is shown to the end, or to the last question. Answers each question right, or with each wrong
/// answer. Returns the answers without a reason, and the number of answers.
const LEARN: &str = r#"
const [isRight, stopsAtLast] = arguments;
const root = document.querySelector('.stage'), next = root.querySelector('.stage-next'), wrong = [];
const last = [...root.querySelectorAll('.asked')].at(-1);
let count = 0;
for (let times = 0; times < 90 && root.dataset.scene !== 'end'; times += 1) {
    const asked = [...root.querySelectorAll('.asked')].find(one => one.checkVisibility());
    if (asked === last && stopsAtLast) { break; }
    if (asked) {
        const answers = [...asked.querySelectorAll('.asked-answers > details')].filter(one => Boolean(one.querySelector('.may:not(.but)')) === isRight);
        const groups = 'all' in asked.dataset && isRight ? [answers] : isRight ? [answers.slice(0, 1)] : answers.map(one => [one]);
        for (const group of groups) {
            for (const one of group) {
                const words = one.querySelector('summary').textContent.trim();
                [...asked.querySelectorAll('button')].find(button => button.textContent === words).click();
            }
            asked.querySelector('.asked-check')?.click();
            count += 1;
            const shown = asked.querySelector('details[open] p')?.cloneNode(true);
            shown?.querySelectorAll('.asked-verdict, a').forEach(part => part.remove());
            if (!/\p{L}{2}/u.test(shown?.textContent || '')) { wrong.push(`${asked.id} ${group[0].textContent}`); }
        }
        if (asked.matches('.is-answered') !== isRight) { wrong.push(`${asked.id} is taken for the wrong answer`); }
    }
    next.click();
}
if (!stopsAtLast && root.dataset.scene !== 'end') { wrong.push('it never ends'); }
return [wrong, count];
"#;

/// What is shown: the kind of the scene, and the id of its question.
const PLACE: &str = "return [document.querySelector('.stage').dataset.scene, \
     [...document.querySelectorAll('.asked')].filter(one => one.checkVisibility()).map(one => one.id)]";

/// Goes on from the scene that is shown, and answers. Returns what is wrong, and the number of answers.
pub async fn learn(
    driver: &WebDriver,
    is_right: bool,
    stops_at_last: bool,
) -> WebDriverResult<(Vec<String>, usize)> {
    let said = driver
        .execute(LEARN, vec![json!(is_right), json!(stops_at_last)])
        .await?;
    Ok(serde_json::from_value(said.json().clone())?)
}

/// Goes through a lesson and reloads it at its last question. Returns what is wrong.
async fn go_through(
    driver: &WebDriver,
    page: &str,
    is_right: bool,
) -> WebDriverResult<Vec<String>> {
    driver.goto(own_book().url(page)).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let (mut wrong, before) = learn(driver, is_right, true).await?;
    let place = run_script(driver, PLACE).await?;
    driver.refresh().await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let after = run_script(driver, PLACE).await?;
    if after != place {
        wrong.push(format!("a reload leads from {place} to {after}"));
    }
    let (more, count) = learn(driver, is_right, false).await?;
    wrong.extend(more);
    if before + count < 3 {
        wrong.push(format!("only {} answers", before + count));
    }
    // The way back from the list of lessons leads to the end.
    let end = run_script(driver, PLACE).await?;
    driver.goto(own_book().url("learn/learn.html")).await?;
    driver.back().await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let back = run_script(driver, PLACE).await?;
    if back != end {
        wrong.push(format!("back leads from {end} to {back}"));
    }
    Ok(wrong)
}

#[tokio::test]
async fn a_learner_comes_to_the_end_however_they_answer() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    let mut faults = Vec::new();
    for is_right in [true, false] {
        driver.goto(own_book().url("learn/learn.html")).await?;
        run_script(driver, "localStorage.clear()").await?;
        for page in pages_with_stage()
            .iter()
            .step_by(test_extent::sample_step(25))
        {
            for wrong in go_through(driver, page, is_right).await? {
                faults.push(format!("{page}, right {is_right}: {wrong}"));
            }
        }
        // What is exported brings the same progress into another browser.
        driver.goto(own_book().url("learn/learn.html")).await?;
        wait_until(driver, "document.querySelector('.course-kept')").await?;
        let merged = "const kept = localStorage['mouche-course']; \
             return [JSON.parse(kept), mouche.mergeFile({}, kept)]";
        let merged: Value = run_script(driver, merged).await?;
        assert_eq!(merged[0], merged[1]["progress"], "right {is_right}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(browser.complaints().await?, json!([]));
    browser.close().await
}
