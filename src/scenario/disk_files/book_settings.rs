//! The settings of an mdBook, its `book.toml`, as far as the checks of chapters and links need them.

use super::absolute_path;
use crate::cards::CardLanguage;
use crate::scenario::without_byte_order_mark;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

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

/// The language of each book, with the text of its settings from which it was read.
static READ_LANGUAGES: Mutex<BTreeMap<PathBuf, (String, CardLanguage)>> =
    Mutex::new(BTreeMap::new());

/// The books whose hands lie in a folder that is not beside the book, by the folder of the hands.
static BOOKS_OF_HANDS: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());

/// Notes that the hands in a folder belong to the book in another folder.
pub fn note_book_of_hands(hands: &Path, book: &Path) {
    BOOKS_OF_HANDS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(absolute_path(hands), book.to_path_buf());
}

/// Returns the language of the hands of the book in a folder, as its settings name it; none if there is no book. Without a
/// language that mouche knows, it is English.
pub(super) fn default_language_in(folder: &Path) -> Option<CardLanguage> {
    let noted = BOOKS_OF_HANDS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(folder)
        .cloned();
    let places = [noted, Some(folder.join("book")), Some(folder.to_path_buf())];
    for place in places.into_iter().flatten() {
        let file = place.join("book.toml");
        if let Ok(text) = std::fs::read_to_string(&file) {
            return Some(language_of_settings(file, text));
        }
    }
    None
}

/// Returns the language that the settings of a book name. They are parsed again only if their text has changed.
fn language_of_settings(file: PathBuf, text: String) -> CardLanguage {
    let mut known = READ_LANGUAGES
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some((before, language)) = known.get(&file)
        && *before == text
    {
        return *language;
    }
    let settings = without_byte_order_mark(&text).parse::<toml::Table>();
    let settings = settings.unwrap_or_default();
    let book = settings.get("book");
    let named = book.and_then(|book| book.get("language")?.as_str());
    let primary = named.and_then(|tag| tag.split('-').next());
    let language = primary.and_then(CardLanguage::french_suited_of_language);
    let language = language.unwrap_or_default();
    known.insert(file, (text, language));
    language
}
