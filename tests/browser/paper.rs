//! What pages come to on paper: A4, a centimetre of margin.

use crate::driver::{Browser, book};
use thirtyfour::common::print::{PrintMargins, PrintPage, PrintParameters};
use thirtyfour::prelude::*;

/// The editions, by id.
pub const EDITIONS: [&str; 5] = ["mouche-1718", "mouche-1730", "pamphile-1758", "mery-1847", "boussac-1896"];

/// How many pages the page that is open takes.
pub async fn sheets(driver: &WebDriver) -> WebDriverResult<usize> {
    let centimetre = PrintMargins { top: 1.0, bottom: 1.0, left: 1.0, right: 1.0 };
    let a4 = PrintParameters {
        page: PrintPage { width: 21.0, height: 29.7 },
        margin: centimetre,
        shrink_to_fit: false,
        ..PrintParameters::default()
    };
    let pdf = driver.print_page(a4).await?;
    let pdf = String::from_utf8_lossy(&pdf).replace("/Type /Pages", "");
    Ok(pdf.matches("/Type /Page").count())
}

#[tokio::test]
async fn a_sheet_for_tonight_is_one_page() -> WebDriverResult<()> {
    let book = book();
    let browser = Browser::open(true).await?;
    for edition in EDITIONS {
        browser.driver.goto(book.url(&format!("tonight/{edition}.html"))).await?;
        assert_eq!(sheets(&browser.driver).await?, 1, "{edition}");
    }
    browser.driver.goto(book.url("rules/mouche-1718.html")).await?;
    assert!(sheets(&browser.driver).await? > 4, "pages are not counted");
    browser.close().await
}
