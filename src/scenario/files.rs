//! Finding scenario files. What is found follows from what the folder holds, and from nothing else on the machine.

use super::text::header::TABLE_FILE;
use super::text::lex::visible;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};
use std::io::{Error, Read, Result};
use std::path::{Path, PathBuf};

/// Files of a folder that say what to pass over in it.
const IGNORE_FILES: [&str; 2] = [".gitignore", OURS];

const OURS: &str = ".scenarioignore";

/// The folder that programs make things in; what was made is no source.
const TARGET: &str = "target";

/// What a walk came upon.
#[derive(Debug, Default)]
pub struct Found {
    /// The Markdown files, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// The files that may give a folder a table, in the same order.
    pub tables: Vec<PathBuf>,
    /// How many more there are, which a `.gitignore` or `.scenarioignore` names.
    pub passed_over: usize,
    /// What could not be walked, each with the reason.
    pub unreadable: Vec<Error>,
}

/// The Markdown files under a folder, in the order of their paths; a file itself if the path is one.
pub fn collect(root: &Path) -> Result<Vec<PathBuf>> {
    find(root).map(|found| found.files)
}

/// The same, and how many are passed over.
pub fn find(root: &Path) -> Result<Found> {
    let mut found = collect_but(root, &[])?;
    found.unreadable.pop().map_or(Ok(found), Err)
}

/// The same without what the globs say, read as lines of a `.gitignore` in the folder. What cannot be read under it is
/// told, and the rest is found.
///
/// # Errors
/// A path that does not exist, or a glob that is none.
pub fn collect_but(root: &Path, exclude: &[String]) -> Result<Found> {
    std::fs::metadata(root)?;
    let mut but = OverrideBuilder::new(root);
    for glob in exclude {
        // Overrides say what to keep, and `!` what not.
        but.add(&format!("!{glob}")).map_err(Error::other)?;
    }
    let but = but.build().map_err(Error::other)?;
    let (all, is_told) = walked(root, &but, false);
    if !is_told {
        return Ok(all);
    }
    let (mut found, _) = walked(root, &but, true);
    found.passed_over = all.files.iter().filter(|file| found.files.binary_search(file).is_err()).count();
    Ok(found)
}

/// A path as it is told: nothing in it steers a terminal, or ends a line.
pub fn shown(path: impl AsRef<Path>) -> String {
    visible(&path.as_ref().display().to_string())
}

/// How long a scenario file may be, in megabytes.
pub const LONGEST_FILE: usize = 1;

/// The bytes of a scenario file, or of standard input.
///
/// # Errors
/// It cannot be read, or is so long that nobody can have written it.
pub fn read(source: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = LONGEST_FILE * 1_000_000;
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    let is_longer = || Error::other(format!("it is longer than {LONGEST_FILE} MB; part it"));
    if bytes.len() > most { Err(is_longer()) } else { Ok(bytes) }
}

/// How many files were passed over, for the end of a line; nothing if none was.
pub fn passed_over(files: usize) -> String {
    let many = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    if files > 0 { format!("; {many} passed over, as a .gitignore or .scenarioignore says") } else { String::new() }
}

/// What a walk finds, and whether it came upon a file that says what to pass over. `heeds` makes it do so.
fn walked(root: &Path, but: &Override, heeds: bool) -> (Found, bool) {
    let mut walk = WalkBuilder::new(root);
    // Without these, the walk would follow what the user set for git, and what lies in folders above.
    walk.standard_filters(false).overrides(but.clone()).filter_entry(is_source);
    if heeds {
        walk.git_ignore(true).require_git(false).add_custom_ignore_filename(OURS);
    }
    let (mut found, mut is_told) = (Found::default(), false);
    for entry in walk.build() {
        match entry {
            Err(error) => found.unreadable.push(Error::other(error)),
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                is_told |= is_file && IGNORE_FILES.iter().any(|name| entry.file_name() == *name);
                if is_file && entry.depth() > 0 && entry.file_name() == TABLE_FILE {
                    found.tables.push(entry.into_path());
                } else if is_file && (entry.depth() == 0 || entry.path().extension().is_some_and(|end| end == "md")) {
                    found.files.push(entry.into_path());
                }
            }
        }
    }
    found.files.sort();
    found.tables.sort();
    (found, is_told)
}

/// Whether an entry may be an author's: neither hidden nor made. What the caller named is.
fn is_source(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_hidden = name.to_string_lossy().starts_with('.') && IGNORE_FILES.iter().all(|file| name != *file);
    let is_made = name == TARGET && entry.file_type().is_some_and(|kind| kind.is_dir());
    entry.depth() == 0 || !(is_hidden || is_made)
}
