//! The finished site: what is put around its pages, what is checked of them, and where it and its links lead.

mod assets;
mod check;
mod frame;
mod postprocess;
mod search;

pub(super) use assets::fingerprint;
pub use check::{faults, files};
pub(super) use frame::{Imprint, Part, parts};
pub(super) use postprocess::{Around, origins, postprocess};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

/// An `http` or `https` address of a folder. It ends in a slash.
///
/// ```
/// use mouche::book::site::Address;
///
/// let address: Address = "https://example.org/book".parse()?;
/// assert_eq!(address.to_string(), "https://example.org/book/");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// The address of a page of the site; a folder's own for its `index.html`.
    fn page(&self, page: &str) -> String {
        let file = page.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        format!("{}{}", self.0, file.unwrap_or(page))
    }

    /// What follows the name of the host: `/` or `/book/`.
    pub(super) fn path(&self) -> &str {
        let host = self.0.find("://").map_or(0, |at| at + 3);
        self.0[host..].find('/').map_or("/", |at| &self.0[host + at..])
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let wrong = |c: char| c.is_whitespace() || c.is_control() || "\"'<>?#\\^`{|}".contains(c);
        // After the scheme stands the name of a host.
        let is_right = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/')) && !text.contains(wrong);
        let address = is_right.then(|| Address(format!("{}/", text.trim_end_matches('/'))));
        address.ok_or_else(|| "write where the site will stand, as https://example.org/book/".into())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn encoded(text: &str) -> String {
    const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');
    utf8_percent_encode(text, ENCODED).to_string()
}

/// A piece of an address with its percent signs read.
fn decoded(address: &str) -> String {
    percent_decode_str(address).decode_utf8_lossy().into_owned()
}

/// Whether a link leaves the site: it has a scheme, or begins with the name of a host.
fn is_foreign(link: &str) -> bool {
    let scheme = link.find([':', '/', '?', '#']).is_some_and(|at| link.as_bytes()[at] == b':');
    scheme || link.starts_with("//")
}

/// The file that a path means, read from a page; none if it leaves the site.
fn resolved(page: &Path, path: &str) -> Option<PathBuf> {
    if path.is_empty() {
        return Some(page.to_path_buf());
    }
    let mut target = page.parent()?.to_path_buf();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::ParentDir => target.pop().then_some(())?,
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    let folder = path.ends_with('/') || target.as_os_str().is_empty();
    Some(if folder { target.join("index.html") } else { target })
}
