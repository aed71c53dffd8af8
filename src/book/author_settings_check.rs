//! The settings that the author of a book wrote. A setting that changes nothing gets a note, and
//! one that cannot work is refused.

use super::book_contents::PREPROCESSOR_NAME;
use crate::scenario::unique_nearest_candidate;
use anyhow::{Result, bail};
use toml::{Table, Value};

/// The settings that mdBook knows and our pages do not use, each with the reason.
const UNUSED_SETTINGS: [(&str, &str); 20] = [
    (
        "output.html.default-theme",
        "the book has light and dark colours, and begins as the reader's system has it",
    ),
    (
        "output.html.preferred-dark-theme",
        "the book has one dark theme",
    ),
    (
        "output.html.mathjax-support",
        "the pages load no script of another site",
    ),
    (
        "output.html.git-repository-icon",
        "the link to the source is words",
    ),
    (
        "output.html.edit-url-template",
        "most pages are made, and have no file to edit",
    ),
    (
        "output.html.fold",
        "the contents show the chapters of one part",
    ),
    (
        "output.html.sidebar-header-nav",
        "the contents list the headings of a page",
    ),
    (
        "output.html.code",
        "blocks of code are shown as they are written",
    ),
    (
        "output.html.playground.editable",
        "no code is run in the pages",
    ),
    (
        "output.html.playground.runnable",
        "no code is run in the pages",
    ),
    (
        "output.html.playground.line-numbers",
        "no code is run in the pages",
    ),
    (
        "output.html.playground.copyable",
        "blocks of code have no button",
    ),
    (
        "output.html.print",
        "the booklets hold the rules and hands of each game for paper",
    ),
    ("output.html.search", "the book has a search of its own"),
    (
        "output.html.live-reload-endpoint",
        "`mouche serve` reloads pages in its own way",
    ),
    ("output.html.no-section-label", "chapters are not numbered"),
    (
        "build.build-dir",
        "`mouche build --dest` says where the site goes",
    ),
    (
        "build.extra-watch-dirs",
        "`mouche serve` watches book/ and scenarios/",
    ),
    (
        "build.create-missing",
        "a chapter that is missing is an error",
    ),
    ("rust", "no code is run in the pages"),
];

/// The keys of our own table, `[preprocessor.mouche]`.
const KEYS: [&str; 12] = [
    "command",
    "scenarios",
    "chapters",
    "editions",
    "extra",
    "date",
    "version",
    "renderers",
    "after",
    "before",
    "site-url",
    "offline",
];

/// Returns a note for each setting that changes nothing in the pages.
///
/// # Errors
/// The book cannot be made with a setting, or our own table has an unknown key.
pub(super) fn note_unused_settings(own: &Table, ours: &Table) -> Result<Vec<String>> {
    let src = value_at(own, "book.src").and_then(Value::as_str);
    if let Some(src) = src
        && src.trim_end_matches('/') != "src"
    {
        bail!(
            "book.toml, [book] src = \"{src}\": the chapters of a book are in book/src; move them there"
        );
    }
    refuse_unknown_keys(own)?;
    // A setting with the value of our own book was perhaps copied from there, and needs no note.
    let mut notes = Vec::new();
    for (path, why) in UNUSED_SETTINGS {
        let set = value_at(own, path);
        if set.is_none() || set == value_at(ours, path) {
            continue;
        }
        let name = match path.rsplit_once('.') {
            Some((table, key)) => format!("`{key}` under [{table}]"),
            None => format!("[{path}]"),
        };
        notes.push(format!("book.toml: {name} changes nothing: {why}"));
    }
    Ok(notes)
}

/// Refuses unknown keys in our own table.
fn refuse_unknown_keys(author_settings: &Table) -> Result<()> {
    let table = value_at(
        author_settings,
        &format!("preprocessor.{PREPROCESSOR_NAME}"),
    );
    let Some(table) = table.and_then(Value::as_table) else {
        return Ok(());
    };
    for key in table.keys() {
        if !KEYS.contains(&key.as_str()) {
            let suggestion = match unique_nearest_candidate(key, KEYS.iter().copied()) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            bail!(
                "book.toml, [preprocessor.{PREPROCESSOR_NAME}]: there is no key `{key}`; its keys are {}{suggestion}",
                KEYS.join(", ")
            );
        }
    }
    Ok(())
}

/// Returns the value at a path such as `output.html.fold`.
fn value_at<'a>(settings: &'a Table, path: &str) -> Option<&'a Value> {
    let mut parts = path.split('.');
    let first = settings.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}
