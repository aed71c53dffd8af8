//! The front page: a table and three doors above the fold, and a trick that can be stepped through with a script and without.

use crate::driver::{Browser, own_book};
use crate::server::serve;
use serde_json::json;
use thirtyfour::prelude::*;

/// What stands in the window when the page has come, and how many steps its hand has.
const SEEN: &str = "const seen = (one) => { const { top, bottom, height } = one.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight; };
    const tables = [...document.querySelectorAll('.front .cloth')].filter((one) => one.checkVisibility());
    return [seen(document.querySelector('h1')), [...document.querySelectorAll('.doors a')].filter(seen).length, seen(tables[0]),
        document.querySelectorAll('.front .hand-step').length, document.documentElement.scrollWidth <= innerWidth];";

#[tokio::test]
async fn the_front_page_has_a_table_and_three_doors_above_the_fold() -> WebDriverResult<()> {
    let book = own_book();
    for scripts in [true, false] {
        let browser = Browser::open(scripts).await?;
        let driver = &browser.driver;
        for (width, height) in [(1280, 800), (360, 740)] {
            let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width == 360 });
            driver
                .cdp()
                .send_raw("Emulation.setDeviceMetricsOverride", size)
                .await?;
            driver.goto(book.url("index.html")).await?;
            let seen = driver.execute(SEEN, vec![]).await?.json().clone();
            assert_eq!(
                seen,
                json!([true, 3, true, 6, true]),
                "{width} × {height}, scripts: {scripts}"
            );
        }
        let now = "return [...document.querySelectorAll('.hand-step .hand-title')].filter((one) => one.checkVisibility())[0].textContent";
        let first = driver.execute(now, vec![]).await?.json().clone();
        for next in driver.find_all(By::Css(".hand-step a[rel=next]")).await? {
            if next.is_displayed().await? {
                next.click().await?;
                break;
            }
        }
        let second = driver.execute(now, vec![]).await?.json().clone();
        assert_ne!(first, second, "the trick steps, scripts: {scripts}");
        browser.close().await?;
    }
    Ok(())
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
