//! The page around the text, in Chromium: nothing from elsewhere, no complaint, every theme, no script, narrow screens.

use crate::axe::PAGES;
use crate::driver::{Browser, own_book, run_script};
use crate::server::serve;
use crate::test_extent;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";
const RULES: &str = "rules/mouche-1718.html";
const KINDS: &[&str] = &[
    "index.html",
    "reading-a-hand.html",
    RULES,
    "tonight/mouche-1718.html",
    "hands/mouche-1718.html",
    HAND,
    "hands/compared/the-jack-of-clubs.html",
    "hands/index-of-hands.html",
    "comparison.html",
    "practice/mistigri.html",
    "games/mistigri.html",
    "glossary.html",
    "sources.html",
    "family.html",
    "toc.html",
    "404.html",
];

/// What a page complains of, gathered from its first moment.
const LISTEN: &str = "window.heard = [];
    addEventListener('securitypolicyviolation', e => heard.push(e.violatedDirective + ' ' + e.blockedURI));
    addEventListener('error', e => heard.push(e.message || 'not loaded: ' + (e.target.src || e.target.href)), true);
    for (const name of ['error', 'warn']) console[name] = (...words) => heard.push(words.join(' '));";

/// A browser that listens to its pages.
pub async fn open_listening_browser() -> WebDriverResult<Browser> {
    let browser = Browser::open(true).await?;
    let source = json!({ "source": LISTEN });
    browser
        .driver
        .cdp()
        .send_raw("Page.addScriptToEvaluateOnNewDocument", source)
        .await?;
    Ok(browser)
}

async fn set_window_size(driver: &WebDriver, width: u32, height: u32) -> WebDriverResult<()> {
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    driver
        .cdp()
        .send_raw("Emulation.setDeviceMetricsOverride", size)
        .await?;
    Ok(())
}

#[tokio::test]
async fn no_page_asks_for_anything_from_elsewhere_or_complains() -> WebDriverResult<()> {
    let book = own_book();
    let served = serve(book.site(), false);
    let browser = open_listening_browser().await?;
    for (at, page) in KINDS.iter().enumerate() {
        // The page that says that there is none is shown by a server only.
        let from_file =
            (*page != "404.html" && at % test_extent::sample_step(6) == 0).then(|| book.url(""));
        for base in from_file.iter().chain([&served]) {
            browser.driver.goto(format!("{base}{page}")).await?;
            let heard = run_script(&browser.driver, "return window.heard").await?;
            assert_eq!(heard, json!([]), "{base}{page}");
        }
        let asked = run_script(
            &browser.driver,
            "return performance.getEntriesByType('resource').map(e => e.name)",
        )
        .await?;
        let asked: Vec<String> = serde_json::from_value(asked)?;
        assert!(
            (1..12).contains(&asked.len()),
            "with the page itself at most twelve: {asked:?}"
        );
        assert!(
            asked.iter().all(|one| one.starts_with(&served)),
            "{asked:?}"
        );
    }
    browser.close().await
}

/// A page of each part, the longest among them.
const PARTED: [&str; 8] = [
    "index.html",
    "learn/learn.html",
    "learn/a-whole-evening.html",
    "play.html",
    "rules/boussac-1896.html",
    "hands/boussac-1896.html",
    "hands/boussac-1896/prudent-buys.html",
    "writing/format.html",
];

#[tokio::test]
async fn colours_follow_the_system_and_a_choice_is_kept() -> WebDriverResult<()> {
    let book = own_book();
    let served = serve(book.site(), false);
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    let paper = "return getComputedStyle(document.documentElement).backgroundColor";
    let scheme =
        |value: &str| json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", scheme("dark"))
        .await?;
    driver.goto(&served).await?;
    let dark = run_script(driver, paper).await?;
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", scheme("light"))
        .await?;
    let mut waited = 0;
    while run_script(driver, paper).await? == dark && waited < 50 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        waited += 1;
    }
    assert_ne!(
        run_script(driver, paper).await?,
        dark,
        "the page follows the system while it stands"
    );
    let mut papers = Vec::new();
    for theme in ["light", "dark"] {
        let choose = format!(
            "const select = document.querySelector('.bar-theme select'); select.value = '{theme}'; select.dispatchEvent(new Event('change'))"
        );
        run_script(driver, &choose).await?;
        driver.goto(format!("{served}{RULES}")).await?;
        assert_eq!(
            run_script(
                driver,
                "return document.querySelector('.bar-theme select').value"
            )
            .await?,
            json!(theme)
        );
        let now = run_script(driver, paper).await?;
        assert!(!papers.contains(&now), "{theme} looks like another");
        papers.push(now);
    }
    assert_eq!(papers[1], dark, "dark is what the system gives");
    browser.close().await
}

