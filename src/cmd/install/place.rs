//! The place of a file that is to be laid beside a book, and what is there already.

use crate::book::Asset;
use crate::cmd::together::Change;
use anyhow::{Context, Result};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// What is at a place.
pub(super) enum Found {
    /// The file as it should be.
    Same,
    /// Nothing, or what may be replaced.
    ToWrite(Change),
    /// What somebody else put there, and what may be done.
    Foreign(String),
}

/// What is at the place of a file. Only a file that is just as we once wrote it is ours to replace, unless `force` says so.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn found(path: &Path, asset: &Asset, force: bool) -> Result<Found> {
    let change = |before: Option<Vec<u8>>, what: String| {
        Ok(Found::ToWrite(Change { path: path.into(), before, after: asset.text.clone().into_bytes(), what }))
    };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return change(None, "new".into()),
        Ok(kind) if !kind.is_file() => return Ok(foreign(path, "is no plain file: move it away")),
        _ => {}
    }
    let before = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    if before == asset.text.as_bytes() {
        return Ok(Found::Same);
    }
    match (std::str::from_utf8(&before).ok().and_then(Asset::version_of).map(String::from), force) {
        (Some(version), _) => change(Some(before), format!("renewed; version {version} had written it")),
        (None, true) => change(Some(before), "replaced".into()),
        (None, false) => Ok(foreign(
            path,
            "was not written by mouche, or was changed since: keep what you need of it elsewhere, then run this again with --force",
        )),
    }
}

fn foreign(path: &Path, why: &str) -> Found {
    Found::Foreign(format!("{} {why}", path.display()))
}
