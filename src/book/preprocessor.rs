//! The preprocessor of mdBook that adds rules and hands to a book.

use super::book_contents::PREPROCESSOR_NAME;
use super::book_outline::{BookOutlinePart, outline_parts};
use super::chapter_signs::add_signs_and_legend;
use super::chapters::{
    self, FirstStepByControl, extra_controls_of_drill, extra_controls_of_hand_part,
    reference_table, render_drill, render_drill_example_sentences, render_own_moves_in_deal,
    render_own_moves_in_drill, render_playable_hand, render_whole_deal,
};
use super::fence_filling::{ChapterDirectiveFence, fill_chapters, fill_fences, find_fences};
use super::guest_book;
use super::lesson_chapters::add_lessons_and_mark_headers;
use super::{BookGamesAndPages, ExtractedHands, KeptPages, ScenarioLibrary};
use crate::page::{
    HandUnderEdition, HomeOrGuestPage, escape_html, render_hand_parts, render_step_question,
    render_tasks,
};
use crate::scenario::{
    CHECK, DEAL_CONTROLS, NEXT, note_book_of_hands, printable_path, teachable_control_names,
};
use anyhow::{Context, Error, Result, ensure};
use mdbook_preprocessor::book::{Book, BookItem};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The reports on scenarios that do not hold, by the paths of the scenarios.
pub type BrokenScenarios = BTreeMap<String, String>;

/// The preprocessor of mdBook. It adds the chapters of rules and hands to a book of ours, and fills
/// the fences in its prose. In a book of another author, it fills the `hand` fences only.
#[derive(Clone, Debug, Default)]
pub struct BookPreprocessor {
    pub(super) library: Option<Arc<ScenarioLibrary>>,
    /// The last build of the book.
    pub(super) kept: Option<Arc<KeptPages>>,
    /// If it is set, a fence that cannot be filled shows the reason, and is no error.
    pub(super) broken: Option<BrokenScenarios>,
    /// If it is set, the hands are taken out of the chapters and kept here.
    pub(super) hand_placeholders: Option<ExtractedHands>,
    /// True if the book is made without the engine. It then has no pages to play and to write on.
    pub(super) lacks_engine: bool,
    /// The result of the last run.
    pub(super) preprocessed: SharedSiteOutline,
}

/// The facts about a book that its site needs, as its preprocessor found them.
#[derive(Clone, Debug, Default)]
pub(super) struct SiteOutline {
    pub(super) parts: Vec<BookOutlinePart>,
    /// The pages that the book does not have because they need the engine.
    pub(super) engine_pages: BTreeSet<PathBuf>,
}

/// The result of a preprocessor, which outlives the run of mdBook that consumes the preprocessor.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedSiteOutline(Arc<Mutex<SiteOutline>>);

