//! The chapters that are made, and how they hang together.

mod clause;
mod comparison;
mod crib_sheet;
mod game;
mod hands;
mod practice;
mod reference;
mod rules;
mod sources;

pub(super) use practice::{dealt, is_drilled, practised};
pub(super) use reference::reference;

use super::family::family;
use super::links::{Prose, STRATEGY, game_page};
use super::odds::odds;
use super::scope::Scope;
use crate::page::markdown::escaped;
use crate::page::{COMPARED, Place, Told, hand};
use anyhow::{Result, bail};
use comparison::comparison;
use crib_sheet::crib_sheet;
use hands::{compared_shelf, index, shelf};
use mdbook_preprocessor::book::{Book, BookItem, Chapter, SectionNumber};
use rules::{rules, title};
use sources::{glossary, sources};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Adds to a book what is made: of each part, what the prose has of it stands first. Parts that the prose alone has stand last.
pub(super) fn add(book: &mut Book, told: &[Told], scope: &Scope) -> Result<()> {
    refuse_namesakes(told)?;
    let prose = book.chapters().filter_map(|chapter| Some((chapter.path.clone()?, chapter.clone()))).collect();
    let is_title = |item: &BookItem| matches!(item, BookItem::PartTitle(_));
    let first_part = book.items.iter().position(is_title).unwrap_or(book.items.len());
    let own = book.items.split_off(first_part);
    let mut own: Vec<&[BookItem]> = own.chunk_by(|_, next| !is_title(next)).collect();
    let parts = [
        ("Learn", Vec::new()),
        ("Play", to_play(scope, &prose)?),
        ("Rules", of_rules(told, scope, &prose)?),
        ("Hands", of_hands(told, scope, &prose)?),
        ("Background", background(scope)?),
    ];
    for (title, made) in parts {
        let is_it = |part: &&[BookItem]| matches!(&part[0], BookItem::PartTitle(own) if own == title);
        let written = own.iter().position(is_it).map_or(&[][..], |at| own.remove(at));
        if !made.is_empty() || written.len() > 1 {
            book.push_item(BookItem::PartTitle(title.into()));
            let written = written.iter().skip(1).cloned();
            written.chain(made.into_iter().map(BookItem::from)).for_each(|item| push(book, item));
        }
    }
    own.into_iter().flatten().for_each(|item| push(book, item.clone()));
    Ok(())
}

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

/// Adds an item at the end; a chapter is numbered on.
fn push(book: &mut Book, mut item: BookItem) {
    if let BookItem::Chapter(chapter) = &mut item
        && chapter.number.is_some()
    {
        let number = |item: &BookItem| match item {
            BookItem::Chapter(chapter) => chapter.number.as_ref()?.first().copied(),
            _ => None,
        };
        renumber(chapter, book.items.iter().filter_map(number).max().unwrap_or(0) + 1);
    }
    book.push_item(item);
}

fn renumber(chapter: &mut Chapter, first: u32) {
    if let Some(number) = chapter.number.as_mut().and_then(|number| number.first_mut()) {
        *number = first;
    }
    for item in &mut chapter.sub_items {
        if let BookItem::Chapter(below) = item {
            renumber(below, first);
        }
    }
}

/// A chapter; none where the book leaves it out.
type Made = Result<Option<Chapter>>;

/// Deals to practise, a page a game, and below it sheets for the table, an edition each.
fn to_play(scope: &Scope, prose: &Prose) -> Result<Vec<Chapter>> {
    let mut tables = scope.games.clone();
    tables.iter_mut().for_each(|(_, editions)| editions.sort_by_key(|edition| edition.base.is_none()));
    let has_tables = tables.iter().flat_map(|(_, editions)| editions).any(|edition| edition.base.is_some());
    let is_made = has_tables && !prose.contains_key(&Path::new(practice::PLAY).with_extension("md"));
    let write = |_: &Path| reference::play_page(tables);
    let play = if is_made { made(scope, "Play", Path::new(practice::PLAY).with_extension("md"), write)? } else { None };
    let each = scope.games.iter().map(|(game, editions)| {
        let write = |page: &Path| practice::practice(game, editions, prose, page);
        let practice = made(scope, &format!("Practice: {}", game.name), practice::page(game, "md"), write);
        let tonight = editions.iter().map(|edition| {
            let page = format!("tonight/{}.md", edition.id);
            made(scope, &format!("On one sheet: {}", edition.name), page, |page| crib_sheet(edition, page))
        });
        with_below(practice, tonight)
    });
    Ok([Vec::from_iter(play)].into_iter().map(Ok).chain(each).collect::<Result<Vec<_>>>()?.concat())
}

