//! The chapters that the program writes, and the parts of the book in which they stand.

mod agreed_options;
mod booklet;
mod clause_lessons;
mod clauses_taught_by_lessons;
mod comparison;
mod comparison_export;
mod edition_decision_words;
mod edition_infobox;
mod edition_rules_sheet;
mod game_chapter;
mod game_family_chapter;
mod glossary;
mod hand_lists;
mod juego_order;
mod message_remedies;
mod own_move_sentences;
mod practice_chapter;
mod printed_clause;
mod reference_tables;
mod rules_page;
mod shared_topic_groups;
mod sources_chapter;

pub(super) use booklet::choose_three_short_hands;
pub(super) use edition_decision_words::decision_in_words;
pub(super) use own_move_sentences::{render_own_moves_in_deal, render_own_moves_in_drill};
pub(super) use practice_chapter::{
    FirstStepByControl, extra_controls_of_drill, extra_controls_of_hand_part, render_drill,
    render_drill_example_sentences, render_playable_hand, render_whole_deal,
};
pub(super) use reference_tables::reference_table;

use super::book_contents::{BookGamesAndPages, GamesWithEditions, booklet_page};
use super::odds::odds_chapter;
use crate::book::chapter_signs::add_signs_and_legend;
use crate::book::hand_placeholders::{HandChapterMaker, split_at_placeholder};
use crate::book::prose_file_links::with_slashes;
use crate::book::{ExtractedHands, KeptPages, ProseChapters, ScenarioLibrary, game_page_path};
use crate::editions;
use crate::editions::house_table::{ALL_HANDS, COMPARED, INDEX};
use crate::page::safe_markdown::escape_markdown;
use crate::page::{COMPARISON, HandUnderEdition, HomeOrGuestPage, render_hand};
use crate::rules::Ruleset;
use crate::scenario::{name_hidden_characters, printable_path};
use anyhow::{Result, bail};
use booklet::booklet_chapter;
use clauses_taught_by_lessons::TaughtClauses;
use comparison::{COMPARISON_TITLE, comparison_chapter};
pub(crate) use comparison_export::{comparison_as_csv, comparison_as_json};
use game_chapter::game_chapter;
use game_family_chapter::family_chapter;
use glossary::glossary_chapter;
use hand_lists::{
    all_hands_chapter, compared_hands_chapter, group_in_learning_order, hand_list_chapter,
    index_chapter, place_in_group_line,
};
use mdbook_preprocessor::book::{Book, BookItem, Chapter, SectionNumber};
pub(crate) use message_remedies::{example_message, remedies_of};
use rayon::prelude::*;
use rules_page::{rules_chapter, rules_title};
use sources_chapter::sources_chapter;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A function that finishes the text of the page with this path.
pub(super) type HandPageFinisher<'a> = dyn Fn(&str, &Path) -> String + Sync + 'a;

/// A function that adds the chapters of a part.
type PartChapterAdder = fn(&mut BookPartBuilder) -> Result<()>;

/// The parts of the book that have chapters of the program, in their order, each with what adds
/// these chapters.
const PARTS: [(&str, PartChapterAdder); 5] = [
    ("Learn", |_| Ok(())),
    ("Play", add_play_and_game_chapters),
    ("Rules", add_rules_chapters),
    ("Hands", add_hand_list_chapters),
    ("Background", add_background_chapters),
];

/// Adds the chapters that the program writes to a book, and returns the paths of the finished pages
/// of hands. In each part the chapters that an author wrote stand first. Parts of the author alone
/// stand last. `finish_hand_page` finishes the text of each page of a hand before the next is
/// written.
pub(super) fn add_generated_chapters(
    book: &mut Book,
    library: &Arc<ScenarioLibrary>,
    kept: Option<(&KeptPages, &ExtractedHands)>,
    content: &BookGamesAndPages,
    finish_hand_page: &HandPageFinisher,
) -> Result<BTreeSet<PathBuf>> {
    let hands = &library.hand_views();
    refuse_shared_hand_pages(hands)?;
    let mut finished_pages = BTreeSet::new();
    let mut prose = prose_by_path(book);
    let supplies_play_page = (has_added_editions(content) || content.wants_extra("play"))
        && content.has_page(practice_chapter::PLAY_CHAPTER)
        && !practice_chapter::has_play_page(&prose);
    if supplies_play_page {
        // Other chapters link to the page as to one that the author wrote.
        let path = practice_chapter::PLAY_CHAPTER;
        let chapter = Chapter::new("Play", String::new(), path, Vec::new());
        prose.insert(path.into(), chapter);
    }
    let mut written_parts = split_off_parts(book);
    for (title, add_chapters) in PARTS {
        let mut part = BookPartBuilder {
            library,
            kept,
            hands,
            content,
            prose: &prose,
            supplies_play_page,
            finish_hand_page,
            finished_pages: BTreeSet::new(),
            chapters: Vec::new(),
            has_parent: false,
        };
        add_chapters(&mut part)?;
        finished_pages.append(&mut part.finished_pages);
        let mut items = take_part(&mut written_parts, title);
        items.extend(part.chapters.into_iter().map(BookItem::from));
        if items.is_empty() {
            continue;
        }
        book.push_item(BookItem::PartTitle(title.into()));
        for item in items {
            push_numbered(book, item);
        }
    }
    for item in written_parts.into_iter().flatten() {
        push_numbered(book, item);
    }
    refuse_shared_pages(book)?;
    Ok(finished_pages)
}

