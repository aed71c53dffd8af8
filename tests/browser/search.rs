//! The search, in Chromium: it finds every clause and every hand, whatever marks a letter bears, and by keys alone.

use crate::driver::{Book, Browser, book, book_of};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

async fn run(driver: &WebDriver, script: &str) -> WebDriverResult<Value> {
    Ok(driver.execute(script, vec![]).await?.json().clone())
}

async fn press(driver: &WebDriver, keys: impl Into<TypingData>) -> WebDriverResult<()> {
    driver.action_chain().send_keys(keys).perform().await
}

/// Opens the search by its key, on a page from the disk.
async fn open(book: &Book, driver: &WebDriver, page: &str) -> WebDriverResult<()> {
    driver.goto(book.url(page)).await?;
    press(driver, "/").await?;
    driver.query(By::Css("dialog.search[open] input")).first().await?;
    Ok(())
}

async fn titles(driver: &WebDriver) -> WebDriverResult<Vec<String>> {
    let shown = "return Array.from(document.querySelectorAll('.search-title'), one => one.textContent)";
    Ok(serde_json::from_value(run(driver, shown).await?)?)
}

#[tokio::test]
async fn every_clause_and_every_hand_is_found_by_its_title() -> WebDriverResult<()> {
    let book = book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open(book, driver, "index.html").await?;
    let lost = run(
        driver,
        "return window.moucheIndex.entries.filter(entry => {
            const [page, anchor, title] = entry;
            const href = window.moucheIndex.pages[page][0] + (anchor && '#' + encodeURIComponent(anchor));
            return !window.mouche.search.find(title).slice(0, 40).some(found => found.href === href);
        }).map(entry => entry[2])",
    )
    .await?;
    assert_eq!(lost, json!([]));
    let count =
        |what: &str| format!("return window.moucheIndex.pages.filter(page => page[0].startsWith('{what}')).length");
    let hands = run(driver, &count("hands/mouche-1718/")).await?;
    let files =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/mouche-1718")).expect("scenarios").count();
    assert_eq!(hands, json!(files), "every hand of 1718 is in the index");
    let clauses = "return window.moucheIndex.entries.filter(entry => entry[1] === 'play.trump').length";
    assert_eq!(run(driver, clauses).await?, run(driver, &count("rules/")).await?, "a clause of each edition");
    browser.close().await
}

#[tokio::test]
async fn keys_alone_open_it_go_through_it_and_land_on_the_clause() -> WebDriverResult<()> {
    let book = book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open(book, driver, "hands/mouche-1718/denise-must-trump.html").await?;
    press(driver, "trumping 1718").await?;
    assert_eq!(titles(driver).await?[0], "Trumping");
    let status = driver.find(By::Css(".search [role=status]")).await?;
    assert!(status.text().await?.contains("place"), "{}", status.text().await?);
    press(driver, Key::Down + "").await?;
    let focused = "return document.activeElement.href";
    let first = run(driver, focused).await?;
    press(driver, Key::Down + "").await?;
    press(driver, Key::Up + "").await?;
    assert_eq!(run(driver, focused).await?, first, "down and up again");
    press(driver, Key::Enter + "").await?;
    let url = driver.current_url().await?;
    assert!(url.path().ends_with("rules/mouche-1718.html") && url.fragment() == Some("play.trump"), "{url}");
    press(driver, "/").await?;
    driver.query(By::Css("dialog.search[open]")).first().await?;
    press(driver, "zzzz").await?;
    assert_eq!(driver.find(By::Css(".search [role=status]")).await?.text().await?, "Nothing found.");
    press(driver, Key::Escape + "").await?;
    assert_eq!(run(driver, "return document.querySelector('dialog.search').open").await?, json!(false));
    browser.close().await
}

#[tokio::test]
async fn marks_on_letters_and_elisions_do_not_hide_a_word() -> WebDriverResult<()> {
    let book = book_of("# Mots\n\nLe talon.\n\n## Écarté\n\nOn coupe de l’atout; le bœuf est d'un autre jeu.\n");
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open(&book, driver, "index.html").await?;
    for word in ["ecarte", "écarté", "ECARTÉ", "atout", "l'atout", "boeuf", "bœuf"] {
        run(driver, "document.querySelector('.search input').value = ''").await?;
        press(driver, word).await?;
        assert!(titles(driver).await?.contains(&"Écarté".to_string()), "{word}: {:?}", titles(driver).await?);
    }
    browser.close().await
}
