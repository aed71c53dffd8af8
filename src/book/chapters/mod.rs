//! The chapters that are made, and how they hang together.

mod clause;
mod comparison;
mod game;
mod hands;
mod practice;
mod reference;
mod sources;

pub(super) use practice::{dealt, practised};
pub(super) use reference::reference;

use super::book_config::BookConfig;
use super::odds::odds;
use super::prose::{WrittenChapters, game_page};
use crate::editions::house::{COMPARED, INDEX};
use crate::page::markdown::escaped;
use crate::page::{Place, Told, hand};
use crate::scenario::{shown, visible};
use anyhow::{Result, bail};
use comparison::comparison;
use game::{game, rules, title};
use hands::{compared_shelf, group_line, in_learning_order, index, shelf};
use mdbook_preprocessor::book::{Book, BookItem, Chapter, SectionNumber};
use sources::{family, glossary, sources};
use std::collections::BTreeMap;
use std::path::Path;

/// Adds to a book what is made: of each part, what the prose has of it stands first. Parts that the prose alone has stand last.
pub(super) fn add(book: &mut Book, told: &[Told], scope: &BookConfig) -> Result<()> {
    refuse_namesakes(told)?;
    let prose = book
        .chapters()
        .filter_map(|chapter| Some((chapter.path.clone()?, chapter.clone())))
        .collect();
    let is_title = |item: &BookItem| matches!(item, BookItem::PartTitle(_));
    let first_part = book
        .items
        .iter()
        .position(is_title)
        .unwrap_or(book.items.len());
    let own = book.items.split_off(first_part);
    let mut own: Vec<&[BookItem]> = own.chunk_by(|_, next| !is_title(next)).collect();
    let parts: [(_, fn(&mut Part) -> _); 5] = [
        ("Learn", |_| Ok(())),
        ("Play", to_play),
        ("Rules", of_rules),
        ("Hands", of_hands),
        ("Background", background),
    ];
    for (title, make) in parts {
        let mut part = Part {
            told,
            scope,
            prose: &prose,
            chapters: Vec::new(),
            has_shelf: false,
        };
        make(&mut part)?;
        let is_it =
            |part: &&[BookItem]| matches!(&part[0], BookItem::PartTitle(own) if own == title);
        let written = own
            .iter()
            .position(is_it)
            .map_or(&[][..], |at| own.remove(at));
        if !part.chapters.is_empty() || written.len() > 1 {
            book.push_item(BookItem::PartTitle(title.into()));
            let written = written.iter().skip(1).cloned();
            written
                .chain(part.chapters.into_iter().map(BookItem::from))
                .for_each(|item| push(book, item));
        }
    }
    own.into_iter()
        .flatten()
        .for_each(|item| push(book, item.clone()));
    refuse_shared_pages(book)
}

/// Refuses two chapters of one page: the second would be written over the first.
fn refuse_shared_pages(book: &Book) -> Result<()> {
    let mut names = BTreeMap::new();
    for chapter in book.chapters() {
        let Some(path) = &chapter.path else { continue };
        if let Some(other) = names.insert(path, &chapter.name) {
            let (page, name, other) = (shown(path), visible(&chapter.name), visible(other));
            bail!(
                "{page} would be the page of two chapters, \u{201c}{other}\u{201d} and \u{201c}{name}\u{201d}: give one of them another name"
            );
        }
    }
    Ok(())
}

fn refuse_namesakes(told: &[Told]) -> Result<()> {
    let mut pages = BTreeMap::new();
    for one in told {
        if let Some(other) = pages
            .insert(one.page("html"), &one.file.path)
            .filter(|_| one.is_first())
        {
            let (path, other) = (shown(&one.file.path), shown(other));
            bail!("{path} and {other} would be the same page: give one of them another name");
        }
    }
    Ok(())
}

/// Adds an item at the end; a chapter is numbered on.
fn push(book: &mut Book, mut item: BookItem) {
    let number = |item: &BookItem| match item {
        BookItem::Chapter(chapter) => chapter.number.as_ref()?.first().copied(),
        _ => None,
    };
    if number(&item).is_some() {
        renumber(
            &mut item,
            book.items.iter().filter_map(number).max().unwrap_or(0) + 1,
        );
    }
    book.push_item(item);
}

fn renumber(item: &mut BookItem, first: u32) {
    let BookItem::Chapter(chapter) = item else {
        return;
    };
    chapter
        .number
        .iter_mut()
        .filter_map(|number| number.first_mut())
        .for_each(|number| *number = first);
    chapter
        .sub_items
        .iter_mut()
        .for_each(|below| renumber(below, first));
}

struct Part<'a> {
    told: &'a [Told<'a>],
    scope: &'a BookConfig,
    prose: &'a WrittenChapters,
    chapters: Vec<Chapter>,
    /// Whether others may stand below the last chapter: the book may leave one out, and then they stand alone.
    has_shelf: bool,
}

