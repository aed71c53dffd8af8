//! mdBook, run inside this program, with our preprocessor: a book of prose in, the whole book out.

use super::DeferredHands;
use super::book_config::PREPROCESSOR_NAME;
use super::chapters::{self, drill_to_play, hand_to_play, reference_table};
use super::defaults::complete_book;
use super::embed;
use super::fences::{FenceDirective, fill_chapters, fill_fences, find_fences};
use super::outline::{OutlinePart, outline_parts};
use super::sign::add_signs;
use super::site::{Address, SiteContext, finish_site, hand_origins, has_packed_engine};
use super::{BookConfig, Cache, HtmlPiece, Library, html_pieces};
use crate::page::{
    HandView, PageLocation, escape_html, render_hand_parts, render_question, render_tasks,
};
use crate::scenario::display_path;
use anyhow::{Context, Error, Result, anyhow, ensure};
use mdbook::MDBook;
use mdbook::config::Config;
use mdbook_preprocessor::book::{Book, BookItem};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tracing::field::Field;
use tracing::{Event, Level, Metadata, Subscriber, span};

/// What a book is rendered with, beside its prose and its scenarios.
#[derive(Default)]
pub struct RenderOptions<'a> {
    /// Where the site will stand, if that is known.
    pub address: Option<&'a Address>,
    /// Whether the whole book is put on one page too, for printing. The settings of the book may ask for it as well.
    pub prints: bool,
    /// What is kept from one build to the next.
    pub cache: Option<&'a Cache>,
    /// Scenarios that do not hold: their places tell what is wrong with them.
    pub broken: Option<BrokenScenarios>,
    /// Leaves the engine out, though this program carries one: nothing that needs it is then in the book.
    pub without_engine: bool,
}

/// Renders the book of a folder, with its rules and hands, into `site`, which mdBook empties first. Returns notes for its author
/// on what they set or wrote that changes nothing.
///
/// # Errors
/// Whatever mdBook finds wrong, its warnings included.
pub fn render(
    book: &Path,
    mut library: Library,
    site: &Path,
    with: RenderOptions,
) -> Result<Vec<String>> {
    let RenderOptions {
        address,
        prints,
        cache,
        broken,
        without_engine,
    } = with;
    let has_engine = !without_engine && has_packed_engine();
    library.add_alternatives(cache);
    let completed = complete_book(book)?;
    let (book, mut notes) = (completed.folder.as_path(), completed.notes.clone());
    notes.sort();
    let settings = book.join("book.toml");
    // Read here, and not by `MDBook::load`, so that no `MDBOOK_…` variable changes the book.
    let mut config = Config::from_disk(&settings)
        .with_context(|| format!("{} cannot be read", display_path(&settings)))?;
    config.build.build_dir = std::path::absolute(site)?;
    if let Some(address) = address {
        config.set("output.html.site-url", address.path())?;
    }
    let prints = prints || config.get(PRINT)?.unwrap_or_default();
    config.set(PRINT, prints)?;
    let origins = hand_origins(&library);
    let pictures = std::mem::take(&mut library.pictures);
    let BookConfig {
        imprint,
        mut left_out,
        ..
    } = BookConfig::read(&config, &library.hand_views(), &library.tables)?;
    // Only the page of the whole book needs mdBook to know what stands in a hand: it leads its links elsewhere.
    let pages = BookPreprocessor {
        library: Some(library),
        broken,
        aside: (!prints).then(DeferredHands::default),
        parts: Arc::default(),
        lacks_engine: !has_engine,
        removed: Arc::default(),
    };
    let (aside, parts) = (
        pages.aside.clone().unwrap_or_default(),
        Arc::clone(&pages.parts),
    );
    let removed = Arc::clone(&pages.removed);
    run(book, config, pages)?;
    let parts = std::mem::take(&mut *parts.lock().unwrap_or_else(PoisonError::into_inner));
    left_out.append(&mut removed.lock().unwrap_or_else(PoisonError::into_inner));
    finish_site(
        site,
        &SiteContext {
            book,
            parts,
            origins,
            imprint,
            address,
            aside,
            left_out,
            has_engine,
        },
    )?;
    copy_pictures(&pictures, site)?;
    if let Some(cache) = cache {
        cache.remove_unused();
    }
    Ok(notes)
}

