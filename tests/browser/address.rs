//! The address names the step that is shown, and who goes away and comes back finds the hand as it was left.

use crate::driver::{Browser, book, run};
use crate::long;
use crate::server::serve;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";

const SHOWN: &str = "return document.querySelector('.hand-step.is-now').id";
const IDS: &str = "return Array.from(document.querySelectorAll('.hand-step'), step => step.id)";

#[tokio::test]
async fn each_step_has_an_address_and_the_address_shows_the_step() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let pages = [HAND, "hands/compared/the-jack-of-clubs.html", "hands/mouche-1718/a-hungry-table.html"];
    for page in &pages[..if long::is_whole() { 3 } else { 1 }] {
        driver.goto(book().url(page)).await?;
        let ids: Vec<String> = serde_json::from_value(run(driver, IDS).await?)?;
        let mut addresses = BTreeSet::new();
        for id in &ids[1..] {
            run(driver, "document.querySelector('[data-go=next]').click()").await?;
            assert_eq!(run(driver, SHOWN).await?, json!(id));
            assert_eq!(driver.current_url().await?.fragment(), Some(id.as_str()), "{page}");
            addresses.insert(driver.current_url().await?);
        }
        assert_eq!(addresses.len(), ids.len() - 1, "{page}");
        for address in addresses.iter().step_by(7) {
            driver.goto("about:blank").await?;
            driver.goto(address.as_str()).await?;
            assert_eq!(Some(run(driver, SHOWN).await?.as_str().unwrap_or_default()), address.fragment());
        }
    }
    browser.close().await
}

/// How the hand stands: the step, who sits, what is hidden and how many cards, four colours, and those of the page.
const STANDS: &str = "const set = name => document.querySelector('[data-set=' + name + ']');
    const hand = document.querySelector('.hand');
    return [location.hash, document.querySelector('.hand-step.is-now').id, hand.querySelector('.hand-now').textContent,
        set('seat').value, set('hides').checked, hand.matches('.hides'), set('waits').checked, hand.matches('.waits'),
        set('four').checked, hand.matches('.four'), hand.querySelector('[data-go=play]').ariaPressed,
        hand.querySelectorAll('.hand-step.is-now .place [aria-label$=\"face down\"]').length,
        document.documentElement.matches('.dark'), document.querySelector('.bar-theme select').value]";

/// Sits down with Claude, hides what he does not see and what is to come, goes twelve steps on, and lets the hand play.
const LEAVE: &str = "const set = (name, value) => { const it = document.querySelector('[data-set=' + name + ']');
        it[it.type === 'checkbox' ? 'checked' : 'value'] = value; it.dispatchEvent(new Event('change', { bubbles: true })) };
    localStorage.clear(); set('seat', '2'); set('hides', true); set('waits', true);
    for (let i = 0; i < 11; i += 1) { document.querySelector('[data-go=next]').click(); }
    document.querySelector('[data-go=play]').click()";

/// Chooses other colours on another page.
const ELSEWHERE: &str = "const select = document.querySelector('.bar-theme select'); select.value = 'dark';
    select.dispatchEvent(new Event('change')); localStorage.setItem('mouche-four', 'true')";

#[tokio::test]
async fn who_goes_away_and_comes_back_finds_the_hand_as_it_was() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    // From a server a browser keeps the page as it was; from the disk it makes it anew.
    for base in [serve(book().site(), false), book().url("")] {
        driver.goto(format!("{base}{HAND}")).await?;
        run(driver, LEAVE).await?;
        run(driver, "document.querySelector('.hand-step.is-now a.clause').click()").await?;
        driver.query(By::Id("play.trump")).first().await?;
        run(driver, ELSEWHERE).await?;
        driver.back().await?;
        tokio::time::sleep(Duration::from_millis(2_500)).await; // It would have played on by now.
        let id = "denise-must-trump-h1-t3-2-try1";
        let left =
            json!([format!("#{id}"), id, "13", "2", true, true, true, true, true, true, "false", 3, true, "dark"]);
        assert_eq!(run(driver, STANDS).await?, left, "{base}");
    }
    browser.close().await
}
