//! The walk through a folder that finds scenario files, by what the folder holds and nothing else on the machine.

use super::{is_markdown, list_first_paths};
use crate::cards::count_of_or_no;
use crate::scenario::replay::edition_file_check::is_edition_path;
use crate::scenario::text::header::TABLE_FILE;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};
use std::collections::BTreeSet;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// Files of a folder that say what to pass over in it.
const IGNORE_FILES: [&str; 2] = [".gitignore", OURS];
/// The ignore file that only this program reads.
const OURS: &str = ".scenarioignore";

/// The files that a walk through a folder found.
#[derive(Debug, Default)]
pub struct FoundFiles {
    /// The Markdown files, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// The files that may give a folder a table, in the same order.
    pub tables: Vec<PathBuf>,
    /// The files that may be editions, in the same order.
    pub editions: Vec<PathBuf>,
    /// The files and links that are not read, in the order of the paths.
    pub skipped: Vec<SkippedFile>,
    /// The reasons why a file or a folder could not be read.
    pub unreadable: Vec<Error>,
}

/// A file, or a link, that a walk does not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedFile {
    /// The reason why it is not read.
    pub reason: FileSkipReason,
    /// Its path.
    pub path: PathBuf,
}

/// The reason why a file is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileSkipReason {
    /// A `.gitignore` or `.scenarioignore` names it.
    Ignored,
    /// The path is a link that leads out of the folder.
    LinkOut,
    /// The path is a link that leads nowhere, or in a circle.
    DeadLink,
    /// The path has the name of a Markdown file, and is a pipe, a socket or a device.
    NotAFile,
}

