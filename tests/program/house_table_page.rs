//! A table of an author's own, played at in Chromium.

use crate::driver::{Browser, wait_until};
use crate::house_table_folder::{run_mouche, write_folder};
use crate::play::{press_button, saved_file};
use serde_json::Value;
use thirtyfour::prelude::*;

async fn text_from_script(driver: &WebDriver, script: &str) -> WebDriverResult<String> {
    let told: Value = driver
        .execute(format!("return String({script})"), vec![])
        .await?
        .json()
        .clone();
    Ok(told.as_str().unwrap_or_default().to_owned())
}

/// Where the page leads that is not there, or at whose end nothing is.
async fn find_broken_links(driver: &WebDriver) -> WebDriverResult<String> {
    let script = "const done = arguments[0]; (async () => { \
         const ours = [...document.querySelectorAll('main a[href]')].filter(one => one.origin === location.origin); \
         const wrong = []; \
         for (const page of new Set(ours.map(one => one.href.split('#')[0]))) { \
           const told = await (await fetch(page)).text(); const there = new DOMParser().parseFromString(told, 'text/html'); \
           const is_there = one => { const at = decodeURIComponent(one.hash.slice(1)); \
             return there.querySelector('main') && (!at || page.includes('play.html') || there.getElementById(at)); }; \
           wrong.push(...ours.filter(one => one.href.split('#')[0] === page && !is_there(one)).map(one => one.href)); \
         } \
         done(wrong.join(' ')); })().catch(error => done(String(error)))";
    Ok(driver
        .execute_async(script, vec![])
        .await?
        .json()
        .as_str()
        .unwrap_or("nothing was told")
        .to_owned())
}

/// The engine in the page reads the edition file of the book, and deals by it.
#[tokio::test]
async fn an_edition_of_an_author_is_played_on_the_page() -> WebDriverResult<()> {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run_mouche(folder.path(), &["init"]).status.success());
    let editions = folder.path().join("scenarios/editions");
    std::fs::create_dir_all(&editions).expect("a folder");
    let lebrun = include_str!("../editions/editions/lebrun-1827.toml");
    std::fs::write(editions.join("lebrun-1827.toml"), lebrun).expect("an edition");
    assert!(run_mouche(folder.path(), &["build"]).status.success());
    let served = crate::server::serve(&folder.path().join("target/book"), false);
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(format!(
            "{served}play.html#edition=lebrun-1827&seed=7&players=4&seat=0"
        ))
        .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    let shown = text_from_script(driver, "document.querySelector('.play-hand').innerText").await?;
    assert!(shown.contains("The pool holds 10 chips"), "{shown}");
    assert_eq!(find_broken_links(driver).await?, "");
    play_with_option(driver, &served).await?;
    driver
        .goto(format!("{served}rules/lebrun-1827.html"))
        .await?;
    assert_eq!(find_broken_links(driver).await?, "");
    browser.close().await
}

/// Chooses an option of the edition of 1827 in the form, and deals by it.
async fn play_with_option(driver: &WebDriver, served: &str) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver.goto(format!("{served}play.html")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-table:not([hidden])')",
    )
    .await?;
    let choose = "const choose = (field, value) => { field.value = value; \
         field.dispatchEvent(new Event('change', { bubbles: true })); }; \
         choose(document.querySelector('[name=edition]'), 'lebrun-1827');";
    driver.execute(choose, vec![]).await?;
    wait_until(
        driver,
        "document.querySelector('[data-option=dealer_stake]')",
    )
    .await?;
    let question = text_from_script(
        driver,
        "document.querySelector('[data-option=dealer_stake]').closest('label').textContent",
    )
    .await?;
    for words in [
        "How many chips does the dealer stake?",
        "10 chips, as Lebrun says (default)",
    ] {
        assert!(question.contains(words), "{question}");
    }
    let sit_down = "document.querySelector('[data-option=dealer_stake]').value = 'five'; \
         document.querySelector('[name=seed]').value = 7; document.querySelector('.play form > button').click()";
    driver.execute(sit_down, vec![]).await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    let shown = text_from_script(driver, "document.querySelector('.play-hand').innerText").await?;
    assert!(shown.contains("The pool holds 5 chips"), "{shown}");
    let address = text_from_script(driver, "decodeURIComponent(location.hash)").await?;
    assert!(address.contains("option=dealer_stake=five"), "{address}");
    Ok(())
}

