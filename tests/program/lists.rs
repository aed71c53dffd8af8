//! Lists that lead on: the contents beside a page, and hands by what they are about.

use crate::budget::pages_of_site;
use crate::commands::editions;
use crate::driver::{Browser, own_book, run_script};
use crate::long;
use thirtyfour::prelude::*;

/// Links at most, beside a page and in the drawer of a phone.
const MOST: usize = 20;

/// What stands between two marks of a text; nothing where they do not stand.
fn text_between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    text.split_once(from)
        .and_then(|(_, rest)| rest.split_once(to))
        .map_or("", |(within, _)| within)
}

fn count_links(html: &str) -> usize {
    html.matches("<a ").count()
}

#[test]
fn no_contents_of_any_page_are_long() {
    let pages = pages_of_site(own_book().site());
    for (page, html) in &pages {
        let contents = text_between(html, "<nav id=\"book-contents\"", "</nav>");
        // The parts stand in the bar of a wide window, and the headings of a page are not in the drawer of a phone.
        let parts = count_links(text_between(contents, "contents-parts", "</div>"));
        let here = count_links(text_between(contents, "contents-here", "</ol>"));
        let (wide, narrow) = (count_links(contents) - parts, count_links(contents) - here);
        assert!(
            wide <= MOST && narrow <= MOST,
            "{}: {wide} and {narrow} links",
            page.display()
        );
    }
    assert!(pages.len() > 150, "{} pages", pages.len());
}

#[test]
fn each_hand_has_a_line_and_its_clause_and_each_topic_a_hand_to_start_with() {
    let mut told = 0;
    for edition in editions() {
        let edition = edition["id"].as_str().expect("an id");
        let html = std::fs::read_to_string(own_book().site().join(format!("hands/{edition}.html")))
            .expect("a shelf");
        let shelves = text_between(&html, "<div class=\"shelves\"", "</main>");
        for group in shelves.split("<section>").skip(1) {
            let hands: Vec<&str> = group.split("<li ").skip(1).collect();
            assert_eq!(
                group.matches("shelf-start").count(),
                1,
                "{edition}: one to start with: {group}"
            );
            assert!(
                hands[0].contains("shelf-start"),
                "{edition}: it comes first"
            );
            for hand in &hands {
                // The line of a hand told in French is marked as French.
                let hand = &hand.replace("<p lang=\"fr\">", "<p>");
                let line = text_between(hand, "<p>", "</p>");
                assert!(
                    (10..200).contains(&line.chars().count()),
                    "{edition}: a line: {hand}"
                );
                assert!(
                    hand.contains(&format!(
                        "<p class=\"shelf-about\"><a href=\"../rules/{edition}.html#"
                    )),
                    "{hand}"
                );
                let page = text_between(hand, "<a href=\"../hands/", "\"");
                // On a page that compares editions some steps are only of others.
                if !page.starts_with("compared/") {
                    let page = std::fs::read_to_string(own_book().site().join("hands").join(page))
                        .expect("a hand");
                    let steps = page.matches("class=\"hand-step ").count();
                    let about = text_between(hand, "shelf-about", "</p>");
                    assert!(about.contains(&format!(" {steps} step")), "{steps}: {hand}");
                }
            }
            told += hands.len();
        }
    }
    // The links to topics are the same, however many hands there are.
    let (least, most) = if long::are_all_wanted() {
        (300, 3)
    } else {
        (100, 4)
    };
    assert!(told > least, "{told} hands");
    let index = std::fs::read_to_string(own_book().site().join("hands/index-of-hands.html"))
        .expect("the index");
    let count = count_links(text_between(&index, "<main", "</main>"));
    assert!(
        (told..most * told).contains(&count),
        "the index has {count} links"
    );
}

