//! What pages come to on paper: A4, a centimetre of margin; and sheets for the table on US Letter, too.

use crate::axe::hands::{pages_of_hands, split_into_steps};
use crate::driver::{Browser, own_book};
use crate::json_of_commands::editions;
use crate::test_extent;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};
use thirtyfour::common::print::{PrintMargins, PrintPage, PrintParameters};
use thirtyfour::prelude::*;

/// The width and the height of A4, in centimetres.
const A4: (f64, f64) = (21.0, 29.7);

/// How many pages of A4 the page that is open takes.
pub async fn count_printed_pages(driver: &WebDriver) -> WebDriverResult<usize> {
    count_pages_of(driver, A4).await
}

/// How many pages of some paper the page that is open takes.
async fn count_pages_of(driver: &WebDriver, paper: (f64, f64)) -> WebDriverResult<usize> {
    let centimetre = PrintMargins {
        top: 1.0,
        bottom: 1.0,
        left: 1.0,
        right: 1.0,
    };
    let parameters = PrintParameters {
        page: PrintPage {
            width: paper.0,
            height: paper.1,
        },
        margin: centimetre,
        shrink_to_fit: false,
        ..PrintParameters::default()
    };
    let pdf = driver.print_page(parameters).await?;
    let pdf = String::from_utf8_lossy(&pdf).replace("/Type /Pages", "");
    Ok(pdf.matches("/Type /Page").count())
}

/// What a sheet comes to on paper, in millimetres: how far it reaches, its lowest word, a row of its score, its smallest type in points.
const ON_PAPER: &str = "const millimetres = (pixels) => pixels * 25.4 / 96;
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const legend = document.querySelector('.tonight .legend'), pad = box('.tonight-pad table');
    const rows = [...document.querySelectorAll('.tonight-pad tr')].filter((row) => row.checkVisibility());
    const words = [...document.querySelectorAll('.tonight :is(li, td, th, p)')];
    return [box('.content').bottom, legend ? legend.getBoundingClientRect().bottom : pad.bottom, pad.height / rows.length,
        legend ? legend.getBoundingClientRect().top - pad.bottom : 1].map(millimetres)
        .concat(Math.min(...words.filter((one) => !one.closest('.legend')).map((one) => parseFloat(getComputedStyle(one).fontSize) * 0.75)));";

/// A kind of paper: its size in centimetres, its size without margins in pixels, and the height that a sheet fills of it in
/// millimetres.
type Paper = ((f64, f64), (u32, u32), std::ops::RangeInclusive<f64>);

/// Measures the sheet that is open on some paper.
async fn check_sheet_on(driver: &WebDriver, name: &str, paper: Paper) -> WebDriverResult<()> {
    let (size, (width, height), filled) = paper;
    assert_eq!(count_pages_of(driver, size).await?, 1, "{name}");
    let tools = driver.cdp();
    let window =
        json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
    tools
        .send_raw("Emulation.setDeviceMetricsOverride", window)
        .await?;
    tools
        .send_raw("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await?;
    let on_paper: Vec<f64> =
        serde_json::from_value(driver.execute(ON_PAPER, vec![]).await?.json().clone())?;
    let [sheet, lowest, row, apart, type_size] = on_paper[..] else {
        panic!("{name}: {on_paper:?}")
    };
    assert!(
        filled.contains(&sheet) && filled.contains(&lowest),
        "{name}: {on_paper:?}"
    );
    assert!(
        row >= 4.5 && apart >= 0.0,
        "{name}: there is room to write: {on_paper:?}"
    );
    assert!(
        type_size >= 7.0,
        "{name}: it can be read at a table: {on_paper:?}"
    );
    tools
        .send_raw("Emulation.setEmulatedMedia", json!({ "media": "" }))
        .await?;
    tools
        .send_raw("Emulation.clearDeviceMetricsOverride", json!({}))
        .await?;
    Ok(())
}

#[tokio::test]
async fn a_sheet_for_tonight_fills_one_page() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for edition in editions().iter().step_by(test_extent::sample_step(4)) {
        let edition = edition["id"].as_str().expect("an id");
        driver
            .goto(book.url(&format!("tonight/{edition}.html")))
            .await?;
        let a4 = (A4, (718, 1062), 275.0..=281.1);
        check_sheet_on(driver, &format!("{edition} on A4"), a4).await?;
        let letter = ((21.59, 27.94), (740, 995), 257.0..=263.5);
        check_sheet_on(driver, &format!("{edition} on US Letter"), letter).await?;
    }
    driver.goto(book.url("rules/mouche-1718.html")).await?;
    assert!(
        count_printed_pages(driver).await? > 4,
        "pages are not counted"
    );
    browser.close().await
}

