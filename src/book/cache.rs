//! Results kept from one build to the next. Nothing depends on them but time: an entry that is missing, spoiled or of
//! another program is worked out again; a program is known by what it was made from.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What the names of entries end with.
const ENDING: &str = "kept";

/// A folder of results, each named by what it was made from and by the program that made it.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    used: Mutex<BTreeSet<PathBuf>>,
}

/// A place in the folder.
pub(super) struct Entry(PathBuf);

impl Cache {
    /// The cache of the book of this root.
    pub fn of(root: &Path) -> Cache {
        Cache::at(&root.join("target/mouche-cache"))
    }

    /// A cache in this folder, which is made when it is written to.
    fn at(folder: &Path) -> Cache {
        Cache { folder: folder.into(), used: Mutex::default() }
    }

    /// The entry for what is made from this, all of which its `Debug` form must tell.
    pub(super) fn entry(&self, from: &impl Debug) -> Entry {
        let from = format!("{} {from:?}", env!("MOUCHE_MADE_FROM"));
        let path = self.folder.join(format!("{:016x}.{ENDING}", digest(from.as_bytes())));
        self.used.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone());
        Entry(path)
    }

    /// Removes the entries that nobody has asked for.
    pub(super) fn forget_others(&self) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_ours = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
        for path in entries.filter(|path| is_ours(path) && !used.contains(path)) {
            // Another build may have removed it, or may want it: either is only a matter of time.
            drop(std::fs::remove_file(path));
        }
    }
}

impl Entry {
    /// What it holds, if it is whole.
    pub(super) fn read(&self) -> Option<String> {
        let text = std::fs::read_to_string(&self.0).ok()?;
        let (sum, kept) = text.split_once('\n')?;
        (sum == seal(kept)).then(|| kept.to_string())
    }

    /// Keeps a text. A folder that cannot be written to keeps nothing.
    pub(super) fn write(&self, text: &str) {
        drop(self.put(text));
    }

    /// In one move, so that whoever reads meanwhile finds the whole or nothing.
    fn put(&self, text: &str) -> std::io::Result<()> {
        let folder = self.0.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(format!("{}\n{text}", seal(text)).as_bytes())?;
        file.persist(&self.0)?;
        Ok(())
    }
}

fn seal(text: &str) -> String {
    format!("{:016x}", digest(text.as_bytes()))
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_until_it_is_spoiled() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::at(&folder.path().join("kept"));
        let entry = cache.entry(&"hand");
        assert_eq!(entry.read(), None);
        entry.write("worked out");
        assert_eq!(cache.entry(&"hand").read().as_deref(), Some("worked out"));
        assert_eq!(cache.entry(&"another hand").read(), None);
        let spoiled = std::fs::read_to_string(&entry.0).expect("the entry").replace("out", "in");
        std::fs::write(&entry.0, spoiled).expect("written");
        assert_eq!(entry.read(), None);
        entry.write("worked out");
        assert_eq!(entry.read().as_deref(), Some("worked out"));
    }

    #[test]
    fn what_nobody_asks_for_goes_and_what_is_not_ours_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = Cache::at(folder.path());
        old.entry(&1).write("one");
        old.entry(&2).write("two");
        std::fs::write(folder.path().join("mine.txt"), "mine").expect("written");
        let new = Cache::at(folder.path());
        assert_eq!(new.entry(&2).read().as_deref(), Some("two"));
        new.forget_others();
        assert_eq!((new.entry(&1).read(), new.entry(&2).read().as_deref()), (None, Some("two")));
        assert!(folder.path().join("mine.txt").exists());
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_keeps_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "a file").expect("written");
        let cache = Cache::at(&file.join("kept"));
        cache.entry(&1).write("one");
        assert_eq!(cache.entry(&1).read(), None);
    }
}
