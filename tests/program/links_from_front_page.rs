//! From the front page to the clause that settles a question, by links alone.

use crate::driver::{Browser, own_book, set_window, wait_until};
use crate::test_extent;
use thirtyfour::prelude::*;

/// Returns the address of the first link with these words that a reader sees. Links of the list of clauses may lie further down
/// in the list, which scrolls by itself; other links lie in the window.
const LINK: &str = "const links = [...document.querySelectorAll('.bar a, main a')]; \
    const isSeen = link => { \
        const { top, bottom } = link.getBoundingClientRect(); \
        return link.checkVisibility() && (link.closest('.rail-list') || top >= 0 && bottom <= innerHeight); \
    }; \
    return links.find(link => link.textContent.trim() === arguments[0] && isSeen(link))?.href || ''";

/// Returns the places where a question of `questions_of_readers.txt` is answered.
fn places_of_answer(question: &str) -> Vec<&'static str> {
    let lines = include_str!("questions_of_readers.txt").lines();
    let mut answers = lines.filter_map(|line| line.split_once(": "));
    let (_, places) = answers
        .find(|(asked, _)| *asked == question)
        .expect("a question");
    places.split(' ').collect()
}

#[tokio::test]
async fn at_most_three_links_lead_to_the_clause_that_settles_a_question() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    set_window(driver, 1280, 800).await?;
    let paths = include_str!("links_from_front_page.txt").lines().skip(1);
    let paths: Vec<(&str, &str)> = paths.filter_map(|line| line.split_once(": ")).collect();
    assert_eq!(paths.len(), 32);
    let root = own_book().url("");
    for (question, path) in paths.into_iter().step_by(test_extent::sample_step(4)) {
        let mut page = own_book().url("index.html");
        driver.goto(&page).await?;
        let links: Vec<&str> = path.split(" > ").collect();
        assert!(links.len() <= 3, "{question}: {path}");
        for link in links {
            let found = driver.execute(LINK, vec![link.into()]).await?;
            page = found.convert()?;
            assert!(!page.is_empty(), "{question}: no link {link} is seen");
            driver.goto(&page).await?;
        }
        let place = page.strip_prefix(&root).unwrap_or_default();
        assert!(
            places_of_answer(question).contains(&place),
            "{question}: {place}"
        );
        // The clause stands in the upper half of the window.
        let clause = "const { top } = document.querySelector(location.hash ? `[id=\"${location.hash.slice(1)}\"]` : 'h1').getBoundingClientRect(); \
             return top >= 0 && top < innerHeight / 2";
        let is_seen = format!("(() => {{ {clause} }})()");
        wait_until(driver, &is_seen).await?;
    }
    browser.close().await
}
