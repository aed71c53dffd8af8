//! A hand in a book of another's, under mdBook's own theme, in Chromium.

use crate::axe::{ALL, axe_script, set_window};

use crate::driver::{Browser, run_script};
use crate::guest_book::GuestBook;
use crate::page_theme::open_listening_browser;
use crate::server::serve;
use crate::test_extent::are_all_wanted;
use crate::{hand_quiz, is_in_view, shown_steps};
use serde_json::json;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;
use tokio::time::sleep;

fn book() -> &'static GuestBook {
    static BOOK: OnceLock<GuestBook> = OnceLock::new();
    BOOK.get_or_init(|| GuestBook::with_hands().build_or_panic())
}

fn page_url(page: &str) -> String {
    format!("file://{}/{page}", book().site().display())
}

/// Presses a key where the focus is.
async fn press_key(driver: &WebDriver, key: impl Into<TypingData>) -> WebDriverResult<()> {
    driver.action_chain().send_keys(key.into()).perform().await
}

async fn page(driver: &WebDriver) -> WebDriverResult<String> {
    Ok(driver
        .current_url()
        .await?
        .path()
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .into())
}

/// Presses an arrow on the title and waits for the page that it leads to. The event is made in the page, once: a driver
/// whose key goes down while the page goes away may press it again on the next one.
async fn turn_page(driver: &WebDriver, key: &str, to: &str) -> WebDriverResult<()> {
    let event = format!(
        "new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }})"
    );
    run_script(
        driver,
        &format!("document.querySelector('main > h1').dispatchEvent({event})"),
    )
    .await?;
    let end = Instant::now() + Duration::from_secs(10);
    while page(driver).await? != to && Instant::now() < end {
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(page(driver).await?, to);
    let ready = "return document.readyState === 'complete'";
    while run_script(driver, ready).await? != json!(true) && Instant::now() < end {
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Those of mdBook.
const THEMES: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];

#[tokio::test]
async fn arrows_step_the_hand_within_it_and_turn_the_page_outside() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(page_url("one.html")).await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-deal"]);
    let listed = "return Array.from(document.querySelectorAll('.header-in-summary'), (one) => one.textContent)";
    assert_eq!(
        run_script(driver, listed).await?,
        json!(["Afterwards"]),
        "steps are no chapters"
    );
    driver.find(By::Css(".hand-title")).await?.click().await?;
    press_key(driver, Key::Right + "").await?;
    press_key(driver, Key::Right + "").await?;
    press_key(driver, Key::Left + "").await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-d1"]);
    press_key(driver, Key::End + "").await?;
    press_key(driver, Key::Right + "").await?;
    assert_eq!(page(driver).await?, "one.html", "at its end too");

    turn_page(driver, "ArrowRight", "two.html").await?;
    turn_page(driver, "ArrowLeft", "one.html").await?;
    press_key(driver, "?").await?;
    let help = "return getComputedStyle(document.querySelector('#mdbook-help-container')).display !== 'none'";
    assert_eq!(run_script(driver, help).await?, json!(true));
    press_key(driver, Key::Escape + "").await?;
    press_key(driver, "s").await?;
    assert_eq!(
        run_script(driver, "return document.activeElement.type").await?,
        json!("search")
    );
    browser.close().await
}

#[tokio::test]
async fn a_clause_opens_the_rules_and_the_way_back_leads_to_the_step() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(page_url("one.html#denise-must-trump-h1-t3-2"))
        .await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-t3-2"]);
    driver
        .find(By::Css(".hand-step.is-now .hand-say .clause"))
        .await?
        .click()
        .await?;
    let rule = driver
        .find(By::Id("denise-must-trump-rules-mouche-1718-play.trump"))
        .await?;
    assert!(
        rule.is_displayed().await? && rule.text().await?.contains("must trump"),
        "{}",
        rule.text().await?
    );
    driver.back().await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-t3-2"]);
    run_script(driver, "scrollTo(0, 0)").await?; // From under mdBook's bar.
    hand_quiz::start_own_turn(driver).await?;
    assert!(
        driver
            .find(By::Css(".hand-quiz"))
            .await?
            .is_displayed()
            .await?
    );
    browser.close().await
}

