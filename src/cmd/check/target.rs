//! What is to be checked: a file, standard input, or something that cannot be.

use super::Check;
use crate::scenario::{Found, collect_but};
use anyhow::{Context, Result};
use std::io::Read;
use std::path::{Path, PathBuf};

/// One thing to check, and how it came to be checked.
#[derive(Debug)]
pub(super) struct Target {
    /// How it is called.
    pub(super) name: String,
    /// Whether the caller named it, rather than a folder.
    pub(super) is_named: bool,
    /// Where its bytes come from.
    pub(super) source: Source,
}

/// Where the bytes of a target come from.
#[derive(Debug)]
pub(super) enum Source {
    /// A file.
    File(PathBuf),
    /// Bytes that were read already.
    Read(Vec<u8>),
    /// Nowhere, for this reason.
    Unreadable(String),
}

impl Target {
    /// Its bytes, or why there are none.
    pub(super) fn bytes(&self) -> Result<std::borrow::Cow<'_, [u8]>, String> {
        match &self.source {
            Source::File(path) => std::fs::read(path).map(Into::into).map_err(|error| error.to_string()),
            Source::Read(bytes) => Ok(bytes.into()),
            Source::Unreadable(why) => Err(why.clone()),
        }
    }
}

/// What a path of the command line stands for, and how many files under it are passed over.
///
/// # Errors
/// A glob that is none, or standard input that cannot be read.
pub(super) fn targets(path: &Path, call: &Check) -> Result<(Vec<Target>, usize)> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        let name = call.stdin_name.clone();
        return Ok((vec![Target { name, is_named: true, source: Source::Read(bytes) }], 0));
    }
    let is_named = !path.is_dir();
    let name = path.display().to_string();
    if let Err(error) = std::fs::metadata(path) {
        return Ok((vec![Target { name, is_named, source: Source::Unreadable(error.to_string()) }], 0));
    }
    let Found { files, passed_over, unreadable } = collect_but(path, &call.exclude).context("--exclude")?;
    let broken = unreadable.into_iter().map(|error| (name.clone(), Source::Unreadable(error.to_string())));
    let read = files.into_iter().map(|file| (file.display().to_string(), Source::File(file)));
    Ok((read.chain(broken).map(|(name, source)| Target { name, is_named, source }).collect(), passed_over))
}
