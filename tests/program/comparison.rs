//! The comparison is a table to those who hear it, on a narrow screen too, where rows are drawn as cards.

use crate::axe::set_window;
use crate::driver::{Browser, own_book};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

const PARTS: [&str; 5] = ["table", "row", "columnheader", "rowheader", "cell"];

/// How many of each part of a table the browser tells a screen reader of.
async fn count_told_parts(driver: &WebDriver) -> WebDriverResult<[usize; 5]> {
    let tree = driver
        .cdp()
        .send_raw("Accessibility.getFullAXTree", json!({}))
        .await?;
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    let is = |node: &&Value, part: &str| {
        node["ignored"] == json!(false) && node["role"]["value"] == json!(part)
    };
    Ok(PARTS.map(|part| nodes.iter().filter(|node| is(node, part)).count()))
}

#[tokio::test]
async fn a_narrow_comparison_is_still_told_as_a_table() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut counts = Vec::new();
    for width in [1280, 320] {
        set_window(driver, width).await?;
        driver.goto(own_book().url("comparison.html")).await?;
        counts.push(count_told_parts(driver).await?);
    }
    browser.close().await?;
    assert!(
        counts[0].iter().all(|count| *count > 0),
        "{PARTS:?}: {counts:?}"
    );
    assert_eq!(counts[0], counts[1], "{PARTS:?}, wide and narrow");
    Ok(())
}

/// How far below its foot a page may be scrolled, in pixels: the margin of the page. What is placed out of sight does not
/// stretch it.
const SPARE: i64 = 120;

#[tokio::test]
async fn the_page_ends_where_its_content_ends() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut over = Vec::new();
    for width in [1280, 360] {
        set_window(driver, width).await?;
        driver.goto(own_book().url("comparison.html")).await?;
        let measure = "const root = document.scrollingElement, foot = document.querySelector('footer.foot'); \
            return Math.round(root.scrollHeight - foot.getBoundingClientRect().bottom - root.scrollTop);";
        over.push((
            width,
            driver
                .execute(measure, Vec::new())
                .await?
                .convert::<i64>()?,
        ));
    }
    browser.close().await?;
    assert!(
        over.iter().all(|(_, over)| *over <= SPARE),
        "pixels of nothing, by width: {over:?}"
    );
    Ok(())
}

/// Wide and narrow, nothing is wider than the window, and nothing scrolls by itself.
#[tokio::test]
async fn nothing_of_it_is_scrolled_sideways() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut over = Vec::new();
    for width in [1280, 360, 320] {
        set_window(driver, width).await?;
        driver.goto(own_book().url("comparison.html")).await?;
        let measure = "return [...document.querySelectorAll('html, .comparison, .comparison *')] \
            .filter(one => one.clientWidth && one.scrollWidth > one.clientWidth + 1 && !one.closest('thead, .visually-hidden')) \
            .map(one => one.tagName + ' ' + one.textContent.slice(0, 40))";
        over.push((
            width,
            driver
                .execute(measure, Vec::new())
                .await?
                .convert::<Vec<String>>()?,
        ));
    }
    browser.close().await?;
    assert!(
        over.iter().all(|(_, over)| over.is_empty()),
        "wider than their boxes, by width: {over:?}"
    );
    Ok(())
}
