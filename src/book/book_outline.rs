//! The parts and chapters of a book, and the contents beside a page.

use super::prose_file_links::with_slashes;
use crate::editions;
use crate::page::HomeOrGuestPage;
use askama::Template;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// Chapters that are written by hand, by their paths in the folder of prose.
pub(crate) type ProseChapters = BTreeMap<PathBuf, Chapter>;

/// A part of the book. The chapters before the first title of a part have an empty title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BookOutlinePart {
    pub(super) title: String,
    pub(super) chapters: Vec<BookOutlineChapter>,
}

/// A chapter that has a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BookOutlineChapter {
    /// True if the chapter is written in the folder of prose, and not made by the program.
    pub(super) is_written: bool,
    pub(super) name: String,
    /// The page, from the root of the site.
    pub(super) page: String,
    pub(super) below: Vec<BookOutlineChapter>,
}

impl BookOutlineChapter {
    /// Returns the outline of an item of the book; none if the item has no page.
    fn from_item_with_page(item: &BookItem) -> Option<BookOutlineChapter> {
        let BookItem::Chapter(chapter) = item else {
            return None;
        };
        let page = chapter.path.as_ref()?.with_extension("html");
        Some(BookOutlineChapter {
            is_written: chapter.source_path.is_some(),
            name: chapter.name.clone(),
            page: with_slashes(&page),
            below: chapter
                .sub_items
                .iter()
                .filter_map(Self::from_item_with_page)
                .collect(),
        })
    }

    /// Returns the chapter and all those below it.
    pub(super) fn with_descendants(&self) -> Vec<&BookOutlineChapter> {
        let mut chapters = vec![self];
        for chapter in &self.below {
            chapters.extend(chapter.with_descendants());
        }
        chapters
    }
}

/// The chapters of a book by their pages. A book may have thousands of them, and each page is looked
/// for several times.
#[derive(Default)]
pub(super) struct ChaptersByPage(HashMap<String, PlacedChapter>);

/// What is known of the chapter of a page.
struct PlacedChapter {
    is_written: bool,
    /// The pages of the chapters above it, and its own.
    way: Vec<String>,
}

impl ChaptersByPage {
    /// Returns the chapters of these parts by their pages.
    pub(super) fn of_parts(parts: &[BookOutlinePart]) -> ChaptersByPage {
        let mut index = ChaptersByPage::default();
        for part in parts {
            for chapter in &part.chapters {
                index.add(chapter, &[]);
            }
        }
        index
    }

    /// Adds a chapter, which stands below those with the pages `above`, and all chapters below it.
    fn add(&mut self, chapter: &BookOutlineChapter, above: &[String]) {
        let mut way = above.to_vec();
        way.push(chapter.page.clone());
        for below in &chapter.below {
            self.add(below, &way);
        }
        let is_written = chapter.is_written;
        self.0
            .entry(chapter.page.clone())
            .or_insert(PlacedChapter { is_written, way });
    }

    /// Returns whether the chapter of a page is written in the folder of prose; none if no chapter
    /// has this page.
    pub(super) fn is_authored(&self, page: &str) -> Option<bool> {
        Some(self.0.get(page)?.is_written)
    }

    /// Returns the pages of the chapters above a page, and the page; none of them if no chapter has
    /// this page.
    pub(super) fn pages_leading_to(&self, page: &str) -> &[String] {
        match self.0.get(page) {
            Some(chapter) => &chapter.way,
            None => &[],
        }
    }
}

/// A heading on a page: its anchor and its text.
pub(super) struct Heading {
    pub(super) anchor: String,
    pub(super) title: String,
}

/// Returns the parts of a book, without drafts, which have no page.
pub(super) fn outline_parts(book: &Book) -> Vec<BookOutlinePart> {
    let mut parts = vec![BookOutlinePart::default()];
    for item in &book.items {
        if let BookItem::PartTitle(title) = item {
            parts.push(BookOutlinePart {
                title: title.clone(),
                chapters: Vec::new(),
            });
        } else if let Some(part) = parts.last_mut() {
            part.chapters
                .extend(BookOutlineChapter::from_item_with_page(item));
        }
    }
    parts.retain(|part| !part.chapters.is_empty());
    parts
}

/// The title of the part that is neither for readers nor for players. A link at the foot of each
/// page leads to it.
const AUTHORS_PART: &str = "For authors";

/// Returns the first chapter of the part for authors, if the book has that part.
pub(super) fn first_chapter_for_authors(parts: &[BookOutlinePart]) -> Option<&BookOutlineChapter> {
    let part = parts.iter().find(|part| part.title == AUTHORS_PART)?;
    Some(&part.chapters[0])
}

