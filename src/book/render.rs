//! mdBook, run inside this program, and what is put around its pages afterwards.

use super::Broken;
use super::Cache;
use super::Library;
use super::Pages;
use super::furnish::furnish;
use super::origin::origins;
use super::outline::Outline;
use super::practice::Deals;
use super::site::{Address, Around, Imprint, dress};
use super::warnings::Warnings;
use anyhow::{Context, Result, anyhow, ensure};
use mdbook::MDBook;
use mdbook::config::Config;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// What a book is rendered with, beside its prose and its scenarios.
#[derive(Default)]
pub struct With<'a> {
    /// Where the site will stand, if that is known.
    pub address: Option<&'a Address>,
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
    let With { address, cache, broken } = with;
    library.look_ahead(cache);
    let furnished = furnish(book)?;
    let book = furnished.folder();
    let settings = book.join("book.toml");
    // Read here, and not by `MDBook::load`, so that no `MDBOOK_…` variable changes the book.
    let mut config = Config::from_disk(&settings).with_context(|| format!("{} cannot be read", settings.display()))?;
    config.build.build_dir = std::path::absolute(site)?;
    if let Some(address) = address {
        config.set("output.html.site-url", address.path())?;
    }
    let (imprint, origins) = (imprint(&config), origins(&library));
    let outline = Outline::default();
    let deals = Deals::of(cache)?;
    let pages = Pages::of(library).with_deals(deals.clone());
    run(book, config, broken.into_iter().fold(pages, Pages::with_broken), &outline)?;
    dress(site, &Around { book, parts: outline.parts(), origins, imprint, address })?;
    // After the rest, because what no page asks for at its head is swept away.
    deals.write(site)?;
    if let Some(cache) = cache {
        cache.forget_others();
    }
    Ok(())
}

fn run(book: &Path, config: Config, pages: Pages, outline: &Outline) -> Result<()> {
    let prose = book.join(&config.book.src);
    let warnings = Warnings::default();
    tracing::subscriber::with_default(warnings.clone(), || {
        let mut mdbook = MDBook::load_with_config(book, config)?;
        mdbook.with_preprocessor(pages).with_preprocessor(outline.clone());
        catch_unwind(AssertUnwindSafe(|| mdbook.build())).unwrap_or_else(|_| Err(anyhow!("mdBook panicked")))
    })?;
    let heard = warnings.heard(&prose);
    ensure!(heard.is_empty(), "mdBook warns:\n{}", heard.join("\n"));
    Ok(())
}

fn imprint(config: &Config) -> Imprint {
    let of = |words: &Option<String>| words.clone().unwrap_or_default();
    Imprint {
        title: of(&config.book.title),
        authors: config.book.authors.join(", "),
        description: of(&config.book.description),
        repository: config.html_config().and_then(|html| html.git_repository_url),
    }
}
