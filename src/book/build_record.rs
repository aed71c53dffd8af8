//! The record of a build: what its site was made from, and what it printed. As long as nothing of that has changed, the site
//! need not be made again.

use super::BuildResultCache;
use super::site::SiteAddress;
use crate::scenario::{EDITIONS_FOLDER, TABLE_FILE};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use toml::Table;
use walkdir::WalkDir;

/// The result of a build that is kept until the next one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildRecord {
    /// The fingerprint of the list of all files in the site, which has a fingerprint of each.
    pub site: String,
    /// The number of scenarios, in words.
    pub scenarios: String,
    /// The files that were skipped, in words.
    pub skipped: String,
    /// The notes on settings and files that change nothing.
    pub notes: Vec<String>,
}

/// Everything that decides what a site contains. Its `Debug` form names the entry in the cache.
#[derive(Debug, PartialEq, Eq)]
pub struct BuildSources {
    /// The length of the file of this program, and the time at which it was written: it contains a theme and an engine.
    program: (u64, SystemTime),
    /// The folder of the book. A `mouche.toml` above it counts up to the root of its repository.
    root: PathBuf,
    repository: Option<PathBuf>,
    address: Option<String>,
    date: Option<OsString>,
    /// The files, each with the hash of its content.
    files: Vec<(PathBuf, u64)>,
}

impl BuildSources {
    /// Reads all files that a book is made from. Returns none if a file cannot be read, or if the book may depend on more:
    /// its chapters include files, or it runs programs of its author.
    pub fn read_if_self_contained(
        root: &Path,
        address: Option<&SiteAddress>,
    ) -> Option<BuildSources> {
        // The path of the current folder is empty, which no function makes absolute.
        let book = std::path::absolute(root.join("book")).ok()?;
        let folder = book.parent()?;
        let mut paths = Vec::new();
        for source in ["book", "scenarios"] {
            collect_files(&folder.join(source), &mut paths)?;
        }
        for outer in folder.ancestors() {
            paths.extend(Some(outer.join(TABLE_FILE)).filter(|file| file.is_file()));
            collect_files(&outer.join(EDITIONS_FOLDER), &mut paths)?;
        }
        let hashed = paths.into_par_iter().map(|path| {
            let bytes = fs::read(&path).ok()?;
            if reads_files_outside_book(&path, &bytes) {
                return None;
            }
            let mut hasher = DefaultHasher::new();
            hasher.write(&bytes);
            Some((path, hasher.finish()))
        });
        let program = fs::metadata(std::env::current_exe().ok()?).ok()?;
        let mut around = folder.ancestors();
        Some(BuildSources {
            program: (program.len(), program.modified().ok()?),
            repository: around
                .find(|outer| outer.join(".git").exists())
                .map(Path::to_path_buf),
            address: address.map(ToString::to_string),
            date: std::env::var_os("SOURCE_DATE_EPOCH"),
            files: hashed.collect::<Option<_>>()?,
            root: folder.to_path_buf(),
        })
    }

    /// Returns what tells this book from other books, and its sites from each other.
    pub fn book_and_site_key(&self) -> String {
        let BuildSources {
            root,
            address,
            date,
            ..
        } = self;
        format!("{root:?} {address:?} {date:?}")
    }

    /// Returns a text that differs between builds whose program or rule files differ.
    pub fn program_and_rules_fingerprint(&self) -> String {
        let mut described = format!("{:?} {:?}", self.program, self.repository);
        for (path, hash) in &self.files {
            let is_table = path.file_name().is_some_and(|name| name == TABLE_FILE);
            let is_edition = path
                .components()
                .any(|part| part.as_os_str() == EDITIONS_FOLDER);
            if is_table || is_edition {
                described += &format!(" {path:?} {hash}");
            }
        }
        described
    }

    /// Returns the record of the last build from these sources, if the cache has it.
    pub fn last_build(&self, cache: &BuildResultCache) -> Option<BuildRecord> {
        serde_json::from_str(&cache.read_sealed(&cache.use_entry_path(self))?).ok()
    }

    /// Writes the record of a build from these sources into the cache. A cache that cannot be written to keeps nothing.
    pub fn keep_build(&self, cache: &BuildResultCache, record: &BuildRecord) {
        if let Ok(text) = serde_json::to_string(record) {
            drop(cache.write_sealed(&cache.use_entry_path(self), &text));
        }
    }

    /// Returns whether a build from these sources reads no file but theirs and these pictures.
    pub fn are_complete_with(&self, pictures: &[PathBuf]) -> bool {
        pictures.iter().all(|picture| {
            let picture = std::path::absolute(picture).unwrap_or_default();
            self.files.iter().any(|(path, _)| *path == picture)
        })
    }
}

/// Adds all files below a folder, in the order of their names. Returns none if a part of it cannot be read.
fn collect_files(folder: &Path, paths: &mut Vec<PathBuf>) -> Option<()> {
    if !folder.exists() {
        return Some(());
    }
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = entry.ok()?;
        if entry.file_type().is_file() {
            paths.push(entry.into_path());
        }
    }
    Some(())
}

/// Returns whether a book with this file depends on more than its own files.
fn reads_files_outside_book(path: &Path, bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    if path.file_name().is_some_and(|name| name == "book.toml") {
        return !has_no_outside_sources(&text);
    }
    // mdBook replaces `{{#include FILE}}` by the file, wherever that is.
    path.extension().is_some_and(|end| end == "md") && text.contains("{{#")
}

/// Returns whether the settings of a book name no program and no path out of its folder.
fn has_no_outside_sources(settings: &str) -> bool {
    let Ok(settings) = settings.parse::<Table>() else {
        return false;
    };
    for (kind, own) in [("preprocessor", "mouche"), ("output", "html")] {
        if let Some(parts) = settings.get(kind).and_then(|parts| parts.as_table())
            && parts.keys().any(|name| name != own)
        {
            return false;
        }
    }
    let text = settings.to_string();
    !text.contains("..") && !text.contains("command")
}
