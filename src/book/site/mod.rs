//! The finished site: what is put around its pages, where it and its links lead. And what has to be right in it: ids,
//! links, references and signs; no style or script stands in a page.

mod assets;
mod context;
mod finisher;
mod language;
mod link_names;
mod page_edits;
mod postprocess;
mod search;
mod thinning;

pub(super) use assets::{fingerprint, has_packed_engine};
pub(super) use context::{SiteContext, hand_origins};
pub(super) use language::{ENGLISH, is_english, lang_attribute};
pub(super) use postprocess::finish_site;

use super::html::{Attribute, HtmlPiece, html_pieces, unescape_html};
use super::sign;
use crate::scenario::display_path;
use anyhow::{Context, Result};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;
use walkdir::WalkDir;

/// An `http` or `https` address of a folder. It ends in a slash.
///
/// ```
/// use mouche::book::site::Address;
///
/// let address: Address = "https://example.org/book".parse()?;
/// assert_eq!(address.to_string(), "https://example.org/book/");
/// # Ok::<(), mouche::book::site::AddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// The address of a page of the site; a folder's own for its `index.html`.
    fn page(&self, page: &str) -> String {
        let file = page
            .strip_suffix("index.html")
            .filter(|folder| folder.is_empty() || folder.ends_with('/'));
        format!("{}{}", self.0, file.unwrap_or(page))
    }

    /// What follows the name of the host: `/` or `/book/`.
    pub(super) fn path(&self) -> &str {
        let host = self.0.find("://").map_or(0, |at| at + 3);
        self.0[host..]
            .find('/')
            .map_or("/", |at| &self.0[host + at..])
    }
}

/// A text that is not the address of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressError;

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write where the site will stand, as https://example.org/book/")
    }
}

impl std::error::Error for AddressError {}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> std::result::Result<Address, AddressError> {
        let rest = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"));
        let wrong = |c: char| c.is_whitespace() || c.is_control() || "\"'<>?#\\^`{|}".contains(c);
        // After the scheme stands the name of a host.
        let is_right = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
            && !text.contains(wrong);
        if is_right {
            Ok(Address(format!("{}/", text.trim_end_matches('/'))))
        } else {
            Err(AddressError)
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(super) fn encode_address(text: &str) -> String {
    const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'/');
    utf8_percent_encode(text, ENCODED).to_string()
}

/// A piece of an address with its percent signs read.
fn decode_address(address: &str) -> String {
    percent_decode_str(address).decode_utf8_lossy().into_owned()
}

/// Whether a link leaves the site: it has a scheme, or begins with the name of a host.
fn is_external_link(link: &str) -> bool {
    let scheme = link
        .find([':', '/', '?', '#'])
        .is_some_and(|at| link.as_bytes()[at] == b':');
    scheme || link.starts_with("//")
}

/// The file that a path means, read from a page; none if it leaves the site.
fn resolve_path(page: &Path, path: &str) -> Option<PathBuf> {
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
    Some(if folder {
        target.join("index.html")
    } else {
        target
    })
}

/// Everything that is wrong with the pages of a site, a line each.
pub fn find_faults(site: &Path) -> Result<Vec<String>> {
    let files = list_files(site)?;
    let scanned = |file: &PathBuf| {
        let html = std::fs::read_to_string(site.join(file)).with_context(|| display_path(file))?;
        let mut scanned = scan_page(&html);
        scanned.wrong.extend(sign::find_sign_faults(&html, file));
        anyhow::Ok((file.clone(), scanned))
    };
    let pages: Vec<_> = files.iter().filter(|file| is_page(file)).collect();
    let pages = pages
        .into_par_iter()
        .map(scanned)
        .collect::<Result<BTreeMap<_, _>>>()?;
    let site = ScannedSite {
        files,
        shared: shared(&pages),
        pages,
    };
    Ok(site
        .pages
        .iter()
        .flat_map(|(page, scanned)| site.faults_of(page, scanned))
        .collect())
}

/// The files under a folder, by their paths from it.
pub fn list_files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.with_context(|| format!("{} cannot be read", display_path(folder)))?;
        if !entry.file_type().is_dir() {
            found.insert(entry.path().strip_prefix(folder)?.to_path_buf());
        }
    }
    Ok(found)
}

fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "html")
}

struct ScannedSite {
    files: BTreeSet<PathBuf>,
    pages: BTreeMap<PathBuf, ScannedPage>,
    shared: BTreeSet<String>,
}

