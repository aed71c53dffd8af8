//! The preprocessor: a book of prose in, the whole book out.

use super::chapters::{self, dealt, practised, reference};
use super::fence::{Aside, Fence, fill, fill_each};
use super::guest::{self, NAME};
use super::sign::signed;
use super::site::{Part, parts};
use super::{Library, Scope};
use crate::page::sign::escaped;
use crate::page::{Place, Told, asked, parts_of_hand, tasks};
use anyhow::{Context, Error, Result, ensure};
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Adds rules and hands to a book of ours, and fills the fences of its prose; in another's, fills its `hand` fences alone.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    library: Option<Library>,
    broken: Option<Broken>,
    aside: Option<Aside>,
    parts: Arc<Mutex<Vec<Part>>>,
}

/// Scenarios that do not hold, by their paths, with what is wrong with them: shown in the place of their hands.
pub type Broken = BTreeMap<String, String>;

impl Pages {
    /// For scenarios that were read. If it is known what is broken, what cannot be shown is told in its place, and stops
    /// nothing else. Hands are set aside where that is asked for.
    pub(super) fn of(library: Library, broken: Option<Broken>, aside: Option<&Aside>) -> Pages {
        Pages { library: Some(library), broken, aside: aside.cloned(), parts: Arc::default() }
    }

    pub(super) fn parts(&self) -> Arc<Mutex<Vec<Part>>> {
        Arc::clone(&self.parts)
    }

    /// What stands in the place of a fence that cannot be filled.
    fn instead(&self, path: &str, error: Error) -> Result<String> {
        let Some(broken) = &self.broken else { return Err(error) };
        let same = |(scenario, _): &(&String, &String)| !path.is_empty() && Path::new(scenario).ends_with(path);
        let why = broken.iter().find(same).map_or_else(|| format!("error: {error:#}"), |(_, why)| why.clone());
        // In one block of HTML: at an empty line Markdown would take over.
        let block = escaped(why.trim_end()).replace("\n\n", "\n&#32;\n");
        Ok(format!("<pre class=\"not-shown\">{block}</pre>\n"))
    }

    fn library(&self, context: &PreprocessorContext) -> Result<Cow<'_, Library>> {
        if let Some(library) = &self.library {
            return Ok(Cow::Borrowed(library));
        }
        let folder = context.config.get::<PathBuf>(&format!("preprocessor.{NAME}.scenarios"))?;
        let scenarios = context.root.join(folder.unwrap_or_else(|| "../scenarios".into()));
        let mut library = Library::read(&context.root, &scenarios, || ())?;
        let failing: Vec<&str> = library.failures().map(|file| file.path.as_str()).collect();
        ensure!(failing.is_empty(), "these scenarios do not hold; `mouche check` says why:\n{}", failing.join("\n"));
        library.look_ahead(None);
        Ok(Cow::Owned(library))
    }
}

impl Preprocessor for Pages {
    fn name(&self) -> &str {
        NAME
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        // Where the book is made by `mouche build`, or its settings ask for them, the chapters of rules and hands belong to it.
        let asked = context.config.get::<bool>(&format!("preprocessor.{NAME}.chapters"))?;
        if self.library.is_none() && !asked.unwrap_or_default() {
            return guest::filled(context, book);
        }
        let library = self.library(context)?;
        let told = library.told();
        fill_each(&mut book, |text, page| filled(text, page, &told, |path, error| self.instead(path, error)))?;
        chapters::add(&mut book, &told, &Scope::of(&context.config, &told, &library.tables)?)?;
        // Out of their places and back: they are many, and each is for itself.
        let mut chapters = Vec::new();
        book.for_each_chapter_mut(|chapter| {
            chapters.push((chapter.path.clone().unwrap_or_default(), std::mem::take(&mut chapter.content)));
        });
        let finished = |(page, text): (PathBuf, String)| {
            let text = signed(&text, &page);
            if let Some(aside) = &self.aside { aside.take(&text) } else { text }
        };
        let mut chapters = chapters.into_par_iter().map(finished).collect::<Vec<_>>().into_iter();
        book.for_each_chapter_mut(|chapter| chapter.content = chapters.next().unwrap_or_default());
        *self.parts.lock().unwrap_or_else(PoisonError::into_inner) = parts(&book);
        Ok(book)
    }
}

const REFERENCE: &str = "reference";
const QUESTION: &str = "question";
const PRACTICE: &str = "practice";
const TASK: &str = "task";
const DEAL: &str = "deal";
/// The fences of our own chapters: `hand`, with the path of a scenario after it, and the parts of it that are shown;
/// `question`, with a path and a step; `task`, with a path, and if not all of its tasks are meant a step, and a kind;
/// `deal`, with a path, whose seat one takes, and from which step on, if not from their first choice; `practice`, with a year and what is drilled; or `reference`, with the name of a table.
const WORDS: &[&str] = &["hand", QUESTION, TASK, DEAL, PRACTICE, REFERENCE];

/// The text of a chapter with what its fences ask for in their places; none if it has no such fence. `page` is its path in
/// the book. What cannot be shown is given to `instead` with the path, which says what stands there, or that nothing can.
fn filled(
    text: &str,
    page: &Path,
    told: &[Told],
    instead: impl Fn(&str, Error) -> Result<String>,
) -> Result<Option<String>> {
    let mut placed = BTreeSet::new();
    let make = |fence: &Fence| made(fence, page, told, &mut placed);
    fill(text, page, WORDS, make, |fence, error| instead(path_and_part(fence).0, error))
}

/// The path of a fence, and the words more that some take.
fn path_and_part(fence: &Fence) -> (&str, &str) {
    let parts = match fence.word {
        QUESTION | PRACTICE => fence.path.rsplit_once(' '),
        _ => fence.path.find(".md ").map(|at| fence.path.split_at(at + 3)),
    };
    parts.map_or((&fence.path, ""), |(path, part)| (path.trim(), part.trim()))
}

fn made(fence: &Fence, page: &Path, told: &[Told], placed: &mut BTreeSet<String>) -> Result<String> {
    let place = Place::of(page);
    let (path, part) = path_and_part(fence);
    match fence.word {
        REFERENCE => return reference(path),
        PRACTICE => return practised(path, part, place),
        _ => {}
    }
    let told = find(path, fence.word, told)?;
    ensure!(placed.insert(format!("{} {path} {part}", fence.word)), "{path} stands here twice");
    match fence.word {
        QUESTION => asked(told, part, place),
        TASK => tasks(told, part, place),
        DEAL => dealt(told, part, place),
        _ => parts_of_hand(told, &part.split_whitespace().collect::<Vec<_>>(), place),
    }
}

/// The hand of this path, given from the folder of scenarios or from the root.
fn find<'a, 'b>(path: &str, word: &str, told: &'b [Told<'a>]) -> Result<&'b Told<'a>> {
    let wanted = Path::new(path);
    let found = told.iter().find(|told| !path.is_empty() && Path::new(&told.file.path).ends_with(wanted));
    found.with_context(|| {
        format!("no scenario is at `{path}`; write its path from the folder of scenarios after the word `{word}`")
    })
}

#[cfg(test)]
#[path = "../../tests/unit/book_pages.rs"]
mod tests;
