//! The same in Firefox ESR, from a server and from a file, with `ALL=1`.

use crate::driver::{Browser, book};
use crate::server::serve;
use crate::{long, play, playground, reads_a_step, reads_without_script, steps_through};
use serde_json::json;
use thirtyfour::prelude::*;

/// From where a page comes: a server, and the folder itself.
fn bases() -> [String; 2] {
    [serve(book().site(), false), book().url("")]
}

#[tokio::test]
async fn a_hand_is_stepped_through_in_firefox() -> WebDriverResult<()> {
    if !long::is_whole() {
        return Ok(());
    }
    let browser = Browser::firefox(true).await?;
    for base in bases() {
        steps_through(&browser.driver, &base).await?;
        reads_a_step(&browser.driver, &base).await?;
    }
    assert_eq!(
        browser.heard().await?,
        json!([]),
        "something is complained of"
    );
    browser.close().await
}

#[tokio::test]
async fn a_hand_is_played_and_a_drill_dealt_in_firefox() -> WebDriverResult<()> {
    if !long::is_whole() {
        return Ok(());
    }
    let browser = Browser::firefox(true).await?;
    for base in bases() {
        play::a_hand(&browser, &base).await?;
        play::a_seat(&browser, &base).await?;
        play::a_drill(&browser, &base).await?;
        browser
            .driver
            .execute("localStorage.clear()", vec![])
            .await?;
    }
    browser.close().await
}

#[tokio::test]
async fn a_hand_is_written_in_firefox() -> WebDriverResult<()> {
    if !long::is_whole() {
        return Ok(());
    }
    let browser = Browser::firefox(true).await?;
    for base in bases() {
        playground::written(&browser, &base).await?;
    }
    browser.close().await
}

#[tokio::test]
async fn a_hand_reads_without_scripts_in_firefox() -> WebDriverResult<()> {
    if !long::is_whole() {
        return Ok(());
    }
    let browser = Browser::firefox(false).await?;
    for base in bases() {
        reads_without_script(&browser.driver, &base).await?;
    }
    browser.close().await
}
