//! All scenarios of a folder, read and checked.

use super::told::Told;
use crate::scenario::{Checked, check, collect};
use anyhow::{Context, Result};
use std::path::Path;

/// The scenarios of a folder, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The files that are scenarios, or were meant to be.
    pub files: Vec<Checked>,
}

impl Library {
    /// Reads and plays every scenario under a folder. Paths are shown as they stand from `root`.
    ///
    /// # Errors
    /// A folder or file that cannot be read.
    pub fn read(root: &Path, scenarios: &Path, mut after_each: impl FnMut()) -> Result<Library> {
        let mut files = Vec::new();
        for path in collect(scenarios).with_context(|| format!("{} cannot be read", scenarios.display()))? {
            let bytes = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            files.push(check(&path.strip_prefix(root).unwrap_or(&path).display().to_string(), &bytes));
            after_each();
        }
        files.retain(|file| file.is_scenario || !file.diagnostics.is_empty());
        Ok(Library { files })
    }

    /// The files that do not hold.
    pub fn failures(&self) -> impl Iterator<Item = &Checked> {
        self.files.iter().filter(|file| !file.holds())
    }

    /// Every scenario under each of its editions, in the order of the paths.
    pub(super) fn told(&self) -> Vec<Told<'_>> {
        self.files.iter().flat_map(|file| file.stories.iter().map(|story| Told { file, story })).collect()
    }
}