#[tokio::test]
async fn without_scripts_the_contents_open_and_lead_on() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver.set_window_rect(0, 0, 500, 900).await?;
    driver.goto(book.url(HAND)).await?;
    let contents = driver.find(By::Id("book-contents")).await?;
    assert!(!contents.is_displayed().await?, "a drawer is shut at first");
    driver.find(By::Css(".bar-contents")).await?.click().await?;
    assert!(contents.is_displayed().await?);
    let here = contents.find_all(By::Css("[aria-current]")).await?;
    assert_eq!(
        [here[0].text().await?, here[1].text().await?],
        ["Hands", "Denise must trump"]
    );
    contents.find(By::LinkText("Rules")).await?.click().await?;
    assert!(
        driver
            .current_url()
            .await?
            .path()
            .ends_with("comparison.html")
    );
    let search = driver.find(By::Css(".bar-search")).await?;
    assert!(
        !search.is_displayed().await?,
        "a search that cannot work is not offered"
    );
    driver.find(By::Css(".bar-index")).await?.click().await?;
    driver
        .find(By::LinkText("Denise must trump"))
        .await?
        .click()
        .await?;
    driver.find(By::Css("a[rel=prev]")).await?.click().await?;
    driver
        .find(By::Css(".turn a[rel=next]"))
        .await?
        .click()
        .await?;
    driver.set_window_rect(0, 0, 1300, 900).await?;
    assert!(
        !driver
            .find(By::Id("book-contents"))
            .await?
            .is_displayed()
            .await?,
        "the table takes the room"
    );
    driver.goto(book.url(RULES)).await?;
    assert!(
        driver
            .find(By::Id("book-contents"))
            .await?
            .is_displayed()
            .await?,
        "there is room beside the text"
    );
    browser.close().await
}

#[tokio::test]
async fn every_page_leads_to_each_part_and_no_sidebar_is_long() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    let seen = "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).map((one) => one.textContent)";
    let links = async |within: &str| -> WebDriverResult<Vec<String>> {
        Ok(serde_json::from_value(
            driver
                .execute(seen, vec![json!(format!("{within} a"))])
                .await?
                .json()
                .clone(),
        )?)
    };
    for page in PARTED {
        driver.set_window_rect(0, 0, 1300, 900).await?;
        driver.goto(book.url(page)).await?;
        assert_eq!(
            links(".bar-parts").await?,
            [
                "Start of the book",
                "Learn",
                "Play",
                "Rules",
                "Hands",
                "Background"
            ],
            "{page}"
        );
        let beside = links(".contents").await?.len();
        driver.set_window_rect(0, 0, 500, 900).await?;
        driver.find(By::Css(".bar-contents")).await?.click().await?;
        let drawer = links(".contents").await?;
        assert!(
            drawer.starts_with(&links(".contents-parts").await?) && drawer.len() > 6,
            "{page}: {drawer:?}"
        );
        assert!(
            beside <= 32 && drawer.len() <= 32,
            "{page}: {beside} beside the text, {} in the drawer",
            drawer.len()
        );
        assert_eq!(
            links(".foot p:has(a[href$='writing-a-hand.html'])").await?,
            ["For authors"],
            "{page}"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn the_first_key_leads_past_the_contents() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver.goto(book.url(RULES)).await?;
    let focused = "return document.activeElement.className || document.activeElement.id";
    driver
        .action_chain()
        .send_keys(Key::Tab + "")
        .perform()
        .await?;
    assert_eq!(run_script(driver, focused).await?, json!("skip"));
    driver
        .action_chain()
        .send_keys(Key::Enter + "")
        .perform()
        .await?;
    driver
        .action_chain()
        .send_keys(Key::Tab + "")
        .perform()
        .await?;
    let inside = run_script(
        driver,
        "return document.activeElement.closest('main') !== null",
    )
    .await?;
    assert_eq!(
        inside,
        json!(true),
        "{}",
        run_script(driver, focused).await?
    );
    browser.close().await
}

#[tokio::test]
async fn nothing_is_wider_than_a_narrow_screen() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    let pages = BTreeSet::from_iter(
        KINDS
            .iter()
            .copied()
            .chain(PAGES)
            .filter(|page| *page != "404.html"),
    );
    // 320 by 256 is a screen of 1,280 by 1,024 at 400 %.
    for (width, height, pages) in [
        (320, 700, pages),
        (320, 256, BTreeSet::from(["index.html", HAND])),
    ] {
        set_window_size(driver, width, height).await?;
        for page in pages.into_iter().step_by(if height < 300 {
            1
        } else {
            test_extent::sample_step(2)
        }) {
            driver.goto(book.url(page)).await?;
            let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(
                run_script(driver, wide).await?,
                json!(0),
                "{page} at {width} by {height}"
            );
        }
    }
    let bar = run_script(
        driver,
        "return getComputedStyle(document.querySelector('.bar')).position",
    )
    .await?;
    assert_eq!(
        bar,
        json!("static"),
        "at 400 % the bar does not take the page's room"
    );
    browser.close().await
}

