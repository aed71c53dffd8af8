//! axe-core finds nothing: on most kinds of page, in a wide window or a narrow one, and with `ALL=1` on each, in both and in
//! every theme. Colours are all that a theme changes, and take axe the longest: what looks different is looked at once by
//! day and once by night, or with `ALL=1` in every theme.

pub mod hands;
mod turns;
mod written;

use crate::driver::{Browser, own_book};
use crate::test_extent;
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::prelude::*;

pub const THEMES: [&str; 2] = ["light", "dark"];

/// A page of each kind.
pub const PAGES: [&str; 22] = [
    "introduction.html",
    "learn/to-overtrump.html",
    "rules/boussac-1896.html",
    "tonight/boussac-1896.html",
    "booklets/mouche.html",
    "hands/mouche-1718.html",
    "hands/mouche-1718/denise-must-trump.html",
    "hands/compared/the-jack-of-clubs.html",
    "hands/all-hands.html",
    "hands/index-of-hands.html",
    "comparison.html",
    "rules/mouche-1718.html",
    "practice/mistigri.html",
    "games/mouche.html",
    "play.html",
    "family.html",
    "glossary.html",
    "sources.html",
    "playground.html",
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
const rules = asked.includes('-colour') ? { 'color-contrast': { enabled: false } } : {};
setTimeout(() => axe.run(document, { resultTypes: ['violations'], runOnly: asked.filter(tag => tag !== '-colour'), rules })
    .then((result) => done(result.violations.map(told)), (error) => done([String(error)])), 60);
"#;

/// All that axe looks for, as its tags; and the rule that colours can break.
pub const ALL: [&str; 6] = [
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
];
pub const CONTRAST: &str = "color-contrast";

/// All but that one, which `all_that_looks_different_can_be_read` asks for.
const BUT_COLOUR: [&str; 7] = [
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
    "-colour",
];

/// axe-core, as tests/axe fetches it.
pub fn axe_script() -> String {
    let file = crate::repository_paths::root().join("target/axe/axe.min.js");
    std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!(
            "{} cannot be read ({error}): run tests/axe, which fetches it from the npm registry",
            file.display()
        )
    })
}

pub async fn set_window(driver: &WebDriver, width: u32) -> WebDriverResult<()> {
    let metrics = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
    driver
        .cdp()
        .send_raw("Emulation.setDeviceMetricsOverride", metrics)
        .await?;
    Ok(())
}

/// What axe finds on the page that is open, in a theme, by some of its rules or tags.
async fn find_axe_faults(
    driver: &WebDriver,
    theme: &str,
    rules: &[&str],
) -> WebDriverResult<Vec<String>> {
    let answer = driver
        .execute_async(RUN, vec![json!(theme), json!(THEMES), json!(rules)])
        .await?;
    Ok(serde_json::from_value(answer.json().clone())?)
}

async fn find_overhang(driver: &WebDriver) -> WebDriverResult<Value> {
    let script =
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    Ok(driver.execute(script, vec![]).await?.json().clone())
}

