//! The chapters of a book in the order they are read, kept while mdBook renders them.

use anyhow::Result;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A part of the book; the chapters before the first part title have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Its title, if it has one.
    pub(super) title: String,
    /// Its chapters.
    pub(super) chapters: Vec<Leaf>,
}

/// A chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its name in the contents.
    pub(super) name: String,
    /// Its page, from the root of the site.
    pub(super) page: String,
    /// The chapters below it.
    pub(super) below: Vec<Leaf>,
}

/// What keeps the outline: a preprocessor that changes nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline(Arc<Mutex<Vec<Part>>>);

impl Outline {
    /// The parts of the book that was rendered.
    pub(super) fn parts(&self) -> Vec<Part> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Preprocessor for Outline {
    fn name(&self) -> &str {
        "outline"
    }

    fn supports_renderer(&self, _: &str) -> Result<bool> {
        Ok(true)
    }

    fn run(&self, _: &PreprocessorContext, book: Book) -> Result<Book> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = parts(&book);
        Ok(book)
    }
}

fn parts(book: &Book) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    for item in &book.items {
        match item {
            BookItem::PartTitle(title) => parts.push(Part { title: title.clone(), chapters: Vec::new() }),
            BookItem::Chapter(chapter) => {
                if let Some(part) = parts.last_mut() {
                    part.chapters.extend(leaf(chapter));
                }
            }
            BookItem::Separator => {}
        }
    }
    parts.retain(|part| !part.chapters.is_empty());
    parts
}

/// A chapter, unless it is a draft.
fn leaf(chapter: &Chapter) -> Option<Leaf> {
    let below = chapter.sub_items.iter().filter_map(|item| match item {
        BookItem::Chapter(chapter) => leaf(chapter),
        _ => None,
    });
    let page = page(chapter.path.as_ref()?);
    Some(Leaf { name: chapter.name.clone(), page, below: below.collect() })
}

/// The page of a chapter: with slashes, whatever the system writes.
fn page(path: &std::path::Path) -> String {
    let html: PathBuf = path.with_extension("html");
    html.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hold_the_chapters_that_follow_their_titles() {
        let chapter = |name: &str| Chapter::new(name, String::new(), format!("a/{name}.md"), Vec::new());
        let mut shelf = chapter("shelf");
        shelf.sub_items.push(chapter("hand").into());
        let items = vec![chapter("first").into(), BookItem::PartTitle("P".into()), shelf.into(), BookItem::Separator];
        let parts = parts(&Book::new_with_items(items));
        assert_eq!((parts[0].title.as_str(), parts[0].chapters[0].page.as_str()), ("", "a/first.html"));
        assert_eq!((parts[1].title.as_str(), parts[1].chapters[0].below[0].name.as_str()), ("P", "hand"));
    }
}
