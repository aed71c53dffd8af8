//! The folder that holds `book/` and `scenarios/`.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// The folder given, or the nearest one at or above the current that holds a book; where none does, one with scenarios.
///
/// # Errors
/// No such folder.
pub fn find_root(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(given) = given {
        ensure!(has_book(given) || has_scenarios(given), "{} holds neither a book nor scenarios", given.display());
        return Ok(given.to_path_buf());
    }
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    // As it is written from here: so are the files in it then named.
    let nearest = |holds: fn(&Path) -> bool| {
        here.ancestors().position(holds).map(|up| std::iter::repeat_n("..", up).collect::<PathBuf>())
    };
    nearest(has_book).or_else(|| nearest(has_scenarios)).with_context(|| {
        format!("neither {} nor a folder above it holds a book or scenarios; name one with --root", here.display())
    })
}

/// Whether a folder holds the prose of a book, or its settings. What is missing of it, the program has of its own.
fn has_book(folder: &Path) -> bool {
    ["book/book.toml", "book/src/SUMMARY.md"].iter().any(|file| folder.join(file).is_file())
}

fn has_scenarios(folder: &Path) -> bool {
    folder.join("scenarios").is_dir()
}
