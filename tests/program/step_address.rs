//! The address names the step that is shown, and who goes away and comes back finds the hand as it was left.

use crate::driver::{Browser, own_book, run_script, set_menu_control, wait_until};
use crate::page_theme::open_listening_browser;
use crate::server::serve;
use crate::test_extent;
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
    let pages = [
        HAND,
        "hands/compared/the-jack-of-clubs.html",
        "hands/mouche-1718/a-hungry-table.html",
    ];
    for page in &pages[..if test_extent::are_all_wanted() { 3 } else { 1 }] {
        driver.goto(own_book().url(page)).await?;
        let ids: Vec<String> = serde_json::from_value(run_script(driver, IDS).await?)?;
        let mut addresses = BTreeSet::new();
        for id in &ids[1..] {
            run_script(driver, "document.querySelector('[data-go=next]').click()").await?;
            assert_eq!(run_script(driver, SHOWN).await?, json!(id));
            assert_eq!(
                driver.current_url().await?.fragment(),
                Some(id.as_str()),
                "{page}"
            );
            addresses.insert(driver.current_url().await?);
        }
        assert_eq!(addresses.len(), ids.len() - 1, "{page}");
        for address in addresses.iter().step_by(7) {
            driver.goto("about:blank").await?;
            driver.goto(address.as_str()).await?;
            assert_eq!(
                Some(
                    run_script(driver, SHOWN)
                        .await?
                        .as_str()
                        .unwrap_or_default()
                ),
                address.fragment()
            );
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

/// Sits down with Claude, hides what he does not see and what is to come, goes eleven steps on, and lets the hand play. At the
/// first step that the hand takes by itself, follows the link to its clause.
const LEAVE: &str = "const set = (name, value) => { const it = document.querySelector('[data-set=' + name + ']');
        it[it.type === 'checkbox' ? 'checked' : 'value'] = value; it.dispatchEvent(new Event('change', { bubbles: true })) };
    localStorage.clear(); set('seat', '2'); set('hides', true); set('waits', true);
    for (let i = 0; i < 11; i += 1) { document.querySelector('[data-go=next]').click(); }
    document.querySelector('[data-go=play]').click();
    const leaves = setInterval(() => {
        const step = document.querySelector('.hand-step.is-now');
        if (step.id.endsWith('h1-t3-2-try1')) { clearInterval(leaves); step.querySelector('a.clause').click(); }
    }, 10)";

/// Chooses other colours on another page.
const ELSEWHERE: &str =
    "const select = document.querySelector('.bar-theme select'); select.value = 'dark';
    select.dispatchEvent(new Event('change')); localStorage.setItem('mouche-four', 'true')";

#[tokio::test]
async fn who_goes_away_and_comes_back_finds_the_hand_as_it_was() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    // From a server a browser keeps the page as it was; from the disk it makes it anew.
    for base in [serve(own_book().site(), false), own_book().url("")] {
        driver.goto(format!("{base}{HAND}")).await?;
        run_script(driver, LEAVE).await?;
        driver.query(By::Id("play.trump")).first().await?;
        run_script(driver, ELSEWHERE).await?;
        driver.back().await?;
        tokio::time::sleep(Duration::from_millis(2_500)).await; // It would have played on by now.
        let id = "denise-must-trump-h1-t3-2-try1";
        let left = json!([
            format!("#{id}"),
            id,
            "13",
            "2",
            true,
            true,
            true,
            true,
            true,
            true,
            "false",
            3,
            true,
            "dark"
        ]);
        assert_eq!(run_script(driver, STANDS).await?, left, "{base}");
    }
    browser.close().await
}

/// How a hand is looked at: who sits, what is hidden and how many cards are, later steps, and the editions that are shown.
const LOOKED_AT: &str =
    "const set = name => document.querySelector('[data-set=' + name + ']');
    const hand = document.querySelector('.hand');
    return [set('seat').value, hand.matches('.hides'), hand.matches('.waits'), hand.style.getPropertyValue('--sit'),
        hand.querySelectorAll('.hand-step.is-now .place [aria-label$=\"face down\"]').length,
        [...hand.querySelectorAll('.hand-step.is-now .hand-column')].map(column => column.checkVisibility())]";

/// Opens an address in a page that keeps nothing from before.
async fn open_address_anew(driver: &WebDriver, address: &str) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver.goto(address).await
}

#[tokio::test]
async fn a_link_shows_the_seat_the_hidden_cards_and_the_edition() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for base in [serve(own_book().site(), false), own_book().url("")] {
        let page = format!("{base}hands/compared/the-jack-of-clubs.html");
        open_address_anew(driver, &format!("{page}?from=a-friend")).await?;
        let parted = "return document.querySelector('.hand-step.parted').id";
        let step = run_script(driver, parted).await?;
        let step = step.as_str().expect("a step at which editions differ");
        run_script(driver, &format!("location.hash = '{step}'")).await?;
        for (control, value) in [("seat", "1"), ("hides", "true"), ("edition", "1")] {
            set_menu_control(driver, control, value).await?;
        }
        run_script(driver, "document.querySelector('[data-go=speed]').click()").await?;
        wait_until(
            driver,
            "document.querySelector('[data-go=speed]').textContent === '2×'",
        )
        .await?;
        let before = run_script(driver, LOOKED_AT).await?;
        assert_eq!(before[0], json!("1"), "{before}");
        let address = driver.current_url().await?;
        assert_eq!(
            address.query(),
            Some("from=a-friend&seat=1&edition=1&hides=on")
        );
        assert_eq!(address.fragment(), Some(step));
        open_address_anew(driver, address.as_str()).await?;
        wait_until(driver, "document.querySelector('.hand.hides')").await?;
        assert_eq!(run_script(driver, LOOKED_AT).await?, before, "{address}");
        // All as at first: the address says nothing of it.
        for (control, value) in [("seat", ""), ("edition", "")] {
            set_menu_control(driver, control, value).await?;
        }
        assert_eq!(driver.current_url().await?.query(), Some("from=a-friend"));
        run_script(driver, "localStorage.clear()").await?;
    }
    browser.close().await
}

