//! Files that are written together: all of them, or none.

use super::overwrite::{create, overwrite};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// A file to be written.
pub(super) struct Change {
    /// Where it stands.
    pub(super) path: PathBuf,
    /// What it held; none if it is new.
    pub(super) before: Option<Vec<u8>>,
    /// What it is to hold.
    pub(super) after: Vec<u8>,
    /// What is new in it, in words.
    pub(super) what: String,
}

/// Writes all files, with the folders they need; or, where something cannot be written, takes back what was.
///
/// # Errors
/// The first that cannot be written.
pub(super) fn write_all(changes: &[Change]) -> Result<()> {
    let mut made = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let written = folders(&change.path, &mut made).and_then(|()| match &change.before {
            Some(before) => overwrite(&change.path, before, &change.after),
            None => create(&change.path, &change.after),
        });
        if written.is_err() {
            changes[..at].iter().for_each(take_back);
            made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
        }
        written.with_context(|| format!("{} cannot be written, and nothing was", change.path.display()))?;
    }
    Ok(())
}

/// Makes the folders above a file that are not there; the outermost comes first.
fn folders(path: &Path, made: &mut Vec<PathBuf>) -> Result<()> {
    let above = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    let mut missing: Vec<&Path> = above.take_while(|folder| !folder.exists()).collect();
    while let Some(folder) = missing.pop() {
        fs::create_dir(folder)?;
        made.push(folder.into());
    }
    Ok(())
}

fn take_back(change: &Change) {
    let _ = match &change.before {
        Some(before) => overwrite(&change.path, &change.after, before),
        None => fs::remove_file(&change.path).map_err(Into::into),
    };
}