impl Part<'_> {
    /// Adds a chapter that no file holds, if the book has it. It gets its number when it is added to the book.
    fn add(
        &mut self,
        name: &str,
        page: &str,
        text: impl FnOnce(Place) -> Result<String>,
    ) -> Result<()> {
        let chapter = self.made(name, page, text)?;
        self.has_shelf = chapter.is_some();
        self.chapters.extend(chapter);
        Ok(())
    }

    fn add_below(
        &mut self,
        name: &str,
        page: &str,
        text: impl FnOnce(Place) -> Result<String>,
    ) -> Result<()> {
        let Some(mut chapter) = self.made(name, page, text)? else {
            return Ok(());
        };
        let Some(shelf) = self.chapters.last_mut().filter(|_| self.has_shelf) else {
            self.chapters.push(chapter);
            return Ok(());
        };
        chapter.number = Some(SectionNumber::new([0, shelf.sub_items.len() as u32 + 1]));
        chapter.parent_names = vec![shelf.name.clone()];
        shelf.sub_items.push(chapter.into());
        Ok(())
    }

    /// Adds the hands of a shelf in the order of its list, so that *Next* leads on as the game is learnt.
    fn add_hands(&mut self, hands: Vec<&Told>, shelf: &str) -> Result<()> {
        for (group, hands) in in_learning_order(hands, |told| told) {
            for (at, told) in hands.iter().enumerate() {
                let title = told.title();
                let text = |place| {
                    let group = group_line(place, shelf, group, at + 1, hands.len());
                    Ok(format!(
                        "# {}\n\n{group}{}\n",
                        escaped(&title),
                        hand(told, place)?
                    ))
                };
                self.add_below(&title, &told.page("md"), text)?;
            }
        }
        Ok(())
    }

    fn made(
        &self,
        name: &str,
        page: &str,
        text: impl FnOnce(Place) -> Result<String>,
    ) -> Result<Option<Chapter>> {
        if !self.scope.has(page) {
            return Ok(None);
        }
        let mut chapter = Chapter::new(name, text(Place::of(Path::new(page)))?, page, Vec::new());
        chapter.source_path = None;
        chapter.number = Some(SectionNumber::new([0]));
        Ok(Some(chapter))
    }
}

/// Deals to practise, a page a game, and below it sheets for the table, an edition each.
fn to_play(part: &mut Part) -> Result<()> {
    let Part { scope, prose, .. } = *part;
    let mut tables = scope.games.clone();
    tables
        .iter_mut()
        .for_each(|(_, editions)| editions.sort_by_key(|edition| edition.base.is_none()));
    let has_tables = tables
        .iter()
        .flat_map(|(_, editions)| editions)
        .any(|edition| edition.base.is_some());
    if has_tables && !practice::has_table(prose) {
        part.add("Play", practice::PLAY_CHAPTER, |_| {
            reference::play_page(tables)
        })?;
    }
    for (game, editions) in &scope.games {
        let write = |place| practice::practice(game, editions, prose, place);
        part.add(
            &format!("Practice: {}", game.name),
            &practice::page(game, "md"),
            write,
        )?;
        for edition in editions {
            let (name, page) = (
                format!("On one sheet: {}", edition.name),
                format!("tonight/{}.md", edition.id),
            );
            part.add_below(&name, &page, |place| practice::crib_sheet(edition, place))?;
        }
    }
    Ok(())
}

/// The games held against each other; then each, and below it the rules of its editions.
fn of_rules(part: &mut Part) -> Result<()> {
    let Part {
        told, scope, prose, ..
    } = *part;
    part.add("The games compared", "comparison.md", comparison)?;
    for (of, editions) in &scope.games {
        part.add(of.name, &game_page(of, "md"), |place| {
            game(of, editions, prose, place)
        })?;
        for edition in editions {
            let page = format!("rules/{}.md", edition.id);
            part.add_below(&title(edition), &page, |place| {
                rules(edition, told, scope, place)
            })?;
        }
    }
    Ok(())
}

/// The index of hands, with those that are told under several editions, and a shelf for each edition, game by game.
fn of_hands(part: &mut Part) -> Result<()> {
    let Part {
        told, scope, prose, ..
    } = *part;
    let (name, page) = ("How to read a hand", "reading-a-hand.md");
    if !prose.contains_key(Path::new(page)) {
        part.add(name, page, |_| {
            Ok(format!("# {name}\n\n{}", reference::WHAT_IF))
        })?;
    }
    if !told.is_empty() {
        part.add(
            "The index of hands",
            &format!("hands/{INDEX}.md"),
            |place| index(told, scope, place),
        )?;
        let compared: Vec<&Told> = told
            .iter()
            .filter(|told| told.is_compared() && told.is_first())
            .collect();
        if !compared.is_empty() {
            let page = format!("hands/{COMPARED}.md");
            part.add_below("The hands compared", &page, |place| {
                compared_shelf(&compared, place)
            })?;
        }
        part.add_hands(compared, COMPARED)?;
    }
    for edition in scope.games.iter().flat_map(|(_, editions)| editions) {
        let (name, page) = (
            format!("The hands: {}", edition.name),
            format!("hands/{}.md", edition.id),
        );
        part.add(&name, &page, |place| shelf(edition, told, scope, place))?;
        let own = told
            .iter()
            .filter(|told| told.story.rules.id == edition.id && !told.is_compared());
        part.add_hands(own.collect(), edition.id)?;
    }
    Ok(())
}

/// What is told of all editions. The strategy stands below the odds, which are played out by it.
fn background(part: &mut Part) -> Result<()> {
    part.add("The family", "family.md", family)?;
    part.add("The sources", "sources.md", sources)?;
    part.add("The odds", "odds.md", odds)?;
    part.add_below(
        "The computer’s strategy",
        "strategy.md",
        reference::strategy,
    )?;
    part.add("Glossary", "glossary.md", glossary)
}
