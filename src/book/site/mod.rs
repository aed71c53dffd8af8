//! The finished site: mdBook writes its pages, `finish_and_prune_site` completes them, and `find_faults`
//! checks them.

mod accessible_link_names;
mod address_qr_code;
mod certainty_sign_faults;
mod language_marks;
mod offline_files;
mod page_edits;
mod page_finisher;
mod page_subject;
mod page_text;
mod postprocess;
mod script_minifier;
mod search_index;
mod search_synonyms;
mod site_address;
mod site_assets;
mod site_context;
mod site_faults;
mod structured_data;

pub(super) use language_marks::{ENGLISH, is_english_or_unset, lang_attribute};
pub(super) use postprocess::finish_and_prune_site;
pub(super) use site_address::encode_address;
pub use site_address::{SiteAddress, SiteAddressError};
pub(super) use site_assets::{fingerprint, has_packed_engine};
pub(super) use site_context::{SiteContext, scenarios_by_page};
pub use site_faults::find_faults;

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
