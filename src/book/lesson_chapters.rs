//! The lessons of a book as chapters: those that the table of contents does not list are added in the order of their path.

use crate::scenario::{find_lessons, printable_path, read_lesson};
use anyhow::{Context, Result, bail};
use mdbook_preprocessor::book::{Book, BookItem, Chapter, SectionNumber};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The part of the book in which lessons stand.
const LEARN: &str = "Learn";

/// The mark by which the finished site knows the page of a lesson.
pub(super) const LESSON_MARK: &str = "<!--[lesson]-->";

/// The mark by which the finished site knows the page of a lesson after which comes another chapter.
pub(super) const LAST_LESSON_MARK: &str = "<!--[last lesson]-->";

/// Adds the lessons in the folder `learn` of the prose that a book does not list, and puts a mark in the place of the header of
/// each lesson.
///
/// # Errors
/// A lesson cannot be read, or the book lists a lesson before the lesson that it comes after.
pub(super) fn add_lessons_and_mark_headers(book: &mut Book, prose: &Path) -> Result<()> {
    add_unlisted_lessons(book, prose)?;
    let mut places = BTreeSet::new();
    let mut misplaced = None;
    let mut before_other_chapters = lessons_ending_a_run(book);
    book.for_each_chapter_mut(|chapter| {
        let Some((lesson, _)) = read_lesson(&chapter.content) else {
            return;
        };
        let path = chapter.path.clone().unwrap_or_default();
        places.insert(path.clone());
        if let Some(after) = lesson.after {
            let earlier = path.with_file_name(after.value);
            if !places.contains(&earlier) {
                misplaced = Some((path.clone(), earlier));
            }
        }
        let mut marks = LESSON_MARK.to_owned();
        if before_other_chapters.remove(&path) {
            marks += "\n";
            marks += LAST_LESSON_MARK;
        }
        chapter.content.replace_range(lesson.header, &marks);
    });
    if let Some((path, earlier)) = misplaced {
        let path = printable_path(path);
        let earlier = printable_path(earlier);
        bail!(
            "SUMMARY.md lists {path} without {earlier} before it: a lesson comes after the lesson that its header names"
        );
    }
    Ok(())
}

/// Returns the lessons that are the last before a chapter that is no lesson.
fn lessons_ending_a_run(book: &Book) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut last_lesson = None;
    for chapter in book.chapters().filter(|chapter| chapter.path.is_some()) {
        if read_lesson(&chapter.content).is_some() {
            last_lesson.clone_from(&chapter.path);
        } else {
            found.extend(last_lesson.take());
        }
    }
    // The chapters that the program writes come after the prose.
    found.extend(last_lesson);
    found
}

/// Adds the lessons that a book does not list to its part *Learn*.
fn add_unlisted_lessons(book: &mut Book, prose: &Path) -> Result<()> {
    let listed: Vec<PathBuf> = book
        .chapters()
        .filter_map(|chapter| chapter.path.clone())
        .collect();
    let mut added = Vec::new();
    for file in find_lessons(&prose.join("learn"))? {
        let path = file
            .path
            .strip_prefix(prose)
            .context("a path of a lesson")?;
        if !listed.contains(&path.to_path_buf()) {
            let title = &file.lesson.title;
            let mut chapter = Chapter::new(title, file.text.clone(), path, Vec::new());
            chapter.number = Some(SectionNumber::new([0]));
            added.push(BookItem::Chapter(chapter));
        }
    }
    if added.is_empty() {
        return Ok(());
    }
    match book.items.iter().position(is_title_of_learn) {
        Some(at) => {
            let rest = &book.items[at + 1..];
            let length = rest
                .iter()
                .position(|item| matches!(item, BookItem::PartTitle(_)))
                .unwrap_or(rest.len());
            let end = at + 1 + length;
            book.items.splice(end..end, added);
        }
        None => {
            book.items.push(BookItem::PartTitle(LEARN.into()));
            book.items.extend(added);
        }
    }
    Ok(())
}

/// Returns whether an item is the title of the part in which lessons stand.
fn is_title_of_learn(item: &BookItem) -> bool {
    matches!(item, BookItem::PartTitle(title) if title == LEARN)
}
