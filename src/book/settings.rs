//! The settings of a book that its author wrote: those that change nothing are named, and those that cannot be are refused.

use super::book_config::PREPROCESSOR_NAME;
use crate::scenario::nearest_candidate;
use anyhow::{Result, bail};
use toml::{Table, Value};

/// Settings that mdBook knows and our pages do not use, each with the reason.
const UNUSED: [(&str, &str); 19] = [
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

/// The keys of our own table.
const KEYS: [&str; 11] = [
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
];

/// Returns a note for each setting that changes nothing in the pages.
///
/// # Errors
/// A setting that the book could not be made with, or a key of our own table that there is not.
pub(super) fn review(own: &Table, ours: &Table) -> Result<Vec<String>> {
    let src = value(own, "book.src").and_then(Value::as_str);
    if let Some(src) = src.filter(|src| src.trim_end_matches('/') != "src") {
        bail!(
            "book.toml, [book] src = \"{src}\": the chapters of a book are in book/src; move them there"
        );
    }
    let table = value(own, &format!("preprocessor.{PREPROCESSOR_NAME}")).and_then(Value::as_table);
    for key in table.into_iter().flat_map(Table::keys) {
        if !KEYS.contains(&key.as_str()) {
            let suggestion = match nearest_candidate(key, KEYS.iter().copied()) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            bail!(
                "book.toml, [preprocessor.{PREPROCESSOR_NAME}]: there is no key `{key}`; its keys are {}{suggestion}",
                KEYS.join(", ")
            );
        }
    }
    // What is set as our own book sets it changes nothing, and was perhaps copied from there.
    let mut notes = Vec::new();
    for (path, why) in UNUSED {
        let set = value(own, path);
        if set.is_none() || set == value(ours, path) {
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

fn value<'a>(settings: &'a Table, path: &str) -> Option<&'a Value> {
    let mut parts = path.split('.');
    let first = settings.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}
