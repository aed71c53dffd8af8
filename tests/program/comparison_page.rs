//! The comparison is a table to those who hear it, on a narrow screen too, where rows are drawn as cards.

use crate::axe::set_window;
use crate::driver::{Browser, own_book, run_script, wait_until};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

const PARTS: [&str; 5] = ["table", "row", "columnheader", "rowheader", "cell"];

/// How many of each part of a table the browser tells a screen reader of.
async fn count_told_parts(driver: &WebDriver) -> WebDriverResult<[usize; 5]> {
    let tree = driver
        .cdp()
        .send_raw("Accessibility.getFullAXTree", json!({}))
        .await?;
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    let is = |node: &&Value, part: &str| {
        node["ignored"] == json!(false) && node["role"]["value"] == json!(part)
    };
    Ok(PARTS.map(|part| nodes.iter().filter(|node| is(node, part)).count()))
}

#[tokio::test]
async fn a_narrow_comparison_is_still_told_as_a_table() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut counts = Vec::new();
    for width in [1280, 320] {
        set_window(driver, width).await?;
        // A narrow window has room for two columns.
        open_columns(driver, "?editions=mouche-1718+loo-2008").await?;
        counts.push(count_told_parts(driver).await?);
    }
    browser.close().await?;
    assert!(
        counts[0].iter().all(|count| *count > 0),
        "{PARTS:?}: {counts:?}"
    );
    assert_eq!(counts[0], counts[1], "{PARTS:?}, wide and narrow");
    Ok(())
}

/// How far below its foot a page may be scrolled, in pixels: the margin of the page. What is placed out of sight does not
/// stretch it.
const SPARE: i64 = 120;

#[tokio::test]
async fn the_page_ends_where_its_content_ends() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut over = Vec::new();
    for width in [1280, 360] {
        set_window(driver, width).await?;
        driver.goto(own_book().url("comparison.html")).await?;
        let measure = "const root = document.scrollingElement, foot = document.querySelector('footer.foot'); \
            return Math.round(root.scrollHeight - foot.getBoundingClientRect().bottom - root.scrollTop);";
        over.push((
            width,
            driver
                .execute(measure, Vec::new())
                .await?
                .convert::<i64>()?,
        ));
    }
    browser.close().await?;
    assert!(
        over.iter().all(|(_, over)| *over <= SPARE),
        "pixels of nothing, by width: {over:?}"
    );
    Ok(())
}

/// Wide and narrow, nothing is wider than the window, and nothing scrolls by itself.
#[tokio::test]
async fn nothing_of_it_is_scrolled_sideways() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let mut over = Vec::new();
    for (page, width) in [
        ("comparison.html", 1280),
        ("comparison.html", 360),
        ("comparison.html", 320),
        ("comparison.html?editions=mouche-1718+mus-pairs", 360),
    ] {
        set_window(driver, width).await?;
        driver.goto(own_book().url(page)).await?;
        let measure = "return [...document.querySelectorAll('html, .comparison, .comparison *')] \
            .filter(one => one.clientWidth && one.scrollWidth > one.clientWidth + 1 && !one.closest('thead, .visually-hidden')) \
            .map(one => one.tagName + ' ' + one.textContent.slice(0, 40))";
        over.push((
            width,
            driver
                .execute(measure, Vec::new())
                .await?
                .convert::<Vec<String>>()?,
        ));
    }
    browser.close().await?;
    assert!(
        over.iter().all(|(_, over)| over.is_empty()),
        "wider than their boxes, by width: {over:?}"
    );
    Ok(())
}

/// Opens the comparison with some editions in its columns.
async fn open_columns(driver: &WebDriver, choice: &str) -> WebDriverResult<()> {
    let address = own_book().url(&format!("comparison.html{choice}"));
    driver.goto(address).await?;
    wait_until(driver, "!!document.querySelector('.is-matrix')").await
}

/// What the page shows of each topic: its id, whether its row is hidden, and for each column the words without the sign, and
/// the address of the clause.
const ROWS: &str = "return [...document.querySelectorAll('.is-matrix tr[id]')].map(row => [row.id, !row.checkVisibility(), \
    [...row.querySelectorAll('td')].map(cell => { \
        const copy = cell.cloneNode(true); \
        copy.querySelectorAll('.sign, .cell-clause, .same-deal').forEach(part => part.remove()); \
        return [copy.textContent.trim(), cell.querySelector('.cell-clause')?.getAttribute('href') || '']; })])";

/// A row as [`ROWS`] returns it.
type Row = (String, bool, Vec<(String, String)>);

/// Each cell of the columns has the decision of its edition and leads to its clause, and exactly the rows whose decisions are
/// equal are hidden.
#[tokio::test]
async fn columns_have_the_decisions_of_their_editions_and_equal_rows_are_hidden()
-> WebDriverResult<()> {
    for chosen in [
        &["boussac-1896", "loo-2008", "mouche-1730"][..],
        &["mus-individual", "mus-pairs"],
        &["mus-pairs", "mouche-1718", "norrlandsknack-2008"],
    ] {
        hold_columns(chosen).await?;
    }
    Ok(())
}