/// Finds the Markdown files under a folder, in the order of their paths; or a file itself if the path is one.
pub fn find_markdown_files(root: &Path) -> Result<FoundFiles> {
    let mut found = find_markdown_files_except(root, &[])?;
    match found.unreadable.pop() {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

/// Finds scenarios as [`find_markdown_files`] does, without what the globs name, which are read as lines of a `.gitignore` in the folder.
///
/// Files and folders that cannot be read are listed, and the rest is found. A path that does not exist and a glob that cannot
/// be read are errors. A link stands for what it leads to, if that lies in the folder: it is found once, by its own name.
pub fn find_markdown_files_except(root: &Path, exclude: &[String]) -> Result<FoundFiles> {
    if std::fs::metadata(root)?.is_file() {
        return Ok(FoundFiles {
            files: vec![root.to_path_buf()],
            ..FoundFiles::default()
        });
    }
    let mut overrides = OverrideBuilder::new(root);
    for glob in exclude {
        // Overrides say what to keep, and `!` what not.
        overrides.add(&format!("!{glob}")).map_err(Error::other)?;
    }
    let overrides = overrides.build().map_err(Error::other)?;
    let everything = FolderWalk::walk_folder(root, &overrides, false);
    if !everything.has_ignore_file {
        return Ok(everything.into_found());
    }
    let mut wanted = FolderWalk::walk_folder(root, &overrides, true);
    for path in everything.files.difference(&wanted.files) {
        wanted.skipped.insert(SkippedFile {
            reason: FileSkipReason::Ignored,
            path: path.clone(),
        });
    }
    Ok(wanted.into_found())
}

/// Returns which files were skipped and why, for the end of a summary line; nothing if none was.
pub fn describe_skipped(skipped: &[SkippedFile]) -> String {
    skipped
        .chunk_by(|file, next| file.reason == next.reason)
        .map(|group| format!("; {}", describe_skipped_alike(group)))
        .collect()
}

/// Returns which files were skipped for one reason.
fn describe_skipped_alike(group: &[SkippedFile]) -> String {
    let files = count_of_or_no(group.len(), "file");
    let links = count_of_or_no(group.len(), "link");
    let what = match group[0].reason {
        FileSkipReason::Ignored => {
            format!("{files} skipped because of a .gitignore or .scenarioignore")
        }
        FileSkipReason::LinkOut => format!("{links} not followed, to places outside the folder"),
        FileSkipReason::DeadLink => format!("{links} without a target"),
        FileSkipReason::NotAFile => format!("{files} skipped, not a regular file"),
    };
    format!(
        "{what}: {}",
        list_first_paths(group.iter().map(|file| &file.path))
    )
}

/// A walk through a folder, and through the folders in it that links lead to.
struct FolderWalk<'a> {
    root: &'a Path,
    /// The root without links, where it can be reached.
    real_root: PathBuf,
    overrides: &'a Override,
    heeds_ignore_files: bool,
    has_ignore_file: bool,
    files: BTreeSet<PathBuf>,
    tables: BTreeSet<PathBuf>,
    editions: BTreeSet<PathBuf>,
    /// The folders that were walked: a link to one of them leads to nothing new.
    folders: BTreeSet<PathBuf>,
    /// The links that are not followed yet.
    links: Vec<PathBuf>,
    skipped: BTreeSet<SkippedFile>,
    unreadable: Vec<Error>,
}

impl<'a> FolderWalk<'a> {
    /// Walks a folder, and then the folders in it that links lead to.
    fn walk_folder(
        root: &'a Path,
        overrides: &'a Override,
        heeds_ignore_files: bool,
    ) -> FolderWalk<'a> {
        let mut walk = FolderWalk {
            root,
            real_root: root.canonicalize().unwrap_or_default(),
            overrides,
            heeds_ignore_files,
            has_ignore_file: false,
            files: BTreeSet::new(),
            tables: BTreeSet::new(),
            editions: BTreeSet::new(),
            folders: BTreeSet::new(),
            links: Vec::new(),
            skipped: BTreeSet::new(),
            unreadable: Vec::new(),
        };
        walk.walk_without_links(root);
        while let Some(link) = walk.links.pop() {
            walk.follow_link(link);
        }
        walk
    }

    /// Returns what the walk found, in the order of the paths.
    fn into_found(self) -> FoundFiles {
        FoundFiles {
            files: Vec::from_iter(self.files),
            tables: Vec::from_iter(self.tables),
            editions: Vec::from_iter(self.editions),
            skipped: Vec::from_iter(self.skipped),
            unreadable: self.unreadable,
        }
    }

    /// Walks one folder and those in it, and follows no link.
    fn walk_without_links(&mut self, folder: &Path) {
        let mut walk = WalkBuilder::new(folder);
        // Without these, the walk would follow what the user set for git, and what lies in folders above.
        walk.standard_filters(false)
            .overrides(self.overrides.clone())
            .filter_entry(is_entry_to_walk);
        if self.heeds_ignore_files {
            walk.git_ignore(true)
                .require_git(false)
                .add_custom_ignore_filename(OURS);
        }
        for entry in walk.build() {
            match entry {
                Ok(entry) => self.add_entry(entry),
                Err(error) => self.unreadable.push(Error::other(error)),
            }
        }
    }

    /// Notes an entry of a folder by its kind.
    fn add_entry(&mut self, entry: DirEntry) {
        let Some(kind) = entry.file_type() else {
            return;
        };
        if kind.is_dir() || entry.depth() == 0 {
            self.folders.insert(entry.into_path());
        } else if kind.is_symlink() {
            self.links.push(entry.into_path());
        } else if kind.is_file() {
            self.has_ignore_file |= IGNORE_FILES.iter().any(|name| entry.file_name() == *name);
            self.add_relevant_file(entry.into_path());
        } else if is_markdown(entry.path()) {
            self.skip_path(FileSkipReason::NotAFile, entry.into_path());
        }
    }

    /// Notes a file that may give its folder a table or an edition, or that is Markdown; no other file.
    fn add_relevant_file(&mut self, path: PathBuf) {
        if path.file_name().is_some_and(|name| name == TABLE_FILE) {
            self.tables.insert(path);
        } else if is_edition_path(&path) {
            self.editions.insert(path);
        } else if is_markdown(&path) {
            self.files.insert(path);
        }
    }

    fn skip_path(&mut self, reason: FileSkipReason, path: PathBuf) {
        self.skipped.insert(SkippedFile { reason, path });
    }

    /// Adds the target of a link, by the target's own name, if it lies in the folder.
    fn follow_link(&mut self, link: PathBuf) {
        let Ok(target) = link.canonicalize() else {
            self.skip_path(FileSkipReason::DeadLink, link);
            return;
        };
        // A link to a picture or a text is no scenario that is missed.
        let is_of_interest = target.is_dir() || is_markdown(&target) || is_markdown(&link);
        let Ok(inside) = target.strip_prefix(&self.real_root) else {
            if is_of_interest {
                self.skip_path(FileSkipReason::LinkOut, link);
            }
            return;
        };
        // Nothing is put behind the root itself: it would then end in a slash.
        let path = if inside.as_os_str().is_empty() {
            self.root.to_path_buf()
        } else {
            self.root.join(inside)
        };
        if target.is_dir() {
            if !self.folders.contains(&path) {
                self.walk_without_links(&path);
            }
        } else if is_markdown(&link) && target.is_file() {
            self.files.insert(path);
        } else {
            self.add_relevant_file(path);
        }
    }
}

/// Returns whether the walk takes an entry: it is neither hidden nor made by programs, or the
/// caller named it.
fn is_entry_to_walk(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_hidden =
        name.to_string_lossy().starts_with('.') && IGNORE_FILES.iter().all(|file| name != *file);
    let is_made = name == "target" && entry.file_type().is_some_and(|kind| kind.is_dir());
    entry.depth() == 0 || !(is_hidden || is_made)
}
