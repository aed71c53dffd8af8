//! What `mouche build` makes of the pages that mdBook wrote: it fills the places that the theme marks, `<!--[name]-->`.

use super::assets::{
    join_sheets, remove_unused_assets, thin_scripts, write_engine, write_moved_script, write_named,
};
use super::context::{SiteContext, WHOLE_BOOK};
use super::finisher::Finisher;
use super::page_edits::marked;
use super::search::{PageText, read_page_text};
use super::{is_page, list_files, resolve_path, scan_page};
use crate::book::links::with_slashes;
use crate::book::minify_hand_steps;
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Finishes the pages of a site, and removes what they do not ask for.
pub(in crate::book) fn finish_site(site: &Path, context: &SiteContext) -> Result<()> {
    let files = list_files(site)?;
    let pages = files.iter().filter(|file| is_page(file));
    let pages: Vec<String> = pages.map(|file| with_slashes(file)).collect();
    let readings = read_chapters(site, context, &pages)?;
    let finisher = Finisher {
        site: context,
        sheets: write_sheets(site, context)?,
        engine: match context.has_engine {
            true => write_engine(site)?,
            false => String::new(),
        },
        moved: write_moved_script(site)?,
        index: write_named(site, "search-index", "js", &context.search_index(&readings))?,
        whole_book: size_of_whole_book(site),
        idle: idle_buttons(&pages),
        titles: context.foreign_titles(),
    };
    let mut asked = BTreeSet::from([PathBuf::from(&finisher.engine)]);
    let asked_by_pages: Vec<Vec<PathBuf>> = pages
        .par_iter()
        .map(|page| finish_page(site, &finisher, page, readings.get(page.as_str())))
        .collect::<Result<_>>()?;
    asked.extend(asked_by_pages.into_iter().flatten());
    remove_unused_assets(site, &context.book.join("src"), &asked)?;
    context.write_site_map(site)
}

/// Reads a page that mdBook wrote, with the hands that mdBook did not see.
fn read_page(site: &Path, context: &SiteContext, page: &str) -> Result<String> {
    let html = std::fs::read_to_string(site.join(page)).with_context(|| page.to_owned())?;
    Ok(context.aside.put_back(&html))
}

/// Reads what the pages say, but for the page that is the whole book.
fn read_chapters<'a>(
    site: &Path,
    context: &SiteContext,
    pages: &'a [String],
) -> Result<BTreeMap<&'a str, PageText>> {
    let chapters: Vec<&str> = pages
        .iter()
        .map(String::as_str)
        .filter(|page| *page != WHOLE_BOOK)
        .collect();
    chapters
        .into_par_iter()
        .map(|page| Ok((page, read_page_text(&read_page(site, context, page)?))))
        .collect()
}

/// Writes one sheet for each mark of the first page, and returns their names. Afterwards the scripts are thin.
fn write_sheets(site: &Path, context: &SiteContext) -> Result<BTreeMap<&'static str, String>> {
    let first = read_page(site, context, "index.html")?;
    let mut sheets = BTreeMap::new();
    for mark in SHEETS {
        if let Some(links) = marked(&first, mark) {
            sheets.insert(mark, join_sheets(site, mark, links)?);
        }
    }
    thin_scripts(site)?;
    Ok(sheets)
}

/// Returns the size of the page that is the whole book, `, 12 MB`, or nothing where there is no such page.
fn size_of_whole_book(site: &Path) -> String {
    match std::fs::metadata(site.join(WHOLE_BOOK)) {
        Ok(file) => format!(", {} MB", file.len().div_ceil(1_000_000)),
        Err(_) => String::new(),
    }
}

/// Returns the buttons that lead to no page of the book.
fn idle_buttons(pages: &[String]) -> Vec<&'static str> {
    let mut idle = Vec::new();
    for (page, button) in BUTTONS {
        if pages.iter().all(|other| other != page) {
            idle.push(button);
        }
    }
    idle
}

/// Writes a page as it is published, and returns the files that it asks for.
fn finish_page(
    site: &Path,
    finisher: &Finisher,
    page: &str,
    reading: Option<&PageText>,
) -> Result<Vec<PathBuf>> {
    let written = read_page(site, finisher.site, page)?;
    let html = minify_hand_steps(&finisher.finish(page, &written, reading)?);
    std::fs::write(site.join(page), &html).with_context(|| format!("{page} cannot be written"))?;
    if reading.is_none() {
        return Ok(Vec::new());
    }
    // Above its text a page asks for files, where mdBook asks for what it ships.
    let above = html.split("<main").next().unwrap_or_default();
    let links = scan_page(above).links.into_iter();
    Ok(links
        .filter_map(|link| resolve_path(Path::new(page), &link))
        .collect())
}

/// Marks of a page at which sheets stand, each called as the one that takes their place.
const SHEETS: [&str; 3] = ["book", "board", "playground"];

/// Pages that a book need not have, and what leads there from a hand: buttons, and an attribute of the hand.
const BUTTONS: [(&str, &str); 3] = [
    (
        "play.html",
        "<button type=\"button\" data-go=\"sit\">Take a seat here</button>",
    ),
    // A part of a hand, of which a card that is touched is played at a table.
    ("play.html", " data-part=\"\""),
    (
        "playground.html",
        "<button type=\"button\" data-go=\"write\">Open in the playground</button>",
    ),
];