/// The games held against each other; then each, and below it the rules of its editions.
fn of_rules(told: &[Told], scope: &Scope, prose: &Prose) -> Result<Vec<Chapter>> {
    let each = scope.games.iter().map(|(game, editions)| {
        let page = game_page(game, "md");
        let chapter = made(scope, game.name, page, |page| game::game(game, editions, prose, page));
        let rules = editions.iter().map(|edition| {
            let page = format!("rules/{}.md", edition.id);
            made(scope, &title(edition), page, |page| rules(edition, told, scope, page))
        });
        with_below(chapter, rules)
    });
    let comparison = with_below(made(scope, "The games compared", "comparison.md", comparison), [].into_iter());
    Ok([comparison].into_iter().chain(each).collect::<Result<Vec<_>>>()?.concat())
}

const SAME_DEAL: &str = "The same deal under several editions";

/// The index of hands, with those that are told under several editions, and a shelf for each edition, game by game.
fn of_hands(told: &[Told], scope: &Scope, prose: &Prose) -> Result<Vec<Chapter>> {
    let mut chapters = Vec::new();
    let reading = "reading-a-hand.md";
    if !prose.contains_key(Path::new(reading)) {
        let text = format!("# How to read a hand\n\n{}", reference::WHAT_IF);
        chapters.extend(made(scope, "How to read a hand", reading, |_| Ok(text))?);
    }
    if !told.is_empty() {
        let chapter = made(scope, "The index of hands", "hands/index-of-hands.md", |page| index(told, scope, page));
        let compared: Vec<&Told> = told.iter().filter(|told| told.is_compared() && told.is_first()).collect();
        let shelf = |page: &Path| compared_shelf(SAME_DEAL, &compared, page);
        let shelf = made(scope, "The hands compared", format!("hands/{COMPARED}.md"), shelf);
        let shelf = if compared.is_empty() { None } else { Some(shelf) };
        let compared = compared.iter().map(|told| of_hand(told, scope));
        chapters.extend(with_below(chapter, shelf.into_iter().chain(compared))?);
    }
    for edition in scope.games.iter().flat_map(|(_, editions)| editions) {
        let page = format!("hands/{}.md", edition.id);
        let own = told.iter().filter(|told| told.story.rules.id == edition.id && !told.is_compared());
        let write = |page: &Path| shelf(edition, told, scope, page);
        let chapter = made(scope, &format!("The hands: {}", edition.name), page, write);
        chapters.extend(with_below(chapter, own.map(|told| of_hand(told, scope)))?);
    }
    Ok(chapters)
}

fn of_hand(told: &Told, scope: &Scope) -> Made {
    let title = told.title();
    let text = |page: &Path| Ok(format!("# {}\n\n{}\n", escaped(&title), hand(told, Place::of(page))?));
    made(scope, &title, told.page("md"), text)
}

/// What is told of all editions. The strategy stands below the odds, which are played out by it.
fn background(scope: &Scope) -> Result<Vec<Chapter>> {
    let strategy = [made(scope, "The computer’s strategy", STRATEGY, reference::strategy)];
    let odds = with_below(made(scope, "The odds", "odds.md", odds), strategy.into_iter())?;
    let family = made(scope, "The family", "family.md", family)?;
    let sources = made(scope, "The sources", "sources.md", sources)?;
    let glossary = made(scope, "Glossary", "glossary.md", glossary)?;
    Ok(family.into_iter().chain(sources).chain(odds).chain(glossary).collect())
}

/// A chapter with those below it; where the book leaves it out, those alone.
fn with_below(shelf: Made, below: impl Iterator<Item = Made>) -> Result<Vec<Chapter>> {
    let (shelf, below) = (shelf?, below.filter_map(Result::transpose).collect::<Result<Vec<_>>>()?);
    let Some(mut shelf) = shelf else { return Ok(below) };
    for (mut chapter, at) in below.into_iter().zip(1..) {
        chapter.number = Some(SectionNumber::new([0, at]));
        chapter.parent_names = vec![shelf.name.clone()];
        shelf.sub_items.push(chapter.into());
    }
    Ok(vec![shelf])
}

/// A chapter that no file holds, if the book has it. It gets its number when it is added to the book.
fn made(scope: &Scope, name: &str, page: impl Into<PathBuf>, text: impl FnOnce(&Path) -> Result<String>) -> Made {
    let page = page.into();
    if !scope.has(&page) {
        return Ok(None);
    }
    let mut chapter = Chapter::new(name, text(&page)?, page, Vec::new());
    (chapter.source_path, chapter.number) = (None, Some(SectionNumber::new([0])));
    Ok(Some(chapter))
}
