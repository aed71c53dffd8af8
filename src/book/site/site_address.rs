//! The address of a site, and the addresses in its pages.

use crate::scenario::join_normalized_path;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The `http` or `https` address of a site. It ends in a slash.
///
/// ```
/// use mouche::book::site::SiteAddress;
///
/// let address: SiteAddress = "https://example.org/book".parse()?;
/// assert_eq!(address.to_string(), "https://example.org/book/");
/// # Ok::<(), mouche::book::site::SiteAddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress(String);

impl SiteAddress {
    /// Returns the address of a page of the site. That of an `index.html` is the address of its
    /// folder.
    pub(super) fn page(&self, page: &str) -> String {
        let mut path = page;
        if let Some(folder) = page.strip_suffix("index.html")
            && (folder.is_empty() || folder.ends_with('/'))
        {
            path = folder;
        }
        format!("{}{path}", self.0)
    }

    /// Returns the path of the site on its host: `/` or `/book/`.
    pub(in crate::book) fn path(&self) -> &str {
        let (_, host_and_path) = self.0.split_once("://").unwrap_or(("", &self.0));
        match host_and_path.find('/') {
            Some(at) => &host_and_path[at..],
            None => "/",
        }
    }
}

/// The error for a text that is not the address of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteAddressError;

impl fmt::Display for SiteAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write the address of the site, such as https://example.org/book/")
    }
}

impl std::error::Error for SiteAddressError {}

impl FromStr for SiteAddress {
    type Err = SiteAddressError;

    fn from_str(text: &str) -> Result<SiteAddress, SiteAddressError> {
        let https = text.strip_prefix("https://");
        let host = https.or_else(|| text.strip_prefix("http://"));
        let host = host.ok_or(SiteAddressError)?;
        if host.is_empty() || host.starts_with('/') || text.contains(is_refused_in_address) {
            return Err(SiteAddressError);
        }
        Ok(SiteAddress(format!("{}/", text.trim_end_matches('/'))))
    }
}

/// Returns whether no address may contain this character.
fn is_refused_in_address(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "\"'<>?#\\^`{|}".contains(c)
}

impl fmt::Display for SiteAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a path as a part of an address, with percent signs for all characters but letters,
/// digits and `-_./`.
pub(in crate::book) fn encode_address(path: &str) -> String {
    const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'/');
    utf8_percent_encode(path, ENCODED).to_string()
}

/// Returns a part of an address with its percent signs decoded.
pub(super) fn decode_address(address: &str) -> String {
    percent_decode_str(address).decode_utf8_lossy().into_owned()
}

/// Returns whether a link leaves the site: it has a scheme, or begins with the name of a host.
pub(super) fn is_external_link(link: &str) -> bool {
    let scheme_end = link.find([':', '/', '?', '#']);
    scheme_end.is_some_and(|at| link.as_bytes()[at] == b':') || link.starts_with("//")
}

/// Returns the file that a relative address on a page leads to; none if it leads out of the site.
pub(super) fn resolve_path(page: &Path, path: &str) -> Option<PathBuf> {
    if path.is_empty() {
        return Some(page.to_path_buf());
    }
    let mut target = join_normalized_path(page.parent()?, Path::new(path))?;
    if path.ends_with('/') || target.as_os_str().is_empty() {
        target.push("index.html");
    }
    Some(target)
}
