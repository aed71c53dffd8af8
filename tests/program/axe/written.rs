//! axe-core on what the engine is asked for: what may be agreed, what else might be played, and a text that is being written,
//! half of them at each width, with `ALL=1` all at both.

use super::hands::{DRESS, sample_for_width};
use super::set_window;
use super::turns::find_faults_in_state;
use crate::driver::{Browser, own_book};
use serde_json::json;
use std::time::Duration;
use thirtyfour::prelude::*;

const TABLE: &str = "play.html#edition=mouche-1718&players=4&seat=1&seed=7&words=stand";

/// Begins with a wrong clause, and ends where a card may be written.
const WRITE: &str = "const text = document.querySelector('textarea'); text.value = arguments[0]; \
     text.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }))";

/// Asks for what may be written at the cursor.
const LIST: &str = "const text = document.querySelector('textarea'); text.focus(); \
     const at = text.value.indexOf('may 7♥') + 6; text.setSelectionRange(at, at); \
     text.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', ctrlKey: true, bubbles: true, cancelable: true }))";

/// States of a page: its address, what is done there one after the other, and by what each is seen to be done.
type State = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);
const STATES: [State; 4] = [
    (
        "options",
        "play.html",
        &[(
            "document.querySelector('.play-agreed:not([hidden])').open = true",
            ".play-agreed[open]",
        )],
    ),
    (
        "messages",
        "playground.html",
        &[(WRITE, ".playground-messages .error")],
    ),
    (
        "completions",
        "playground.html",
        &[
            (WRITE, ".playground-messages .error"),
            (LIST, ".playground-items:not([hidden])"),
        ],
    ),
    (
        "what if",
        TABLE,
        &[
            ("", ".play-asks [data-plays]"),
            (
                "document.querySelector('[data-go=what]').click()",
                ".play .hand-instead[open]",
            ),
        ],
    ),
];

#[tokio::test]
async fn axe_finds_nothing_where_the_engine_is_asked() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    let wrong = include_str!("../../held/denise-must-trump.md")
        .replace("(refused: play.trump", "(refused: play.head");
    let mut found = Vec::new();
    for (width, theme) in DRESS {
        set_window(driver, width).await?;
        for (what, page, done) in sample_for_width::<_, Vec<_>>(STATES, width) {
            driver.goto("about:blank").await?;
            driver.goto(own_book().url(page)).await?;
            driver.query(By::Css(".play-none[hidden]")).first().await?;
            for (script, seen) in done {
                driver.execute(*script, vec![json!(wrong)]).await?;
                driver.query(By::Css(*seen)).first().await?;
            }
            found.extend(find_faults_in_state(driver, what, width, &[theme]).await?);
        }
    }
    browser.close().await?;
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}