/// How far a page moved under its reader while it arrived.
async fn measure_shift(driver: &WebDriver, url: String) -> WebDriverResult<f64> {
    let watch = "window.moved = 0; new PerformanceObserver(list => list.getEntries().forEach(e => moved += e.hadRecentInput ? 0 : e.value)).observe({ type: 'layout-shift', buffered: true });";
    driver
        .cdp()
        .send_raw(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": watch }),
        )
        .await?;
    driver.goto("about:blank").await?;
    driver.goto(url).await?;
    let settled =
        "const done = arguments[arguments.length - 1]; setTimeout(() => done(window.moved), 300)";
    let moved = driver.execute_async(settled, vec![]).await?;
    Ok(moved.json().as_f64().unwrap_or(f64::MAX))
}

#[tokio::test]
async fn a_deep_link_into_a_hand_does_not_jump_while_the_page_arrives() -> WebDriverResult<()> {
    let book = own_book();
    let slow = serve(book.site(), true);
    let browser = open_listening_browser().await?;
    for step in [
        "",
        "#denise-must-trump-h1-t3-2",
        "#denise-must-trump-h1-pay",
        "#denise-must-trump-h1",
    ] {
        let moved = measure_shift(&browser.driver, format!("{slow}{HAND}{step}")).await?;
        assert!(moved <= 0.02, "{step} moves by {moved}");
    }
    browser.close().await
}

/// How much wider a sentence is in the typeface than in the face that stands for it until it comes: upright, and in italics.
const WIDER: &str = "const done = arguments[0];
    const wide = (style, family) => {
        const span = document.body.appendChild(document.createElement('span'));
        span.style = `position: absolute; white-space: nowrap; font: ${style} 40px ${family}`;
        span.textContent = 'Whoever takes tricks takes shares of the pool, and whoever takes none pays the next one';
        return span.getBoundingClientRect().width;
    };
    Promise.all(['normal', 'italic'].map(style => document.fonts.load(`${style} 40px Mouche`).then(() => document.fonts.load(`${style} 40px Until`))
        .then(() => wide(style, 'Mouche') / wide(style, 'Until')))).then(done);";

#[tokio::test]
async fn until_the_typeface_comes_words_are_as_wide() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    browser
        .driver
        .goto(own_book().url("reading-a-hand.html"))
        .await?;
    let wider: Vec<f64> = serde_json::from_value(
        browser
            .driver
            .execute_async(WIDER, vec![])
            .await?
            .json()
            .clone(),
    )?;
    assert!(
        wider.iter().all(|wider| (wider - 1.0).abs() < 0.02),
        "upright and in italics: {wider:?}"
    );
    browser.close().await
}

/// Watches how much of a page jumps while it comes, as a score: what jumped, by how far, of the screen.
const WATCH: &str = "window.jumped = [];
    new PerformanceObserver(list => list.getEntries().forEach(entry => jumped.push([entry.value, Math.round(entry.startTime),
        ...entry.sources.map(one => [one.node && (one.node.className || one.node.nodeName), one.previousRect.top, one.currentRect.top].join(' '))])))
        .observe({ type: 'layout-shift', buffered: true });";

#[tokio::test]
async fn no_page_jumps_while_it_comes() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .cdp()
        .send_raw(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": WATCH }),
        )
        .await?;
    let stepped = format!("{HAND}#denise-must-trump-h1-t3-2");
    let compared = "hands/compared/the-jack-of-clubs.html";
    let parted = format!("{compared}#the-jack-of-clubs-h1-t1-2");
    // By the slow server a page comes piece by piece: there it would jump.
    let (fast, slow) = (serve(book.site(), false), serve(book.site(), true));
    let several = "hands/boussac-1896/what-six-chips-can-grow-to.html";
    let pages = [
        "playground.html",
        "play.html",
        several,
        HAND,
        &stepped,
        &parted,
    ];
    let calls = pages.map(|page| format!("{slow}{page}")).into_iter();
    let calls =
        calls.chain([HAND, &stepped, compared, &parted].map(|page| format!("{fast}{page}")));
    let calls = calls.step_by(test_extent::sample_step(3));
    let mut wrong = Vec::new();
    for call in calls {
        for (width, height) in [(360, 640), (800, 900)] {
            let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
            driver
                .cdp()
                .send_raw("Emulation.setDeviceMetricsOverride", screen)
                .await?;
            driver.goto("about:blank").await?;
            driver.goto(&call).await?;
            tokio::time::sleep(Duration::from_millis(200)).await;
            let jumped = run_script(driver, "return window.jumped").await?;
            let score: f64 = jumped
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|one| one[0].as_f64())
                .sum();
            if score > 0.02 {
                wrong.push(format!("{call} at {width}: {score:.3}, {jumped}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    browser.close().await
}