#[tokio::test]
async fn without_scripts_every_step_is_there_and_links_lead_to_one() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver.goto(page_url("one.html")).await?;
    assert_eq!(shown_steps(driver).await?.len(), 22);
    driver
        .find(By::Css(".hand-tricks > summary"))
        .await?
        .click()
        .await?;
    driver
        .find(By::Css(".hand-tricks a[href='#denise-must-trump-h1-t3-2']"))
        .await?
        .click()
        .await?;
    assert!(is_in_view(driver, "denise-must-trump-h1-t3-2").await?);
    browser.close().await
}

#[tokio::test]
async fn nothing_is_complained_of_and_nothing_is_wider_than_a_phone() -> WebDriverResult<()> {
    let served = serve(&book().site(), false);
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    for page in ["one.html", "deep/two.html", "three.html"] {
        for base in [served.clone(), page_url("")] {
            set_window(driver, 360).await?;
            driver.goto(format!("{base}{page}")).await?;
            assert_eq!(
                run_script(driver, "return window.heard").await?,
                json!([]),
                "{base}{page}"
            );
            let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(run_script(driver, wide).await?, json!(0), "{page}");
        }
    }
    browser.close().await
}

/// What axe finds in the hands of the page that is open, all their steps shown, in a theme.
const AXE: &str = r#"
const [theme, themes, asked, done] = arguments;
document.documentElement.classList.remove(...themes);
document.documentElement.classList.add(theme);
document.querySelectorAll('.hand.is-stepped [data-go=all]').forEach((button) => button.click());
/* An open menu lies over the controls below it. */
document.querySelectorAll('.mouche details:not(.hand-view)').forEach((one) => { one.open = true; });
const told = ({ id, nodes }) => `${id}: ${nodes.length}, first ${nodes[0].html}`;
setTimeout(() => axe.run('.mouche', { resultTypes: ['violations'], runOnly: asked })
    .then((result) => done(result.violations.map(told)), (error) => done([String(error)])), 400);
"#;

