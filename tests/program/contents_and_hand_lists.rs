//! Lists that lead on: the contents beside a page, and hands by what they are about.

use crate::axe::hands::split_into_steps;
use crate::budget::pages_of_site;
use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::json_of_commands::editions;
use crate::test_extent;
use thirtyfour::prelude::*;

/// Links at most, beside a page and in the drawer of a phone.
const MOST: usize = 32;

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

/// The contents of each page name it. On the page of a hand they list all hands of its list, as soon as they are opened.
#[tokio::test]
async fn the_contents_show_where_a_reader_is() -> WebDriverResult<()> {
    for (page, html) in pages_of_site(own_book().site()) {
        let contents = text_between(&html, "<nav id=\"book-contents\"", "</nav>");
        let list = contents.split("<ol>").skip(1).collect::<String>();
        let is_chapter = !["404.html", "toc.html"]
            .iter()
            .any(|name| page.ends_with(name));
        assert!(
            list.contains("aria-current=\"page\"") || list.is_empty() || !is_chapter,
            "{}",
            page.display()
        );
    }
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("hands/loo-2008/a-loo-is-five-chips.html"))
        .await?;
    driver
        .query(By::Css(".bar-contents"))
        .first()
        .await?
        .click()
        .await?;
    let links = "[...document.querySelectorAll('#book-contents a')].filter(link => link.pathname.includes('/hands/loo-2008/'))";
    let folder = own_book().site().join("hands/loo-2008");
    let hands = folder.read_dir().expect("a folder").count();
    wait_until(driver, &format!("{links}.length === {hands}")).await?;
    let listed = format!("return {links}.map(link => link.getAttribute('href'))");
    let listed: Vec<String> = serde_json::from_value(run_script(driver, &listed).await?)?;
    let here = "return document.querySelectorAll('#book-contents a[aria-current=page]').length";
    assert_eq!(run_script(driver, here).await?, 1);
    browser.close().await?;
    assert!(
        listed
            .iter()
            .any(|link| link.ends_with("a-loo-is-five-chips.html")),
        "{listed:?}"
    );
    Ok(())
}

/// Each level of the filter leaves some hands, and each hand has one level.
#[tokio::test]
async fn hands_are_filtered_by_level() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut counts = Vec::new();
    for level in ["beginner", "intermediate", "advanced"] {
        driver
            .goto(own_book().url(&format!("hands/all-hands.html?level={level}")))
            .await?;
        wait_for_filter(driver).await?;
        let shown = "return [...document.querySelectorAll('.shelf > li')].filter(hand => hand.checkVisibility()).length";
        counts.push(
            run_script(driver, shown)
                .await?
                .as_u64()
                .unwrap_or_default(),
        );
    }
    let all = "return document.querySelectorAll('.shelf > li').length";
    let all = run_script(driver, all).await?.as_u64();
    browser.close().await?;
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
    assert_eq!(Some(counts.iter().sum()), all, "{counts:?}");
    Ok(())
}

#[test]
fn each_hand_has_a_line_and_its_clause_and_each_topic_a_hand_to_start_with() {
    let mut told = 0;
    for edition in editions() {
        let edition = edition["id"].as_str().expect("an id");
        let html = std::fs::read_to_string(own_book().site().join(format!("hands/{edition}.html")))
            .expect("a shelf");
        let shelves = text_between(&html, "<div class=\"shelves\"", "</main>");
        if edition == "mouche-1718" {
            // Its hands show that it has no top card. Nobody looks for them by that clause.
            assert!(!shelves.contains("pam.card"), "{edition}");
        }
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
                    let steps = split_into_steps(&page).len();
                    let about = text_between(hand, "shelf-about", "</p>");
                    assert!(about.contains(&format!(" {steps} step")), "{steps}: {hand}");
                }
            }
            told += hands.len();
        }
    }
    // The links to topics are the same, however many hands there are.
    let (least, most) = if test_extent::are_all_wanted() {
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

/// The list of all hands has each hand once. What a reader chooses stands in the address, and an address chooses.
#[tokio::test]
async fn all_hands_stand_in_one_list_whose_choice_is_kept_in_the_address() -> WebDriverResult<()> {
    let site = own_book().site();
    let html = std::fs::read_to_string(site.join("hands/all-hands.html")).expect("the list");
    let list = text_between(&html, "<div class=\"shelves\"", "</main>");
    for (page, html) in pages_of_site(&site.join("hands")) {
        // An old address only leads on to the new one.
        if page.parent() == Some(&site.join("hands")) || html.contains("http-equiv=\"refresh\"") {
            continue;
        }
        let name = page.strip_prefix(site).expect("a page of the site");
        let link = format!("href=\"../{}\"", name.to_string_lossy());
        assert_eq!(list.matches(&link).count(), 1, "{link}");
    }
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("hands/all-hands.html")).await?;
    wait_for_filter(driver).await?;
    let choose = "const select = document.querySelector('select[name=game]'); \
        select.value = 'five-card-loo'; \
        select.dispatchEvent(new Event('input', { bubbles: true })); \
        return location.search";
    assert_eq!(run_script(driver, choose).await?, "?game=five-card-loo");
    driver.refresh().await?;
    wait_for_filter(driver).await?;
    let games = "return [...new Set([...document.querySelectorAll('.shelf > li')] \
        .filter(hand => hand.checkVisibility()).map(hand => hand.dataset.game))]";
    assert_eq!(
        run_script(driver, games).await?,
        serde_json::json!(["five-card-loo"])
    );
    browser.close().await
}