/// Hands of one deal under one edition that have a payout and at most twenty-two steps: the largest under each edition, or all if all
/// are asked for. A game of Mus that a refused bet decides has no payout.
fn short_hands(site: &Path) -> Vec<String> {
    let pages = pages_of_hands(site);
    let is_short = |page: &str, html: &str| {
        split_into_steps(html).len() <= 22
            && !page.contains("/compared/")
            && !html.contains("class=hand-number")
            && html.contains("hand-step-payment")
    };
    let mut short: Vec<_> = pages
        .iter()
        .filter(|(page, html)| is_short(page, html))
        .collect();
    if !test_extent::are_all_wanted() {
        short.sort_by_key(|(_, html)| std::cmp::Reverse(html.len()));
        let mut seen = BTreeSet::new();
        short.retain(|(page, _)| seen.insert(page.split('/').nth(1)));
    }
    short.into_iter().map(|(page, _)| page.clone()).collect()
}

/// What is seen of a hand in print: the places of its deal, the cards that they hold, the rows of its table of tricks, and the
/// sentences of its payout.
const PRINTED_HAND: &str = "const seen = (name) => [...document.querySelectorAll(name)].filter((one) => one.checkVisibility()).length;
    return [seen('.hand-step-deal .place'), seen('.hand-step-deal .place .card'), seen('.hand-tricks tbody tr'), seen('.hand-step-payment .hand-say')];";

#[tokio::test]
async fn a_hand_of_common_length_is_one_page() -> WebDriverResult<()> {
    let book = own_book();
    let hands = short_hands(book.site());
    assert!(hands.len() >= 8, "{hands:?}");
    let letter = (21.59, 27.94);
    let browser = Browser::open(true).await?;
    let mut tables = 0;
    for hand in hands.iter().step_by(test_extent::sample_step(4)) {
        browser.driver.goto(book.url(hand)).await?;
        for (name, paper) in [("A4", A4), ("US Letter", letter)] {
            let pages = count_pages_of(&browser.driver, paper).await?;
            assert_eq!(pages, 1, "{hand} on {name}");
        }
        let tools = browser.driver.cdp();
        let print = json!({ "media": "print" });
        tools.send_raw("Emulation.setEmulatedMedia", print).await?;
        let seen = browser.driver.execute(PRINTED_HAND, vec![]).await?;
        let seen: Vec<usize> = serde_json::from_value(seen.json().clone())?;
        assert!(seen[0] > 1 && seen[1] >= 3 * seen[0], "{hand}: {seen:?}");
        assert!(seen[3] > 0, "{hand}: {seen:?}");
        tables += seen[2].min(1);
        let screen = json!({ "media": "" });
        tools.send_raw("Emulation.setEmulatedMedia", screen).await?;
    }
    browser.close().await?;
    assert!(tables > 1, "{tables} tables of tricks");
    let without_scripts = Browser::open(false).await?;
    for hand in hands.iter().step_by(test_extent::sample_step(6)) {
        without_scripts.driver.goto(book.url(hand)).await?;
        let pages = count_pages_of(&without_scripts.driver, letter).await?;
        assert_eq!(pages, 1, "{hand} on US Letter without scripts");
    }
    without_scripts.close().await
}

/// A booklet has all rules of an edition, so it has some pages; a browser makes a PDF of it at once.
#[tokio::test]
async fn a_booklet_is_a_pdf_of_some_pages_in_five_seconds() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(true).await?;
    for game in ["mouche", "mus", "five-card-loo"] {
        let page = book.url(&format!("booklets/{game}.html"));
        let start = Instant::now();
        browser.driver.goto(page).await?;
        let pages = count_printed_pages(&browser.driver).await?;
        assert!((2..=8).contains(&pages), "{game}: {pages} pages");
        assert!(start.elapsed() < Duration::from_secs(5), "{game}");
    }
    browser.close().await
}