/// Returns the chapters that an author wrote, by their paths.
fn prose_by_path(book: &Book) -> ProseChapters {
    let mut prose = ProseChapters::new();
    for chapter in book.chapters() {
        if let Some(path) = &chapter.path {
            prose.insert(path.clone(), chapter.clone());
        }
    }
    prose
}

/// Takes the parts out of a book, each with its title as its first item. Items before the first
/// title stay in the book.
fn split_off_parts(book: &mut Book) -> Vec<Vec<BookItem>> {
    let first_title = book.items.iter().position(is_part_title);
    let first_title = first_title.unwrap_or(book.items.len());
    let mut parts: Vec<Vec<BookItem>> = Vec::new();
    for item in book.items.split_off(first_title) {
        match parts.last_mut() {
            Some(part) if !is_part_title(&item) => part.push(item),
            _ => parts.push(vec![item]),
        }
    }
    parts
}

/// Returns whether an item is the title of a part.
fn is_part_title(item: &BookItem) -> bool {
    matches!(item, BookItem::PartTitle(_))
}

/// Takes the part of this title out of some parts, and returns its items after the title.
fn take_part(parts: &mut Vec<Vec<BookItem>>, title: &str) -> Vec<BookItem> {
    for at in 0..parts.len() {
        if matches!(&parts[at][0], BookItem::PartTitle(own) if own == title) {
            return parts.remove(at).split_off(1);
        }
    }
    Vec::new()
}

/// Refuses two chapters of one page: the second would be written over the first.
fn refuse_shared_pages(book: &Book) -> Result<()> {
    let mut names = BTreeMap::new();
    for chapter in book.chapters() {
        let Some(path) = &chapter.path else { continue };
        if let Some(other) = names.insert(path, &chapter.name) {
            bail!(
                "{} would be the page of two chapters, \u{201c}{}\u{201d} and \u{201c}{}\u{201d}: give one of them another name",
                printable_path(path),
                name_hidden_characters(other),
                name_hidden_characters(&chapter.name)
            );
        }
    }
    Ok(())
}

/// Refuses two scenario files that would have the same page. A file with several editions has one
/// page.
fn refuse_shared_hand_pages(hands: &[HandUnderEdition]) -> Result<()> {
    let mut paths = BTreeMap::new();
    for hand in hands {
        let path = &hand.file.path;
        let other = paths.insert(hand.page_path("html"), path);
        if let Some(other) = other
            && hand.is_first_edition()
        {
            bail!(
                "{} and {} would be the same page: give one of them another name",
                printable_path(path),
                printable_path(other)
            );
        }
    }
    Ok(())
}

/// Adds an item at the end of a book. A numbered chapter gets the number after the last.
fn push_numbered(book: &mut Book, mut item: BookItem) {
    if chapter_number(&item).is_some() {
        let last = book.items.iter().filter_map(chapter_number).max();
        set_chapter_number(&mut item, last.unwrap_or(0) + 1);
    }
    book.push_item(item);
}

/// Returns the first number of a numbered chapter.
fn chapter_number(item: &BookItem) -> Option<u32> {
    let BookItem::Chapter(chapter) = item else {
        return None;
    };
    chapter.number.as_ref()?.first().copied()
}

/// Sets the first number of a chapter and of all chapters below it.
fn set_chapter_number(item: &mut BookItem, new_number: u32) {
    let BookItem::Chapter(chapter) = item else {
        return;
    };
    if let Some(numbers) = &mut chapter.number
        && let Some(number) = numbers.first_mut()
    {
        *number = new_number;
    }
    for below in &mut chapter.sub_items {
        set_chapter_number(below, new_number);
    }
}

