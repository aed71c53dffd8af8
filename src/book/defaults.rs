//! What a book folder lacks of theme, settings and prose, carried within the program.

use super::{NAME, Scratch};
use crate::narrate::sentence::capital;
use crate::scenario::shown;
use anyhow::{Context, Result};
use include_dir::{Dir, include_dir};
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

static THEME: Dir = include_dir!("$CARGO_MANIFEST_DIR/book/theme");
/// The pictures of the cards, which the theme asks for.
pub(super) const DECK: &str = include_str!("../../book/src/cards.svg");
/// The same of a Spanish pack.
pub(super) const SPANISH: &str = include_str!("../../book/src/spanish.svg");
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
    pub(super) folder: PathBuf,
    _made: Option<Scratch>,
}

/// The folder itself if nothing is lacking; otherwise a copy of it with what the program has of its own, each file and each
/// setting of the author before one of the program. There may be no such folder.
///
/// # Errors
/// The settings are no TOML, or something cannot be read or copied.
pub(super) fn completed(book: &Path) -> Result<Whole> {
    let has_prose = book.join("src/SUMMARY.md").is_file();
    let own = match fs::read_to_string(book.join("book.toml")) {
        Ok(text) => text.parse::<Table>().with_context(|| shown(book.join("book.toml")))?,
        Err(_) => Table::new(),
    };
    // Without a title it is called as the folder that it stands in.
    let root = std::path::absolute(book)?;
    let name = root.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let mut settings = usual_settings(&capital(&name.replace(['-', '_'], " ")))?;
    lay(&own, &mut settings);
    let has_theme = THEME.files().all(|file| book.join("theme").join(file.path()).is_file());
    if has_prose && has_theme && settings == own {
        return Ok(Whole { folder: book.to_path_buf(), _made: None });
    }
    let made = Scratch::within(&std::env::temp_dir())?;
    let folder = made.path().join("book");
    fs::create_dir_all(folder.join("theme"))?;
    fs::create_dir_all(folder.join("src/fonts"))?;
    fs::write(folder.join("src/cards.svg"), DECK)?;
    fs::write(folder.join("src/spanish.svg"), SPANISH)?;
    FONTS.extract(folder.join("src/fonts"))?;
    THEME.extract(folder.join("theme"))?;
    if !has_prose {
        fs::write(folder.join("src/SUMMARY.md"), SUMMARY)?;
        fs::write(folder.join("src/introduction.md"), INTRODUCTION)?;
    }
    if book.is_dir() {
        copy(book, &folder).with_context(|| format!("{} cannot be copied", shown(book)))?;
    }
    fs::write(folder.join("book.toml"), settings.to_string())?;
    Ok(Whole { folder, _made: Some(made) })
}

/// Our settings, but for what our book says of itself and alone; the title is the name of what it is a book of.
fn usual_settings(name: &str) -> Result<Table> {
    let mut settings: Table = SETTINGS.parse().context("our settings")?;
    let ours: [(&[&str], &[&str]); 3] = [
        (&["book"], &["description", "authors"]),
        (&["preprocessor", NAME], &["editions", "extra", "date"]),
        (&["output", "html"], &["redirect"]),
    ];
    for (path, keys) in ours {
        let table = path.iter().try_fold(&mut settings, |table, key| table.get_mut(*key)?.as_table_mut());
        table.into_iter().for_each(|table| table.retain(|key, _| !keys.contains(&key)));
    }
    settings["book"]["title"] = name.into();
    Ok(settings)
}

/// Lays settings over others: tables over theirs, lists after theirs, and anything else in its place.
fn lay(over: &Table, below: &mut Table) {
    for (key, value) in over {
        match (below.get_mut(key), value) {
            (Some(Value::Table(below)), Value::Table(over)) => lay(over, below),
            (Some(Value::Array(below)), Value::Array(over)) => {
                let new: Vec<_> = over.iter().filter(|one| !below.contains(one)).cloned().collect();
                below.extend(new);
            }
            _ => drop(below.insert(key.clone(), value.clone())),
        }
    }
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