/// Asserts that the columns of the comparison have what its data have, and that a matter that does not arise in a game has a
/// sign with a name there.
async fn hold_columns(chosen: &[&str]) -> WebDriverResult<()> {
    let file = own_book().site().join("comparison.json");
    let data = std::fs::read_to_string(file).expect("a file");
    let data: Value = serde_json::from_str(&data).expect("JSON");
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let choice = format!("?editions={}", chosen.join("+"));
    open_columns(driver, &choice).await?;
    let rows: Vec<Row> = serde_json::from_value(run_script(driver, ROWS).await?)?;
    assert_eq!(rows.len(), data["topics"].as_array().expect("topics").len());
    let (mut hidden, mut arising) = (0, 0);
    for ((id, is_hidden, cells), topic) in
        rows.iter().zip(data["topics"].as_array().expect("topics"))
    {
        assert_eq!(topic["clause"], id.as_str());
        let mut expected = Vec::new();
        for edition in chosen {
            let cell = &topic["decisions"][edition];
            let decision = cell["decision"].as_str().unwrap_or("–");
            let words = decision.trim_start_matches("not covered; our interpretation: ");
            expected.push((
                words.to_owned(),
                cell["page"].as_str().unwrap_or_default().to_owned(),
            ));
        }
        assert_eq!(*cells, expected, "{id}");
        let is_equal = expected.iter().all(|(words, _)| *words == expected[0].0);
        assert_eq!(*is_hidden, is_equal, "{id}: {cells:?}");
        hidden += usize::from(is_equal);
        arising += usize::from(expected.iter().any(|(words, _)| words != "–"));
    }
    let unnamed = "return [...document.querySelectorAll('.is-matrix td')].filter(cell => cell.textContent.trim() === '–' \
         && cell.querySelector('[role=img]')?.ariaLabel !== 'does not arise in this game').length";
    assert_eq!(run_script(driver, unnamed).await?, json!(0));
    assert!(hidden > 3 && hidden + 3 < rows.len(), "{hidden} hidden");
    let count = driver
        .query(By::Css(".compare-form output"))
        .first()
        .await?;
    let differ = rows.len() - hidden;
    assert_eq!(
        count.text().await?,
        format!("{differ} of {arising} rules differ.")
    );
    let box_of_equal = driver.query(By::Css("input[name=equal]")).first().await?;
    box_of_equal.click().await?;
    wait_until(driver, "location.search.includes('equal=1')").await?;
    let rows: Vec<Row> = serde_json::from_value(run_script(driver, ROWS).await?)?;
    browser.close().await?;
    // A matter that arises in none of the games stays hidden.
    let shown = rows.iter().filter(|(_, is_hidden, _)| !is_hidden).count();
    assert_eq!(shown, arising);
    Ok(())
}

/// An address that names a rule which none of the first columns has shows the editions that have it.
#[tokio::test]
async fn a_rule_of_mus_is_shown_in_columns_of_mus() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_columns(driver, "#bet.open").await?;
    wait_until(
        driver,
        "document.getElementById('bet.open').checkVisibility()",
    )
    .await?;
    let chosen = "return [...document.querySelectorAll('.compare-form select')].map(select => select.value).slice(0, 2)";
    let chosen = run_script(driver, chosen).await?;
    browser.close().await?;
    assert_eq!(chosen, json!(["mus-pairs", "mus-individual"]));
    Ok(())
}

/// Where two editions differ and a deal is told under both, the cell leads to it. An address that names an equal row shows it,
/// and the edition from which a reader comes has the first column.
#[tokio::test]
async fn a_difference_leads_to_the_same_deal_under_both() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_columns(driver, "?editions=mouche-1718+boussac-1896").await?;
    let deals = "return [...document.querySelectorAll('.is-different .same-deal a')].map(link => [link.closest('tr').id, link.getAttribute('href')])";
    let deals: Vec<(String, String)> = serde_json::from_value(run_script(driver, deals).await?)?;
    open_columns(driver, "?editions=rams-2008#play.follow").await?;
    wait_until(
        driver,
        "document.getElementById('play.follow').checkVisibility()",
    )
    .await?;
    let first = "return [document.querySelector('.compare-form select').value, document.querySelectorAll('.compare-form select').length]";
    let first: (String, usize) = serde_json::from_value(run_script(driver, first).await?)?;
    browser.close().await?;
    assert!(deals.len() > 3, "{deals:?}");
    for (topic, page) in &deals {
        let html = std::fs::read_to_string(own_book().site().join(page)).expect("a page");
        for edition in ["mouche-1718", "boussac-1896"] {
            assert!(
                html.contains(&format!("rules/{edition}.html#")),
                "{topic}: {page} is not told by {edition}"
            );
        }
    }
    assert!(first.0 == "rams-2008" && first.1 > 1, "{first:?}");
    Ok(())
}

/// On a phone two columns stand side by side.
#[tokio::test]
async fn a_phone_shows_two_columns_side_by_side() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    set_window(driver, 360).await?;
    open_columns(driver, "?editions=mouche-1718+loo-2008+rams-2008").await?;
    let tops = "const row = document.querySelector('.is-matrix tbody tr:not([hidden])'); \
        return [...row.querySelectorAll('td')].map(cell => Math.round(cell.getBoundingClientRect().top))";
    let tops: Vec<i64> = serde_json::from_value(run_script(driver, tops).await?)?;
    browser.close().await?;
    assert!(tops.len() == 2 && tops[0] == tops[1], "{tops:?}");
    Ok(())
}