/// Copies the pictures of the hands' prose to their places in a site.
fn copy_pictures(pictures: &BTreeMap<String, PathBuf>, site: &Path) -> Result<()> {
    for (place, picture) in pictures {
        let to = site.join(place);
        std::fs::create_dir_all(to.parent().unwrap_or(site))?;
        std::fs::copy(picture, to)
            .with_context(|| format!("{} cannot be copied", display_path(picture)))?;
    }
    Ok(())
}

const PRINT: &str = "output.html.print.enable";

fn run(book: &Path, config: Config, pages: BookPreprocessor) -> Result<()> {
    let prose = book.join(&config.book.src);
    let warnings = Warnings::default();
    tracing::subscriber::with_default(warnings.clone(), || {
        let mut mdbook = MDBook::load_with_config(book, config)?;
        mdbook.with_preprocessor(pages);
        catch_unwind(AssertUnwindSafe(|| mdbook.build()))
            .unwrap_or_else(|_| Err(anyhow!("mdBook panicked")))
    })?;
    let heard = warnings.0.lock().unwrap_or_else(PoisonError::into_inner);
    let heard: Vec<String> = heard.iter().map(|said| located(said, &prose)).collect();
    ensure!(heard.is_empty(), "mdBook warns:\n{}", heard.join("\n"));
    Ok(())
}

/// A warning led by the chapter that it names, and the line, where that can be found in a folder of prose.
fn located(said: &str, prose: &Path) -> String {
    let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let Some(chapter) = quoted.iter().find(|word| word.ends_with(".md")) else {
        return said.to_string();
    };
    let text = std::fs::read_to_string(prose.join(chapter)).unwrap_or_default();
    let at = unbalanced(&text, quoted[0].trim_matches(['<', '>', '/']));
    let line = at.map_or(String::new(), |at| {
        format!(", line {}", text[..at].matches('\n').count() + 1)
    });
    format!("{chapter}{line}: {said}")
}

/// Where an element of this name is opened and not closed, or closed and not open, in bytes.
fn unbalanced(text: &str, element: &str) -> Option<usize> {
    let mut open = Vec::new();
    for piece in html_pieces(text) {
        match piece {
            HtmlPiece::Open(tag) if tag.name == element && !tag.is_void() => open.push(tag.at),
            HtmlPiece::Close(tag) if tag.name == element && open.pop().is_none() => {
                return Some(tag.at);
            }
            _ => {}
        }
    }
    open.pop()
}

#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Subscriber for Warnings {
    fn enabled(&self, of: &Metadata<'_>) -> bool {
        *of.level() <= Level::WARN && of.target().starts_with("mdbook")
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut |field: &Field, value: &dyn Debug| {
            if field.name() == "message" {
                self.0
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(format!("{value:?}"));
            }
        });
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

/// Adds rules and hands to a book of ours, and fills the fences of its prose; in another's, fills its `hand` fences alone.
#[derive(Clone, Debug, Default)]
pub struct BookPreprocessor {
    library: Option<Library>,
    /// If it is known what is broken, what cannot be shown is told in its place, and stops nothing else.
    broken: Option<BrokenScenarios>,
    /// Where hands are set aside, if that is asked for.
    aside: Option<DeferredHands>,
    parts: Arc<Mutex<Vec<OutlinePart>>>,
    /// Whether the book is made without the engine: its pages to play and to write on are then left out.
    lacks_engine: bool,
    /// The pages that are left out for that.
    removed: Arc<Mutex<BTreeSet<PathBuf>>>,
}