impl SharedSiteOutline {
    fn set_book(&self, outline: SiteOutline) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = outline;
    }

    /// Returns the result, and leaves an empty one.
    pub(super) fn take_leaving_empty(&self) -> SiteOutline {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Preprocessor for BookPreprocessor {
    fn name(&self) -> &str {
        PREPROCESSOR_NAME
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }

    fn run(&self, context: &PreprocessorContext, book: Book) -> Result<Book> {
        // `mouche build` gives a library. If mdBook runs on its own, the settings of the book may
        // ask for our chapters.
        let setting = format!("preprocessor.{PREPROCESSOR_NAME}.chapters");
        let wants_chapters = context.config.get::<bool>(&setting)?.unwrap_or_default();
        if self.library.is_some() || wants_chapters {
            self.complete_own_book(context, book)
        } else {
            guest_book::fill_embedded_hands(context, book)
        }
    }
}

impl BookPreprocessor {
    /// Fills the fences of a book of ours, and adds the chapters that the program writes.
    fn complete_own_book(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let mut engine_pages = BTreeSet::new();
        if self.lacks_engine {
            engine_pages = remove_engine_chapters(&mut book);
        }
        add_lessons_and_mark_headers(&mut book, &context.root.join(&context.config.book.src))?;
        let library = self.library(context)?;
        let hands = library.hand_views();
        fill_chapters(&mut book, |text, page| {
            fill_own_fences(text, page, &hands, &library, |path, error| {
                self.error_html_if_allowed(path, error)
            })
        })?;
        let mut content = BookGamesAndPages::read(&context.config, &hands, &library.tables)?;
        content.left_out.extend(engine_pages.iter().cloned());
        let kept = self.kept.as_deref().zip(self.hand_placeholders.as_ref());
        let finished = chapters::add_generated_chapters(
            &mut book,
            &library,
            kept,
            &content,
            &|text, page| self.without_hands_if_deferred(add_signs_and_legend(text, page)),
        )?;
        self.add_signs_and_defer_hands(&mut book, &finished);
        self.preprocessed.set_book(SiteOutline {
            parts: outline_parts(&book),
            engine_pages,
        });
        Ok(book)
    }

    /// Returns the library of this preprocessor, or reads the one that the settings of the book
    /// name.
    fn library(&self, context: &PreprocessorContext) -> Result<Arc<ScenarioLibrary>> {
        if let Some(library) = &self.library {
            return Ok(Arc::clone(library));
        }
        let setting = format!("preprocessor.{PREPROCESSOR_NAME}.scenarios");
        let folder = context.config.get::<PathBuf>(&setting)?;
        let folder = folder.unwrap_or_else(|| "../scenarios".into());
        let folder = context.root.join(folder);
        note_book_of_hands(&folder, &context.root);
        let mut library = ScenarioLibrary::read(&context.root, &folder, || ())?;
        let failing: Vec<String> = library
            .failures()
            .map(|file| printable_path(&file.path))
            .collect();
        ensure!(
            failing.is_empty(),
            "these scenarios do not hold; `mouche check` says why:\n{}",
            failing.join("\n")
        );
        library.add_alternatives(None);
        if let Some(language) = &context.config.book.language {
            library.note_language(language);
        }
        Ok(Arc::new(library))
    }

    /// Returns HTML that shows why a fence cannot be filled, if broken scenarios are allowed;
    /// otherwise the error.
    fn error_html_if_allowed(&self, path: &str, error: Error) -> Result<String> {
        let Some(broken) = &self.broken else {
            return Err(error);
        };
        let report = match find_report_by_path_end(broken, path) {
            Some(report) => report.to_owned(),
            None => format!("error: {error:#}"),
        };
        // An empty line would end the block of HTML, because the chapter is Markdown.
        let block = escape_html(report.trim_end()).replace("\n\n", "\n&#32;\n");
        Ok(format!("<pre class=\"not-shown\">{block}</pre>\n"))
    }

    /// Adds signs to all chapters but those that are finished, and takes their hands out if they are
    /// deferred. The chapters are many, and no one needs another, so they are finished in parallel.
    fn add_signs_and_defer_hands(&self, book: &mut Book, finished_pages: &BTreeSet<PathBuf>) {
        let mut chapters = Vec::new();
        book.for_each_chapter_mut(|chapter| {
            let page = chapter.path.clone().unwrap_or_default();
            chapters.push((page, std::mem::take(&mut chapter.content)));
        });
        let finished = chapters.into_par_iter().map(|(page, text)| {
            if finished_pages.contains(&page) {
                text
            } else {
                self.without_hands_if_deferred(add_signs_and_legend(&text, &page))
            }
        });
        let mut finished = finished.collect::<Vec<_>>().into_iter();
        book.for_each_chapter_mut(|chapter| chapter.content = finished.next().unwrap_or_default());
    }

    /// Returns a chapter without its hands, if hands are deferred.
    fn without_hands_if_deferred(&self, chapter: String) -> String {
        match &self.hand_placeholders {
            Some(hand_placeholders) => hand_placeholders.set_aside(&chapter),
            None => chapter,
        }
    }
}

/// Returns the report on the broken scenario with a path that ends like this one.
fn find_report_by_path_end<'a>(broken: &'a BrokenScenarios, path: &str) -> Option<&'a str> {
    if path.is_empty() {
        return None;
    }
    let mut reports = broken.iter();
    let (_, report) = reports.find(|(scenario, _)| Path::new(scenario).ends_with(path))?;
    Some(report)
}

/// The tables of the fence `reference` that need the engine, and the pages of our own book that
/// have them.
const ENGINE_TABLES: [(&str, &str); 2] = [("play", "play.html"), ("playground", "playground.html")];

/// Removes the chapters that need the engine from a book. Returns their pages, and the pages that
/// have these chapters in our own book, except pages that this book has for something else.
fn remove_engine_chapters(book: &mut Book) -> BTreeSet<PathBuf> {
    let mut removed = BTreeSet::new();
    remove_engine_items(&mut book.items, &mut removed);
    let mut kept = BTreeSet::new();
    for chapter in book.chapters() {
        kept.extend(chapter.path.iter().map(|path| path.with_extension("html")));
    }
    removed.extend(ENGINE_TABLES.map(|(_, page)| PathBuf::from(page)));
    &removed - &kept
}

