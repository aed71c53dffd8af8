//! The titles and descriptions of pages, as a browser and lists of other sites show them.

use crate::budget::pages_of_site;
use crate::driver::own_book;
use std::collections::BTreeMap;

/// Returns what stands between two texts.
fn text_between<'a>(html: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = html.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

#[test]
fn each_page_has_a_title_and_a_description_of_its_own() {
    let mut pages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let site = own_book().site();
    for (page, html) in pages_of_site(site) {
        let leads_on = html.contains("http-equiv=\"refresh\"");
        let page = page.strip_prefix(site).unwrap_or(&page);
        let page = page.to_string_lossy().into_owned();
        // The front page is the introduction.
        if leads_on || page == "index.html" {
            continue;
        }
        let title = text_between(&html, "<title", "</title>").expect("a title");
        let description = text_between(&html, "<meta name=\"description\" content=\"", "\"");
        for words in [Some(title), description].into_iter().flatten() {
            pages.entry(words.into()).or_default().push(page.clone());
        }
    }
    let shared: Vec<_> = pages.iter().filter(|(_, pages)| pages.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:#?}");
    assert!(pages.len() > 300, "titles and descriptions of all pages");
}
