//! axe-core finds nothing: on a page of each kind, in each theme on a wide window and on a narrow one; and nothing there
//! is wider than the window.

pub mod hands;
mod turns;

use crate::driver::{Browser, book};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use thirtyfour::prelude::*;

pub const THEMES: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];

/// A page of each kind.
const PAGES: [&str; 17] = [
    "introduction.html",
    "learn/to-trump-and-overtrump.html",
    "rules/boussac-1896.html",
    "tonight/boussac-1896.html",
    "hands/mouche-1718.html",
    "hands/mouche-1718/denise-must-trump.html",
    "hands/compared/the-jack-of-clubs.html",
    "hands/index-of-hands.html",
    "comparison.html",
    "pictures.html",
    "practice/boussac-1896.html",
    "family.html",
    "glossary.html",
    "sources.html",
    "writing/writing-a-hand.html",
    "writing/format.html",
    "writing/messages.html",
];

/// What axe is asked, in the page; its answer goes to the function that comes last.
const RUN: &str = r#"
const [theme, themes, asked, done] = arguments;
document.documentElement.classList.remove(...themes);
document.documentElement.classList.add(theme);
const told = ({ id, nodes }) => `${id}: ${nodes.length}, first ${nodes[0].target.join(' ')}`;
setTimeout(() => axe.run(document, { resultTypes: ['violations'], runOnly: asked })
    .then((result) => done(result.violations.map(told)), (error) => done([String(error)])), 60);
"#;

/// All that axe looks for, as its tags; and the rule that colours can break.
pub const ALL: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
pub const CONTRAST: &str = "color-contrast";

/// axe-core, as tests/axe fetches it.
pub fn axe() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/axe.min.js");
    std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("{} cannot be read ({error}): run tests/axe, which fetches it from the npm registry", file.display())
    })
}

pub async fn window(driver: &WebDriver, width: u32) -> WebDriverResult<()> {
    let metrics = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
    driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
    Ok(())
}

/// What axe finds on the page that is open, in a theme, by some of its rules or tags.
async fn found(driver: &WebDriver, theme: &str, rules: &[&str]) -> WebDriverResult<Vec<String>> {
    let answer = driver.execute_async(RUN, vec![json!(theme), json!(THEMES), json!(rules)]).await?;
    Ok(serde_json::from_value(answer.json().clone())?)
}

async fn overhang(driver: &WebDriver) -> WebDriverResult<Value> {
    let script = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    Ok(driver.execute(script, vec![]).await?.json().clone())
}

#[tokio::test]
async fn axe_finds_nothing_on_a_page_of_each_kind() -> WebDriverResult<()> {
    let (book, axe) = (book(), axe());
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    let mut faults = Vec::new();
    for (width, themes) in [(1280, &THEMES[..]), (320, &["light", "coal"][..])] {
        window(driver, width).await?;
        for page in PAGES {
            driver.goto(book.url(page)).await?;
            driver.execute(axe.as_str(), vec![]).await?;
            for theme in themes {
                let found = found(driver, theme, &ALL).await?;
                faults.extend(found.iter().map(|fault| format!("{page}, {theme}, {width} px: {fault}")));
            }
            if overhang(driver).await? != json!(0) {
                faults.push(format!("{page} scrolls sideways at {width} px"));
            }
        }
    }
    browser.close().await?;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

#[tokio::test]
async fn axe_finds_a_fault_that_is_put_there() -> WebDriverResult<()> {
    let (book, axe) = (book(), axe());
    let browser = Browser::open(true).await?;
    browser.driver.goto(book.url("introduction.html")).await?;
    browser.driver.execute(axe.as_str(), vec![]).await?;
    let spoil = "document.querySelector('main').append(document.createElement('button'))";
    browser.driver.execute(spoil, vec![]).await?;
    let found = found(&browser.driver, "light", &ALL).await?;
    browser.close().await?;
    assert!(found.iter().any(|fault| fault.starts_with("button-name")), "{found:?}");
    Ok(())
}