/// Removes the chapters that need the engine from some items of a book, and adds their pages to
/// `removed`.
fn remove_engine_items(items: &mut Vec<BookItem>, removed: &mut BTreeSet<PathBuf>) {
    for mut item in std::mem::take(items) {
        if let BookItem::Chapter(chapter) = &mut item {
            remove_engine_items(&mut chapter.sub_items, removed);
            if needs_engine(&chapter.content) {
                removed.extend(chapter.path.iter().map(|path| path.with_extension("html")));
                continue;
            }
        }
        items.push(item);
    }
}

/// Returns whether a chapter has a table that needs the engine.
fn needs_engine(chapter: &str) -> bool {
    let fences = find_fences(chapter, &["reference"]);
    fences
        .iter()
        .any(|fence| ENGINE_TABLES.iter().any(|(table, _)| *table == fence.path))
}

/// The fences in the chapters of our own book:
///
/// - `hand`, with the path of a scenario, and optionally the parts of it that are shown;
/// - `question`, with a path and a step;
/// - `task`, with a path, and optionally a step and a kind of task;
/// - `deal`, with a path, the seat of the reader, and optionally the step at which the reader begins;
/// - `practice`, with a year and the id of a drill;
/// - `reference`, with the name of a table.
const OWN_FENCES: &[&str] = &["hand", "question", "task", "deal", "practice", "reference"];

/// Returns a chapter with its fences filled; none if it has no fence. If a fence cannot be filled,
/// `show_error` gets the path in the fence and returns the text in its place, or the error.
fn fill_own_fences(
    text: &str,
    page: &Path,
    hands: &[HandUnderEdition],
    library: &ScenarioLibrary,
    show_error: impl Fn(&str, Error) -> Result<String>,
) -> Result<Option<String>> {
    let mut filler = ChapterFenceFiller {
        place: HomeOrGuestPage::home_at_path(page),
        hands,
        library: Some(library),
        filled: BTreeSet::new(),
    };
    fill_fences(
        text,
        page,
        OWN_FENCES,
        |fence| filler.fill_fence(fence),
        |fence, error| show_error(FenceArguments::read(fence).path, error),
    )
}

/// A fence of a lesson, and what the page has in its place.
pub(super) struct FenceWithPageHtml {
    pub(super) fence: ChapterDirectiveFence,
    pub(super) content: Result<FenceHtmlAndControls>,
}

/// The content that a page has in the place of a fence.
pub(super) struct FenceHtmlAndControls {
    pub(super) html: String,
    /// What the table of a deal that is played there says, as HTML: the steps of its hand, and the hints, refusals and steps of
    /// learners who go their own ways. Empty for other fences.
    pub(super) dealt: String,
    /// The buttons that a reader needs there.
    pub(super) controls: FirstStepByControl,
}

/// Fills the fences of a chapter.
pub(super) fn fill_each_fence(
    text: &str,
    page: &Path,
    hands: &[HandUnderEdition],
) -> Vec<FenceWithPageHtml> {
    let mut filler = ChapterFenceFiller {
        place: HomeOrGuestPage::home_at_path(page),
        hands,
        library: None,
        filled: BTreeSet::new(),
    };
    let mut fences = Vec::new();
    for fence in find_fences(text, OWN_FENCES) {
        let content = filler.fill_fence_with_controls(&fence);
        fences.push(FenceWithPageHtml { fence, content });
    }
    fences
}

/// The arguments of a fence, after its first word.
struct FenceArguments<'a> {
    /// The path of a scenario, the year of an edition, or the name of a table.
    path: &'a str,
    /// The words after the path: steps, a seat, or a drill.
    part: &'a str,
}

impl FenceArguments<'_> {
    /// Reads the arguments of a fence.
    fn read(fence: &ChapterDirectiveFence) -> FenceArguments<'_> {
        let (path, part) = match fence.word {
            "question" | "practice" => fence.path.rsplit_once(' ').unwrap_or((&fence.path, "")),
            _ => fence.path_and_steps(),
        };
        FenceArguments {
            path: path.trim(),
            part: part.trim(),
        }
    }
}

/// Fills the fences of one chapter.
struct ChapterFenceFiller<'a> {
    place: HomeOrGuestPage,
    hands: &'a [HandUnderEdition<'a>],
    /// The library of the hands, if their steps may be forgotten.
    library: Option<&'a ScenarioLibrary>,
    /// The fences with hands that were filled. A second one of the same kind would have the same
    /// ids.
    filled: BTreeSet<String>,
}

