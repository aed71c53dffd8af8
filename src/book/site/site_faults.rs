//! Checks a finished site: ids, links, references and signs. No page may contain a style sheet or a
//! script.

use super::certainty_sign_faults::find_certainty_sign_faults;
use super::site_address::{decode_address, is_external_link, resolve_path};
use super::{is_page, list_files};
use crate::book::html_tokenizer::{Attribute, HtmlPiece, HtmlTag, html_pieces, unescape_html};
use crate::scenario::printable_path;
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Returns a message for each fault in the pages of a site.
///
/// # Errors
/// A file of the site cannot be read.
pub fn find_faults(folder: &Path) -> Result<Vec<String>> {
    let site = ScannedSite::read(folder)?;
    let faults_by_page: Vec<Vec<String>> = site
        .pages
        .par_iter()
        .map(|(page, scanned)| {
            let mut faults = site.find_faults_of_page(page, scanned);
            for fault in &mut faults {
                *fault = format!("{}: {fault}", printable_path(page));
            }
            faults
        })
        .collect();
    Ok(faults_by_page.concat())
}

/// The contents of a site that links and references may lead to.
struct ScannedSite {
    files: BTreeSet<PathBuf>,
    pages: BTreeMap<PathBuf, ScannedPage>,
    /// The ids that some chapters have and others do not. On the page that holds the whole book,
    /// mdBook renames such ids, but not the references to them.
    shared_ids: BTreeSet<String>,
}

impl ScannedSite {
    /// Reads all pages of a site.
    fn read(folder: &Path) -> Result<ScannedSite> {
        let files = list_files(folder)?;
        let mut page_files: Vec<&PathBuf> = files.iter().collect();
        page_files.retain(|file| is_page(file));
        let pages = page_files
            .into_par_iter()
            .map(|page| Ok((page.clone(), read_page(folder, page)?)))
            .collect::<Result<BTreeMap<_, _>>>()?;
        Ok(ScannedSite {
            files,
            shared_ids: find_partly_shared_ids(&pages),
            pages,
        })
    }

    /// Returns a message for each fault of a page.
    fn find_faults_of_page(&self, page: &Path, scanned: &ScannedPage) -> Vec<String> {
        let mut faults = Vec::new();
        for id in &scanned.repeated_ids {
            faults.push(format!("the id `{id}` stands twice"));
        }
        for link in &scanned.links {
            if !self.has_target(page, link) {
                faults.push(format!("`{link}` leads nowhere"));
            }
        }
        for id in &scanned.references {
            if !scanned.ids.contains(id) {
                faults.push(format!("there is no `{id}` here"));
            }
        }
        for id in &scanned.references {
            if self.shared_ids.contains(id) {
                faults.push(format!(
                    "`{id}` is an id on other pages too, and gets lost where all are one page"
                ));
            }
        }
        faults.extend(scanned.other_faults.iter().cloned());
        faults
    }

