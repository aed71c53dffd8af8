//! A book of another's, with hands in its chapters: a `hand` fence with the path of a scenario after it, or with the
//! scenario itself inside. No chapter of ours is added. Where a hand would lead to one, it leads to a list of its rules
//! below it, or to a site that has them all.

mod asset;
mod link;
mod rules;
mod scenario;
mod scope;

pub use asset::{Asset, FOLDER, assets};

use super::Library;
use super::fence::{Fence, fences, fill};
use super::pages::NAME;
use super::sign;
use super::site::Address;
use crate::page::Place;
use crate::page::Told;
use crate::page::hand;
use anyhow::{Context, Result, anyhow, ensure};
use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::Book;
use scenario::Shelf;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const WORDS: &[&str] = &["hand"];

/// The hands of a book, each by its chapter and line.
type Hands = BTreeMap<(PathBuf, usize), usize>;

/// The book with the hands that its chapters ask for.
///
/// # Errors
/// Fences that name no scenario, and scenarios that do not hold, each with its chapter and line; settings that cannot be
/// read.
pub(super) fn filled(context: &PreprocessorContext, mut book: Book) -> Result<Book> {
    let site = site(context)?;
    let (hands, mut library) = gathered(&Shelf::of(context)?, &book)?;
    library.look_ahead(None);
    let told: Vec<Told> = library.told().into_iter().filter(Told::is_first).collect();
    let mut wrong = Vec::new();
    book.for_each_chapter_mut(|chapter| {
        let page = chapter.path.clone().unwrap_or_default();
        let make = |fence: &Fence| {
            let at = hands.get(&(page.clone(), fence.line)).context("this hand was not there before")?;
            placed(&told[*at], site.as_ref())
        };
        match fill(&chapter.content, &page, WORDS, make, |_, error| Err(error)) {
            Ok(Some(filled)) => chapter.content = filled,
            Ok(None) => {}
            Err(error) => wrong.push(format!("{error:#}")),
        }
    });
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(book)
}

/// The site that has our chapters, if the book names one.
fn site(context: &PreprocessorContext) -> Result<Option<Address>> {
    let named = context.config.get::<String>(&format!("preprocessor.{NAME}.site-url"))?;
    let site = named.map(|address| address.parse::<Address>()).transpose();
    site.map_err(|why| anyhow!("`site-url` in [preprocessor.{NAME}]: {why}"))
}

/// All hands that chapters ask for, played.
fn gathered(shelf: &Shelf, book: &Book) -> Result<(Hands, Library)> {
    let (mut hands, mut files, mut wrong) = (Hands::new(), Vec::new(), Vec::new());
    for chapter in book.chapters() {
        let page = chapter.path.clone().unwrap_or_default();
        let folder = chapter.source_path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        for fence in fences(&chapter.content, WORDS) {
            match shelf.scenario(&fence, &page, folder, &files) {
                Ok(file) => {
                    hands.insert((page.clone(), fence.line), files.len());
                    files.push(file);
                }
                Err(error) => wrong.push(format!("{}, line {}: {error:#}", page.display(), fence.line)),
            }
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok((hands, Library::of(files)))
}

/// A hand with what it leads to, in a box that says whose it is: what the styles reach ends there.
fn placed(told: &Told, site: Option<&Address>) -> Result<String> {
    let html = hand(told, Place::Guest)?;
    let html = match site {
        Some(site) => link::to_site(&html, site) + &sign::legend(&html),
        None => {
            let (html, named) = link::to_rules(&html, &told.slug());
            html + &rules::rules(told, &named)?
        }
    };
    Ok(format!("<div class=\"{NAME}\">{html}</div>"))
}