/// Scenarios that do not hold, by their paths, with what is wrong with them: shown in the place of their hands.
pub type BrokenScenarios = BTreeMap<String, String>;

impl BookPreprocessor {
    /// What stands in the place of a fence that cannot be filled.
    fn instead(&self, path: &str, error: Error) -> Result<String> {
        let Some(broken) = &self.broken else {
            return Err(error);
        };
        let same = |(scenario, _): &(&String, &String)| {
            !path.is_empty() && Path::new(scenario).ends_with(path)
        };
        let why = broken
            .iter()
            .find(same)
            .map_or_else(|| format!("error: {error:#}"), |(_, why)| why.clone());
        // In one block of HTML: at an empty line Markdown would take over.
        let block = escape_html(why.trim_end()).replace("\n\n", "\n&#32;\n");
        Ok(format!("<pre class=\"not-shown\">{block}</pre>\n"))
    }

    fn library(&self, context: &PreprocessorContext) -> Result<Cow<'_, Library>> {
        if let Some(library) = &self.library {
            return Ok(Cow::Borrowed(library));
        }
        let folder = context
            .config
            .get::<PathBuf>(&format!("preprocessor.{PREPROCESSOR_NAME}.scenarios"))?;
        let scenarios = context
            .root
            .join(folder.unwrap_or_else(|| "../scenarios".into()));
        let mut library = Library::read(&context.root, &scenarios, || ())?;
        let failing: Vec<String> = library
            .failures()
            .map(|file| display_path(&file.path))
            .collect();
        ensure!(
            failing.is_empty(),
            "these scenarios do not hold; `mouche check` says why:\n{}",
            failing.join("\n")
        );
        library.add_alternatives(None);
        Ok(Cow::Owned(library))
    }
}

impl Preprocessor for BookPreprocessor {
    fn name(&self) -> &str {
        PREPROCESSOR_NAME
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        // Where the book is made by `mouche build`, or its settings ask for them, the chapters of rules and hands belong to it.
        let asked = context
            .config
            .get::<bool>(&format!("preprocessor.{PREPROCESSOR_NAME}.chapters"))?;
        if self.library.is_none() && !asked.unwrap_or_default() {
            return embed::fill_embedded_hands(context, book);
        }
        let mut removed = BTreeSet::new();
        if self.lacks_engine {
            removed = remove_engine_chapters(&mut book);
        }
        let library = self.library(context)?;
        let told = library.hand_views();
        fill_chapters(&mut book, |text, page| {
            filled(text, page, &told, |path, error| self.instead(path, error))
        })?;
        let mut scope = BookConfig::read(&context.config, &told, &library.tables)?;
        scope.left_out.extend(removed.iter().cloned());
        chapters::add_generated_chapters(&mut book, &told, &scope)?;
        // Out of their places and back: they are many, and each is for itself.
        let mut chapters = Vec::new();
        book.for_each_chapter_mut(|chapter| {
            chapters.push((
                chapter.path.clone().unwrap_or_default(),
                std::mem::take(&mut chapter.content),
            ));
        });
        let aside = |text: String| {
            if let Some(aside) = &self.aside {
                aside.set_aside(&text)
            } else {
                text
            }
        };
        let finished = chapters
            .into_par_iter()
            .map(|(page, text)| aside(add_signs(&text, &page)));
        let mut chapters = finished.collect::<Vec<_>>().into_iter();
        book.for_each_chapter_mut(|chapter| chapter.content = chapters.next().unwrap_or_default());
        *self.removed.lock().unwrap_or_else(PoisonError::into_inner) = removed;
        *self.parts.lock().unwrap_or_else(PoisonError::into_inner) = outline_parts(&book);
        Ok(book)
    }
}

/// The tables of the fence `reference` that need the engine, and where our own book has them.
const ENGINE_TABLES: [(&str, &str); 2] = [("play", "play.html"), ("playground", "playground.html")];

