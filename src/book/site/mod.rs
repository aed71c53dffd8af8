//! The finished site: mdBook writes its pages, `finish_site` completes them, and `find_faults`
//! checks them.

mod address;
mod assets;
mod certainty_sign_faults;
mod context;
mod faults;
mod finisher;
mod language;
mod link_names;
mod page_edits;
mod page_subject;
mod page_text;
mod postprocess;
mod script_minifier;
mod search;
mod search_synonyms;

pub(super) use address::encode_address;
pub use address::{SiteAddress, SiteAddressError};
pub(super) use assets::{fingerprint, has_packed_engine};
pub(super) use context::{SiteContext, hand_origins};
pub use faults::find_faults;
pub(super) use language::{ENGLISH, is_english, lang_attribute};
pub(super) use postprocess::finish_site;

use crate::scenario::printable_path;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Returns whether a file of a site is a page.
fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "html")
}

/// Returns the paths of all files in a folder and in its folders, from that folder.
pub fn list_files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.with_context(|| format!("{} cannot be read", printable_path(folder)))?;
        if !entry.file_type().is_dir() {
            files.insert(entry.path().strip_prefix(folder)?.to_path_buf());
        }
    }
    Ok(files)
}
