//! The folder that holds `book/` and `scenarios/`.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The folder given, or the nearest one at or above the current that holds a book.
///
/// # Errors
/// No such folder.
pub fn find_root(given: Option<&Path>) -> Result<PathBuf> {
    // Settings and theme may be missing: the program has its own.
    let holds_book =
        |folder: &Path| ["book/book.toml", "book/src/SUMMARY.md"].iter().any(|file| folder.join(file).is_file());
    if let Some(given) = given {
        anyhow::ensure!(holds_book(given), "{} holds no book/book.toml", given.display());
        return Ok(given.to_path_buf());
    }
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    let found = here.ancestors().find(|folder| holds_book(folder)).map(Path::to_path_buf);
    found.with_context(|| {
        format!("neither {} nor a folder above it holds book/book.toml; name one with --root", here.display())
    })
}