/// A part of the book while its chapters are written.
struct BookPartBuilder<'a> {
    library: &'a Arc<ScenarioLibrary>,
    /// The last build, and the hands that are not made yet.
    kept: Option<(&'a KeptPages, &'a ExtractedHands)>,
    hands: &'a [HandUnderEdition<'a>],
    content: &'a BookGamesAndPages,
    prose: &'a ProseChapters,
    /// True if the program writes the page on which a reader plays: the book has rules of its own or asks for the page, and the
    /// author has not written it.
    supplies_play_page: bool,
    finish_hand_page: &'a HandPageFinisher<'a>,
    /// The pages of hands, which are finished.
    finished_pages: BTreeSet<PathBuf>,
    chapters: Vec<Chapter>,
    /// True if other chapters may stand below the last one. If the book leaves that one out, they
    /// stand alone.
    has_parent: bool,
}

impl BookPartBuilder<'_> {
    /// Adds a chapter that no file holds, if the book has it. It gets its number when it is added
    /// to the book.
    fn add_wanted_chapter(
        &mut self,
        name: &str,
        page: &str,
        write: impl FnOnce(HomeOrGuestPage) -> Result<String>,
    ) -> Result<()> {
        let chapter = self.write_wanted_chapter(name, page, write)?;
        self.has_parent = chapter.is_some();
        self.chapters.extend(chapter);
        Ok(())
    }

    /// Adds a chapter below the last one that [`BookPartBuilder::add_wanted_chapter`] added, or beside it if
    /// the book does not have that one.
    fn add_wanted_chapter_below(
        &mut self,
        name: &str,
        page: &str,
        write: impl FnOnce(HomeOrGuestPage) -> Result<String>,
    ) -> Result<()> {
        let Some(mut chapter) = self.write_wanted_chapter(name, page, write)? else {
            return Ok(());
        };
        match self.chapters.last_mut() {
            Some(parent) if self.has_parent => {
                let number = parent.sub_items.len() as u32 + 1;
                chapter.number = Some(SectionNumber::new([0, number]));
                chapter.parent_names = vec![parent.name.clone()];
                parent.sub_items.push(chapter.into());
            }
            _ => self.chapters.push(chapter),
        }
        Ok(())
    }

    /// Adds the hands of a shelf in the order of its list, so that *Next* leads on as the game is
    /// learnt.
    fn add_hands(&mut self, hands: Vec<&HandUnderEdition>, shelf: &str) -> Result<()> {
        let mut places = Vec::new();
        for (group, members) in group_in_learning_order(hands, |view| view) {
            for (at, view) in members.iter().enumerate() {
                places.push(HandWithListPlace {
                    library: self.library,
                    kept: self.kept,
                    view,
                    shelf,
                    group,
                    number: at + 1,
                    count: members.len(),
                });
            }
        }
        let content = self.content;
        let finish_hand_page = self.finish_hand_page;
        let written = places.par_iter().map(|place| {
            let page = place.view.page_path("md");
            if !content.has_page(&page) {
                return Ok(None);
            }
            let page = PathBuf::from(page);
            let text = place.write_chapter(&page, finish_hand_page)?;
            Ok(Some((place.view.title(), page, text)))
        });
        for (title, page, text) in written.collect::<Result<Vec<_>>>()?.into_iter().flatten() {
            self.add_wanted_chapter_below(&title, &page.to_string_lossy(), |_| Ok(text))?;
            self.finished_pages.insert(page);
        }
        Ok(())
    }

    /// Writes a chapter, if the book has it.
    fn write_wanted_chapter(
        &self,
        name: &str,
        page: &str,
        write: impl FnOnce(HomeOrGuestPage) -> Result<String>,
    ) -> Result<Option<Chapter>> {
        if !self.content.has_page(page) {
            return Ok(None);
        }
        let text = write(HomeOrGuestPage::home_at_path(Path::new(page)))?;
        let mut chapter = Chapter::new(name, text, page, Vec::new());
        chapter.source_path = None;
        chapter.number = Some(SectionNumber::new([0]));
        Ok(Some(chapter))
    }
}

/// A hand with its place in a list of hands.
struct HandWithListPlace<'a> {
    library: &'a Arc<ScenarioLibrary>,
    kept: Option<(&'a KeptPages, &'a ExtractedHands)>,
    view: &'a HandUnderEdition<'a>,
    shelf: &'a str,
    group: &'static str,
    /// The number of the hand in its group, from 1.
    number: usize,
    count: usize,
}

