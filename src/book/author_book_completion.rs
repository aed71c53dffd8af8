//! Completes the book of an author with the theme, the settings and the prose that it lacks. The
//! program carries those of our own book.

use super::TemporaryPath;
use super::book_contents::PREPROCESSOR_NAME;
use super::javascript_bundler::{bundle_scripts, read_modules};
use super::source_files::BookFileList;
use super::style_sheet_joiner::join_sheet_parts;
use super::theme_files::{DECK, FONTS, SPANISH_DECK, THEME};
use super::{author_settings_check, author_theme};
use crate::scenario::{printable_path, without_byte_order_mark};
use anyhow::{Context, Result};
use include_dir::Dir;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The title of a book without one. It is the same in every folder, so that the same hands make the
/// same book.
const TITLE: &str = "Example hands";

/// A temporary copy of an author's folder, completed so that mdBook can make a book of it.
pub(super) struct CompletedBookCopy {
    /// A copy of the author's folder with everything that it lacks.
    pub(super) folder: PathBuf,
    /// Notes for the author on settings and files that change nothing in the pages.
    pub(super) notes: Vec<String>,
    /// The copy. It is removed when this is dropped.
    _copy: TemporaryPath,
}

/// Copies the folder of a book, and adds our settings, theme and fonts to the copy. There may be no
/// such folder.
pub(super) fn copy_book_with_defaults(book: &Path) -> Result<CompletedBookCopy> {
    let own_settings = read_settings(book)?;
    let mut settings = default_settings()?;
    let mut notes = author_settings_check::note_unused_settings(&own_settings, &settings)?;
    merge_own_settings(&mut settings, &own_settings);
    remove_theme_setting(&mut settings);
    let files = BookFileList::find(book)?;
    let copy = TemporaryPath::create_folder()?;
    let folder = copy.path().join("book");
    write_fonts_and_chapters(&folder, !book.join("src/SUMMARY.md").is_file())?;
    files.copy_to(&folder)?;
    let theme = folder.join("theme");
    let own_theme = folder.join(theme_folder(&own_settings));
    if own_theme == theme {
        let moved = copy.path().join("theme");
        if theme.is_dir() {
            fs::rename(&theme, &moved)?;
        }
        notes.extend(write_merged_theme(&moved, &theme)?);
    } else {
        notes.extend(write_merged_theme(&own_theme, &theme)?);
    }
    fs::write(folder.join("book.toml"), settings.to_string())?;
    Ok(CompletedBookCopy {
        folder,
        notes,
        _copy: copy,
    })
}

/// Reads the settings of a book. A book without settings has an empty table.
fn read_settings(book: &Path) -> Result<Table> {
    let path = book.join("book.toml");
    match fs::read_to_string(&path) {
        Ok(text) => without_byte_order_mark(&text)
            .parse::<Table>()
            .with_context(|| printable_path(&path)),
        Err(_) => Ok(Table::new()),
    }
}

/// Returns the folder of the author's theme, from the folder of the book.
fn theme_folder(settings: &Table) -> String {
    let output = settings.get("output");
    let name = output.and_then(|output| output.get("html")?.get("theme")?.as_str());
    let name = name.unwrap_or("theme");
    name.trim_start_matches("./")
        .trim_end_matches('/')
        .to_owned()
}

/// Removes the folder of the theme from settings: the theme of the copy is always in `theme`.
fn remove_theme_setting(settings: &mut Table) {
    let output = settings.get_mut("output");
    let html = output.and_then(|output| output.get_mut("html")?.as_table_mut());
    if let Some(html) = html {
        html.remove("theme");
    }
}

/// Writes our fonts and pictures of cards, and the chapters of a book without prose if
/// `needs_prose` is true.
fn write_fonts_and_chapters(folder: &Path, needs_prose: bool) -> Result<()> {
    extract_folder(&FONTS, &folder.join("src/fonts"))?;
    fs::write(folder.join("src/cards.svg"), DECK)?;
    fs::write(folder.join("src/spanish.svg"), SPANISH_DECK)?;
    if needs_prose {
        let introduction = include_str!("../../templates/introduction.md");
        let summary = "[Introduction](introduction.md)\n";
        fs::write(folder.join("src/SUMMARY.md"), summary)?;
        fs::write(folder.join("src/introduction.md"), introduction)?;
    }
    Ok(())
}

/// Writes our theme, with the author's theme over it, into the folder `target`. Returns notes on
/// files that are not used.
fn write_merged_theme(own_theme: &Path, target: &Path) -> Result<Vec<String>> {
    extract_folder(&THEME, target)?;
    let notes = author_theme::add_author_theme(own_theme, target, &THEME)?;
    bundle_theme_scripts(target)?;
    join_sheet_parts(target).context("theme/hand.css")?;
    Ok(notes)
}

/// Writes a folder that the program carries.
fn extract_folder(carried: &Dir, target: &Path) -> Result<()> {
    fs::create_dir_all(target)?;
    Ok(carried.extract(target)?)
}

/// Replaces the script modules of a theme folder by the scripts that are joined from them.
fn bundle_theme_scripts(theme: &Path) -> Result<()> {
    for (name, text) in bundle_scripts(&read_modules(theme)?)? {
        fs::write(theme.join(&name), text)
            .with_context(|| format!("theme/{name} cannot be written"))?;
    }
    Ok(())
}

/// Returns the settings of our own book, without those that describe our own book only.
fn default_settings() -> Result<Table> {
    let mut settings: Table = include_str!("../../book/book.toml")
        .parse()
        .context("our settings")?;
    remove_keys(&mut settings, &["book"], &["description", "authors"]);
    remove_keys(
        &mut settings,
        &["preprocessor", PREPROCESSOR_NAME],
        &["editions", "extra", "date", "offline"],
    );
    remove_keys(&mut settings, &["output", "html"], &["redirect"]);
    settings["book"]["title"] = TITLE.into();
    Ok(settings)
}

/// Removes keys from the table at a path in settings.
fn remove_keys(settings: &mut Table, path: &[&str], keys: &[&str]) {
    let mut table = settings;
    for name in path {
        match table.get_mut(*name).and_then(Value::as_table_mut) {
            Some(inner) => table = inner,
            None => return,
        }
    }
    table.retain(|key, _| !keys.contains(&key));
}

/// Overrides settings by an author's own: tables are merged, lists are joined, and every other
/// value is replaced.
fn merge_own_settings(settings: &mut Table, own: &Table) {
    for (key, value) in own {
        match (settings.get_mut(key), value) {
            (Some(Value::Table(table)), Value::Table(own_table)) => {
                merge_own_settings(table, own_table);
            }
            (Some(Value::Array(list)), Value::Array(own_list)) => {
                let mut added = own_list.clone();
                added.retain(|entry| !list.contains(entry));
                list.extend(added);
            }
            _ => {
                settings.insert(key.clone(), value.clone());
            }
        }
    }
}
