//! Tests that only run the program: the book in browsers, and schemas of JSON. Here stand those of a hand stepped through, with its
//! script and without, from `file://`.

mod action;
mod alternatives_on_pages;
mod author_book_site;
mod author_lessons;
mod axe;
mod board;
#[path = "../support/book_sample_prose.rs"]
mod book_sample_prose;
mod budget;
mod check;
mod check_changed;
mod ci;
mod clause_citing;
mod clause_list;
mod cli;
mod comparison_page;
mod contents_and_hand_lists;
mod drawings;
mod driver;
mod evening_at_play;
mod firefox;
mod front_page;
#[path = "../support/golden.rs"]
mod golden;
#[path = "../guest_book/mod.rs"]
mod guest_book;
mod hand_controls;
mod hand_in_others_book;
mod hand_quiz;
mod hands;
#[path = "../support/house_table_folder.rs"]
mod house_table_folder;
mod house_table_page;
mod json_of_commands;
mod keyboard_focus;
mod lesson_learners;
mod lesson_progress;
mod lessons;
mod links_from_front_page;
mod loading_failures;
#[path = "../support/made_once.rs"]
mod made_once;
mod moves_of_others;
mod offline;
mod page_theme;
mod page_titles;
mod play;
mod play_by_keyboard;
mod play_worker;
mod playground;
mod printed_lines;
mod printed_pages;
mod puzzle_page;
mod release;
mod repository_paths;
mod returning_questions;
mod schema;
mod screen_reader_texts;
mod search;
mod server;
#[path = "../support/shared.rs"]
mod shared;
mod shared_addresses;
#[path = "../support/small_book.rs"]
mod small_book;
mod stage;
mod stage_deals;
mod step_address;
#[path = "../support/test_extent.rs"]
mod test_extent;
mod touch_and_swipe;
mod unchanged_rebuild;

use driver::{Browser, own_book};
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";
const STEP: &str = "denise-must-trump-h1-t3-2";
const COMPARED: &str = "hands/compared/one-line-of-1730.html";
const PARTING: &str = "one-line-of-1730-h1-pay";

async fn shown_steps(driver: &WebDriver) -> WebDriverResult<Vec<String>> {
    let mut ids = Vec::new();
    for step in driver.find_all(By::Css(".hand-step")).await? {
        if step.is_displayed().await? {
            ids.push(step.attr("id").await?.unwrap_or_default());
        }
    }
    Ok(ids)
}

async fn click_button(driver: &WebDriver, name: &str) -> WebDriverResult<()> {
    driver
        .find(By::Css(format!("[data-go={name}]")))
        .await?
        .click()
        .await
}

/// By buttons and keys through a hand.
async fn step_through_hand(driver: &WebDriver, base: &str) -> WebDriverResult<()> {
    driver.goto(format!("{base}{HAND}")).await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-deal"]);
    click_button(driver, "next").await?;
    click_button(driver, "next").await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-d2"]);
    let next = driver.find(By::Css("[data-go=next]")).await?;
    next.send_keys(Key::Right + "").await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-d3"]);
    next.send_keys(Key::End + "").await?;
    assert_eq!(shown_steps(driver).await?, ["denise-must-trump-h1-pay"]);
    next.send_keys(Key::Right + "").await?;
    next.send_keys(Key::Left + "").await?;
    let url = driver.current_url().await?;
    assert!(
        url.path().ends_with(HAND),
        "the keys turned the page: {url}"
    );
    assert_eq!(shown_steps(driver).await?.len(), 1);
    assert_eq!(
        url.fragment(),
        Some(shown_steps(driver).await?[0].as_str()),
        "the address names the step"
    );
    let live = driver.find(By::Css(".hand-live")).await?;
    assert_eq!(live.attr("aria-live").await?.as_deref(), Some("polite"));
    assert!(
        live.text().await?.starts_with("Back to step 21."),
        "going back is told as going back"
    );
    Ok(())
}

#[tokio::test]
async fn a_hand_is_stepped_through_by_buttons_and_keys_and_the_page_is_not_turned()
-> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    step_through_hand(&browser.driver, &own_book().url("")).await?;
    browser.close().await
}

/// By its address to a step, and on to the reckoning and a clause.
async fn read_step_by_address(driver: &WebDriver, base: &str) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver.goto(format!("{base}{HAND}#{STEP}")).await?;
    assert_eq!(shown_steps(driver).await?, [STEP]);
    let step = driver.find(By::Id(STEP)).await?;
    let text = step.text().await?;
    for words in [
        "Denise must trump and plays 7♥",
        "Cannot be played",
        "Trumping",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
    driver
        .find(By::Css(".hand-track li:last-child a"))
        .await?
        .click()
        .await?;
    let text = driver
        .find(By::Id("denise-must-trump-h1-pay"))
        .await?
        .text()
        .await?;
    assert!(
        text.contains("3 tricks × 5 ÷ 5 = 3"),
        "no arithmetic in {text}"
    );
    let link = step
        .find(By::Css("a.clause"))
        .await?
        .attr("href")
        .await?
        .unwrap_or_default();
    assert!(
        link.ends_with("rules/mouche-1718.html#play.trump"),
        "{link}"
    );
    driver
        .goto(format!("{base}rules/mouche-1718.html#play.trump"))
        .await?;
    assert!(
        driver
            .find(By::Id("play.trump"))
            .await?
            .is_displayed()
            .await?
    );
    Ok(())
}