/// Ids that some chapters share: where mdBook prints all as one page it renames them, and not what refers to them.
fn shared(pages: &BTreeMap<PathBuf, ScannedPage>) -> BTreeSet<String> {
    // Two pages hold what others hold: the first chapter again, and all of them. One that only leads to another has no id.
    let is_made_twice = |page: &Path| {
        ["index.html", "print.html"]
            .iter()
            .any(|twice| page == Path::new(twice))
    };
    let chapters = pages
        .iter()
        .filter(|(page, scanned)| !is_made_twice(page) && !scanned.ids.is_empty());
    let chapters: Vec<&ScannedPage> = chapters.map(|(_, scanned)| scanned).collect();
    let mut held = BTreeMap::<&str, usize>::new();
    chapters
        .iter()
        .flat_map(|scanned| &scanned.ids)
        .for_each(|id| *held.entry(id).or_default() += 1);
    let some = held
        .into_iter()
        .filter(|(_, times)| *times > 1 && *times < chapters.len());
    some.map(|(id, _)| id.to_string()).collect()
}

impl ScannedSite {
    fn faults_of(&self, page: &Path, scanned: &ScannedPage) -> Vec<String> {
        let ScannedPage {
            ids,
            again,
            links,
            references,
            wrong,
            ..
        } = scanned;
        let twice = again.iter().map(|id| format!("the id `{id}` stands twice"));
        let broken = links
            .iter()
            .filter(|link| !self.leads(page, link))
            .map(|link| format!("`{link}` leads nowhere"));
        let lost = references
            .iter()
            .filter(|id| !ids.contains(*id))
            .map(|id| format!("there is no `{id}` here"));
        let lost_in_print = |id| {
            format!("`{id}` is an id on other pages too, and gets lost where all are one page")
        };
        let shared = references
            .iter()
            .filter(|id| self.shared.contains(*id))
            .map(lost_in_print);
        let all = twice
            .chain(broken)
            .chain(lost)
            .chain(shared)
            .chain(wrong.iter().cloned());
        all.map(|fault| format!("{}: {fault}", display_path(page)))
            .collect()
    }

    fn leads(&self, page: &Path, link: &str) -> bool {
        if is_external_link(link) {
            return true;
        }
        let (path, anchor) = link
            .split_once('#')
            .map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        let path = decode_address(path.split('?').next().unwrap_or_default());
        // The page for addresses that are not there names its links from the root of the host.
        let root = self
            .pages
            .get(page)
            .and_then(|scanned| scanned.root.as_deref());
        let path = root
            .and_then(|root| path.strip_prefix(root))
            .unwrap_or(&path);
        let Some(target) = resolve_path(page, path) else {
            return false;
        };
        match (anchor, self.pages.get(&target)) {
            (None | Some(""), _) => self.files.contains(&target),
            // The address of a table, which the page itself reads.
            (Some(table), Some(_)) if table.contains('=') => true,
            (Some(anchor), Some(scanned)) => scanned.ids.contains(&decode_address(anchor)),
            (Some(_), None) => false,
        }
    }
}

#[derive(Debug, Default)]
struct ScannedPage {
    ids: BTreeSet<String>,
    again: Vec<String>,
    /// Where its links, pictures, scripts and sheets point.
    links: BTreeSet<String>,
    /// Ids that its elements name: labels, descriptions, what a button opens.
    references: BTreeSet<String>,
    /// The folder of the site as it stands on its host (`/book/`), in a page whose links begin with it.
    root: Option<String>,
    /// Styles and scripts that stand in the page itself, and what is told of a clause without the signs of its marks.
    wrong: Vec<String>,
}

fn scan_page(html: &str) -> ScannedPage {
    let mut page = ScannedPage::default();
    for piece in html_pieces(html) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        // Whether it is a style or a script, or has one in an attribute; and whether that script stands elsewhere or is data.
        let (mut works, mut is_elsewhere) = (tag.is("style"), false);
        for Attribute {
            name: attribute,
            value,
            ..
        } in tag.attributes()
        {
            works |= attribute.eq_ignore_ascii_case("style")
                || attribute
                    .get(..2)
                    .is_some_and(|start| start.eq_ignore_ascii_case("on"))
                || value.contains("script:")
                    && unescape_html(value).trim_start().starts_with("javascript:");
            is_elsewhere |=
                attribute == "src" || (attribute, value) == ("type", "application/json");
            let is_script = attribute.starts_with("data-") && value.ends_with(".js");
            match attribute {
                "id" => page.again.extend(page.ids.replace(unescape_html(value))),
                "href" if tag.is("use") => page
                    .references
                    .extend(value.strip_prefix('#').map(unescape_html)),
                "href" if tag.is("base") => {}
                "data-root" if value.starts_with('/') => {
                    page.root = Some(decode_address(&unescape_html(value)))
                }
                // A script that the page asks for later is named in its data.
                one if matches!(one, "href" | "src") || is_script => {
                    page.links.extend([unescape_html(value)])
                }
                "for" | "aria-labelledby" | "aria-describedby" | "aria-controls"
                | "popovertarget" => {
                    page.references
                        .extend(unescape_html(value).split_whitespace().map(str::to_string));
                }
                _ => {}
            }
        }
        if works || tag.is("script") && !is_elsewhere {
            page.wrong.push(format!(
                "a style or script stands in the page: <{}>",
                tag.text
            ));
        }
    }
    page
}
