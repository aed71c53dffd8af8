//! Finishes the pages that mdBook wrote. The templates of the theme mark the places that are filled
//! here: `<!--[name]-->`.

use super::offline_files::write_offline_files;
use super::page_edits::text_at_mark;
use super::page_finisher::PageFinisher;
use super::page_text::{PageText, read_page_text};
use super::search_synonyms::clause_synonyms_script;
use super::site_address::resolve_path;
use super::site_assets::{
    join_sheets_into_file, remove_unused_assets, thin_all_scripts, write_engine,
    write_fingerprinted, write_moved_script,
};
use super::site_context::SiteContext;
use super::site_faults::scan_page;
use super::{is_page, list_files};
use crate::book::court_letter_pictures::write_letter_decks;
use crate::book::prose_file_links::with_slashes;
use crate::book::{comparison_as_csv, comparison_as_json, pack_hands};
use crate::page::COMPARISON;
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Finishes the pages of a site, and removes the files that no page needs.
pub(in crate::book) fn finish_and_prune_site(site: &Path, context: &SiteContext) -> Result<()> {
    let files = list_files(site)?;
    let pages = files.iter().filter(|file| is_page(file));
    let pages: Vec<String> = pages.map(|file| with_slashes(file)).collect();
    let texts = read_page_texts(site, context, &pages)?;
    let mut finisher = PageFinisher {
        site: context,
        sheets: join_sheets_and_thin_scripts(site, context)?,
        engine: match context.has_engine {
            true => write_engine(site)?,
            false => String::new(),
        },
        moved: write_moved_script(site)?,
        index: write_fingerprinted(site, "search-index", "js", &context.search_index(&texts))?,
        clause_words: write_fingerprinted(site, "clause-words", "js", &clause_synonyms_script())?,
        unused_buttons: buttons_to_missing_pages(&pages),
        titles: context.foreign_titles(),
        site_key: String::new(),
    };
    finisher.site_key = finisher.compute_site_key();
    if let Some(kept) = &context.kept {
        kept.note_search_index_name(&finisher.index);
    }
    let mut needed = BTreeSet::from([PathBuf::from(&finisher.engine)]);
    // Pages of rules name this script in their text.
    if pages.iter().any(|page| page.starts_with("rules/")) {
        needed.insert(PathBuf::from(&finisher.clause_words));
    }
    let needed_by_pages: Vec<Vec<PathBuf>> = pages
        .par_iter()
        .map(|page| write_finished_page(site, &finisher, page, &texts[page.as_str()]))
        .collect::<Result<_>>()?;
    needed.extend(needed_by_pages.into_iter().flatten());
    remove_unused_assets(site, &context.book.join("src"), &needed)?;
    write_letter_decks(site, &context.card_languages())?;
    if context.imprint.is_kept_offline {
        write_offline_files(site, &context.imprint.title)?;
    }
    if pages.contains(&format!("{COMPARISON}.html")) {
        write_comparison_data(site)?;
    }
    context.write_crawler_files(site)
}

/// Writes the comparison of all editions as files that other programs can read.
fn write_comparison_data(site: &Path) -> Result<()> {
    for (name, text) in [
        (format!("{COMPARISON}.csv"), comparison_as_csv()),
        (format!("{COMPARISON}.json"), comparison_as_json()),
    ] {
        std::fs::write(site.join(&name), text)
            .with_context(|| format!("{name} cannot be written"))?;
    }
    Ok(())
}

/// Reads a page that mdBook wrote, without the hands that were taken out for mdBook.
fn read_page_without_hands(site: &Path, page: &str) -> Result<String> {
    std::fs::read_to_string(site.join(page)).with_context(|| page.to_owned())
}

/// Returns a page with the hands that were taken out for mdBook.
fn put_hands_back(html: &str, context: &SiteContext, page: &str) -> Result<String> {
    let hands = &context.hand_placeholders;
    hands
        .put_back(html)
        .with_context(|| format!("the hands of {page} cannot be read"))
}

