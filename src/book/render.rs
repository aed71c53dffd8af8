//! mdBook, run inside this program.

use super::warnings::Warnings;
use super::{Library, Pages};
use anyhow::{Context, Result, anyhow, ensure};
use mdbook::MDBook;
use mdbook::config::Config;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Renders the book of a folder, with its rules and hands, into `site`, which mdBook empties first.
///
/// # Errors
/// Whatever mdBook finds wrong, its warnings included.
pub fn render(book: &Path, library: Library, site: &Path) -> Result<()> {
    let settings = book.join("book.toml");
    // Read here, and not by `MDBook::load`, so that no `MDBOOK_…` variable changes the book.
    let mut config = Config::from_disk(&settings).with_context(|| format!("{} cannot be read", settings.display()))?;
    config.build.build_dir = std::path::absolute(site)?;
    let warnings = Warnings::default();
    tracing::subscriber::with_default(warnings.clone(), || {
        let mut mdbook = MDBook::load_with_config(book, config)?;
        mdbook.with_preprocessor(Pages::of(library));
        catch_unwind(AssertUnwindSafe(|| mdbook.build())).unwrap_or_else(|_| Err(anyhow!("mdBook panicked")))
    })?;
    let heard = warnings.heard();
    ensure!(heard.is_empty(), "mdBook warns:\n{}", heard.join("\n"));
    Ok(())
}
