//! A book of its own in a folder of its host: pages that moved, the page for what is not there, suits, and chosen colours.

use crate::driver::{Browser, run_script, wait_until};
use crate::server::serve;
use crate::shown_steps;
use crate::small_book::small_book;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;
use thirtyfour::prelude::*;

/// The folder of the host, in which the book stands in `fly`.
fn host_folder() -> &'static TempDir {
    static HOST: OnceLock<TempDir> = OnceLock::new();
    HOST.get_or_init(|| {
        let root = small_book();
        let settings = root.path().join("book/book.toml");
        let text = fs::read_to_string(&settings).expect("the settings");
        let moved = "[output.html.redirect]\n\"/hands/mouche-1718/denise.html\" = \"denise-must-trump.html\"\n\
                     \"/hands/mouche-1718/denise.html#to-the-rules\" = \"../../rules/mouche-1718.html#play.trump\"\n\
                     \"/old/denise-must-trump.html\" = \"../hands/mouche-1718/denise-must-trump.html\"\n";
        fs::write(&settings, text.replace("[output.html.redirect]\n", moved)).expect("written");
        let host = tempfile::tempdir().expect("a folder");
        let site = host.path().join("fly");
        let mut call = Command::new(crate::repository_paths::program());
        call.arg("--root")
            .arg(root.path())
            .args(["build", "--site-url", "https://example.org/fly", "--dest"])
            .arg(&site);
        let built = call.output().expect("mouche");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        // As a server does that has no such page.
        fs::create_dir_all(site.join("no/such")).expect("folders");
        fs::copy(site.join("404.html"), site.join("no/such/page.html")).expect("copied");
        host
    })
}

fn base_addresses() -> [String; 2] {
    [
        format!("{}fly/", serve(host_folder().path(), false)),
        format!("file://{}/fly/", host_folder().path().display()),
    ]
}

#[tokio::test]
async fn a_page_that_moved_keeps_step_and_query() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for base in base_addresses() {
        for old in [
            "old/denise-must-trump.html?from=a%20letter#denise-must-trump-h1-t3-2",
            // The page has another name now, and so have its steps.
            "hands/mouche-1718/denise.html?from=a%20letter#denise-h1-t3-2",
        ] {
            driver.goto("about:blank").await?;
            driver.goto(format!("{base}{old}")).await?;
            wait_until(
                driver,
                "location.pathname.endsWith('/denise-must-trump.html') && document.querySelector('.hand.is-ready')",
            )
            .await?;
            assert_eq!(
                shown_steps(driver).await?,
                ["denise-must-trump-h1-t3-2"],
                "{base}{old}"
            );
            let address = driver.current_url().await?;
            assert!(
                address
                    .path()
                    .ends_with("/fly/hands/mouche-1718/denise-must-trump.html"),
                "{address}"
            );
            assert_eq!(address.query(), Some("from=a%20letter"), "{address}");
        }
        driver.goto("about:blank").await?;
        driver
            .goto(format!("{base}hands/mouche-1718/denise.html#to-the-rules"))
            .await?;
        wait_until(
            driver,
            "location.href.endsWith('/rules/mouche-1718.html#play.trump')",
        )
        .await?;
    }
    browser.close().await
}

#[tokio::test]
async fn what_is_not_there_leads_on_at_any_depth() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let [served, _] = base_addresses();
    for page in ["404.html", "no/such/page.html"] {
        driver.goto(format!("{served}{page}")).await?;
        let skip = "document.querySelector('.skip')";
        assert_eq!(
            run_script(driver, &format!("return getComputedStyle({skip}).position")).await?,
            json!("fixed"),
            "{page}"
        );
        run_script(driver, &format!("{skip}.click()")).await?;
        let here = run_script(driver, "return [location.pathname, location.hash]").await?;
        assert_eq!(here, json!([format!("/fly/{page}"), "#book-text"]));
        let script = "const done = arguments[0]; (async () => { const wrong = []; \
             for (const link of document.querySelectorAll('a[href]')) { \
               const answer = await fetch(link.href); if (!answer.ok) { wrong.push(link.href); } \
             } done(wrong); })().catch(error => done(String(error)))";
        assert_eq!(
            *driver.execute_async(script, vec![]).await?.json(),
            json!([]),
            "{page}"
        );
        driver.find(By::Css(".bar-search")).await?.click().await?;
        wait_until(driver, "document.querySelector('dialog.search[open]')").await?;
        run_script(
            driver,
            "const field = document.getElementById('book-search-words'); field.value = 'Denise must trump'; \
             field.dispatchEvent(new Event('input', { bubbles: true }))",
        )
        .await?;
        let first = run_script(
            driver,
            "return document.querySelector('.search-found a').pathname",
        )
        .await?;
        assert_eq!(
            first,
            json!("/fly/hands/mouche-1718/denise-must-trump.html"),
            "{page}"
        );
    }
    browser.close().await
}