#[tokio::test]
async fn axe_finds_nothing_on_a_page_of_each_kind() -> WebDriverResult<()> {
    let (book, axe) = (own_book(), axe_script());
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    let mut faults = Vec::new();
    let whole: [(u32, &[&str]); 2] = [(1280, &THEMES), (320, &THEMES)];
    let sample: [(u32, &[&str]); 2] = [(1280, &["light"]), (320, &["light"])];
    for (at, (width, themes)) in if test_extent::are_all_wanted() {
        &whole
    } else {
        &sample
    }
    .iter()
    .enumerate()
    {
        set_window(driver, *width).await?;
        // Some pages in a wide window, and others in a narrow one; a third are left.
        let is_asked = |kind: &usize| test_extent::are_all_wanted() || kind % 3 == at;
        for page in (0..PAGES.len()).filter(is_asked).map(|kind| PAGES[kind]) {
            driver.goto(book.url(page)).await?;
            driver.execute(axe.as_str(), vec![]).await?;
            for theme in *themes {
                let asked = if test_extent::are_all_wanted() {
                    &ALL[..]
                } else {
                    &BUT_COLOUR
                };
                let found = find_axe_faults(driver, theme, asked).await?;
                faults.extend(
                    found
                        .iter()
                        .map(|fault| format!("{page}, {theme}, {width} px: {fault}")),
                );
            }
            if find_overhang(driver).await? != json!(0) {
                faults.push(format!("{page} scrolls sideways at {width} px"));
            }
        }
    }
    browser.close().await?;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// The contrast of what has not been seen yet: text whose elements, up to the page, have other names and classes than all
/// before. In each theme; what axe finds, and what is seen now.
const LOOKS: &str = r#"
const [themes, looked, seen, done] = arguments;
const known = new Set(seen);
const path = (one) => one === document.documentElement ? '' : `${one.tagName}.${[...one.classList].join('.')} ${path(one.parentElement)}`;
const says = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
const include = [...document.querySelectorAll('body *')].filter((one) => {
    if (!one.checkVisibility() || !says(one) || known.has(path(one))) {
        return false;
    }
    return known.add(path(one));
});
const told = (theme) => ({ nodes }) => `${theme}: ${nodes.length}, first ${nodes[0].target.join(' ')}`;
const look = async (theme) => {
    document.documentElement.classList.remove(...themes);
    document.documentElement.classList.add(theme);
    await new Promise((go) => { setTimeout(go, 60); });
    const { violations } = await axe.run({ include }, { resultTypes: ['violations'], runOnly: ['color-contrast'] });
    return violations.map(told(theme));
};
(async () => {
    const found = [];
    for (const theme of include.length ? looked : []) {
        found.push(...await look(theme));
    }
    return [found, [...known]];
})().then(done, (error) => done([[String(error)], []]));
"#;

/// What can be read badly in any theme on the page that is open, of what was not seen on others.
async fn find_unreadable(
    driver: &WebDriver,
    seen: &mut Vec<String>,
) -> WebDriverResult<Vec<String>> {
    let answer = driver
        .execute_async(LOOKS, vec![json!(THEMES), json!(THEMES), json!(seen)])
        .await?;
    let (found, all): (Vec<String>, Vec<String>) = serde_json::from_value(answer.json().clone())?;
    *seen = all;
    Ok(found)
}

#[tokio::test]
async fn all_that_looks_different_can_be_read() -> WebDriverResult<()> {
    let (book, axe) = (own_book(), axe_script());
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    set_window(driver, 1280).await?;
    let (mut seen, mut faults) = (Vec::new(), Vec::new());
    let hands = hands::pages_of_hands(book.site());
    let steps = hands::sample_of_steps(&hands)
        .into_iter()
        .flat_map(|(page, steps)| steps.into_iter().map(move |step| format!("{page}#{step}")));
    for place in PAGES
        .into_iter()
        .map(String::from)
        .chain(steps)
        .step_by(test_extent::sample_step(4))
    {
        driver.goto("about:blank").await?;
        driver.goto(book.url(&place)).await?;
        driver.execute(axe.as_str(), vec![]).await?;
        // What is not shown costs time and has no colour.
        driver
            .execute(
                "document.querySelectorAll('.hand-step:not(.is-now)').forEach(one => one.remove())",
                vec![],
            )
            .await?;
        let found = find_unreadable(driver, &mut seen).await?;
        faults.extend(found.iter().map(|fault| format!("{place}, {fault}")));
    }
    assert!(
        seen.len() * test_extent::sample_step(4) > 300,
        "only {} looks",
        seen.len()
    );
    // It would tell: what is grey on grey looks like nothing before.
    let spoil = "const one = document.createElement('p'); one.className = 'grey'; one.textContent = 'Grey'; \
         one.style.cssText = 'color: #777; background: #888'; document.querySelector('main').append(one)";
    driver.execute(spoil, vec![]).await?;
    let spoiled = find_unreadable(driver, &mut seen).await?;
    browser.close().await?;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(spoiled.len(), THEMES.len(), "{spoiled:?}");
    Ok(())
}

#[tokio::test]
async fn axe_finds_a_fault_that_is_put_there() -> WebDriverResult<()> {
    let (book, axe) = (own_book(), axe_script());
    let browser = Browser::open(true).await?;
    browser.driver.goto(book.url("introduction.html")).await?;
    browser.driver.execute(axe.as_str(), vec![]).await?;
    let spoil = "document.querySelector('main').append(document.createElement('button'))";
    browser.driver.execute(spoil, vec![]).await?;
    let found = find_axe_faults(&browser.driver, "light", &ALL).await?;
    browser.close().await?;
    assert!(
        found.iter().any(|fault| fault.starts_with("button-name")),
        "{found:?}"
    );
    Ok(())
}
