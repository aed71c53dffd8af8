//! The chapters that are made, and how they hang together.

use super::comparison::comparison;
use super::family::family;
use super::glossary::glossary;
use super::hand_index::hand_index;
use super::odds::odds;
use super::pictures::pictures;
use super::practice::{self, Deals};
use super::rules::{rules, title};
use super::shelf::{compared_shelf, shelf};
use super::sources::sources;
use super::strategy;
use super::tonight::tonight;
use crate::editions;
use crate::page;
use crate::page::Place;
use crate::page::hand;
use crate::page::markdown::escaped;
use crate::page::{COMPARED, Told};
use crate::rules::Ruleset;
use anyhow::{Result, bail};
use mdbook_preprocessor::book::{Book, BookItem, Chapter, SectionNumber};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Adds to a book, for each edition, a part with its rules and its hands; then a part of what is told across them. The
/// parts that the prose has of its own stand last.
///
/// # Errors
/// Two files of one name under one edition, or a template that cannot be filled.
pub(super) fn add(book: &mut Book, told: &[Told], deals: &Deals) -> Result<()> {
    refuse_namesakes(told)?;
    let first_part = book.items.iter().position(|item| matches!(item, BookItem::PartTitle(_)));
    let own_parts = book.items.split_off(first_part.unwrap_or(book.items.len()));
    let mut number = last_number(book);
    for edition in editions::ALL {
        book.push_item(BookItem::PartTitle(edition.name.into()));
        book.push_item(rules_chapter(edition, told, number + 1)?);
        book.push_item(tonight_chapter(edition, number + 2)?);
        book.push_item(shelf_chapter(edition, told, number + 3)?);
        book.push_item(practice_chapter(edition, deals, number + 4)?);
        number += 4;
    }
    let number = add_compared(book, told, number)?;
    add_across(book, told, number)?;
    append(book, own_parts);
    Ok(())
}

/// Adds items at the end; their chapters are numbered on.
fn append(book: &mut Book, items: Vec<BookItem>) {
    let mut last = last_number(book);
    for mut item in items {
        if let BookItem::Chapter(chapter) = &mut item
            && chapter.number.is_some()
        {
            last += 1;
            renumber(chapter, last);
        }
        book.push_item(item);
    }
}

/// Gives a chapter this number, and those below it.
fn renumber(chapter: &mut Chapter, first: u32) {
    if let Some(number) = &chapter.number {
        let rest = number.iter().skip(1).copied();
        chapter.number = Some(SectionNumber::new(std::iter::once(first).chain(rest).collect::<Vec<u32>>()));
    }
    for item in &mut chapter.sub_items {
        if let BookItem::Chapter(below) = item {
            renumber(below, first);
        }
    }
}

/// Adds the part of the hands that are told under several editions, if there are any; the number of the last chapter.
fn add_compared(book: &mut Book, told: &[Told], before: u32) -> Result<u32> {
    let compared: Vec<&Told> = told.iter().filter(|told| told.is_compared() && told.is_first()).collect();
    if compared.is_empty() {
        return Ok(before);
    }
    let number = before + 1;
    let page = PathBuf::from(format!("hands/{COMPARED}.md"));
    let name = "The same deal under several editions";
    let mut chapter = made("The hands compared", compared_shelf(name, &compared, &page)?, page, &[number], &[]);
    for (one, at) in compared.iter().zip(1..) {
        chapter.sub_items.push(hand_chapter(one, &[number, at], &chapter.name)?.into());
    }
    book.push_item(BookItem::PartTitle(name.into()));
    book.push_item(chapter);
    Ok(number)
}

/// Adds the part that is told across the editions.
fn add_across(book: &mut Book, told: &[Told], before: u32) -> Result<()> {
    book.push_item(BookItem::PartTitle("Across the editions".into()));
    for ((name, page, text), at) in ACROSS.iter().zip(1..) {
        let page = PathBuf::from(page);
        book.push_item(made(name, text(&page)?, page, &[before + at], &[]));
    }
    let (page, number) = (PathBuf::from("hands/index-of-hands.md"), before + 1 + ACROSS.len() as u32);
    book.push_item(made("The index of hands", hand_index(told, &page)?, page, &[number], &[]));
    Ok(())
}

/// What writes a chapter for a page at a path.
type Write = fn(&Path) -> Result<String>;

