//! Finding scenario files.

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// Files that make a folder's walk pass over others, beside `.gitignore`.
const IGNORE_FILE: &str = ".scenarioignore";

/// What a walk came upon.
#[derive(Debug, Default)]
pub struct Found {
    /// The Markdown files, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// What could not be walked, each with the reason.
    pub unreadable: Vec<Error>,
}

/// The Markdown files under a folder, in the order of their paths; a file itself if the path is one.
///
/// # Errors
/// A folder that cannot be read.
pub fn collect(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = collect_but(root, &[])?;
    match found.unreadable.pop() {
        Some(error) => Err(error),
        None => Ok(found.files),
    }
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
    let mut walk = WalkBuilder::new(root);
    walk.require_git(false).add_custom_ignore_filename(IGNORE_FILE).overrides(but.build().map_err(Error::other)?);
    let mut found = Found::default();
    for entry in walk.build() {
        match entry {
            Err(error) => found.unreadable.push(Error::other(error)),
            Ok(entry) => {
                let file = entry.file_type().is_some_and(|kind| kind.is_file());
                if file && (entry.depth() == 0 || entry.path().extension().is_some_and(|end| end == "md")) {
                    found.files.push(entry.into_path());
                }
            }
        }
    }
    found.files.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_excluded_or_ignored_is_passed_over_unless_it_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        for name in ["b.md", "a.md", "drafts/c.md", "old/d.md", "git/e.md", "note.txt"] {
            write(name, "");
        }
        write(".gitignore", "git/\n");
        write(".scenarioignore", "old/\n");
        let names = |exclude: &[&str]| -> Vec<String> {
            let exclude: Vec<String> = exclude.iter().map(|glob| (*glob).to_owned()).collect();
            let files = collect_but(folder.path(), &exclude).expect("a walk").files;
            let name = |path: &PathBuf| path.strip_prefix(folder.path()).expect("inside").display().to_string();
            files.iter().map(name).collect()
        };
        assert_eq!(names(&[]), ["a.md", "b.md", "drafts/c.md"]);
        assert_eq!(names(&["drafts/"]), ["a.md", "b.md"]);
        assert_eq!(names(&["**/c.md", "a*"]), ["b.md"]);
        assert_eq!(collect(&folder.path().join("old/d.md")).expect("a file").len(), 1);
        assert!(collect_but(folder.path(), &["[".to_owned()]).is_err());
        assert!(collect(&folder.path().join("none")).is_err());
    }
}
