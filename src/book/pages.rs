//! The preprocessor: a book of prose in, the whole book out.

use super::Library;
use super::aside::Aside;
use super::chapters::{self, reference};
use super::fence::{Fence, fill};
use super::guest::{self, NAME};
use super::practice::{self, Deals};
use super::sign::signed;
use super::site::{Part, parts};
use crate::page::sign::escaped;
use crate::page::{Place, Told, asked, hand};
use anyhow::{Context, Error, Result, ensure};
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Adds rules and hands to a book of ours, and fills the fences of its prose; in another's, fills its `hand` fences alone.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    library: Option<Library>,
    broken: Option<Broken>,
    deals: Option<Arc<Deals>>,
    aside: Option<Aside>,
    parts: Arc<Mutex<Vec<Part>>>,
}

/// Scenarios that do not hold, by their paths, with what is wrong with them: shown in the place of their hands.
pub type Broken = BTreeMap<String, String>;

impl Pages {
    /// For scenarios that were read, and practice deals that were worked out already. If it is known what is broken, what
    /// cannot be shown is told in its place, and stops nothing else. Hands are set aside where that is asked for.
    pub(super) fn of(library: Library, broken: Option<Broken>, deals: &Arc<Deals>, aside: Option<&Aside>) -> Pages {
        let (deals, aside) = (Some(Arc::clone(deals)), aside.cloned());
        Pages { library: Some(library), broken, deals, aside, parts: Arc::default() }
    }

    /// The parts of the book, once it was made.
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

    /// Whether the chapters of rules and hands belong to the book: it is made by `mouche build`, or its settings ask for them.
    fn is_home(&self, context: &PreprocessorContext) -> Result<bool> {
        let asked = context.config.get::<bool>(&format!("preprocessor.{NAME}.chapters"))?;
        Ok(self.library.is_some() || asked.unwrap_or_default())
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
        if !self.is_home(context)? {
            return guest::filled(context, book);
        }
        let library = self.library(context)?;
        let told = library.told();
        let mut wrong = Vec::new();
        book.for_each_chapter_mut(|chapter| {
            let page = chapter.path.clone().unwrap_or_default();
            match filled(&chapter.content, &page, &told, |path, error| self.instead(path, error)) {
                Ok(Some(filled)) => chapter.content = filled,
                Ok(None) => {}
                Err(error) => wrong.push(format!("{error:#}")),
            }
        });
        ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
        let deals = self.deals.clone().map_or_else(|| Deals::of(None).map(Arc::new), Ok)?;
        chapters::add(&mut book, &told, &deals)?;
        book.for_each_chapter_mut(|chapter| {
            let page = chapter.path.clone().unwrap_or_default();
            chapter.content = signed(&chapter.content, &page);
            if let Some(aside) = &self.aside {
                chapter.content = aside.take(&chapter.content);
            }
        });
        *self.parts.lock().unwrap_or_else(PoisonError::into_inner) = parts(&book);
        Ok(book)
    }
}

const REFERENCE: &str = "reference";
const QUESTION: &str = "question";
const PRACTICE: &str = "practice";
/// The fences of our own chapters: `hand`, with the path of a scenario after it; `question`, with a path and a step;
/// `practice`, with a year and what is drilled; or `reference`, with the name of a table.
const WORDS: &[&str] = &["hand", QUESTION, PRACTICE, REFERENCE];

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

/// The path of a fence, and the word more that some take.
fn path_and_part(fence: &Fence) -> (&str, &str) {
    let takes_part = [QUESTION, PRACTICE].contains(&fence.word);
    let parts = fence.path.rsplit_once(' ').filter(|_| takes_part);
    parts.map_or((&fence.path, ""), |(path, part)| (path.trim(), part))
}

fn made(fence: &Fence, page: &Path, told: &[Told], placed: &mut BTreeSet<String>) -> Result<String> {
    let place = Place::of(page);
    let (path, part) = path_and_part(fence);
    match fence.word {
        REFERENCE => return reference(path),
        PRACTICE => return practice::drills(path, part, place),
        _ => {}
    }
    let told = find(path, fence.word, told)?;
    ensure!(placed.insert(told.slug() + " " + part), "{path} stands here twice");
    if fence.word == QUESTION { asked(told, part, place) } else { hand(told, place) }
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
mod tests {
    use super::*;

    fn strict(text: &str, told: &[Told]) -> Result<Option<String>> {
        filled(text, Path::new("a.md"), told, |_, error| Err(error))
    }

    #[test]
    fn a_table_stands_where_it_is_asked_for() {
        let filled = strict("a\n\n```reference limits\n```\n", &[]).expect("a table").expect("a fence");
        assert!(filled.starts_with("a\n\n| What | How many |\n"), "{filled}");
        assert!(strict("```reference\n```", &[]).is_err());
    }

    #[test]
    fn a_question_is_asked_once_and_beside_its_hand() {
        let text = include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md");
        let library = crate::book::Library::of(vec![crate::scenario::check("scenarios/mouche-1718/x.md", text)]);
        let ask = "```question mouche-1718/x.md h1-t3-2\n```\n\n";
        let filled = strict(&format!("{ask}```hand mouche-1718/x.md\n```\n"), &library.told());
        assert_eq!(filled.expect("both").expect("fences").matches("id=\"ask-x-h1-t3-2\"").count(), 1);
        let told = |text: &str| format!("{:#}", strict(text, &library.told()).expect_err("a mistake"));
        assert!(told(&format!("a\n\n{ask}{ask}")).contains("stands here twice"));
        assert!(
            told("\n```question mouche-1718/y.md h1-t3-2\n```")
                .contains("a.md, line 2: no scenario is at `mouche-1718/y.md`")
        );
        assert!(
            told("```question mouche-1718/x.md h1-t9-9\n```").contains("a.md, line 1: x asks nothing at `h1-t9-9`")
        );
        assert!(told("```question mouche-1718/x.md\n```").contains("needs a step"));
    }

    #[test]
    fn deals_to_practise_are_linked_by_what_they_drill() {
        let filled = strict("```practice 1718 heading\n```\n", &[]).expect("links").expect("a fence");
        assert!(filled.contains("](practice/mouche-1718.html#deal-1718-4-heading)"), "{filled}");
        let told = |text: &str| format!("{:#}", strict(text, &[]).expect_err("a mistake"));
        assert!(told("```practice 1718 fille\n```").contains("a.md, line 1: no deal of 1718 drills `fille`"));
        assert!(told("```practice 1818 heading\n```").contains("1718, 1730"));
        assert!(told("```practice\n```").contains("1718, 1730"));
    }

    #[test]
    fn a_compared_hand_is_placed_once_with_all_its_editions() {
        let text = include_bytes!("../../scenarios/compared/one-line-of-1730.md");
        let library = crate::book::Library::of(vec![crate::scenario::check("scenarios/compared/x.md", text)]);
        let filled = strict("a\n\n```hand compared/x.md\n```\n", &library.told());
        let filled = filled.expect("a hand").expect("a fence");
        assert_eq!(filled.matches("<section ").count(), 1);
        assert!(
            filled.contains(r#"href="rules/mouche-1718.html#stake""#)
                && filled.contains(r#"href="rules/mouche-1730.html#stake""#)
        );
    }
}