/// Takes the chapters out of a book on which one plays or writes with the engine. Returns their pages, and those on which
/// our own book would have them, unless another chapter is there.
fn remove_engine_chapters(book: &mut Book) -> BTreeSet<PathBuf> {
    let mut removed = BTreeSet::new();
    take_engine_chapters(&mut book.items, &mut removed);
    let others: BTreeSet<PathBuf> = book
        .chapters()
        .filter_map(|chapter| Some(chapter.path.as_ref()?.with_extension("html")))
        .collect();
    removed.extend(ENGINE_TABLES.map(|(_, page)| PathBuf::from(page)));
    &removed - &others
}

fn take_engine_chapters(items: &mut Vec<BookItem>, removed: &mut BTreeSet<PathBuf>) {
    items.retain_mut(|item| {
        let BookItem::Chapter(chapter) = item else {
            return true;
        };
        take_engine_chapters(&mut chapter.sub_items, removed);
        let is_engine_table =
            |fence: &FenceDirective| ENGINE_TABLES.iter().any(|(table, _)| *table == fence.path);
        let needs_engine = find_fences(&chapter.content, &["reference"])
            .iter()
            .any(is_engine_table);
        if needs_engine {
            removed.extend(chapter.path.iter().map(|path| path.with_extension("html")));
        }
        !needs_engine
    });
}

/// The fences of our own chapters: `hand`, with the path of a scenario after it, and the parts of it that are shown;
/// `question`, with a path and a step; `task`, with a path, and if not all of its tasks are meant a step, and a kind;
/// `deal`, with a path, whose seat one takes, and from which step on, if not from their first choice; `practice`, with a year
/// and what is drilled; or `reference`, with the name of a table.
const WORDS: &[&str] = &["hand", "question", "task", "deal", "practice", "reference"];

/// A chapter with what its fences ask for, if it has any. What cannot be shown is given to `instead` with its path.
fn filled(
    text: &str,
    page: &Path,
    told: &[HandView],
    instead: impl Fn(&str, Error) -> Result<String>,
) -> Result<Option<String>> {
    let mut placed = BTreeSet::new();
    let make = |fence: &FenceDirective| made(fence, page, told, &mut placed);
    fill_fences(text, page, WORDS, make, |fence, error| {
        instead(path_and_part(fence).0, error)
    })
}

/// The path of a fence, and the words more that some take.
fn path_and_part(fence: &FenceDirective) -> (&str, &str) {
    let parts = match fence.word {
        "question" | "practice" => fence.path.rsplit_once(' '),
        _ => fence
            .path
            .find(".md ")
            .map(|at| fence.path.split_at(at + 3)),
    };
    parts.map_or((&fence.path, ""), |(path, part)| (path.trim(), part.trim()))
}

fn made(
    fence: &FenceDirective,
    page: &Path,
    told: &[HandView],
    placed: &mut BTreeSet<String>,
) -> Result<String> {
    let place = PageLocation::of_page(page);
    let (path, part) = path_and_part(fence);
    match fence.word {
        "reference" => return reference_table(path),
        "practice" => return drill_to_play(path, part, place),
        _ => {}
    }
    // From the folder of scenarios or from the root.
    let found = told
        .iter()
        .find(|told| !path.is_empty() && Path::new(&told.file.path).ends_with(path));
    let told = found.with_context(|| {
        let word = fence.word;
        format!("no scenario is at `{path}`; write its path from the folder of scenarios after the word `{word}`")
    })?;
    ensure!(
        placed.insert(format!("{} {path} {part}", fence.word)),
        "{path} stands here twice"
    );
    match fence.word {
        "question" => render_question(told, part, place),
        "task" => render_tasks(told, part, place),
        "deal" => hand_to_play(told, part, place),
        _ => render_hand_parts(told, &part.split_whitespace().collect::<Vec<_>>(), place),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/book_render.rs"]
mod tests;
