//! Scenario files on disk: finding them, reading them with the tables of their folders, and naming them in messages.

mod book_settings;
mod edition_files;
mod folder_house_tables;
mod folder_walk;
mod named_hand_check;

use super::replay::checked_file::CheckedFile;
use super::text::{diagnose, name_hidden_characters, quote};
pub use book_settings::note_book_of_hands;
pub(super) use book_settings::{
    has_smart_punctuation, preprocessor_settings, read_book_settings, source_folder,
};
pub use folder_house_tables::{
    broken_table_for, house_rules_of, read_tables, register_editions_of_folders, table_file_for,
    tables_with_same_name, trust_house_table_in,
};
pub use folder_walk::{
    FileSkipReason, FoundFiles, SkippedFile, describe_skipped, find_markdown_files,
    find_markdown_files_except,
};
pub use named_hand_check::{
    check_named_hand_files, check_with_named_hands, find_named_hand, named_hand_span,
};
use std::collections::BTreeMap;
use std::io::{Error, Read, Result};
use std::path::{Component, Path, PathBuf};

/// The most megabytes of a scenario file.
pub const MAX_FILE_MEGABYTES: usize = 1;

/// Returns whether a file of so many bytes is longer than the program reads.
pub fn is_too_long(bytes: usize) -> bool {
    bytes > MAX_FILE_MEGABYTES * 1_000_000
}

/// Says that a file is too long, and what to do.
pub fn too_long_message() -> String {
    format!("it is longer than {MAX_FILE_MEGABYTES} MB; split it into several files")
}

/// Reads the bytes of a scenario file, or of standard input.
///
/// # Errors
/// They cannot be read, or are too many.
pub fn read_scenario_bytes(source: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source
        .take(MAX_FILE_MEGABYTES as u64 * 1_000_000 + 1)
        .read_to_end(&mut bytes)?;
    if is_too_long(bytes.len()) {
        return Err(Error::other(too_long_message()));
    }
    Ok(bytes)
}

/// Returns whether a path has an ending of Markdown, in whatever case.
pub fn is_markdown(path: &Path) -> bool {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    matches!(ending.as_deref(), Some("md" | "markdown"))
}

/// Returns a path for a message: no character of it controls a terminal or ends a line.
pub fn printable_path(path: impl AsRef<Path>) -> String {
    name_hidden_characters(&path.as_ref().display().to_string())
}

/// The number of names that a line lists before it counts the rest.
const NAMES_IN_A_LINE: usize = 5;

/// Returns the first of some paths, and how many more there are.
pub fn list_first_paths(paths: impl Iterator<Item = impl AsRef<Path>>) -> String {
    let mut names: Vec<String> = paths.map(printable_path).collect();
    let more = names.len().saturating_sub(NAMES_IN_A_LINE);
    names.truncate(NAMES_IN_A_LINE);
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    names.join(", ") + &rest
}

/// The names of the pages of a book's scenarios, and the file that each belongs to.
#[derive(Debug, Default)]
pub struct FilesByPageName(BTreeMap<String, String>);

impl FilesByPageName {
    /// Takes a page for a scenario, and adds a diagnostic to the scenario if another has it already. Names that differ only
    /// in their capitals are the same: many file systems do not distinguish them.
    pub fn claim_page(&mut self, page: &str, checked: &mut CheckedFile) {
        let Some(scenario) = &checked.scenario else {
            return;
        };
        let other = self
            .0
            .entry(page.to_lowercase())
            .or_insert_with(|| checked.path.clone());
        if *other != checked.path {
            let opening = scenario.header.opening.clone();
            checked.diagnostics.insert(
                0,
                diagnose!(
                    "same-page",
                    &opening,
                    other = quote(&printable_path(other)),
                    page
                ),
            );
        }
    }
}

/// Returns the absolute path of a file, without `..`: nothing else stands above it than the folders that it lies in.
fn absolute_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_default().components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}
