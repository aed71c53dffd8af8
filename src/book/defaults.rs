//! What a book folder lacks of theme, settings and prose, carried within the program.

use anyhow::{Context, Result};
use include_dir::{Dir, include_dir};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

static THEME: Dir = include_dir!("$CARGO_MANIFEST_DIR/book/theme");
/// The pictures of the cards, which the theme asks for.
pub(super) const DECK: &str = include_str!("../../book/src/cards.svg");
/// The typeface, and its licence.
static FONTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/book/src/fonts");
const SETTINGS: &str = include_str!("../../book/book.toml");
/// Of hands without prose around them: the chapters, and the first page.
const SUMMARY: &str = "[Introduction](introduction.md)\n";
const INTRODUCTION: &str = include_str!("../../templates/introduction.md");

pub(super) fn theme(name: &str) -> &'static str {
    THEME.get_file(name).and_then(|file| file.contents_utf8()).unwrap_or_default()
}

/// A folder that mdBook can make a book of.
pub(super) struct Whole {
    folder: PathBuf,
    _made: Option<TempDir>,
}

impl Whole {
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The folder itself if it has settings, theme and prose; otherwise a copy of it with those of the program, each file of
/// its own before one of theirs. There may be no such folder.
pub(super) fn completed(book: &Path) -> Result<Whole> {
    let has_prose = book.join("src/SUMMARY.md").is_file();
    if book.join("book.toml").is_file() && book.join("theme").is_dir() && has_prose {
        return Ok(Whole { folder: book.to_path_buf(), _made: None });
    }
    let made = TempDir::new()?;
    let folder = made.path().join("book");
    fs::create_dir_all(folder.join("theme"))?;
    fs::create_dir_all(folder.join("src/fonts"))?;
    fs::write(folder.join("book.toml"), settings())?;
    fs::write(folder.join("src/cards.svg"), DECK)?;
    FONTS.extract(folder.join("src/fonts"))?;
    THEME.extract(folder.join("theme"))?;
    if !has_prose {
        fs::write(folder.join("src/SUMMARY.md"), SUMMARY)?;
        fs::write(folder.join("src/introduction.md"), INTRODUCTION)?;
    }
    if book.is_dir() {
        copy(book, &folder).with_context(|| format!("{} cannot be copied", book.display()))?;
    }
    Ok(Whole { folder, _made: Some(made) })
}

/// Our settings, but for the old addresses of our pages: a book that begins with them need not tell those.
fn settings() -> String {
    SETTINGS.lines().filter(|line| !line.starts_with("\"/")).map(|line| format!("{line}\n")).collect()
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() { copy(&path, &to)? } else { fs::copy(&path, &to).map(drop)? }
    }
    Ok(())
}
