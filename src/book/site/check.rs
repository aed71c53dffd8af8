//! What has to be right in the pages of a finished site: every id stands once a page, every link and every reference leads
//! somewhere, no style or script stands in a page, and no clause is told without the signs of its marks.

use super::{decoded, is_foreign, resolved};
use crate::book::html::{Piece, Tag, pieces, unescaped};
use crate::book::sign;
use crate::scenario::shown;
use anyhow::{Context, Result};
use memchr::memmem;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Everything that is wrong with the pages of a site, a line each.
pub fn faults(site: &Path) -> Result<Vec<String>> {
    let files = files(site)?;
    let scanned = |file: &PathBuf| {
        let html = std::fs::read_to_string(site.join(file)).with_context(|| shown(file))?;
        let mut scanned = scan(&html);
        scanned.wrong.extend(sign::faults(&html, file));
        anyhow::Ok((file.clone(), scanned))
    };
    let pages: Vec<_> = files.iter().filter(|file| is_page(file)).collect();
    let pages = pages.into_par_iter().map(scanned).collect::<Result<BTreeMap<_, _>>>()?;
    let site = Site { files, shared: shared(&pages), pages };
    Ok(site.pages.iter().flat_map(|(page, scanned)| site.faults_of(page, scanned)).collect())
}

/// The files under a folder, by their paths from it.
pub fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.with_context(|| format!("{} cannot be read", shown(folder)))?;
        if !entry.file_type().is_dir() {
            found.insert(entry.path().strip_prefix(folder)?.to_path_buf());
        }
    }
    Ok(found)
}

pub(super) fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "html")
}

struct Site {
    files: BTreeSet<PathBuf>,
    pages: BTreeMap<PathBuf, Scanned>,
    shared: BTreeSet<String>,
}

/// The ids that more than one chapter has, and not all: mdBook renames them where it prints all chapters as one page, and
/// leaves what refers to them.
fn shared(pages: &BTreeMap<PathBuf, Scanned>) -> BTreeSet<String> {
    // Two pages hold what others hold: the first chapter again, and all of them. One that only leads to another has no id.
    let is_made_twice = |page: &Path| ["index.html", "print.html"].iter().any(|twice| page == Path::new(twice));
    let chapters = pages.iter().filter(|(page, scanned)| !is_made_twice(page) && !scanned.ids.is_empty());
    let chapters: Vec<&Scanned> = chapters.map(|(_, scanned)| scanned).collect();
    let mut held = BTreeMap::<&str, usize>::new();
    chapters.iter().flat_map(|scanned| &scanned.ids).for_each(|id| *held.entry(id).or_default() += 1);
    let some = held.into_iter().filter(|(_, times)| *times > 1 && *times < chapters.len());
    some.map(|(id, _)| id.to_string()).collect()
}

impl Site {
    fn faults_of(&self, page: &Path, scanned: &Scanned) -> Vec<String> {
        let Scanned { ids, again, links, references, wrong } = scanned;
        let twice = again.iter().map(|id| format!("the id `{id}` stands twice"));
        let broken = links.iter().filter(|link| !self.leads(page, link)).map(|link| format!("`{link}` leads nowhere"));
        let lost = references.iter().filter(|id| !ids.contains(*id)).map(|id| format!("there is no `{id}` here"));
        let lost_in_print = |id| format!("`{id}` is an id on other pages too, and gets lost where all are one page");
        let shared = references.iter().filter(|id| self.shared.contains(*id)).map(lost_in_print);
        let all = twice.chain(broken).chain(lost).chain(shared).chain(wrong.iter().cloned());
        all.map(|fault| format!("{}: {fault}", shown(page))).collect()
    }

    fn leads(&self, page: &Path, link: &str) -> bool {
        if is_foreign(link) {
            return true;
        }
        let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        let path = decoded(path.split('?').next().unwrap_or_default());
        let Some(target) = resolved(page, &path) else { return false };
        match (anchor, self.pages.get(&target)) {
            (None | Some(""), _) => self.files.contains(&target),
            // The address of a table, which the page itself reads.
            (Some(table), Some(_)) if table.contains('=') => true,
            (Some(anchor), Some(scanned)) => scanned.ids.contains(&decoded(anchor)),
            (Some(_), None) => false,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Scanned {
    ids: BTreeSet<String>,
    again: Vec<String>,
    /// Where its links, pictures, scripts and sheets point.
    pub(super) links: BTreeSet<String>,
    /// Ids that its elements name: labels, descriptions, what a button opens.
    references: BTreeSet<String>,
    /// Styles and scripts that stand in the page itself, and what is told of a clause without the signs of its marks.
    wrong: Vec<String>,
}

/// Attributes that hold ids, one or several.
const REFERENCES: &[&str] = &["for", "aria-labelledby", "aria-describedby", "aria-controls", "popovertarget"];

pub(super) fn scan(html: &str) -> Scanned {
    let mut scanned = Scanned::default();
    let tags = pieces(html).filter_map(|piece| if let Piece::Open(tag) = piece { Some(tag) } else { None });
    tags.for_each(|tag| scanned.note(tag));
    scanned
}

impl Scanned {
    fn note(&mut self, tag: Tag) {
        // Whether it is a style or a script, or has one in an attribute; and whether that script stands elsewhere or is data.
        let (mut works, mut is_elsewhere) = (tag.is("style"), false);
        for (attribute, value) in tag.attributes() {
            works |= runs(attribute, value);
            is_elsewhere |= attribute == "src" || (attribute, value) == ("type", "application/json");
            let is_script = attribute.starts_with("data-") && value.ends_with(".js");
            match attribute {
                "id" => self.again.extend(self.ids.replace(unescaped(value))),
                "href" if tag.is("use") => self.references.extend(value.strip_prefix('#').map(unescaped)),
                "href" if tag.is("base") => {}
                // A script that the page asks for later is named in its data.
                one if matches!(one, "href" | "src") || is_script => self.links.extend([unescaped(value)]),
                one if REFERENCES.contains(&one) => {
                    self.references.extend(unescaped(value).split_whitespace().map(str::to_string));
                }
                _ => {}
            }
        }
        if works || tag.is("script") && !is_elsewhere {
            self.wrong.push(format!("a style or script stands in the page: <{}>", tag.text));
        }
    }
}

/// Whether an attribute is a script or a style.
fn runs(attribute: &str, value: &str) -> bool {
    attribute.eq_ignore_ascii_case("style")
        || attribute.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"))
        || memmem::find(value.as_bytes(), b"script:").is_some()
            && unescaped(value).trim_start().starts_with("javascript:")
}