/// The chapters that are made of all editions: name, page, and what writes it.
const ACROSS: &[(&str, &str, Write)] = &[
    ("The editions compared", "comparison.md", comparison),
    ("Pictures of the game", "pictures.md", pictures),
    ("The odds", "odds.md", odds),
    ("How the others play", strategy::PAGE, strategy::strategy),
    ("The family", "family.md", family),
    (page::NAME, page::PAGE, page::explained),
    ("The words", "glossary.md", glossary),
    ("The sources", "sources.md", sources),
];

fn refuse_namesakes(told: &[Told]) -> Result<()> {
    let mut pages = BTreeMap::new();
    for one in told {
        let other = pages.insert(one.page("html"), &one.file.path);
        if let Some(other) = other.filter(|_| one.is_first()) {
            bail!("{} and {other} would be the same page: give one of them another name", one.file.path);
        }
    }
    Ok(())
}

fn last_number(book: &Book) -> u32 {
    let number = |item: &BookItem| match item {
        BookItem::Chapter(chapter) => chapter.number.as_ref().and_then(|number| number.first().copied()),
        _ => None,
    };
    book.items.iter().filter_map(number).max().unwrap_or(0)
}

fn rules_chapter(edition: &'static Ruleset, told: &[Told], number: u32) -> Result<Chapter> {
    let page = PathBuf::from(format!("rules/{}.md", edition.id));
    let text = rules(edition, told, &page)?;
    Ok(made(&title(edition), text, page, &[number], &[]))
}

fn tonight_chapter(edition: &'static Ruleset, number: u32) -> Result<Chapter> {
    let page = PathBuf::from(format!("tonight/{}.md", edition.id));
    let text = tonight(edition, &page)?;
    Ok(made(&format!("Play it tonight: {}", edition.short), text, page, &[number], &[]))
}

fn practice_chapter(edition: &'static Ruleset, deals: &Deals, number: u32) -> Result<Chapter> {
    let page = practice::page(edition);
    let text = practice::practice(edition, deals, &page)?;
    Ok(made(&format!("Practice: {}", edition.short), text, page, &[number], &[]))
}

fn shelf_chapter(edition: &Ruleset, told: &[Told], number: u32) -> Result<Chapter> {
    let page = PathBuf::from(format!("hands/{}.md", edition.id));
    let name = format!("The hands of {}", edition.short);
    let mut chapter = made(&name, shelf(edition, told, &page)?, page, &[number], &[]);
    let own = told.iter().filter(|told| told.story.rules.id == edition.id && !told.is_compared());
    for (one, at) in own.zip(1..) {
        chapter.sub_items.push(hand_chapter(one, &[number, at], &name)?.into());
    }
    Ok(chapter)
}

fn hand_chapter(told: &Told, number: &[u32], parent: &str) -> Result<Chapter> {
    let page = PathBuf::from(told.page("md"));
    let title = told.title();
    let text = format!("# {}\n\n{}\n", escaped(&title), hand(told, Place::of(&page))?);
    Ok(made(&title, text, page, number, &[parent.into()]))
}

/// A chapter that no file holds.
fn made(name: &str, text: String, page: PathBuf, number: &[u32], parents: &[String]) -> Chapter {
    let mut chapter = Chapter::new(name, text, page, parents.to_vec());
    (chapter.source_path, chapter.number) = (None, Some(SectionNumber::new(number)));
    chapter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_prose_stand_last_and_are_numbered_on() {
        let mut book = Book::default();
        book.push_item(made("Reading", String::new(), "a.md".into(), &[1], &[]));
        book.push_item(BookItem::PartTitle("For authors".into()));
        let mut chapter = made("Writing", String::new(), "b.md".into(), &[2], &[]);
        chapter.sub_items.push(made("Format", String::new(), "c.md".into(), &[2, 1], &[]).into());
        book.push_item(chapter);
        add(&mut book, &[], &Deals::of(None).expect("deals")).expect("a book");
        let Some(BookItem::Chapter(last)) = book.items.last() else { panic!("{:?}", book.items.last()) };
        let BookItem::Chapter(below) = &last.sub_items[0] else { panic!("{:?}", last.sub_items) };
        let numbers = |chapter: &Chapter| chapter.number.as_ref().map(|number| number.to_vec());
        assert_eq!((last.name.as_str(), numbers(last)), ("Writing", Some(vec![last_number(&book)])));
        assert!(last_number(&book) > 10);
        assert_eq!(numbers(below), Some(vec![last_number(&book), 1]));
    }
}