/// The typefaces in which the first words with a sign are drawn, below an element.
async fn typefaces_of_signs(driver: &WebDriver, within: &str) -> WebDriverResult<Vec<String>> {
    let mark = "const [within] = arguments; const walk = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT); \
         let node; while ((node = walk.nextNode())) { const one = node.parentElement; \
         if (/[♠♥♦♣]/.test(node.data) && one.checkVisibility() && !one.closest('.visually-hidden')) { \
         const span = document.createElement('span'); span.id = 'sign'; document.getElementById('sign')?.removeAttribute('id'); \
         span.textContent = node.data.match(/[♠♥♦♣]/)[0]; node.before(span); return getComputedStyle(span).fontVariantEmoji; } } return 'none'";
    let text = driver
        .execute(mark, vec![json!(within)])
        .await?
        .json()
        .clone();
    assert_eq!(text, json!("text"), "{within}: a sign, and no picture");
    driver
        .execute_async("document.fonts.ready.then(arguments[0])", vec![])
        .await?;
    let tools = driver.cdp();
    tools.send_raw("DOM.enable", json!({})).await?;
    tools.send_raw("CSS.enable", json!({})).await?;
    let document: Value = tools.send_raw("DOM.getDocument", json!({})).await?;
    let root = &document["root"]["nodeId"];
    let node: Value = tools
        .send_raw(
            "DOM.querySelector",
            json!({ "nodeId": root, "selector": "#sign" }),
        )
        .await?;
    let fonts: Value = tools
        .send_raw(
            "CSS.getPlatformFontsForNode",
            json!({ "nodeId": node["nodeId"] }),
        )
        .await?;
    let fonts = fonts["fonts"].as_array().cloned().unwrap_or_default();
    Ok(fonts
        .iter()
        .map(|font| font["familyName"].as_str().unwrap_or_default().to_owned())
        .collect())
}

#[tokio::test]
async fn suits_are_drawn_in_our_typeface() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for base in base_addresses() {
        driver
            .goto(format!("{base}hands/mouche-1718/denise-must-trump.html"))
            .await?;
        wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
        run_script(driver, "document.querySelector('[data-go=all]').click()").await?;
        // In what is said of a step, and in the source in its own face.
        run_script(
            driver,
            "document.querySelectorAll('details').forEach(one => { one.open = true; })",
        )
        .await?;
        for within in [".hand-step", ".hand-source"] {
            assert_eq!(
                typefaces_of_signs(driver, within).await?,
                ["Mouche Signs"],
                "{base}: {within}"
            );
        }
    }
    browser.close().await
}

/// How the parts of the bar and of a hand's track look: each once.
const LOOKS: &str = "const look = (one, names, pseudo) => { const style = getComputedStyle(one, pseudo); return names.map(name => style[name]).join(' '); }; \
     const one = selector => document.querySelector(selector); \
     const tab = ['borderBlockEndColor', 'borderBlockEndStyle', 'borderBlockEndWidth']; \
     const step = ['backgroundColor', 'borderBlockEndStyle', 'borderBlockEndWidth']; \
     const paper = getComputedStyle(document.documentElement).backgroundColor; \
     return { tab: look(one('.bar-parts [aria-current]'), tab), other: look(one('.bar-parts a:not([aria-current])'), tab), \
       paper, line: getComputedStyle(one('.bar-parts a:not([aria-current])')).borderBlockEndColor, \
       now: look(one('.hand-track [aria-current]'), step), done: look(one('.hand-track .done'), step), \
       later: look(one('.hand-track a:not(.done, [aria-current])'), step), \
       mark: getComputedStyle(one('.hand-track .marked a'), '::after').backgroundColor, \
       ground: getComputedStyle(one('.hand-track .marked a')).backgroundColor }";

#[tokio::test]
async fn in_chosen_colours_the_current_one_is_told_apart() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let media = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", media)
        .await?;
    driver.set_window_rect(0, 0, 1280, 800).await?;
    let [served, _] = base_addresses();
    driver
        .goto(format!(
            "{served}hands/mouche-1718/denise-must-trump.html#denise-must-trump-h1-t3-2"
        ))
        .await?;
    wait_until(
        driver,
        "document.querySelector('.hand.is-ready .hand-track [aria-current]')",
    )
    .await?;
    assert_eq!(
        run_script(
            driver,
            "return matchMedia('(forced-colors: active)').matches"
        )
        .await?,
        json!(true)
    );
    let looks = run_script(driver, LOOKS).await?;
    assert_eq!(
        looks["line"], looks["paper"],
        "a part that is not current has no line: {looks}"
    );
    assert_ne!(looks["tab"], looks["other"], "{looks}");
    assert_ne!(looks["now"], looks["done"], "{looks}");
    assert_ne!(looks["now"], looks["later"], "{looks}");
    assert_ne!(looks["done"], looks["later"], "{looks}");
    assert_ne!(looks["mark"], looks["ground"], "{looks}");
    browser.close().await
}
