//! Renders the pages of a book in batches. For every page mdBook copies the list of all chapters that it was given: for a book
//! of 5,000 hands, this took more time than everything else. The pages need only the chapters before and after them, and the
//! list of all pages is written later.

use super::TemporaryPath;
use anyhow::{Context, Result};
use mdbook_html::HtmlHandlebars;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_renderer::{RenderContext, Renderer};
use rayon::prelude::*;
use std::fs;
use std::ops::Range;
use std::path::Path;
use tracing::dispatcher;

/// The renderer of mdBook, called on this many chapters at a time. It makes no page that holds the whole book.
pub(super) struct ChapterBatchRenderer {
    pub(super) batch_size: usize,
}

impl Renderer for ChapterBatchRenderer {
    fn name(&self) -> &'static str {
        "html"
    }

    fn render(&self, context: &RenderContext) -> Result<()> {
        let chapters = pages_in_order(&context.book);
        if chapters.len() <= self.batch_size {
            return HtmlHandlebars::new().render(context);
        }
        // The first batch also writes what is no page, such as styles and the front page.
        let first = 0..self.batch_size;
        let mut first_context = context.clone();
        first_context.book = batch_with_neighbours(&chapters, &first);
        HtmlHandlebars::new().render(&first_context)?;
        let starts: Vec<usize> = (self.batch_size..chapters.len())
            .step_by(self.batch_size)
            .collect();
        // What mdBook logs in other threads is collected with the rest.
        let log = dispatcher::get_default(Clone::clone);
        starts.into_par_iter().try_for_each(|start| {
            let batch = start..chapters.len().min(start + self.batch_size);
            dispatcher::with_default(&log, || render_batch(context, &chapters, batch))
        })
    }
}

/// Returns the chapters that have a page, each without those below it, in the order of the pages.
fn pages_in_order(book: &Book) -> Vec<Chapter> {
    let mut pages = Vec::new();
    for chapter in book.chapters() {
        if chapter.path.is_some() {
            let mut page = chapter.clone();
            page.sub_items.clear();
            pages.push(page);
        }
    }
    pages
}

/// Returns a book of some chapters, with the one before and the one after them: pages link to these.
fn batch_with_neighbours(chapters: &[Chapter], batch: &Range<usize>) -> Book {
    let start = batch.start.saturating_sub(1);
    let end = chapters.len().min(batch.end + 1);
    let mut book = Book::new();
    for chapter in &chapters[start..end] {
        book.push_item(BookItem::Chapter(chapter.clone()));
    }
    book
}

/// Renders some chapters in a folder of their own, and moves their pages into the site.
fn render_batch(context: &RenderContext, chapters: &[Chapter], batch: Range<usize>) -> Result<()> {
    let site = &context.destination;
    let folder = TemporaryPath::create_folder_in(site.parent().unwrap_or(Path::new(".")))?;
    // Other files of the book are in the site already.
    let no_prose = folder.path().join("prose");
    fs::create_dir(&no_prose)?;
    let pages = folder.path().join("pages");
    let mut config = context.config.clone();
    config.book.src = no_prose;
    config.build.build_dir.clone_from(&pages);
    let mut batch_context = RenderContext::new(
        &context.root,
        batch_with_neighbours(chapters, &batch),
        config,
        &pages,
    );
    batch_context
        .chapter_titles
        .clone_from(&context.chapter_titles);
    HtmlHandlebars::new().render(&batch_context)?;
    for chapter in &chapters[batch] {
        let page = chapter
            .path
            .clone()
            .unwrap_or_default()
            .with_extension("html");
        let place = site.join(&page);
        fs::create_dir_all(place.parent().unwrap_or(site))?;
        fs::rename(pages.join(&page), place)
            .with_context(|| format!("the page {} cannot be moved", page.display()))?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../tests/unit/book_page_batches.rs"]
mod tests;
