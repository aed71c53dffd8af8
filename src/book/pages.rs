//! The preprocessor: a book of prose in, the whole book out.

use super::{Library, chapter, fence};
use anyhow::{Result, ensure};
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use std::path::PathBuf;

/// The preprocessor's name: that of its table in `book.toml`.
pub const NAME: &str = "mouche";

/// Adds rules and hands to a book, and fills the `hand` fences of its prose.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    library: Option<Library>,
}

impl Pages {
    /// For scenarios that were read already.
    pub fn of(library: Library) -> Pages {
        Pages { library: Some(library) }
    }

    fn library(&self, context: &PreprocessorContext) -> Result<Library> {
        if let Some(library) = &self.library {
            return Ok(library.clone());
        }
        let folder = context.config.get::<PathBuf>("preprocessor.mouche.scenarios")?;
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
        let library = self.library(context)?;
        let told = library.told();
        let mut wrong = Vec::new();
        book.for_each_chapter_mut(|chapter| {
            let page = chapter.path.clone().unwrap_or_default();
            match fence::fill(&chapter.content, &page, &told) {
                Ok(Some(filled)) => chapter.content = filled,
                Ok(None) => {}
                Err(error) => wrong.push(format!("{error:#}")),
            }
        });
        ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
        chapter::add(&mut book, &told)?;
        Ok(book)
    }
}
