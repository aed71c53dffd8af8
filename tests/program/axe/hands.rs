//! axe-core on hands, wide in the light and narrow in the dark: on steps of several kinds, each under another edition and
//! others at each width, and on a hand whole. With `ALL=1` on a step of each kind under each edition, by its contrast in every
//! theme, and on every hand with all its steps shown, each at one width.

use super::{
    ALL, BUT_COLOUR, CONTRAST, THEMES, axe_script, find_axe_faults, find_overhang, set_window,
};
use crate::driver::{Browser, own_book};
use crate::test_extent;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use thirtyfour::prelude::*;

/// What a step can be: the end of its class, but for an exchange, which is a declaration with cards, and a trick, which is
/// a play that ends one.
const KINDS: [&str; 10] = [
    "deal",
    "declaration",
    "exchange",
    "claims",
    "play",
    "trick",
    "refused",
    "fault",
    "payment",
    "end",
];

/// A hand that is shown whole at each width without being asked for all.
const WHOLE: [(u32, &str); 2] = [
    (1280, "hands/mouche-1718/denise-must-trump.html"),
    (320, "hands/compared/the-jack-of-clubs.html"),
];

/// The theme of all hands, and of the sample, at each width.
pub const DRESS: [(u32, &str); 2] = [(1280, "light"), (320, "dark")];

/// All steps, with all that is folded in them open.
const SHOW_ALL: &str = "document.querySelectorAll('.hand.is-stepped [data-go=all]').forEach(button => button.click()); \
     document.querySelectorAll('.hand-instead').forEach(fold => { fold.open = true; })";

/// The pages of all hands, each with its HTML, in the order of their paths; not those that only lead on to another.
pub fn pages_of_hands(site: &Path) -> BTreeMap<String, String> {
    let folder = |path: &Path| {
        path.read_dir()
            .expect("a folder of hands")
            .flatten()
            .map(|entry| entry.path())
    };
    let shelves = folder(&site.join("hands")).filter(|path| path.is_dir());
    let pages = shelves.flat_map(|shelf| folder(&shelf).collect::<Vec<_>>());
    let named = |page: std::path::PathBuf| {
        let html = std::fs::read_to_string(&page).expect("a page");
        (
            page.strip_prefix(site)
                .expect("a page of the site")
                .to_string_lossy()
                .into_owned(),
            html,
        )
    };
    pages
        .map(named)
        .filter(|(_, html)| !html.contains("http-equiv=\"refresh\""))
        .collect()
}

/// Returns the steps of a page, each with the HTML from its tag to the tag of the next one.
pub fn split_into_steps(html: &str) -> Vec<&str> {
    let items = html.match_indices("<li class=").map(|(at, _)| at);
    let is_step = |at: &usize| {
        let class = html[at + "<li class=".len()..].trim_start_matches('"');
        class.starts_with("hand-step") && !class.starts_with("hand-steps")
    };
    let mut starts: Vec<usize> = items.filter(is_step).collect();
    starts.push(html.len());
    starts
        .windows(2)
        .map(|ends| &html[ends[0]..ends[1]])
        .collect()
}

/// Returns the kind of a step. A step without a kind in its class plays a card.
fn step_kind(step: &str) -> Option<&'static str> {
    let (tag, inside) = step.split_once('>')?;
    let class = tag.split_once("hand-step-").map_or("play", |(_, kind)| {
        kind.split(['"', ' ']).next().unwrap_or_default()
    });
    let (_, sentence) = inside.split_once("hand-say")?;
    let sentence = sentence.split("<ul").next()?;
    let kind = match class {
        "declaration" if sentence.contains(" exchanges ") => "exchange",
        "play" if sentence.contains(" wins trick ") => "trick",
        other => other,
    };
    KINDS.into_iter().find(|known| *known == kind)
}

/// The kind and the id of each step of a page.
fn steps_of_page(html: &str) -> Vec<(&'static str, &str)> {
    let steps = split_into_steps(html).into_iter();
    steps
        .filter_map(|step| {
            let (_, id) = step.split_once(" id=")?;
            Some((step_kind(step)?, id.split([' ', '>']).next()?))
        })
        .collect()
}

