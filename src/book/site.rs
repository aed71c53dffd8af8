//! The finished site: what is put around its pages, and what is checked of them.
//!
//! Every id stands once a page, every link and every reference leads somewhere, and no style or script stands in a page.

mod address;
mod assets;
mod contents;
mod dress;
mod foot;
mod head;
pub(super) mod html;
mod mark;
mod scan;
mod styles;

pub use address::Address;
pub(super) use assets::fingerprint;
pub(super) use dress::{Around, Imprint, dress};

use super::sign;
use anyhow::{Context, Result};
use scan::{Scanned, scan};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Everything that is wrong with the pages of a site, a line each.
///
/// # Errors
/// A file that cannot be read.
pub fn faults(site: &Path) -> Result<Vec<String>> {
    let files = files(site)?;
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "html")) {
        let html = std::fs::read_to_string(site.join(file)).with_context(|| file.display().to_string())?;
        let mut scanned = scan(&html);
        scanned.unsigned = sign::faults(&html, file);
        pages.insert(file.clone(), scanned);
    }
    let site = Site { files, shared: shared(&pages), pages };
    Ok(site.pages.iter().flat_map(|(page, scanned)| site.faults_of(page, scanned)).collect())
}

/// The files under a folder, by their paths from it.
///
/// # Errors
/// A folder that cannot be read.
pub fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(under) = folders.pop() {
        let entries =
            std::fs::read_dir(folder.join(&under)).with_context(|| format!("{} cannot be read", under.display()))?;
        for entry in entries {
            let entry = entry?;
            let path = under.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    Ok(found)
}

struct Site {
    files: BTreeSet<PathBuf>,
    pages: BTreeMap<PathBuf, Scanned>,
    /// Ids that some chapters share.
    shared: BTreeSet<String>,
}

/// The ids that more than one chapter has, and not all: mdBook renames them where it prints all chapters as one page, and
/// leaves what refers to them.
fn shared(pages: &BTreeMap<PathBuf, Scanned>) -> BTreeSet<String> {
    // A page that only leads to another has no id.
    let is_chapter = |(page, scanned): &(&PathBuf, &Scanned)| !is_made_twice(page) && !scanned.ids.is_empty();
    let chapters: Vec<&Scanned> = pages.iter().filter(is_chapter).map(|(_, scanned)| scanned).collect();
    let mut held = BTreeMap::<&str, usize>::new();
    chapters.iter().flat_map(|scanned| &scanned.ids).for_each(|id| *held.entry(id).or_default() += 1);
    let some = held.into_iter().filter(|(_, times)| *times > 1 && *times < chapters.len());
    some.map(|(id, _)| id.to_string()).collect()
}

impl Site {
    fn faults_of(&self, page: &Path, scanned: &Scanned) -> Vec<String> {
        let twice = scanned.again.iter().map(|id| format!("the id `{id}` stands twice"));
        let broken = scanned.links.iter().filter(|link| !self.leads(page, link));
        let broken = broken.map(|link| format!("`{link}` leads nowhere"));
        let named = scanned.references.iter();
        let lost = named.clone().filter(|id| !scanned.ids.contains(*id)).map(|id| format!("there is no `{id}` here"));
        let shared = named.filter(|id| self.shared.contains(*id));
        let shared =
            shared.map(|id| format!("`{id}` is an id on other pages too, and gets lost where all are one page"));
        let inline = scanned.inline.iter().map(|tag| format!("a style or script stands in the page: {tag}"));
        let unsigned = scanned.unsigned.iter().cloned();
        let all = twice.chain(broken).chain(lost).chain(shared).chain(inline).chain(unsigned);
        all.map(|fault| format!("{}: {fault}", page.display())).collect()
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
            (Some(anchor), Some(scanned)) => scanned.ids.contains(&decoded(anchor)),
            (Some(_), None) => false,
        }
    }
}

/// Whether a page holds what other pages hold: the first chapter again, or all of them.
fn is_made_twice(page: &Path) -> bool {
    page == Path::new("index.html") || page == Path::new("print.html")
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

/// A piece of an address with its percent signs read.
fn decoded(address: &str) -> String {
    let bytes = address.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.filter(|_| bytes[at] == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(pages: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, html) in pages {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, html).expect("written");
        }
        faults(folder.path()).expect("read")
    }

    #[test]
    fn right_links_say_nothing() {
        let a = r##"<p id="é x"></p><a href="#%C3%A9%20x">a</a><a href="b/c.html#play.trump">b</a><a href="https://x.org">c</a>"##;
        let b = r#"<h2 id="play.trump"></h2><a href="../a.html">up</a><script type="application/json">"<a href='no.html'>"</script><!-- <a href="no"> -->"#;
        assert_eq!(said(&[("a.html", a), ("b/c.html", b)]), Vec::<String>::new());
    }

    #[test]
    fn wrong_ones_are_named() {
        let a = r##"<p id=x><p id='x'><a href="#y"></a><img src="no.png"><a href="../../etc/passwd">"##;
        let said = said(&[("a.html", a)]);
        assert_eq!(said.len(), 4, "{said:#?}");
        assert_eq!(said[0], "a.html: the id `x` stands twice");
    }

    #[test]
    fn what_refers_to_an_id_finds_it_and_finds_no_other() {
        let one = r#"<b id="frame"></b><i id="x"></i><b aria-controls="frame"></b><b aria-labelledby="x lost"></b>"#;
        let said =
            said(&[("a.html", one), ("b.html", r#"<b id="frame"></b><i id="x"></i>"#), ("c.html", "<b id=frame>")]);
        assert_eq!(said.len(), 2, "{said:#?}");
        assert!(said[0].contains("no `lost`") && said[1].contains("`x` is an id on other pages"), "{said:#?}");
    }

    #[test]
    fn the_page_that_holds_all_chapters_is_looked_through_like_each_of_them() {
        let [untold, told] =
            ["", " <p class=\"legend\"><b>°</b> in whole or in part our reading, since the source leaves it open.</p>"];
        let page = |sign: &str, legend: &str| {
            said(&[("print.html", &format!(r#"<main><p data-clause="mouche-1718/end">x{sign}</p>{legend}</main>"#))])
        };
        let sign = r#"<span class="sign">°</span>"#;
        assert_eq!(page(sign, told), [""; 0]);
        assert_eq!(page("", told), ["print.html: mouche-1718/end is told without its sign °"]);
        assert_eq!(page(sign, untold), ["print.html: the sign ° stands here and is not explained"]);
    }

    #[test]
    fn a_style_in_a_page_is_a_fault() {
        assert!(said(&[("a.html", "<p style='margin:0'>")])[0].contains("a style or script stands in the page"));
    }
}