/// Reads the texts of all pages.
fn read_page_texts<'a>(
    site: &Path,
    context: &SiteContext,
    pages: &'a [String],
) -> Result<BTreeMap<&'a str, PageText>> {
    pages
        .par_iter()
        .map(|page| {
            // What hands say is read elsewhere.
            let html = read_page_without_hands(site, page)?;
            let html = context.hand_placeholders.with_empty_hands(&html)?;
            Ok((page.as_str(), read_page_text(&html)))
        })
        .collect()
}

/// Joins the style sheets at each mark into one, and returns the names of the joined sheets. Also
/// makes the scripts smaller.
fn join_sheets_and_thin_scripts(
    site: &Path,
    context: &SiteContext,
) -> Result<BTreeMap<&'static str, String>> {
    let first = put_hands_back(
        &read_page_without_hands(site, "index.html")?,
        context,
        "index.html",
    )?;
    let languages = context.card_languages();
    let mut sheets = BTreeMap::new();
    for mark in SHEETS {
        if let Some(links) = text_at_mark(&first, mark) {
            sheets.insert(mark, join_sheets_into_file(site, mark, links, &languages)?);
        }
    }
    thin_all_scripts(site)?;
    Ok(sheets)
}

/// Returns the buttons that lead to no page of the book.
fn buttons_to_missing_pages(pages: &[String]) -> Vec<&'static str> {
    let mut buttons = Vec::new();
    for (page, button) in BUTTONS {
        if pages.iter().all(|other| other != page) {
            buttons.push(button);
        }
    }
    buttons
}

/// Writes a page as it is published, and returns the style sheets and scripts that it needs.
fn write_finished_page(
    site: &Path,
    finisher: &PageFinisher,
    page: &str,
    text: &PageText,
) -> Result<Vec<PathBuf>> {
    let html =
        reused_or_finished_page(finisher, page, &read_page_without_hands(site, page)?, text)?;
    std::fs::write(site.join(page), &html).with_context(|| format!("{page} cannot be written"))?;
    // The head of a page links to the style sheets and scripts. The text does not.
    let head = html.split("<main").next().unwrap_or_default();
    // The page for missing addresses names its files from the root of the host.
    let root = match finisher.site.address {
        Some(address) => address.path(),
        None => "/",
    };
    let mut needed = Vec::new();
    for link in scan_page(head).links {
        let path = match link.strip_prefix(root) {
            Some(rest) => resolve_path(Path::new("index.html"), rest.trim_start_matches('/')),
            None => resolve_path(Path::new(page), &link),
        };
        needed.extend(path);
    }
    Ok(needed)
}

/// Returns a page as it is published. The page of a hand is that of the last site, if it would be made the same again.
fn reused_or_finished_page(
    finisher: &PageFinisher,
    page: &str,
    written: &str,
    text: &PageText,
) -> Result<String> {
    let kept = finisher.site.kept.as_deref();
    let mut key = None;
    if let Some(kept) = kept {
        key = finisher.hand_page_key(kept, page, written, text)?;
        if let Some(key) = &key
            && let Some(old) = kept.unchanged_page_with_index(page, key, &finisher.index)
        {
            kept.note_page(page, key.clone());
            return Ok(old);
        }
    }
    let whole = put_hands_back(written, finisher.site, page)?;
    let html = pack_hands(&finisher.finish_page(page, &whole, text)?);
    if let (Some(kept), Some(key)) = (kept, key) {
        kept.note_page(page, key);
    }
    Ok(html)
}

/// The marks of a page that contain links to style sheets. The joined sheet of each mark has its
/// name.
const SHEETS: [&str; 5] = ["book", "board", "picture", "overviews", "playground"];

/// The pages that a book need not have, with the HTML of a hand that needs them: buttons, and an
/// attribute.
const BUTTONS: [(&str, &str); 3] = [
    (
        "play.html",
        "<button type=\"button\" data-go=\"sit\">Play on from here</button>",
    ),
    // A click on a card of a lesson plays it at a table.
    ("play.html", " data-part=\"\""),
    (
        "playground.html",
        "<button type=\"button\" data-go=\"write\">Edit in the Playground</button>",
    ),
];
