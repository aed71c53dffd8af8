//! The same in Firefox ESR, from a server and from a file, with `ALL=1`.

use crate::driver::{Browser, own_book};
use crate::server::serve;
use crate::{
    play, playground, read_step_by_address, read_without_script, step_through_hand, test_extent,
};
use serde_json::json;
use thirtyfour::prelude::*;

/// From where a page comes: a server, and the folder itself.
fn base_addresses() -> [String; 2] {
    [serve(own_book().site(), false), own_book().url("")]
}

#[tokio::test]
async fn a_hand_is_stepped_through_in_firefox() -> WebDriverResult<()> {
    if !test_extent::are_all_wanted() {
        return Ok(());
    }
    let browser = Browser::firefox(true).await?;
    for base in base_addresses() {
        step_through_hand(&browser.driver, &base).await?;
        read_step_by_address(&browser.driver, &base).await?;
    }
    assert_eq!(
        browser.complaints().await?,
        json!([]),
        "something is complained of"
    );
    browser.close().await
}

#[tokio::test]
async fn a_hand_is_played_and_a_drill_dealt_in_firefox() -> WebDriverResult<()> {
    if !test_extent::are_all_wanted() {
        return Ok(());
    }
    let browser = Browser::firefox(true).await?;
    for base in base_addresses() {
        play::play_hand(&browser, &base).await?;
        play::play_from_step(&browser, &base).await?;
        play::play_drill(&browser, &base).await?;
        browser
            .driver
            .execute("localStorage.clear()", vec![])
            .await?;
    }
    browser.close().await
}

#[tokio::test]
async fn a_hand_is_written_in_firefox() -> WebDriverResult<()> {
    if !test_extent::are_all_wanted() {
        return Ok(());
    }
    let browser = Browser::firefox(true).await?;
    for base in base_addresses() {
        playground::write_in_playground(&browser, &base).await?;
    }
    browser.close().await
}

#[tokio::test]
async fn a_hand_reads_without_scripts_in_firefox() -> WebDriverResult<()> {
    if !test_extent::are_all_wanted() {
        return Ok(());
    }
    let browser = Browser::firefox(false).await?;
    for base in base_addresses() {
        read_without_script(&browser.driver, &base).await?;
    }
    browser.close().await
}
