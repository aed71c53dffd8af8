//! Finding scenario files.

use std::path::{Path, PathBuf};

/// Files that make a folder's walk pass over others, beside `.gitignore`.
const IGNORE_FILE: &str = ".scenarioignore";

/// The Markdown files under a folder, in the order of their paths; a file itself if the path is one.
///
/// # Errors
/// A folder that cannot be read.
pub fn collect(root: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    std::fs::metadata(root)?;
    let walk = ignore::WalkBuilder::new(root).require_git(false).add_custom_ignore_filename(IGNORE_FILE).build();
    for entry in walk {
        let entry = entry.map_err(std::io::Error::other)?;
        let file = entry.file_type().is_some_and(|kind| kind.is_file());
        if file && (entry.depth() == 0 || entry.path().extension().is_some_and(|end| end == "md")) {
            found.push(entry.into_path());
        }
    }
    found.sort();
    Ok(found)
}
