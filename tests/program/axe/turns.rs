//! axe-core on what is asked of a reader: states of the quiz and of a table, every third at one width
//! and others at the other, with `ALL=1` all at both.

use super::hands::{DRESS, sample_for_width};
use super::{ALL, axe_script, find_axe_faults, find_overhang, set_window};
use crate::driver::{Browser, own_book};
use serde_json::json;
use std::time::Duration;
use thirtyfour::prelude::*;

const QUIZ: &str = "hands/mouche-1718/denise-must-trump.html#denise-must-trump-h1-";
const PLAY: &str = "play.html#edition=mouche-1718&players=4&seed=1&drill=folding&words=";

/// States of the quiz: the step before the question, the seat, and the choice that is made, by its place.
const ASKED: [(&str, &str, u8, Option<u8>); 4] = [
    ("declaration asked", "deal", 1, None),
    ("play asked", "d4", 2, None),
    ("answer refused", "t3-1", 3, Some(1)),
    ("answer allowed", "t3-1", 3, Some(0)),
];

/// What was said at a table before axe looks at the page: nothing, and a hand to its end.
const PLAYED: [(&str, &str); 2] = [("a table asked", ""), ("a hand over", "fold")];

async fn open_quiz(
    driver: &WebDriver,
    step: &str,
    seat: u8,
    choice: Option<u8>,
) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver
        .goto(own_book().url(&format!("{QUIZ}{step}")))
        .await?;
    driver
        .execute("document.querySelector('[data-go=quiz]').click()", vec![])
        .await?;
    driver.query(By::Css(".hand-quiz-choices")).first().await?;
    let sit = "const one = document.querySelector('[data-set=seat]'); one.value = String(arguments[0]); \
         one.dispatchEvent(new Event('change', { bubbles: true })); \
         const choices = document.querySelectorAll('.hand-quiz-choices button'); \
         if (arguments[1] !== null) { choices[arguments[1]].click(); } return choices.length > 1";
    let is_asked = driver
        .execute(sit, vec![json!(seat), json!(choice)])
        .await?;
    assert_eq!(is_asked.json(), &json!(true), "nothing is asked at {step}");
    Ok(())
}

async fn open_table(driver: &WebDriver, said: &str) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver
        .goto(own_book().url(&format!("{PLAY}{said}")))
        .await?;
    driver
        .query(By::Css(if said.is_empty() {
            ".play-asks button"
        } else {
            ".play-account"
        }))
        .first()
        .await?;
    Ok(())
}

/// What axe finds in the state that is shown.
pub async fn find_faults_in_state(
    driver: &WebDriver,
    what: &str,
    width: u32,
    themes: &[&str],
) -> WebDriverResult<Vec<String>> {
    let mut faults = Vec::new();
    driver.execute(axe_script(), vec![]).await?;
    // What lies under the controls that stay at the top is not too small: the reader scrolls.
    driver.execute("scrollTo(0, 0)", vec![]).await?;
    for theme in themes {
        let found = find_axe_faults(driver, theme, &ALL).await?;
        faults.extend(
            found
                .iter()
                .map(|fault| format!("{what}, {theme}, {width} px: {fault}")),
        );
    }
    if find_overhang(driver).await? != json!(0) {
        faults.push(format!("{what} scrolls sideways at {width} px"));
    }
    Ok(faults)
}

#[tokio::test]
async fn axe_finds_nothing_where_the_reader_is_asked() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    let mut wrong = Vec::new();
    for (width, theme) in DRESS {
        set_window(driver, width).await?;
        for (what, step, seat, choice) in sample_for_width::<_, Vec<_>>(ASKED, width) {
            open_quiz(driver, step, seat, choice).await?;
            wrong.extend(find_faults_in_state(driver, what, width, &[theme]).await?);
        }
        for (what, said) in sample_for_width::<_, Vec<_>>(PLAYED, width) {
            open_table(driver, said).await?;
            wrong.extend(find_faults_in_state(driver, what, width, &[theme]).await?);
        }
    }
    browser.close().await?;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