#[tokio::test]
async fn a_deep_link_opens_its_step_and_shows_verdicts_payments_and_clauses() -> WebDriverResult<()>
{
    let browser = Browser::open(true).await?;
    read_step_by_address(&browser.driver, &own_book().url("")).await?;
    browser.close().await
}

/// The first card of the hand.
const FIRST_CARD: &str = "denise-must-trump-h1-t1-1";

/// Returns whether a step begins within the window.
async fn is_in_view(driver: &WebDriver, step: &str) -> WebDriverResult<bool> {
    let script = format!(
        "const top = document.getElementById('{step}').getBoundingClientRect().top; \
         return top >= 0 && top < innerHeight"
    );
    driver.execute(script, vec![]).await?.convert()
}

/// A hand without its script: all steps in a list, and links that lead to one.
async fn read_without_script(driver: &WebDriver, base: &str) -> WebDriverResult<()> {
    driver.goto(format!("{base}{HAND}")).await?;
    let all = shown_steps(driver).await?;
    assert_eq!(
        all.len(),
        22,
        "the deal, four declarations, fifteen plays, a refusal and the reckoning: {all:?}"
    );
    driver.goto("about:blank").await?;
    driver.goto(format!("{base}{HAND}#{STEP}")).await?;
    assert_eq!(shown_steps(driver).await?, all);
    assert!(is_in_view(driver, STEP).await?);
    driver
        .find(By::Css(".hand-tricks > summary"))
        .await?
        .click()
        .await?;
    driver
        .find(By::Css(format!(".hand-tricks a[href='#{FIRST_CARD}']")))
        .await?
        .click()
        .await?;
    assert!(is_in_view(driver, FIRST_CARD).await?);
    Ok(())
}

#[tokio::test]
async fn without_its_script_every_step_is_there_and_links_lead_to_one() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    read_without_script(&browser.driver, &own_book().url("")).await?;
    browser.close().await
}

#[tokio::test]
async fn hostile_names_and_narration_stay_text() -> WebDriverResult<()> {
    let book = driver::foreign_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(book.url("hands/mouche-1718/hostile.html"))
        .await?;
    let struck = driver
        .execute("return window.struck === undefined", vec![])
        .await?;
    assert_eq!(
        struck.json(),
        &serde_json::Value::Bool(true),
        "a script of the narration ran"
    );
    let made = "return document.querySelectorAll('.hand script, .hand img, .hand iframe, .hand a[href^=javascript]').length";
    assert_eq!(
        driver.execute(made, vec![]).await?.json(),
        &serde_json::json!(0)
    );
    let text = driver.find(By::Css(".hand")).await?.text().await?;
    assert!(
        text.contains("<script>"),
        "the narration lost its words: {text}"
    );
    browser.close().await
}

/// The columns of a step, taken at one moment: left, top, and right edge.
async fn column_edges(driver: &WebDriver, step: &str) -> WebDriverResult<Vec<[i64; 3]>> {
    let script = format!(
        "return Array.from(document.querySelectorAll('#{step} .hand-column'), column => {{ \
         const place = column.getBoundingClientRect(); \
         return [place.left, place.top, place.right].map(Math.round); }})"
    );
    driver.execute(script, vec![]).await?.convert()
}

#[tokio::test]
async fn editions_that_part_stand_side_by_side_or_under_each_other() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_window_rect(0, 0, 1600, 900).await?;
    driver.goto(book.url(COMPARED)).await?;
    driver
        .find(By::Css(".hand-partings a"))
        .await?
        .click()
        .await?;
    assert_eq!(
        shown_steps(driver).await?,
        [PARTING],
        "the top of the hand leads to the parting"
    );
    let said = driver.find(By::Css(".hand-live")).await?.text().await?;
    assert!(
        said.contains("La Mouche, 1718: Lise takes")
            && said.contains("La Mouche, 1730: Lise takes"),
        "{said}"
    );
    let text = driver.find(By::Id(PARTING)).await?.text().await?;
    assert!(
        text.contains("The editions differ here") && text.contains("Result of the hand"),
        "{text}"
    );
    let wide = column_edges(driver, PARTING).await?;
    assert!(
        wide.len() == 2 && wide[0][1] == wide[1][1] && wide[0][2] < wide[1][0],
        "not side by side: {wide:?}"
    );
    let widths = wide.iter().map(|[left, _, right]| right - left);
    assert!(widths.min() >= Some(300), "too narrow to read: {wide:?}");
    driver.set_window_rect(0, 0, 500, 900).await?;
    driver.refresh().await?;
    let narrow = column_edges(driver, PARTING).await?;
    assert!(
        narrow[0][0] == narrow[1][0] && narrow[0][1] < narrow[1][1],
        "not under each other: {narrow:?}"
    );
    assert!(narrow[0][2] <= 500, "wider than the window: {narrow:?}");
    driver
        .find(By::Css(".hand"))
        .await?
        .send_keys(Key::Right + "")
        .await?;
    assert_eq!(shown_steps(driver).await?, ["one-line-of-1730-h2-deal"]);
    browser.close().await
}

#[tokio::test]
async fn without_its_script_a_link_leads_to_the_parting() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver
        .goto(book.url(&format!("{COMPARED}#one-line-of-1730-parting")))
        .await?;
    assert!(is_in_view(driver, PARTING).await?);
    browser.close().await
}