/// The most links that the contents have. The longest part, the hands, has a page for each edition.
const MOST_LINKS: usize = 32;
/// The number of links that are kept for the parts. On a phone, the contents have links to the
/// parts, and none to headings.
const PART_LINKS: usize = 6;
const MOST_CHAPTER_LINKS: usize = MOST_LINKS - PART_LINKS;

/// The contents beside a page: the parts, the chapters of the reader's part, and what is below the
/// reader's chapter, as far as there is room.
#[derive(Template)]
#[template(path = "contents.html", whitespace = "suppress", blocks = ["entries"])]
pub(super) struct SidebarContents<'a> {
    pub(super) parts: &'a [BookOutlinePart],
    pub(super) place: HomeOrGuestPage,
    /// The page of the reader's chapter; none on the page that lists all chapters.
    pub(super) page: Option<&'a str>,
    /// The pages of the chapters above the reader's chapter, and its own.
    pub(super) way: &'a [String],
    /// The headings of the page.
    pub(super) headings: &'a [Heading],
}

impl<'a> SidebarContents<'a> {
    /// Returns whether the reader is at this chapter.
    fn is_here(&self, chapter: &BookOutlineChapter) -> bool {
        self.page == Some(chapter.page.as_str())
    }

    /// Returns whether the reader is at this chapter or below it.
    fn is_open(&self, chapter: &BookOutlineChapter) -> bool {
        self.way.contains(&chapter.page)
    }

    /// Returns whether the reader is at one of these chapters or below it.
    fn has_open(&self, chapters: &[BookOutlineChapter]) -> bool {
        chapters.iter().any(|chapter| self.is_open(chapter))
    }

    /// Returns the parts that every page links to, each with the chapter that the link leads to.
    fn part_links(&self) -> Vec<(&'a BookOutlinePart, &'a BookOutlineChapter)> {
        let mut links = Vec::new();
        for part in self.parts {
            if part.title != AUTHORS_PART {
                links.push((part, part_entry_chapter(part)));
            }
        }
        links
    }

    /// Returns the chapters of the reader's part. If there are many, a game has only its first page
    /// of hands, and the one at which the reader is.
    fn open_part_chapters(&self) -> Vec<&'a BookOutlineChapter> {
        let open = self.parts.iter().find(|part| self.has_open(&part.chapters));
        let Some(part) = open else {
            return Vec::new();
        };
        let mut chapters: Vec<&BookOutlineChapter> = part.chapters.iter().collect();
        if chapters.len() > MOST_CHAPTER_LINKS {
            chapters.retain(|chapter| !is_later_edition_hands(chapter) || self.is_open(chapter));
        }
        chapters
    }

    /// Returns the pages below a chapter, if the reader is there. If there is no room for all of them, only the page at which
    /// the reader is: a script lists the others when a reader opens the contents.
    fn pages_below_open_chapter(
        &self,
        chapter: &'a BookOutlineChapter,
    ) -> Vec<&'a BookOutlineChapter> {
        if !self.is_open(chapter) {
            return Vec::new();
        }
        let mut pages: Vec<&BookOutlineChapter> = chapter.below.iter().collect();
        if !self.has_room_below(chapter) {
            pages.retain(|page| self.is_open(page));
        }
        pages
    }

    /// Returns whether there is room for all pages below a chapter.
    fn has_room_below(&self, chapter: &BookOutlineChapter) -> bool {
        self.open_part_chapters().len() + chapter.below.len() <= MOST_CHAPTER_LINKS
    }

    /// Returns the headings of the page, if there is room for them.
    fn listed_headings(&self) -> &'a [Heading] {
        let mut links = self.headings.len();
        for chapter in self.open_part_chapters() {
            links += 1 + self.pages_below_open_chapter(chapter).len();
        }
        if links <= MOST_LINKS {
            self.headings
        } else {
            &[]
        }
    }
}

/// Returns the chapter at which a part is entered: the list of all hands, or else the first.
fn part_entry_chapter(part: &BookOutlinePart) -> &BookOutlineChapter {
    let mut chapters = part.chapters.iter();
    let list = chapters.find(|chapter| chapter.page == "hands/all-hands.html");
    list.unwrap_or(&part.chapters[0])
}

/// Returns whether a chapter is the page of hands of an edition that is not the first of its game.
fn is_later_edition_hands(chapter: &BookOutlineChapter) -> bool {
    let page = chapter.page.strip_prefix("hands/");
    let Some(id) = page.and_then(|page| page.strip_suffix(".html")) else {
        return false;
    };
    let game = editions::by_id(id).and_then(editions::game_of);
    game.is_some_and(|game| game.editions[0] != id)
}