impl<'a> ChapterFenceFiller<'a> {
    /// Returns the Markdown that a fence asks for.
    fn fill_fence(&mut self, fence: &ChapterDirectiveFence) -> Result<String> {
        let FenceArguments { path, part } = FenceArguments::read(fence);
        match fence.word {
            "reference" => return reference_table(path),
            "practice" => return render_drill(path, part, self.place),
            _ => {}
        }
        let hand = self.find_hand(path).with_context(|| {
            let word = fence.word;
            format!("no scenario is at `{path}`; write its path from the folder of scenarios after the word `{word}`")
        })?;
        ensure!(
            self.filled.insert(format!("{} {path} {part}", fence.word)),
            "{path} stands here twice"
        );
        self.with_steps(hand, |hand| match fence.word {
            "question" => render_step_question(hand, part, self.place),
            "task" => render_tasks(hand, part, self.place),
            "deal" => render_playable_hand(hand, part, self.place),
            _ => {
                let parts: Vec<&str> = part.split_whitespace().collect();
                render_hand_parts(hand, &parts, self.place)
            }
        })
    }

    /// Calls `render` with a hand and its steps.
    fn with_steps<T>(
        &self,
        hand: &HandUnderEdition,
        render: impl FnOnce(&HandUnderEdition) -> Result<T>,
    ) -> Result<T> {
        match self.library {
            Some(library) => library.with_steps(hand, render),
            None => render(hand),
        }
    }

    /// Returns the content in the place of a fence.
    fn fill_fence_with_controls(
        &mut self,
        fence: &ChapterDirectiveFence,
    ) -> Result<FenceHtmlAndControls> {
        let html = self.fill_fence(fence)?;
        let controls = self.needed_controls(fence, &html)?;
        let FenceArguments { path, part } = FenceArguments::read(fence);
        let dealt = match (fence.word, self.find_hand(path)) {
            ("practice", _) => {
                let example = render_drill_example_sentences(path, part)?;
                example + &render_own_moves_in_drill(path, part, self.place)?
            }
            ("deal", Some(hand)) => self.with_steps(hand, |hand| {
                let whole = render_whole_deal(hand, part, self.place)?;
                Ok(whole + &render_own_moves_in_deal(hand, part, self.place)?)
            })?,
            _ => String::new(),
        };
        Ok(FenceHtmlAndControls {
            html,
            dealt,
            controls,
        })
    }

    /// Returns the buttons that a reader needs at a fence with this HTML in its place.
    fn needed_controls(
        &self,
        fence: &ChapterDirectiveFence,
        html: &str,
    ) -> Result<FirstStepByControl> {
        let FenceArguments { path, part } = FenceArguments::read(fence);
        let mut controls = match (fence.word, self.find_hand(path)) {
            ("practice", _) => extra_controls_of_drill(path, part)?,
            ("deal", Some(hand)) => {
                self.with_steps(hand, |hand| extra_controls_of_hand_part(hand, part))?
            }
            _ => FirstStepByControl::new(),
        };
        let mut others = move_buttons_in_answers(html);
        if matches!(fence.word, "practice" | "deal") {
            others.extend(DEAL_CONTROLS.map(str::to_owned));
        }
        if html.matches("<li class=\"hand-step ").count() > 1 {
            others.insert(NEXT.to_owned());
        }
        if html.contains(" data-all") {
            others.insert(CHECK.to_owned());
        }
        for name in others {
            controls.entry(name).or_default();
        }
        Ok(controls)
    }

    /// Finds a hand by its path, from the folder of scenarios or from the root.
    fn find_hand(&self, path: &str) -> Option<&'a HandUnderEdition<'a>> {
        if path.is_empty() {
            return None;
        }
        let mut hands = self.hands.iter();
        hands.find(|hand| Path::new(&hand.file.path).ends_with(path))
    }
}

/// Returns the buttons for moves among the answers to the tasks in this HTML.
fn move_buttons_in_answers(html: &str) -> BTreeSet<String> {
    let names = teachable_control_names();
    let mut moves = BTreeSet::new();
    for answer in html.split("<summary>").skip(1) {
        let words = answer.split("</summary>").next().unwrap_or_default();
        moves.extend(names.iter().find(|name| *name == words).cloned());
    }
    moves
}

#[cfg(test)]
#[path = "../../tests/unit/book_preprocessor.rs"]
mod tests;