impl HandWithListPlace<'_> {
    /// Returns the finished chapter of the hand. If it is the same as in the last build, the hand itself is not made yet.
    fn write_chapter(&self, page: &Path, finish: &HandPageFinisher) -> Result<String> {
        let place = HomeOrGuestPage::home_at_path(page);
        let group = place_in_group_line(place, self.shelf, self.group, self.number, self.count);
        let Some((kept, hands)) = self.kept else {
            return self.render_chapter(page, &group, finish);
        };
        let key = kept.chapter_key(self.view.file, self.library.language(), &group);
        let address = with_slashes(&page.with_extension("html"));
        if let Some(around_hand) = kept.unchanged_chapter_around_hand(&address, &key)
            && let Some(hand) = self.library.place_of(self.view)
        {
            let library = Arc::clone(self.library);
            let chapter = page.to_path_buf();
            let placeholder = hands.defer(HandChapterMaker(Arc::new(move || {
                let text = hand_chapter(&library, &library.hand_at(hand), &chapter, "")?;
                Ok(add_signs_and_legend(&text, &chapter))
            })));
            let text = around_hand.join(&placeholder);
            kept.note_chapter(&address, key, around_hand);
            return Ok(text);
        }
        let text = self.render_chapter(page, &group, finish)?;
        if let Some(around_hand) = split_at_placeholder(&text) {
            kept.note_chapter(&address, key, around_hand);
        }
        Ok(text)
    }

    /// Makes the chapter of the hand.
    fn render_chapter(
        &self,
        page: &Path,
        group: &str,
        finish: &HandPageFinisher,
    ) -> Result<String> {
        let text = hand_chapter(self.library, self.view, page, group)?;
        Ok(finish(&text, page))
    }
}

/// Returns the text of the chapter of a hand, as Markdown.
fn hand_chapter(
    library: &ScenarioLibrary,
    view: &HandUnderEdition,
    page: &Path,
    group: &str,
) -> Result<String> {
    let title = escape_markdown(&view.title());
    let place = HomeOrGuestPage::home_at_path(page);
    let hand = library.with_steps(view, |view| render_hand(view, place))?;
    Ok(format!("# {title}\n\n{hand}\n\n{group}"))
}

/// The chapter on which a reader writes a hand.
const PLAYGROUND_CHAPTER: &str = "playground.md";

/// The chapter of our book that says how to write a hand.
const GUIDE_TO_WRITING: &str = "writing/writing-a-hand.md";

/// Adds the pages on which a reader plays and writes, the drills, a chapter for each game, and below it
/// the booklet of the game and a sheet for the table for each edition.
fn add_play_and_game_chapters(part: &mut BookPartBuilder) -> Result<()> {
    let BookPartBuilder {
        library,
        content,
        prose,
        hands,
        ..
    } = *part;
    if part.supplies_play_page {
        let tables = games_with_added_first(content);
        let practised = tables
            .first()
            .map(|(game, _)| practice_chapter::drills_page_path(game, "md"));
        let has_drills = practised.is_some_and(|page| content.has_page(page));
        part.add_wanted_chapter("Play", practice_chapter::PLAY_CHAPTER, |_| {
            reference_tables::author_book_play_page(tables, has_drills)
        })?;
    }
    let has_own_playground = prose.contains_key(Path::new(PLAYGROUND_CHAPTER));
    if content.wants_extra("playground") && !has_own_playground {
        let has_guide = prose.contains_key(Path::new(GUIDE_TO_WRITING));
        part.add_wanted_chapter("Playground", PLAYGROUND_CHAPTER, |_| {
            reference_tables::author_book_playground_page(
                games_with_added_first(content),
                has_guide,
            )
        })?;
    }
    for (game, editions) in &content.games {
        let name = format!("Practice: {}", game.name);
        part.add_wanted_chapter(
            &name,
            &practice_chapter::drills_page_path(game, "md"),
            |place| practice_chapter::practice_chapter(game, editions, prose, place),
        )?;
        let booklet_name = format!("Booklet: {}", game.name);
        part.add_wanted_chapter_below(&booklet_name, &booklet_page(game, "md"), |place| {
            booklet_chapter(game, editions, library, hands, place)
        })?;
        for edition in editions {
            let sheet_name = format!("Sheet: {}", edition.name);
            let page = format!("tonight/{}.md", edition.id);
            part.add_wanted_chapter_below(&sheet_name, &page, |place| {
                edition_rules_sheet::sheet_chapter(edition, place)
            })?;
        }
    }
    Ok(())
}

