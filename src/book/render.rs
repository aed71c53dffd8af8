//! mdBook, run inside this program: what it makes, what it warns of, and what is put around its pages afterwards.

use super::defaults::completed;
use super::site::{Address, Around, Part, origins, postprocess};
use super::{Aside, Broken, Cache, Library, Pages, Piece, Scope, pieces};
use crate::scenario::shown;
use anyhow::{Context, Result, anyhow, ensure};
use mdbook::MDBook;
use mdbook::config::Config;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber, span};

/// What a book is rendered with, beside its prose and its scenarios.
#[derive(Default)]
pub struct With<'a> {
    /// Where the site will stand, if that is known.
    pub address: Option<&'a Address>,
    /// Whether the whole book is put on one page too, for printing. The settings of the book may ask for it as well.
    pub prints: bool,
    /// What is kept from one build to the next.
    pub cache: Option<&'a Cache>,
    /// Scenarios that do not hold: their places tell what is wrong with them.
    pub broken: Option<Broken>,
}

/// Renders the book of a folder, with its rules and hands, into `site`, which mdBook empties first.
///
/// # Errors
/// Whatever mdBook finds wrong, its warnings included.
pub fn render(book: &Path, mut library: Library, site: &Path, with: With) -> Result<()> {
    let With { address, prints, cache, broken } = with;
    library.look_ahead(cache);
    let whole = completed(book)?;
    let book = &whole.folder;
    let settings = book.join("book.toml");
    // Read here, and not by `MDBook::load`, so that no `MDBOOK_…` variable changes the book.
    let mut config = Config::from_disk(&settings).with_context(|| format!("{} cannot be read", shown(&settings)))?;
    config.build.build_dir = std::path::absolute(site)?;
    if let Some(address) = address {
        config.set("output.html.site-url", address.path())?;
    }
    let prints = prints || config.get(PRINT)?.unwrap_or_default();
    config.set(PRINT, prints)?;
    // Only the page of the whole book needs mdBook to know what stands in a hand: it leads its links elsewhere.
    let aside = (!prints).then(Aside::default);
    let origins = origins(&library);
    let Scope { imprint, left_out, .. } = Scope::of(&config, &library.told(), &library.tables)?;
    let parts = run(book, config, Pages::of(library, broken, aside.as_ref()))?;
    let aside = aside.unwrap_or_default();
    postprocess(site, &Around { book, parts, origins, imprint, address, aside, left_out })?;
    if let Some(cache) = cache {
        cache.forget_others();
    }
    Ok(())
}

const PRINT: &str = "output.html.print.enable";

fn run(book: &Path, config: Config, pages: Pages) -> Result<Vec<Part>> {
    let prose = book.join(&config.book.src);
    let parts = pages.parts();
    let warnings = Warnings::default();
    tracing::subscriber::with_default(warnings.clone(), || {
        let mut mdbook = MDBook::load_with_config(book, config)?;
        mdbook.with_preprocessor(pages);
        catch_unwind(AssertUnwindSafe(|| mdbook.build())).unwrap_or_else(|_| Err(anyhow!("mdBook panicked")))
    })?;
    let heard = warnings.heard(&prose);
    ensure!(heard.is_empty(), "mdBook warns:\n{}", heard.join("\n"));
    Ok(std::mem::take(&mut parts.lock().unwrap_or_else(PoisonError::into_inner)))
}

#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    /// What was heard so far, each with the line it speaks of where that can be found in a folder of prose.
    fn heard(&self, prose: &Path) -> Vec<String> {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.iter().map(|said| located(said, prose)).collect()
    }
}

/// A warning led by the chapter and the line that it names.
fn located(said: &str, prose: &Path) -> String {
    let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let Some(chapter) = quoted.iter().find(|word| word.ends_with(".md")) else { return said.to_string() };
    let line = std::fs::read_to_string(prose.join(chapter)).ok().and_then(|text| {
        let element = quoted[0].trim_matches(['<', '>', '/']);
        unbalanced(&text, element).map(|at| text[..at].matches('\n').count() + 1)
    });
    if let Some(line) = line { format!("{chapter}, line {line}: {said}") } else { format!("{chapter}: {said}") }
}

/// Where an element of this name is opened and not closed, or closed and not open, in bytes.
fn unbalanced(text: &str, element: &str) -> Option<usize> {
    let mut open = Vec::new();
    for piece in pieces(text) {
        match piece {
            Piece::Open(tag) if tag.name == element && !tag.is_void() => open.push(tag.at),
            Piece::Close(name) if name == element && open.pop().is_none() => {
                return Some(name.as_ptr().addr() - text.as_ptr().addr());
            }
            _ => {}
        }
    }
    open.pop()
}

struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, of: &Metadata<'_>) -> bool {
        *of.level() <= Level::WARN && of.target().starts_with("mdbook")
    }

    fn event(&self, event: &Event<'_>) {
        let mut message = Message(String::new());
        event.record(&mut message);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message.0);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}