/// The first step of each kind under an edition, another one for each kind as far as they go; with `ALL=1` under each
/// edition. By page.
pub fn sample_of_steps(pages: &BTreeMap<String, String>) -> BTreeMap<&str, Vec<&str>> {
    let mut first = BTreeMap::<_, BTreeMap<_, _>>::new();
    for (page, html) in pages {
        for (kind, id) in steps_of_page(html) {
            first
                .entry(kind)
                .or_default()
                .entry(page.split('/').nth(1))
                .or_insert((page.as_str(), id));
        }
    }
    let missing: Vec<_> = KINDS
        .iter()
        .filter(|kind| !first.contains_key(*kind))
        .collect();
    assert!(
        missing.is_empty(),
        "no hand has a step of the kind {missing:?}"
    );
    let mut sample = BTreeMap::<&str, Vec<&str>>::new();
    for (at, shelves) in first.values().enumerate() {
        let asked = if test_extent::are_all_wanted() {
            0..shelves.len()
        } else {
            at % shelves.len()..at % shelves.len() + 1
        };
        for (page, id) in shelves.values().skip(asked.start).take(asked.len()) {
            sample.entry(page).or_default().push(id);
        }
    }
    sample
}

/// Every second at one width, the others at the other.
fn every_second<T, All: FromIterator<T>>(all: impl IntoIterator<Item = T>, width: u32) -> All {
    all.into_iter()
        .skip(usize::from(width == DRESS[1].0))
        .step_by(2)
        .collect()
}

/// Of what is looked at: every third at one width, and others at the other; with `ALL=1` all at both.
pub fn sample_for_width<T, All: FromIterator<T>>(
    all: impl IntoIterator<Item = T>,
    width: u32,
) -> All {
    let first = usize::from(width == DRESS[1].0 && !test_extent::are_all_wanted());
    all.into_iter()
        .skip(first)
        .step_by(test_extent::sample_step(5))
        .collect()
}

/// What axe finds by its rules on pages at a width: on the named steps of each one by one, or on all steps where none is
/// named.
async fn find_faults_of_steps(
    asked: &BTreeMap<&str, Vec<&str>>,
    width: u32,
    themes: &[&str],
    rules: &[&str],
) -> WebDriverResult<Vec<String>> {
    let (browser, axe) = (Browser::open(true).await?, axe_script());
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    set_window(driver, width).await?;
    let mut faults = Vec::new();
    for (page, steps) in asked {
        driver.goto(own_book().url(page)).await?;
        driver.execute(axe.as_str(), vec![]).await?;
        for step in if steps.is_empty() { &[""][..] } else { steps } {
            let show = format!("location.hash = '{step}'");
            driver
                .execute(if step.is_empty() { SHOW_ALL } else { &show }, vec![])
                .await?;
            // What lies under the controls that stay at the top is not too small: the reader scrolls.
            driver.execute("scrollTo(0, 0)", vec![]).await?;
            let at = format!("{page}#{step}, {width} px");
            for theme in themes {
                let found = find_axe_faults(driver, theme, rules).await?;
                faults.extend(found.iter().map(|fault| format!("{at}, {theme}: {fault}")));
            }
            if find_overhang(driver).await? != json!(0) {
                faults.push(format!("{at}: scrolls sideways"));
            }
        }
    }
    browser.close().await?;
    Ok(faults)
}

/// Looks at every hand whole if all are asked for, and at the sample if not.
async fn check_all_hands((width, worn): (u32, &'static str)) -> WebDriverResult<()> {
    let pages = pages_of_hands(own_book().site());
    let of_both = |page: &&str| WHOLE.contains(&(width, *page));
    let all: Vec<&str> = if test_extent::are_all_wanted() {
        every_second(pages.keys().map(String::as_str), width)
    } else {
        Vec::new()
    };
    let whole = all
        .into_iter()
        .chain(pages.keys().map(String::as_str).filter(of_both));
    let whole = whole.map(|page| (page, Vec::new())).collect();
    // How it looks is told by what looks different, on a step of each kind; contrast takes most of the time.
    let mut found = find_faults_of_steps(&whole, width, &[worn], &BUT_COLOUR).await?;
    let steps = if test_extent::are_all_wanted() {
        every_second(sample_of_steps(&pages), width)
    } else {
        sample_for_width(sample_of_steps(&pages), width)
    };
    found.extend(find_faults_of_steps(&steps, width, &[worn], &ALL).await?);
    if test_extent::are_all_wanted() {
        let others: Vec<&str> = THEMES.into_iter().filter(|theme| *theme != worn).collect();
        found.extend(find_faults_of_steps(&steps, width, &others, &[CONTRAST]).await?);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_on_hands_in_a_wide_window() -> WebDriverResult<()> {
    check_all_hands(DRESS[0]).await
}

#[tokio::test]
async fn axe_finds_nothing_on_hands_in_a_narrow_window() -> WebDriverResult<()> {
    check_all_hands(DRESS[1]).await
}