#[tokio::test]
async fn axe_finds_nothing_in_a_hand() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    let mut wrong = Vec::new();
    for page in ["one.html", "deep/two.html"] {
        driver.goto(page_url(page)).await?;
        driver.execute(axe_script(), vec![]).await?;
        // By day in a wide window and by night on a phone, or with `ALL=1` in every theme in both.
        let (by_itself, width) = if page.contains('/') {
            ("coal", 360)
        } else {
            ("light", 1280)
        };
        set_window(driver, width).await?;
        for theme in THEMES
            .iter()
            .filter(|theme| are_all_wanted() || **theme == by_itself)
        {
            let found = driver
                .execute_async(AXE, vec![json!(theme), json!(THEMES), json!(ALL)])
                .await?;
            let found: Vec<String> = serde_json::from_value(found.json().clone())?;
            wrong.extend(
                found
                    .into_iter()
                    .map(|one| format!("{page}, {theme}: {one}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    browser.close().await
}

/// How everything outside the hands looks and where it stands in its line, with our sheet and without.
const LOOKS: &str = r#"
const ours = [...document.styleSheets].find((sheet) => sheet.href && sheet.href.includes('/mouche/'));
const rest = [...document.querySelectorAll('body *')].filter((one) => !one.closest('.mouche') && !one.querySelector('.mouche'));
const look = () => rest.map((one) => {
    const style = getComputedStyle(one);
    return one.tagName + [...style].filter((name) => !/block-size|height|origin|bottom|top|inset/.test(name)).map((name) => name + style[name]).join();
});
const before = look();
ours.disabled = true;
const after = look();
return before.filter((one, at) => one !== after[at]).map((one) => one.slice(0, 20));
"#;

#[tokio::test]
async fn nothing_outside_a_hand_looks_other_than_before() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    browser.driver.goto(page_url("one.html")).await?;
    assert_eq!(run_script(&browser.driver, LOOKS).await?, json!([]));
    browser.close().await
}

/// The scheme of a hand, its title, and everything in it that can be read badly: all words that are seen, those of links and of the
/// current step among them, with their contrast against what lies behind them. What lies on the cloth is drawn on colours that no theme changes.
const READABLE: &str = r#"
const [theme, themes] = arguments;
document.documentElement.classList.remove(...themes);
document.documentElement.classList.add(theme);
const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const rgba = colour => { paint.clearRect(0, 0, 1, 1); paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); return paint.getImageData(0, 0, 1, 1).data; };
const light = colour => { const [r, g, b] = Array.from(rgba(colour)).map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const behind = one => { for (; one; one = one.parentElement) { const colour = getComputedStyle(one).backgroundColor; if (rgba(colour)[3] === 255) { return colour; } } return '#fff'; };
const contrast = one => { const [high, low] = [light(getComputedStyle(one).color), light(behind(one))].sort((a, b) => b - a); return (high + 0.05) / (low + 0.05); };
const box = document.querySelector('.mouche');
box.querySelectorAll('details').forEach(one => { one.open = true; });
const links = [...box.querySelectorAll('a[href]')].filter(one => one.checkVisibility() && one.textContent.trim() && !one.closest('.cloth'));
const has_words = one => [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
const is_seen = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getBoundingClientRect().width > 2;
const words = [...box.querySelectorAll(':not(svg *)')].filter(one => has_words(one) && is_seen(one) && !one.closest('.cloth, .visually-hidden, :disabled, [aria-disabled=true]'));
const pale = words.map(one => [contrast(one), one.outerHTML]).filter(([ratio]) => ratio < 4.5).map(([ratio, html]) => `${ratio.toFixed(2)} ${html}`);
const title = box.querySelector('.hand-name');
const panel = box.querySelector('.hand-options');
return { scheme: getComputedStyle(box).colorScheme, count: links.length, words: words.length, wide: panel.scrollWidth > panel.clientWidth + 1, tab: contrast(box.querySelector('.hand-track [aria-current]')), pale,
    title: title.checkVisibility() && title.textContent, titleContrast: contrast(title) };
"#;

#[tokio::test]
async fn a_hand_follows_the_theme_of_the_book() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for system in ["light", "dark"] {
        let scheme = json!({ "features": [{ "name": "prefers-color-scheme", "value": system }] });
        driver
            .cdp()
            .send_raw("Emulation.setEmulatedMedia", scheme)
            .await?;
        driver
            .goto(page_url("one.html#denise-must-trump-h1-t3-2"))
            .await?;
        assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-t3-2"]);
        for theme in THEMES {
            let found = driver
                .execute(READABLE, vec![json!(theme), json!(THEMES)])
                .await?
                .json()
                .clone();
            let expected = if ["light", "rust"].contains(&theme) {
                "light"
            } else {
                "dark"
            };
            assert_eq!(found["scheme"], json!(expected), "{theme}, system {system}");
            assert!(
                found["tab"].as_f64().is_some_and(|ratio| ratio >= 4.5),
                "{theme}: {found}"
            );
            assert!(
                found["count"].as_u64().is_some_and(|count| count > 5),
                "{theme}: {found}"
            );
            assert!(
                found["words"].as_u64().is_some_and(|count| count > 40),
                "{theme}: {found}"
            );
            assert_eq!(found["pale"], json!([]), "{theme}, system {system}");
            assert_eq!(
                found["wide"],
                json!(false),
                "the panel of options is too narrow"
            );
            assert_eq!(found["title"], json!("Denise must trump"), "{theme}");
            assert!(
                found["titleContrast"]
                    .as_f64()
                    .is_some_and(|ratio| ratio >= 4.5),
                "{theme}: {found}"
            );
        }
    }
    browser.close().await
}

#[tokio::test]
async fn suits_are_signs_in_a_book_of_anothers_too() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(page_url("one.html")).await?;
    let emoji =
        "return getComputedStyle(document.querySelector('.mouche .hand-say')).fontVariantEmoji";
    assert_eq!(run_script(driver, emoji).await?, json!("text"));
    let loaded = "const done = arguments[0]; document.fonts.load('16px \"Mouche Signs\"', '♠').then(faces => done(faces.length))";
    assert_eq!(
        *driver.execute_async(loaded, vec![]).await?.json(),
        json!(1)
    );
    browser.close().await
}