#[tokio::test]
async fn an_address_with_a_seat_that_is_not_there_shows_the_hand() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    let wrong = "?seat=44&edition=%22%3E&hides=yes&waits=on#denise-must-trump-h1-t3-2";
    open_address_anew(driver, &own_book().url(&format!("{HAND}{wrong}"))).await?;
    wait_until(driver, "document.querySelector('.hand.waits')").await?;
    assert_eq!(
        run_script(driver, LOOKED_AT).await?,
        json!(["", false, true, "", 0, []])
    );
    assert_eq!(run_script(driver, "return window.heard").await?, json!([]));
    browser.close().await
}

/// A browser that takes no more addresses: it throws, as Safari does after a hundred in half a minute, or does nothing, as
/// Chromium does after two hundred in ten seconds. Long waits of the page are short here.
const TIRED: &str = "const take = History.prototype.replaceState; window.isTired = ''; \
     History.prototype.replaceState = function (...all) { \
         if (window.isTired === 'throws') { throw new DOMException('too many', 'SecurityError'); } \
         if (!window.isTired) { take.apply(this, all); } \
     }; \
     const later = window.setTimeout; \
     window.setTimeout = (act, wait, ...more) => later(act, wait >= 1000 ? wait / 10 : wait, ...more);";

#[tokio::test]
async fn an_address_that_the_browser_did_not_take_is_written_later() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .cdp()
        .send_raw(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": TIRED }),
        )
        .await?;
    let next = "document.querySelector('[data-go=next]').click()";
    for tired in ["throws", "does nothing"] {
        driver.goto("about:blank").await?;
        driver.goto(own_book().url(HAND)).await?;
        run_script(driver, next).await?;
        let first = run_script(driver, "return location.hash").await?;
        run_script(
            driver,
            &format!("window.isTired = '{tired}'; {next}; {next}; {next}"),
        )
        .await?;
        let shown = run_script(driver, SHOWN)
            .await?
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let now = run_script(
            driver,
            "return [location.hash, window.mouche.pageAddress().split('#')[1]]",
        )
        .await?;
        assert_eq!(
            now,
            json!([first, shown]),
            "what is copied names the step that is shown"
        );
        run_script(driver, "window.isTired = ''").await?;
        wait_until(driver, &format!("location.hash === '#{shown}'")).await?;
        // Where the reader has gone elsewhere meanwhile, that stays.
        let deal = shown.replace(&shown[shown.rfind("-h1-").expect("a step")..], "-h1-deal");
        run_script(
            driver,
            &format!("window.isTired = '{tired}'; {next}; location.hash = '#{deal}'"),
        )
        .await?;
        wait_until(
            driver,
            &format!("document.querySelector('.hand-step.is-now').id === '{deal}'"),
        )
        .await?;
        run_script(driver, "window.isTired = ''").await?;
        assert_eq!(
            run_script(driver, "return window.mouche.pageAddress().split('#')[1]").await?,
            json!(deal)
        );
    }
    assert_eq!(run_script(driver, "return window.heard").await?, json!([]));
    browser.close().await
}

/// Every script changes the address, keeps and copies in the one way that survives a browser which refuses.
#[test]
fn addresses_storage_and_clipboard_are_used_in_one_way() {
    let theme = crate::repository_paths::root().join("book/theme");
    let mut found = Vec::new();
    for folder in ["", "boot", "book", "tools"] {
        for file in theme
            .join(folder)
            .read_dir()
            .expect("the theme")
            .flatten()
            .map(|entry| entry.path())
        {
            let is_script = file.extension().is_some_and(|end| end == "js");
            let text = if is_script {
                std::fs::read_to_string(&file).expect("a script")
            } else {
                String::new()
            };
            for (line, text) in text.lines().enumerate() {
                let way = [
                    "history.",
                    "localStorage",
                    "navigator.clipboard",
                    "execCommand('copy')",
                ];
                if way.iter().any(|way| text.contains(way)) {
                    found.push(format!("{}:{} {}", file.display(), line + 1, text.trim()));
                }
            }
        }
    }
    let own = [
        "book/address.js",
        "boot/storage.js",
        "tools/clipboard.js",
        "tools/query.js",
    ];
    found.retain(|place| !own.iter().any(|own| place.contains(own)));
    assert!(
        found.is_empty(),
        "use `replaceHash`, `replaceQuery`, `readValue`, `writeValue` and `copyText`: {found:?}"
    );
}
