//! The chapters that are made, and how they hang together.

use super::comparison::comparison;
use super::family::family;
use super::glossary::glossary;
use super::hand::hand;
use super::hand_index::hand_index;
use super::markdown::escaped;
use super::odds::odds;
use super::pictures::pictures;
use super::place::Place;
use super::rules::rules;
use super::shelf::{compared_shelf, shelf};
use super::sources::sources;
use super::strategy;
use super::told::{COMPARED, Told};
use super::tonight::tonight;
use crate::editions;
use crate::rules::Ruleset;
use anyhow::{Result, bail};
use mdbook_preprocessor::book::{Book, BookItem, Chapter, SectionNumber};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Adds to a book, for each edition, a part with its rules and its hands; then a part of what is told across them.
///
/// # Errors
/// Two files of one name under one edition, or a template that cannot be filled.
pub(super) fn add(book: &mut Book, told: &[Told]) -> Result<()> {
    refuse_namesakes(told)?;
    let mut number = last_number(book);
    for edition in editions::ALL {
        book.push_item(BookItem::PartTitle(edition.name.into()));
        book.push_item(rules_chapter(edition, told, number + 1)?);
        book.push_item(tonight_chapter(edition, number + 2)?);
        book.push_item(shelf_chapter(edition, told, number + 3)?);
        number += 3;
    }
    let number = add_compared(book, told, number)?;
    add_across(book, told, number)
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
    Ok(made(&format!("The rules of {}", edition.year), text, page, &[number], &[]))
}

fn tonight_chapter(edition: &'static Ruleset, number: u32) -> Result<Chapter> {
    let page = PathBuf::from(format!("tonight/{}.md", edition.id));
    let text = tonight(edition, &page)?;
    Ok(made(&format!("Play it tonight: {}", edition.year), text, page, &[number], &[]))
}

fn shelf_chapter(edition: &Ruleset, told: &[Told], number: u32) -> Result<Chapter> {
    let page = PathBuf::from(format!("hands/{}.md", edition.id));
    let name = format!("The hands of {}", edition.year);
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
