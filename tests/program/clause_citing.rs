//! A clause is linked to and cited: by its buttons with scripts, in plain words without.

use crate::driver::{Browser, own_book, run_script};
use serde_json::json;
use thirtyfour::prelude::*;

const OPEN: &str = "let facts = document.getElementById('play.head'); \
    while (!facts.matches('.clause-apparatus')) { facts = facts.nextElementSibling; } facts.open = true; ";

#[tokio::test]
async fn an_opened_clause_copies_its_link_and_its_citation() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("rules/mouche-1718.html"))
        .await?;
    driver.query(By::Css(".cite-data")).first().await?;
    // What is copied is kept here: a browser without a window need not have a clipboard.
    let kept = "window.copied = []; navigator.clipboard.writeText = text => { copied.push(text); return Promise.resolve(); }; ";
    run_script(driver, &format!("{kept}{OPEN}")).await?;
    let cell = driver
        .query(By::Css(".clause-apparatus[open] .citation button"))
        .all_from_selector()
        .await?;
    assert_eq!(cell.len(), 3);
    for button in &cell {
        button.click().await?;
    }
    let copied: Vec<String> =
        serde_json::from_value(run_script(driver, "return window.copied").await?)?;
    let address = "rules/mouche-1718.html#play.head";
    assert!(copied[0].ends_with(address), "{copied:?}");
    assert!(
        copied[1].starts_with("The authors of mouche, “Heading the trick”")
            && copied[1].ends_with(address),
        "{copied:?}"
    );
    for line in [
        "@incollection{mouche-1718:play.head,",
        "  author = {{The authors of mouche}},",
        "  title = {Heading the trick},",
        "  booktitle = {La Mouche and its cousins},",
        "  chapter = {La Mouche, 1718: rules},",
        "  year = {2026},",
        "  note = {after Lalanne, La Mouche, §8.}",
    ] {
        assert!(
            copied[2].lines().any(|one| one == line),
            "{line} in {}",
            copied[2]
        );
    }
    let said = run_script(
        driver,
        "return document.querySelector('.citation [role=status]').textContent",
    )
    .await?;
    assert_eq!(said, json!("Copied."));
    // The small § beside a heading leads to the clause, and copies where it is.
    run_script(
        driver,
        "document.querySelector('[id=\"play.trump\"] a.header').click()",
    )
    .await?;
    let copied = run_script(
        driver,
        "return [copied.at(-1).split('/').pop(), location.hash]",
    )
    .await?;
    assert_eq!(
        copied,
        json!(["mouche-1718.html#play.trump", "#play.trump"])
    );
    browser.close().await
}

#[tokio::test]
async fn without_scripts_a_clause_opens_and_is_cited_in_words() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("rules/mouche-1718.html"))
        .await?;
    let facts = driver
        .find(By::Css(".clause-apparatus:has(.citation)"))
        .await?;
    facts.find(By::Css("summary")).await?.click().await?;
    let words = facts.find(By::Css(".citation")).await?.text().await?;
    assert!(
        words.contains("“Players”, La Mouche, 1718: rules")
            && words.contains("after Lalanne, La Mouche, §1."),
        "{words}"
    );
    browser.close().await
}

/// A reader who goes through the links of a page by ear is led to one clause by one name.
#[tokio::test]
async fn links_of_one_name_lead_to_one_clause() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let names = "const places = new Map(); const wrong = []; \
         for (const link of document.querySelectorAll('main a[href]')) { \
             const isToClause = /\\/rules\\/[^/]+\\.html$/.test(link.pathname) && link.hash.includes('.'); \
             if (!isToClause || !link.checkVisibility()) { continue; } \
             const name = link.ariaLabel || link.textContent.trim().replace(/\\s+/g, ' '); \
             const place = link.pathname.split('/').pop() + link.hash; \
             if (places.has(name) && places.get(name) !== place) { wrong.push([name, place, places.get(name)]); } \
             places.set(name, place); \
         } \
         return [places.size > 0, wrong]";
    for page in [
        "games/rams.html",
        "glossary.html",
        "comparison.html",
        "sources.html",
        "rules/loo-2008.html",
        "practice/rams.html",
        "hands/compared.html",
    ] {
        driver.goto(own_book().url(page)).await?;
        assert_eq!(
            run_script(driver, names).await?,
            json!([true, []]),
            "{page}"
        );
    }
    browser.close().await
}
