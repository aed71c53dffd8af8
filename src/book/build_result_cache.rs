//! Results that are kept from one build to the next.
//!
//! An entry is known by what it was made from. One that is missing, damaged or written by another
//! program is computed again.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs::{self, File};
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

const EXTENSION: &str = "kept";
/// The beginning of the first line of each entry. The seal of the entry follows.
const FIRST_WORDS: &str = "kept by mouche: ";

/// A folder of results. Each is named by what it was made from and by the program that made it, and
/// is sealed with a secret of the user, so that no entry of somebody else is read.
#[derive(Clone, Debug)]
pub struct BuildResultCache {
    folder: PathBuf,
    secret: String,
    /// Copies have them in common.
    used: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl BuildResultCache {
    /// Returns the cache of the book of this root; none if the user has no place for a secret. The
    /// folder is made at the first entry.
    pub fn for_book(root: &Path) -> Option<BuildResultCache> {
        Some(BuildResultCache {
            folder: root.join("target/mouche-cache"),
            secret: load_or_create_user_secret()?,
            used: Arc::default(),
        })
    }

    /// Returns a hash of a text that only a program with the secret of this user can make.
    fn seal_of(&self, text: &str) -> String {
        let mut hasher = DefaultHasher::new();
        hasher.write(self.secret.as_bytes());
        hasher.write(text.as_bytes());
        format!("{:016x}", hasher.finish())
    }

    /// Returns the paths of the entries that this build asked for.
    fn lock_used_entries(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the path of the entry that is made from `source`. The `Debug` form of `source` must
    /// contain all that matters.
    pub(super) fn use_entry_path(&self, source: &impl Debug) -> PathBuf {
        let source = format!("{} {source:?}", env!("MOUCHE_MADE_FROM"));
        let name = format!("{}.{EXTENSION}", self.seal_of(&source));
        let path = self.folder.join(name);
        self.lock_used_entries().insert(path.clone());
        path
    }

    /// Removes the entries that were not asked for. Other files in the folder stay, whatever their
    /// names.
    pub(super) fn remove_unused(&self) {
        let Ok(files) = fs::read_dir(&self.folder) else {
            return;
        };
        let used = self.lock_used_entries();
        for file in files.flatten() {
            let path = file.path();
            if !used.contains(&path) && is_entry(&path) {
                // Another build may have removed it, or may want it: then it makes it again.
                drop(fs::remove_file(path));
            }
        }
    }

    /// Reads an entry. Returns none if it is missing or its seal is wrong.
    pub(super) fn read_sealed(&self, entry: &Path) -> Option<String> {
        let text = fs::read_to_string(entry).ok()?;
        let (seal, kept) = text.strip_prefix(FIRST_WORDS)?.split_once('\n')?;
        if seal != self.seal_of(kept) {
            return None;
        }
        Some(kept.to_owned())
    }

    /// Writes an entry in one step, so that a reader never finds half of it.
    pub(super) fn write_sealed(&self, entry: &Path, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = NamedTempFile::new_in(&self.folder)?;
        let seal = self.seal_of(text);
        file.write_all(format!("{FIRST_WORDS}{seal}\n{text}").as_bytes())?;
        file.persist(entry)?;
        Ok(())
    }
}

/// Returns whether a file is named like an entry and begins like one.
fn is_entry(path: &Path) -> bool {
    if path.extension().is_none_or(|ending| ending != EXTENSION) || path.is_symlink() {
        return false;
    }
    let mut beginning = [0; FIRST_WORDS.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && beginning == *FIRST_WORDS.as_bytes()
}

/// Returns a text that only this user can read. It is made when it is asked for the first time.
fn load_or_create_user_secret() -> Option<String> {
    let folder = user_cache_folder()?;
    let path = folder.join("mouche-secret");
    if let Ok(secret) = fs::read_to_string(&path) {
        return Some(secret);
    }
    fs::create_dir_all(&folder).ok()?;
    let mut file = NamedTempFile::new_in(&folder).ok()?;
    let first = RandomState::new().hash_one(0);
    let second = RandomState::new().hash_one(1);
    write!(file, "{first:016x}{second:016x}").ok()?;
    // Another build may have been first: then its secret is read.
    drop(file.persist_noclobber(&path));
    fs::read_to_string(path).ok()
}

/// Returns the folder in which the system keeps caches of this user.
fn user_cache_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("XDG_CACHE_HOME") {
        let folder = PathBuf::from(folder);
        if folder.is_absolute() {
            return Some(folder);
        }
    }
    Some(std::env::home_dir()?.join(".cache"))
}
