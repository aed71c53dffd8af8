//! Writing a file anew: whole or not at all.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Puts new bytes in place of those that were read. The file keeps its mode; at no moment is half of it there.
///
/// # Errors
/// A link, a file that may not be written or has changed since, or a folder that takes no new file. It is then as it was.
pub(super) fn overwrite(path: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    let found = fs::symlink_metadata(path)?;
    ensure!(!found.is_symlink(), "it is a link; name the file it leads to");
    ensure!(found.is_file(), "it is no file");
    ensure!(!found.permissions().readonly(), "it may not be written");
    let mut draft = beside(path)?;
    draft.write_all(after)?;
    draft.as_file().set_permissions(found.permissions())?;
    draft.as_file().sync_all()?;
    ensure!(fs::read(path)? == before, "someone else has changed it meanwhile");
    draft.persist(path)?;
    Ok(())
}

/// Writes a file that is not there yet.
///
/// # Errors
/// One that is, or a folder that takes no new file.
pub(super) fn create(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes).inspect_err(|_| drop(fs::remove_file(path)))?;
    Ok(())
}

/// Whether the folder of a file takes a new one.
///
/// # Errors
/// It does not.
pub(super) fn takes(path: &Path) -> Result<()> {
    beside(path).map(drop)
}

/// A draft in the same folder, so that a rename puts it in place. Its name is hidden from walks and watches.
fn beside(path: &Path) -> Result<tempfile::NamedTempFile> {
    let draft = tempfile::Builder::new().prefix(".mouche-").tempfile_in(folder(path));
    draft.with_context(|| format!("{} takes no new file", folder(path).display()))
}

fn folder(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_path_buf()
}
