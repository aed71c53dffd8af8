//! The files in the folder of a book that belong to the book. Hidden files and backups of editors
//! do not. A symbolic link out of the folder is an error.

use crate::scenario::printable_path;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The files of a book, by their paths.
pub(super) struct BookFileList {
    book: PathBuf,
    /// The paths of the files, from the folder of the book.
    paths: Vec<PathBuf>,
}

impl BookFileList {
    /// Finds the files of a book. There may be no such folder.
    ///
    /// # Errors
    /// A link leads out of the folder, or something cannot be read.
    pub(super) fn find(book: &Path) -> Result<BookFileList> {
        let mut files = BookFileList {
            book: book.to_path_buf(),
            paths: Vec::new(),
        };
        if !book.is_dir() {
            return Ok(files);
        }
        let root = book
            .canonicalize()
            .with_context(|| format!("{} cannot be read", printable_path(book)))?;
        let mut walk = WalkDir::new(book)
            .min_depth(1)
            .sort_by_file_name()
            .into_iter();
        while let Some(entry) = walk.next() {
            let entry =
                entry.with_context(|| format!("{} cannot be read", printable_path(book)))?;
            let kind = entry.file_type();
            if is_hidden_or_backup(&entry) {
                if kind.is_dir() {
                    walk.skip_current_dir();
                }
            } else if kind.is_symlink() {
                check_link(entry.path(), &root)?;
                files.add_entry(&entry)?;
            } else if kind.is_file() {
                files.add_entry(&entry)?;
            } else if !kind.is_dir() {
                anstream::eprintln!(
                    "note: {} is not a regular file and is left out of the book",
                    printable_path(entry.path())
                );
            }
        }
        Ok(files)
    }

    /// Adds the file of an entry.
    fn add_entry(&mut self, entry: &DirEntry) -> Result<()> {
        self.paths
            .push(entry.path().strip_prefix(&self.book)?.to_path_buf());
        Ok(())
    }

    /// Copies the files to another folder.
    pub(super) fn copy_to(&self, folder: &Path) -> Result<()> {
        for path in &self.paths {
            let from = self.book.join(path);
            let to = folder.join(path);
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent)
                    .with_context(|| format!("{} cannot be made", printable_path(parent)))?;
            }
            fs::copy(&from, &to)
                .with_context(|| format!("{} cannot be copied", printable_path(&from)))?;
        }
        Ok(())
    }
}

/// Returns whether an entry is hidden, or is a backup or a temporary file of Emacs, Vim or another
/// editor.
fn is_hidden_or_backup(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_auto_saved = name.len() > 1 && name.starts_with('#') && name.ends_with('#');
    // Vim creates a file with the name 4913 to test whether it may write into a folder.
    name.starts_with('.') || name.ends_with('~') || is_auto_saved || name == "4913"
}

/// Checks that a link leads to a file of the book.
fn check_link(link: &Path, root: &Path) -> Result<()> {
    let target = link.canonicalize().with_context(|| {
        format!(
            "{} is a symbolic link that leads nowhere",
            printable_path(link)
        )
    })?;
    let below = target.strip_prefix(root).ok();
    let is_published = below.is_some_and(|below| {
        below
            .iter()
            .all(|name| !name.to_string_lossy().starts_with('.'))
    });
    ensure!(
        is_published,
        "{} is a symbolic link that leads out of {}: put the file itself there, for all that is there is published",
        printable_path(link),
        printable_path(root)
    );
    ensure!(
        target.is_file(),
        "{} is a symbolic link to a folder, which is not followed",
        printable_path(link)
    );
    Ok(())
}
