//! The book without a connection: what was read and Play are there, and a new build is seen at the next load.

use crate::budget::pages_of_site;
use crate::driver::{Browser, foreign_book, own_book, run_script, wait_until};
use crate::server::{ServerAnswer, serve_by};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";

/// Copies a site without its hands, which are many.
fn copy_site(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if !path.is_dir() {
            fs::copy(&path, &target).expect("a copy");
        } else if entry.file_name() != "hands" {
            copy_site(&path, &target);
        }
    }
}

/// Puts something new into a file of a site.
fn change_file(file: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(file).expect("a file");
    assert!(text.contains(old), "{} has no {old}", file.display());
    fs::write(file, text.replacen(old, new, 1)).expect("a file");
}

#[tokio::test]
async fn a_book_is_read_without_a_connection_and_a_new_build_is_seen_at_once() -> WebDriverResult<()>
{
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("site");
    copy_site(own_book().site(), &site);
    fs::create_dir_all(site.join(HAND).parent().expect("a folder")).expect("a folder");
    fs::copy(own_book().site().join(HAND), site.join(HAND)).expect("a copy");
    let is_gone = Arc::new(AtomicBool::new(false));
    let gone = Arc::clone(&is_gone);
    let base = serve_by(&site, false, move |_| {
        if gone.load(Ordering::Relaxed) {
            ServerAnswer::Closed
        } else {
            ServerAnswer::File
        }
    });
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(format!("{base}play.html")).await?;
    wait_until(
        driver,
        "navigator.serviceWorker.controller?.state === 'activated'",
    )
    .await?;
    wait_until(driver, "document.querySelector('link[rel=manifest]')").await?;
    driver.goto(format!("{base}{HAND}")).await?;
    wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
    // Without a connection.
    is_gone.store(true, Ordering::Relaxed);
    driver.goto(format!("{base}strategy.html")).await?;
    wait_until(driver, "document.querySelector('main h1')").await?;
    driver.goto(format!("{base}{HAND}")).await?;
    wait_until(driver, "document.querySelector('.hand.is-ready')").await?;
    driver.goto(format!("{base}play.html")).await?;
    wait_until(driver, "!document.querySelector('.play-table').hidden").await?;
    run_script(
        driver,
        "document.querySelector('.play-table button').click()",
    )
    .await?;
    wait_until(driver, "document.querySelector('.play-asks button')").await?;
    // The host is back with a new build.
    change_file(&site.join("strategy.html"), "</h1>", " anew</h1>");
    change_file(
        &site.join("offline-worker.js"),
        "VERSION = '",
        "VERSION = 'new-",
    );
    is_gone.store(false, Ordering::Relaxed);
    driver.goto(format!("{base}strategy.html")).await?;
    wait_until(
        driver,
        "document.querySelector('main h1').textContent.includes(' anew')",
    )
    .await?;
    // What the old build kept is removed.
    wait_until(
        driver,
        "(caches.keys().then(names => { window.names = names.join(); }), window.names?.includes('new-') && !window.names.includes(','))",
    )
    .await?;
    browser.close().await
}

#[test]
fn the_manifest_names_a_picture_that_is_there() {
    let site = own_book().site();
    let manifest = std::fs::read_to_string(site.join("manifest.webmanifest")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let icon = manifest["icons"][0]["src"].as_str().expect("a picture");
    assert!(site.join(icon).exists(), "{icon}");
}

#[test]
fn the_book_of_an_author_is_not_kept_unless_its_settings_say_so() {
    let site = foreign_book().site();
    for file in ["offline-worker.js", "manifest.webmanifest"] {
        assert!(!site.join(file).exists(), "{file}");
    }
    for (page, html) in pages_of_site(site) {
        let is_marked = html.contains("data-offline") || html.contains("manifest-src");
        assert!(!is_marked, "{}", page.display());
    }
}
