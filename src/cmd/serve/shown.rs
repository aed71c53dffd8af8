//! The site as it is now, and what is wrong with it.

use crate::book::{Broken, Cache, Library, With, page_of, render};
use crate::scenario::render::{Report, full};
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

/// How wide a diagnostic may be, in characters.
const WIDTH: usize = 100;

/// What is served.
pub(super) struct Shown {
    /// A number of its own, so that a page knows whether it is still the one shown.
    pub(super) version: u64,
    /// The site, as it could last be made. It is served until the next one stands.
    pub(super) site: Option<Arc<TempDir>>,
    /// By page, what is wrong with the scenario that it would show.
    pub(super) broken: BTreeMap<String, String>,
    /// Why no site could be made of the files as they are.
    pub(super) problem: Option<String>,
}

impl Shown {
    /// The site of the files as they are, or the one before with the reason why there is no other.
    pub(super) fn of(root: &Path, before: Option<Arc<TempDir>>) -> Shown {
        static VERSION: AtomicU64 = AtomicU64::new(1);
        let version = VERSION.fetch_add(1, Ordering::Relaxed);
        let mut shown = Shown { version, site: before, broken: BTreeMap::new(), problem: None };
        match shown.make(root) {
            Ok(site) => shown.site = Some(Arc::new(site)),
            Err(error) => shown.problem = Some(format!("error: {error:#}")),
        }
        shown
    }

    fn make(&mut self, root: &Path) -> Result<TempDir> {
        let mut library = Library::read(root, &root.join("scenarios"), || ())?;
        let mut broken = Broken::new();
        for file in library.failures() {
            let report = Report { path: &file.path, text: &file.text, diagnostics: &file.diagnostics };
            let why = full(&report, false, WIDTH);
            self.broken.insert(page_of(file), why.clone());
            broken.insert(file.path.clone(), why);
        }
        library.files.retain(crate::scenario::Checked::holds);
        let site = TempDir::new()?;
        let cache = Cache::of(root);
        let with = With { cache: cache.as_ref(), broken: Some(broken), address: None };
        render(&root.join("book"), library, site.path(), with)?;
        Ok(site)
    }

    /// All that is wrong, as it is told on the terminal.
    pub(super) fn wrong(&self) -> String {
        self.broken.values().chain(&self.problem).map(|wrong| format!("{}\n", wrong.trim_end())).collect()
    }
}
