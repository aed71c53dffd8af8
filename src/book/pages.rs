//! The preprocessor: a book of prose in, the whole book out.

use super::Library;
use super::chapter;
use super::guest;
use super::practice::Deals;
use super::prose;
use super::sign::signed;
use anyhow::{Result, ensure};
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The preprocessor's name: that of its table in `book.toml`.
pub const NAME: &str = "mouche";

/// Adds rules and hands to a book of ours, and fills the fences of its prose; in another's, fills its `hand` fences alone.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    library: Option<Library>,
    broken: Option<Broken>,
    deals: Option<Deals>,
}

/// Scenarios that do not hold, by their paths, with what is wrong with them: shown in the place of their hands.
pub type Broken = BTreeMap<String, String>;

impl Pages {
    /// For scenarios that were read already.
    pub fn of(library: Library) -> Pages {
        Pages { library: Some(library), ..Pages::default() }
    }

    /// The same, but what cannot be shown is told in its place, and stops nothing else.
    pub fn with_broken(self, broken: Broken) -> Pages {
        Pages { broken: Some(broken), ..self }
    }

    /// The same with practice deals that were worked out already.
    pub(super) fn with_deals(self, deals: Deals) -> Pages {
        Pages { deals: Some(deals), ..self }
    }

    /// What stands in the place of a fence that cannot be filled.
    fn instead(&self, path: &str, error: anyhow::Error) -> Result<String> {
        let Some(broken) = &self.broken else { return Err(error) };
        let same = |(scenario, _): &(&String, &String)| !path.is_empty() && Path::new(scenario).ends_with(path);
        let why = broken.iter().find(same).map_or_else(|| format!("error: {error:#}"), |(_, why)| why.clone());
        Ok(format!("<pre class=\"not-shown\">{}</pre>\n", one_block(&why)))
    }

    /// Whether the chapters of rules and hands belong to the book: it is made by `mouche build`, or its settings ask for them.
    fn is_home(&self, context: &PreprocessorContext) -> Result<bool> {
        let asked = context.config.get::<bool>(&format!("preprocessor.{NAME}.chapters"))?;
        Ok(self.library.is_some() || asked.unwrap_or_default())
    }

    fn library(&self, context: &PreprocessorContext) -> Result<Library> {
        if let Some(library) = &self.library {
            return Ok(library.clone());
        }
        let folder = context.config.get::<PathBuf>(&format!("preprocessor.{NAME}.scenarios"))?;
        let scenarios = context.root.join(folder.unwrap_or_else(|| "../scenarios".into()));
        let mut library = Library::read(&context.root, &scenarios, || ())?;
        let failing: Vec<&str> = library.failures().map(|file| file.path.as_str()).collect();
        ensure!(failing.is_empty(), "these scenarios do not hold; `mouche check` says why:\n{}", failing.join("\n"));
        library.look_ahead(None);
        Ok(library)
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
            match prose::filled(&chapter.content, &page, &told, |path, error| self.instead(path, error)) {
                Ok(Some(filled)) => chapter.content = filled,
                Ok(None) => {}
                Err(error) => wrong.push(format!("{error:#}")),
            }
        });
        ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
        let deals = self.deals.clone().map_or_else(|| Deals::of(None), Ok)?;
        chapter::add(&mut book, &told, &deals)?;
        book.for_each_chapter_mut(|chapter| {
            let page = chapter.path.clone().unwrap_or_default();
            chapter.content = signed(&chapter.content, &page);
        });
        Ok(book)
    }
}

/// Text as HTML without an empty line, at which Markdown would take over.
fn one_block(text: &str) -> String {
    let escaped = text.trim_end().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace("\n\n", "\n&#32;\n")
}