/// A clause of a rules page links to the list of its hands, where only the hands that show it are left. A choice
/// that no hand fits says so.
#[tokio::test]
async fn a_clause_leads_to_the_hands_that_show_it() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("rules/mouche-1718.html"))
        .await?;
    let links = "return [...document.querySelectorAll('a[href*=\"?shows=\"]')].map(link => [link.href, link.textContent])";
    let links: Vec<(String, String)> = serde_json::from_value(run_script(driver, links).await?)?;
    assert!(!links.is_empty());
    let state = "return [document.querySelector('.shelf-filter output')?.textContent, \
         [...document.querySelectorAll('.shelf > li')].filter(hand => hand.checkVisibility()).length]";
    for (address, words) in links.iter().step_by(4) {
        driver.goto(address).await?;
        wait_for_filter(driver).await?;
        let (said, shown): (String, usize) =
            serde_json::from_value(run_script(driver, state).await?)?;
        assert_eq!(words, &format!("{shown} hands"), "{address}");
        assert!(said.starts_with(&format!("{shown} of ")), "{said}");
    }
    run_script(
        driver,
        "document.querySelectorAll('.shelf-filter select').forEach(select => { select.value = select.options[select.options.length - 1].value; }); \
         document.querySelectorAll('.shelf-filter input').forEach(box => box.click())",
    )
    .await?;
    let (said, shown): (String, usize) = serde_json::from_value(run_script(driver, state).await?)?;
    assert_eq!(
        shown == 0,
        said == "No hand has all this. Choose less.",
        "{said}"
    );
    Ok(())
}

/// Waits until the filters of a list of hands are there.
async fn wait_for_filter(driver: &WebDriver) -> WebDriverResult<()> {
    driver
        .query(By::Css(".shelf-filter output"))
        .first()
        .await
        .map(drop)
}

/// *Next* goes through the hands of an edition in the order of their list, and each says its group.
/// A player of Mus learns who wins a phase, then to bet, then what is paid: so do the lists of its hands.
#[test]
fn hands_of_mus_are_listed_as_mus_is_learnt() {
    let html =
        std::fs::read_to_string(own_book().site().join("hands/mus-pairs.html")).expect("a list");
    let titles = ["What wins a phase", "Bidding", "Paying and owing"];
    let places = titles.map(|title| html.find(&format!(">{title}</h2>")).expect(title));
    assert!(places.is_sorted(), "{titles:?} at {places:?}");
}

#[tokio::test]
async fn next_on_a_hand_leads_on_as_the_game_is_learnt() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for (list, count) in [("hands/mouche-1718.html", 8), ("hands/compared.html", 4)] {
        driver.goto(own_book().url(list)).await?;
        let listed = "return [...document.querySelectorAll('.shelves section')].flatMap(group => [...group.querySelectorAll('li > a')] \
             .filter(link => link.pathname.split('/').at(-2) === location.pathname.split('/').pop().replace('.html', '')) \
             .map(link => [link.href, group.querySelector('h2').textContent.trim()]))";
        let listed: Vec<(String, String)> =
            serde_json::from_value(run_script(driver, listed).await?)?;
        assert!(listed.len() >= count, "{list}: {} hands", listed.len());
        driver.goto(&listed[0].0).await?;
        for (at, (address, group)) in listed.iter().take(count).enumerate() {
            assert_eq!(
                driver.current_url().await?.as_str(),
                address,
                "{list}: hand {at}"
            );
            let said = "return [document.querySelector('.hand-group a').textContent, document.querySelector('.hand-group').textContent]";
            let said: (String, String) = serde_json::from_value(run_script(driver, said).await?)?;
            let place = listed[..=at]
                .iter()
                .filter(|(_, other)| other == group)
                .count();
            assert_eq!(&said.0, group, "{address}");
            assert!(
                said.1.contains(&format!(": hand {place} of ")),
                "{address}: {}",
                said.1
            );
            let next = run_script(
                driver,
                "return document.querySelector('.turn [rel=next]').href",
            )
            .await?;
            driver.goto(next.as_str().expect("a next hand")).await?;
        }
    }
    browser.close().await
}