/// Returns the games of a book, those with house tables or editions of authors first.
fn games_with_added_first(content: &BookGamesAndPages) -> GamesWithEditions {
    let mut games = content.games.clone();
    for (_, editions) in &mut games {
        editions.sort_by_key(|edition| !is_added_edition(edition));
    }
    games.sort_by_key(|(_, editions)| !is_added_edition(editions[0]));
    games
}

/// Returns whether a book has a house table or an edition of an author.
fn has_added_editions(content: &BookGamesAndPages) -> bool {
    let mut editions = content.games.iter().flat_map(|(_, editions)| editions);
    editions.any(|edition| is_added_edition(edition))
}

/// Returns whether the rules are those of a house table or of an edition file.
fn is_added_edition(rules: &Ruleset) -> bool {
    editions::built_in_by_id(rules.id).is_none()
}

/// Adds the comparison of the games, then each game, and below it the rules of its editions.
fn add_rules_chapters(part: &mut BookPartBuilder) -> Result<()> {
    let BookPartBuilder {
        library,
        hands,
        content,
        prose,
        ..
    } = *part;
    let comparison = format!("{COMPARISON}.md");
    part.add_wanted_chapter(COMPARISON_TITLE, &comparison, |place| {
        comparison_chapter(hands, place)
    })?;
    for (game, editions) in &content.games {
        part.add_wanted_chapter(game.name, &game_page_path(game, "md"), |place| {
            game_chapter(game, editions, library, hands, prose, place)
        })?;
        for edition in editions {
            let page = format!("rules/{}.md", edition.id);
            part.add_wanted_chapter_below(&rules_title(edition), &page, |place| {
                rules_chapter(edition, hands, prose, content, place)
            })?;
        }
    }
    Ok(())
}

/// Adds the list of all hands, the index of hands, the hands that several editions share, and then a
/// shelf for each edition.
fn add_hand_list_chapters(part: &mut BookPartBuilder) -> Result<()> {
    let BookPartBuilder {
        hands,
        content,
        prose,
        ..
    } = *part;
    let levels = TaughtClauses::from_lessons(prose);
    let guide_page = "reading-a-hand.md";
    if !prose.contains_key(Path::new(guide_page)) {
        let name = "How to read a hand";
        part.add_wanted_chapter(name, guide_page, |_| {
            Ok(format!("# {name}\n\n{}", reference_tables::WHAT_IF))
        })?;
    }
    if !hands.is_empty() {
        part.add_wanted_chapter("All hands", &format!("hands/{ALL_HANDS}.md"), |place| {
            all_hands_chapter(hands, content, &levels, place)
        })?;
        add_hand_index_chapters(part, &levels)?;
    }
    for (_, editions) in &content.games {
        for edition in editions {
            let name = format!("Hands: {}", edition.name);
            let page = format!("hands/{}.md", edition.id);
            part.add_wanted_chapter(&name, &page, |place| {
                hand_list_chapter(edition, hands, content, &levels, place)
            })?;
            let is_on_shelf = |view: &&HandUnderEdition| {
                view.story.rules.id == edition.id && !view.has_several_editions()
            };
            part.add_hands(hands.iter().filter(is_on_shelf).collect(), edition.id)?;
        }
    }
    Ok(())
}

/// Adds the index of hands, and beside it the hands that several editions share.
fn add_hand_index_chapters(part: &mut BookPartBuilder, levels: &TaughtClauses) -> Result<()> {
    let BookPartBuilder { hands, content, .. } = *part;
    let index_page = format!("hands/{INDEX}.md");
    part.add_wanted_chapter("The index of hands", &index_page, |place| {
        index_chapter(hands, content, place)
    })?;
    let is_compared = |view: &&HandUnderEdition| view.is_first_of_several_editions();
    let compared: Vec<&HandUnderEdition> = hands.iter().filter(is_compared).collect();
    if !compared.is_empty() {
        let page = format!("hands/{COMPARED}.md");
        part.add_wanted_chapter("The same deal under several editions", &page, |place| {
            compared_hands_chapter(&compared, levels, place)
        })?;
    }
    part.add_hands(compared, COMPARED)
}

/// Adds what concerns all editions. The strategy stands below the odds, because it played them out.
fn add_background_chapters(part: &mut BookPartBuilder) -> Result<()> {
    part.add_wanted_chapter("The family", "family.md", family_chapter)?;
    part.add_wanted_chapter("The sources", "sources.md", sources_chapter)?;
    part.add_wanted_chapter("The odds", "odds.md", odds_chapter)?;
    let strategy = reference_tables::strategy_chapter;
    part.add_wanted_chapter_below("The computer’s strategy", "strategy.md", strategy)?;
    part.add_wanted_chapter("Glossary", "glossary.md", glossary_chapter)
}