/// The bar has one height, and the contents are reached at its beginning, on a page of each kind. The page that stands in
/// for a missing one has a search box.
#[tokio::test]
async fn the_bar_is_the_same_on_all_pages_and_a_missing_page_can_be_searched() -> WebDriverResult<()>
{
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut bars = Vec::new();
    for page in [
        "hands/mouche-1718/denise-must-trump.html",
        "rules/mouche-1718.html",
        "learn/to-overtrump.html",
        "comparison.html",
        "play.html",
    ] {
        driver.goto(own_book().url(page)).await?;
        let bar = "const box = selector => document.querySelector(selector).getBoundingClientRect(); \
            const first = [...document.querySelectorAll('.bar > .tool')].find(tool => tool.checkVisibility()); \
            return [box('.bar').height, getComputedStyle(document.querySelector('.bar-parts')).fontSize, Math.round(box('.bar-title').left), first.innerText]";
        bars.push(run_script(driver, bar).await?);
    }
    // The page names its files from the root of its host, which the folder of the site stands for.
    let site = own_book().site();
    let missing = std::fs::read_to_string(site.join("404.html")).expect("a page");
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("404.html");
    let root = format!("=\"file://{}/", site.display());
    std::fs::write(&page, missing.replace("=\"/", &root)).expect("written");
    driver.goto(format!("file://{}", page.display())).await?;
    crate::driver::wait_until(driver, "document.querySelector('.lost-search input')").await?;
    let search = "document.querySelector('.lost-search input').value = 'overtrump'; \
        document.querySelector('.lost-search button').click()";
    run_script(driver, search).await?;
    crate::driver::wait_until(
        driver,
        "document.querySelector('.search[open] input')?.value === 'overtrump' && document.querySelector('.search a')",
    )
    .await?;
    browser.close().await?;
    assert!(bars.windows(2).all(|two| two[0] == two[1]), "{bars:?}");
    Ok(())
}

/// From any page a reader comes to each clause by the part of the rules, the edition, and a word in the list of its clauses.
#[test]
fn each_clause_is_two_choices_and_a_word_away() {
    let site = own_book().site();
    let home = std::fs::read_to_string(site.join("index.html")).expect("the front page");
    assert!(
        text_between(&home, "<nav class=\"bar-parts\"", "</nav>")
            .contains("href=\"comparison.html\"")
    );
    let comparison = std::fs::read_to_string(site.join("comparison.html")).expect("a page");
    let before_table = text_between(&comparison, "<h1", "<table");
    let questions = std::fs::read_to_string(
        crate::repository_paths::root().join("tests/program/questions_of_readers.txt"),
    );
    let questions = questions.expect("the questions");
    let mut clauses = 0;
    for line in questions.lines().filter(|line| line.contains(": rules/")) {
        let is_listed = |clause: &&str| {
            let Some((page, id)) = clause.split_once('#') else {
                return before_table.contains(&format!("href=\"{clause}\""));
            };
            let html = std::fs::read_to_string(site.join(page)).expect("a page of rules");
            let rail = text_between(&html, "<nav class=\"clause-rail\"", "</nav>");
            before_table.contains(&format!("href=\"{page}\""))
                && rail.contains(&format!("href=\"#{id}\""))
        };
        let mut answers = line.split(' ').filter(|word| word.starts_with("rules/"));
        assert!(answers.any(|clause| is_listed(&clause)), "{line}");
        clauses += 1;
    }
    assert!(clauses > 28, "{clauses} questions");
}