    /// Returns whether a link on a page leads to something: a file of the site, an id on a page of
    /// it, or another site.
    fn has_target(&self, page: &Path, link: &str) -> bool {
        if is_external_link(link) {
            return true;
        }
        let (address, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = decode_address(address.split('?').next().unwrap_or_default());
        // The page for addresses that do not exist has links from the root of the host.
        let root = self.pages.get(page).and_then(|page| page.root.as_deref());
        let path = root
            .and_then(|root| path.strip_prefix(root))
            .unwrap_or(&path);
        let Some(target) = resolve_path(page, path) else {
            return false;
        };
        if anchor.is_empty() {
            return self.files.contains(&target);
        }
        let Some(target) = self.pages.get(&target) else {
            return false;
        };
        // An anchor with `=` describes a table, which a script of the page sets up.
        anchor.contains('=') || target.ids.contains(&decode_address(anchor))
    }
}

/// Returns the ids that several chapters have, but not all.
fn find_partly_shared_ids(pages: &BTreeMap<PathBuf, ScannedPage>) -> BTreeSet<String> {
    let mut chapters = 0;
    let mut counts = BTreeMap::<&str, usize>::new();
    for (page, scanned) in pages {
        // The front page repeats the first chapter. A page without ids only leads to another page.
        if page == Path::new("index.html") || scanned.ids.is_empty() {
            continue;
        }
        chapters += 1;
        for id in &scanned.ids {
            *counts.entry(id).or_default() += 1;
        }
    }
    let mut shared = BTreeSet::new();
    for (id, count) in counts {
        if count > 1 && count < chapters {
            shared.insert(id.to_string());
        }
    }
    shared
}

/// The contents of a page that the checks need.
#[derive(Debug, Default)]
pub(super) struct ScannedPage {
    ids: BTreeSet<String>,
    /// The ids that stand more than once on the page.
    repeated_ids: Vec<String>,
    /// The addresses of links, pictures, scripts and style sheets.
    pub(super) links: BTreeSet<String>,
    /// The ids of this page that its elements name: labels, descriptions, targets of buttons.
    references: BTreeSet<String>,
    /// The folder of the site on its host, such as `/book/`, if the links of the page begin with
    /// it.
    root: Option<String>,
    /// The messages about styles and scripts inside the page, and about missing signs.
    other_faults: Vec<String>,
}

/// Reads a page of the site in this folder.
fn read_page(folder: &Path, page: &Path) -> Result<ScannedPage> {
    let html = std::fs::read_to_string(folder.join(page)).with_context(|| printable_path(page))?;
    let mut scanned = scan_page(&html);
    scanned
        .other_faults
        .extend(find_certainty_sign_faults(&html, page));
    scanned.forget_sound_own_links();
    Ok(scanned)
}

/// Reads the ids, links and references of a page.
pub(super) fn scan_page(html: &str) -> ScannedPage {
    let mut scanned = ScannedPage::default();
    for piece in html_pieces(html) {
        if let HtmlPiece::Open(tag) = piece {
            scanned.check_and_read_tag(&tag);
        }
    }
    scanned
}

impl ScannedPage {
    /// Forgets the links to places of the page itself that are there: a hand has one for each step, and a site may have
    /// thousands of hands.
    fn forget_sound_own_links(&mut self) {
        let ids = &self.ids;
        self.links.retain(|link| match link.strip_prefix('#') {
            Some(anchor) => !anchor.contains('=') && !ids.contains(&decode_address(anchor)),
            None => true,
        });
    }

    /// Reads a tag that opens an element.
    fn check_and_read_tag(&mut self, tag: &HtmlTag) {
        let mut has_inline_code = tag.is_named("style");
        let mut is_file_or_data = false;
        for attribute in tag.attributes() {
            has_inline_code |= has_style_or_script(&attribute);
            is_file_or_data |= attribute.name == "src"
                || attribute.name == "type"
                    && ["application/json", "application/ld+json"].contains(&attribute.value);
            self.read_attribute(tag, &attribute);
        }
        if has_inline_code || tag.is_named("script") && !is_file_or_data {
            self.other_faults.push(format!(
                "a style or script stands in the page: <{}>",
                tag.text
            ));
        }
    }

    fn read_attribute(&mut self, tag: &HtmlTag, attribute: &Attribute) {
        let Attribute { name, value, .. } = *attribute;
        match name {
            "id" => {
                let id = unescape_html(value);
                self.repeated_ids.extend(self.ids.replace(id));
            }
            "href" if tag.is_named("use") => {
                let id = value.strip_prefix('#');
                self.references.extend(id.map(unescape_html));
            }
            "href" if tag.is_named("base") => {}
            "href" | "src" => {
                self.links.insert(unescape_html(value));
            }
            "data-root" if value.starts_with('/') => {
                self.root = Some(decode_address(&unescape_html(value)));
            }
            "for" | "aria-labelledby" | "aria-describedby" | "aria-controls" | "popovertarget" => {
                let ids = unescape_html(value);
                self.references
                    .extend(ids.split_whitespace().map(str::to_string));
            }
            // A script that another script loads later.
            _ if name.starts_with("data-") && value.ends_with(".js") => {
                self.links.insert(unescape_html(value));
            }
            _ => {}
        }
    }
}

/// Returns whether an attribute contains a style or a script.
fn has_style_or_script(attribute: &Attribute) -> bool {
    let Attribute { name, value, .. } = *attribute;
    let is_handler = name
        .get(..2)
        .is_some_and(|start| start.eq_ignore_ascii_case("on"));
    // Nearly no value has this text, so few values are decoded.
    let is_script_address =
        value.contains("script:") && unescape_html(value).trim_start().starts_with("javascript:");
    name.eq_ignore_ascii_case("style") || is_handler || is_script_address
}
