//! The contents: the chapters of a book in the order they are read, and how they stand beside each page.

use crate::page::Place;
use askama::Template;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use std::path::Path;

/// A part of the book; the chapters before the first part title have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::book) struct Part {
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

/// The parts of a book, without drafts.
pub(in crate::book) fn parts(book: &Book) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    for item in &book.items {
        match (item, parts.last_mut()) {
            (BookItem::PartTitle(title), _) => parts.push(Part { title: title.clone(), chapters: Vec::new() }),
            (BookItem::Chapter(chapter), Some(part)) => part.chapters.extend(leaf(chapter)),
            _ => {}
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
    let page = with_slashes(&chapter.path.as_ref()?.with_extension("html"));
    Some(Leaf { name: chapter.name.clone(), page, below: below.collect() })
}

/// A path as addresses have it, whatever the system writes.
pub(super) fn with_slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

impl Part {
    /// Its chapters in order, each before those below it.
    pub(super) fn leaves(&self) -> Vec<&Leaf> {
        fn gather<'a>(leaves: &'a [Leaf], found: &mut Vec<&'a Leaf>) {
            for leaf in leaves {
                found.push(leaf);
                gather(&leaf.below, found);
            }
        }
        let mut found = Vec::new();
        gather(&self.chapters, &mut found);
        found
    }
}

/// The contents beside a page: all parts, the chapters of its own, and the pages below where it stands.
#[derive(Template)]
#[template(path = "contents.html", whitespace = "suppress")]
pub(super) struct Contents<'a> {
    /// The parts of the book.
    pub(super) parts: &'a [Part],
    /// The place of the page.
    pub(super) place: Place,
    /// The chapter that it shows; none for the page that lists all of them.
    pub(super) page: Option<&'a str>,
    /// Its own headings, by anchor.
    pub(super) headings: &'a [(String, String)],
}

impl Contents<'_> {
    fn is_here(&self, leaf: &Leaf) -> bool {
        self.page == Some(leaf.page.as_str())
    }

    /// Whether the reader is at one of these chapters or below it, or is to see everything.
    fn are_open(&self, leaves: &[Leaf]) -> bool {
        let is_open = |leaf: &Leaf| self.is_here(leaf) || self.are_open(&leaf.below);
        self.page.is_none() || leaves.iter().any(is_open)
    }

    fn is_open(&self, leaf: &Leaf) -> bool {
        self.are_open(std::slice::from_ref(leaf))
    }
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

    #[test]
    fn only_the_pages_below_where_one_stands_are_there() {
        let leaf = |page: &str, below| Leaf { name: format!("<{page}>"), page: page.into(), below };
        let part = |title: &str, shelf: &str| Part {
            title: title.into(),
            chapters: vec![leaf(shelf, vec![leaf(&format!("{shelf}/a"), Vec::new())])],
        };
        let parts = [part("", "x"), part("P", "y")];
        let headings = [("h".to_string(), "A heading".to_string())];
        let at = |page| {
            let place = Place::of(Path::new("y/a"));
            Contents { parts: &parts, place, page, headings: &headings }.render().expect("contents")
        };
        let html = at(Some("y/a"));
        assert!(html.contains(r#"href="../y/a" aria-current="page""#) && !html.contains("x/a"), "{html}");
        assert!(html.contains("<details open><summary>P</summary>") && !html.contains("<y"), "{html}");
        assert!(at(Some("y")).contains(r##"href="#h">A heading"##), "{}", at(Some("y")));
        assert!(at(None).contains("x/a"));
    }
}
