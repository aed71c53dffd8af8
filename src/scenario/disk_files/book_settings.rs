//! The settings of an mdBook, its `book.toml`, as far as the checks of chapters and links need them.

use std::path::{Path, PathBuf};

/// Returns the `book.toml` in a folder, if it can be read.
pub(in crate::scenario) fn read_book_settings(root: &Path) -> Option<toml::Table> {
    std::fs::read_to_string(root.join("book.toml"))
        .ok()?
        .parse()
        .ok()
}

/// Returns what a `book.toml` sets for mouche as a preprocessor of mdBook.
pub(in crate::scenario) fn preprocessor_settings(settings: &toml::Table) -> Option<&toml::Value> {
    settings.get("preprocessor")?.get("mouche")
}

/// Returns whether mdBook writes curly quotation marks and dashes in a book with these settings.
pub(in crate::scenario) fn has_smart_punctuation(settings: &toml::Table) -> bool {
    let html = settings.get("output").and_then(|output| output.get("html"));
    let setting = html.and_then(|html| html.get("smart-punctuation"));
    setting.and_then(toml::Value::as_bool).unwrap_or(true)
}

/// Returns the folder of the chapters of a book, as its settings name it.
pub(in crate::scenario) fn source_folder(settings: &toml::Table) -> PathBuf {
    let named = settings
        .get("book")
        .and_then(|book| book.get("src"))
        .and_then(toml::Value::as_str);
    PathBuf::from(named.unwrap_or("src"))
}
