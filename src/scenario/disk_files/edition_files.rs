//! The edition files of folders: which editions of authors a scenario file can name.

use super::read_scenario_bytes;
use crate::editions::author_editions::{
    AuthorEdition, register_broken_editions, register_editions,
};
use crate::rules::Ruleset;
use crate::scenario::replay::edition_file_check::{
    EDITIONS_FOLDER, has_edition_key_or_unreadable, is_edition_path, read_edition_file,
};
use crate::scenario::text::FolderEditions;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The texts of the edition files of a folder, by their paths.
type EditionTextsByPath = BTreeMap<PathBuf, Vec<u8>>;

/// The editions of a folder as they were last read, and the texts they were read from.
struct CachedFolderEditions {
    texts: EditionTextsByPath,
    outer: &'static FolderEditions,
    editions: &'static FolderEditions,
}

/// The editions of each folder, as they were last read.
static READ_FOLDERS: Mutex<BTreeMap<PathBuf, CachedFolderEditions>> = Mutex::new(BTreeMap::new());

/// The editions of a folder without edition files.
static NO_EDITIONS: FolderEditions = FolderEditions {
    rules: Vec::new(),
    broken: Vec::new(),
};

/// Returns the editions of authors that the files of the innermost of these folders can name. The outermost folder comes first.
pub fn editions_of_folders<'a>(folders: impl Iterator<Item = &'a Path>) -> &'static FolderEditions {
    let mut editions = &NO_EDITIONS;
    for folder in folders {
        editions = editions_in(folder, editions);
    }
    editions
}

/// Returns the editions of a folder with those of the folders around it; its files are read again only if one has changed.
fn editions_in(folder: &Path, outer: &'static FolderEditions) -> &'static FolderEditions {
    let texts = edition_texts(folder);
    let mut read_folders = READ_FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    match read_folders.get(folder) {
        Some(before) if before.texts == texts && std::ptr::eq(before.outer, outer) => {
            return before.editions;
        }
        None if texts.is_empty() => return outer,
        _ => {}
    }
    let (read, broken) = read_all(&texts, outer);
    register_editions(&folder.to_string_lossy(), &read);
    register_broken_editions(&broken);
    let mut editions = FolderEditions {
        rules: outer.rules.clone(),
        broken: outer.broken.clone(),
    };
    editions
        .rules
        .extend(read.iter().map(|edition| edition.rules));
    editions.broken.extend(broken);
    // Leaked because rules are used until the program ends; once for each change of a folder's edition files.
    let editions: &'static FolderEditions = Box::leak(Box::new(editions));
    read_folders.insert(
        folder.to_path_buf(),
        CachedFolderEditions {
            texts,
            outer,
            editions,
        },
    );
    editions
}

/// Returns the texts of the edition files of a folder.
fn edition_texts(folder: &Path) -> EditionTextsByPath {
    let mut texts = EditionTextsByPath::new();
    let Ok(entries) = std::fs::read_dir(folder.join(EDITIONS_FOLDER)) else {
        return texts;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if !is_edition_path(&path) || !path.is_file() {
            continue;
        }
        // A file that cannot be read has a mistake, as one that is not UTF-8 has.
        let text = File::open(&path).and_then(read_scenario_bytes);
        texts.insert(path, text.unwrap_or_else(|_| vec![0xFF]));
    }
    texts
}

/// Reads the edition files of a folder, each after those that it is based on. Returns the editions, and the ids of those
/// that have a mistake.
fn read_all(
    texts: &EditionTextsByPath,
    outer: &'static FolderEditions,
) -> (Vec<AuthorEdition>, Vec<String>) {
    let mut waiting: Vec<(&PathBuf, Option<&str>)> = Vec::new();
    for (path, bytes) in texts {
        let text = std::str::from_utf8(bytes).ok();
        if text.is_none_or(has_edition_key_or_unreadable) {
            waiting.push((path, text));
        }
    }
    let mut read: Vec<AuthorEdition> = Vec::new();
    loop {
        let before = waiting.len();
        let mut left = Vec::new();
        for (path, text) in waiting {
            match text.and_then(|text| read_one(path, text, outer, &read)) {
                Some(edition) => read.push(edition),
                None => left.push((path, text)),
            }
        }
        waiting = left;
        // As long as one more edition can be read, another may be based on it.
        if waiting.len() == before || waiting.is_empty() {
            break;
        }
    }
    let mut broken = Vec::new();
    for (path, _) in waiting {
        let stem = path.file_stem().unwrap_or_default();
        broken.push(stem.to_string_lossy().into_owned());
    }
    (read, broken)
}

/// Reads an edition file, which can be based on the editions of outer folders and on those that were read before; none if it
/// has a mistake.
fn read_one(
    path: &Path,
    text: &str,
    outer: &'static FolderEditions,
    read: &[AuthorEdition],
) -> Option<AuthorEdition> {
    let mut known = outer.rules.clone();
    known.extend(read.iter().map(|edition| edition.rules));
    let rules = read_edition_file(&known, path, text).ok()?;
    // Leaked because rules are used until the program ends; once for each change of a folder's edition files.
    let rules: &'static Ruleset = Box::leak(Box::new(rules));
    // Leaked for the same reason.
    let text: &'static str = text.to_owned().leak();
    Some(AuthorEdition { rules, text })
}