#[tokio::test]
async fn one_sits_down_to_it_and_what_is_told_leads_to_its_rules() -> WebDriverResult<()> {
    let folder = write_folder();
    let built = run_mouche(folder.path(), &["build"]);
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let served = crate::server::serve(&folder.path().join("target/book"), false);
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(format!("{served}play.html")).await?;
    wait_until(
        driver,
        "document.querySelector('.play-table:not([hidden])')",
    )
    .await?;
    assert_eq!(
        text_from_script(
            driver,
            "document.querySelector('[name=edition]').selectedOptions[0].text"
        )
        .await?,
        "Chez Marie"
    );
    driver
        .execute(
            "document.querySelector('[name=seed]').value = 7; document.querySelector('.play form > button').click()",
            vec![],
        )
        .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    // The address names the printed edition and what is agreed; whoever opens it sits at the same table.
    let address = text_from_script(driver, "decodeURIComponent(location.hash)").await?;
    for part in [
        "edition=mouche-1718",
        "option=debts=staged",
        "option=allow_two=true",
        "table=Chez+Marie",
    ] {
        assert!(address.contains(part), "{address}");
    }
    let address = driver.current_url().await?;
    driver.goto("about:blank").await?;
    driver.goto(address.as_str()).await?;
    press_button(driver, "stand").await?;
    assert_eq!(
        text_from_script(driver, "document.querySelector('[name=edition]').value").await?,
        "chez-marie"
    );
    assert!(
        text_from_script(driver, "document.querySelector('.play').innerText")
            .await?
            .contains("Chez Marie")
    );
    assert_eq!(find_broken_links(driver).await?, "");
    // What is saved holds where nobody knows the table.
    let saved = saved_file(driver).await?;
    assert!(
        saved.contains("edition = \"mouche-1718\"") && saved.contains("A session of Chez Marie"),
        "{saved}"
    );
    // From a hand of the book one goes on at its table.
    driver
        .goto(format!("{served}hands/chez-marie/here-a-king.html"))
        .await?;
    assert_eq!(find_broken_links(driver).await?, "");
    driver
        .execute(
            "document.querySelector('.hand-view').open = true; document.querySelector('[data-go=sit]').click()",
            vec![],
        )
        .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    assert!(
        text_from_script(driver, "document.querySelector('.play').innerText")
            .await?
            .contains("by the rules of Chez Marie")
    );
    driver
        .goto(format!("{served}rules/chez-marie.html"))
        .await?;
    assert_eq!(find_broken_links(driver).await?, "");
    browser.close().await
}

/// An edition of an author is practised on the page *Play*, and a hand of it is written in the Playground.
#[tokio::test]
async fn an_edition_of_an_author_is_practised_and_written() -> WebDriverResult<()> {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run_mouche(folder.path(), &["init"]).status.success());
    let kept = crate::repository_paths::root().join("tests/editions");
    let scenarios = folder.path().join("scenarios");
    let source = folder.path().join("book/src");
    for place in [&scenarios.join("editions"), &source] {
        std::fs::create_dir_all(place).expect("a folder");
    }
    for name in ["editions/lebrun-1827.toml", "denise-trumps-low.md"] {
        std::fs::copy(kept.join(name), scenarios.join(name)).expect("a copy");
    }
    let settings = "[book]\ntitle = \"Test\"\n[preprocessor.mouche]\nextra = [\"all\"]\n";
    let summary = "# Summary\n\n- [Preface](preface.md)\n";
    for (name, text) in [
        ("book.toml", settings),
        ("src/SUMMARY.md", summary),
        ("src/preface.md", "# Preface\n"),
    ] {
        std::fs::write(folder.path().join("book").join(name), text).expect("a file");
    }
    let built = run_mouche(folder.path(), &["build"]);
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
    let served = crate::server::serve(&folder.path().join("target/book"), false);
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(format!(
            "{served}play.html#edition=lebrun-1827&players=4&drill=trumping&seed=1"
        ))
        .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    let drill = "document.querySelector('[name=drill]').selectedOptions[0].value";
    assert_eq!(text_from_script(driver, drill).await?, "trumping");
    let shown = text_from_script(driver, "document.querySelector('.play-hand').innerText").await?;
    assert!(shown.contains("The pool holds 10 chips"), "{shown}");
    driver
        .goto(format!("{served}hands/lebrun-1827/denise-trumps-low.html"))
        .await?;
    let write = "document.querySelector('[data-go=write]').click()";
    driver.execute(write, vec![]).await?;
    wait_until(
        driver,
        "(document.querySelector('.playground-says')?.textContent ?? '').startsWith('No errors')",
    )
    .await?;
    // The page deals an example by the edition, and lists it at the cursor.
    let deal = "const form = document.querySelector('.playground form'); form.elements.edition.value = 'lebrun-1827'; \
        form.querySelector('button').click()";
    driver.execute(deal, vec![]).await?;
    wait_until(
        driver,
        "document.querySelector('textarea').value.includes('edition = \"lebrun-1827\"') && \
         document.querySelector('.playground-says').textContent.includes('to fill in')",
    )
    .await?;
    browser.close().await
}
