//! The contents beside a page: all parts, the chapters of its own, and the pages below where it stands.

use crate::book::outline::{Leaf, Part};
use crate::page::Place;
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// A line of the contents.
struct Line {
    href: String,
    name: String,
    is_here: bool,
    /// The headings of the page, where the reader is on it.
    headings: Vec<(String, String)>,
    below: Vec<Line>,
}

struct Section {
    title: String,
    is_open: bool,
    lines: Vec<Line>,
}

#[derive(Template)]
#[template(path = "contents.html", whitespace = "suppress")]
struct Contents {
    sections: Vec<Section>,
}

/// The contents for a page at a place that shows a chapter. `headings` are its own, by anchor.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn contents(parts: &[Part], place: Place, page: &str, headings: &[(String, String)]) -> Result<String> {
    let from = From { place, page, headings };
    let sections = parts.iter().map(|part| Section {
        title: part.title.clone(),
        is_open: part.chapters.iter().any(|leaf| holds(leaf, page)),
        lines: part.chapters.iter().map(|leaf| from.line(leaf, holds(leaf, page))).collect(),
    });
    Ok(Contents { sections: sections.collect() }.render()?)
}

/// All pages, for the page that lists them.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn all(parts: &[Part]) -> Result<String> {
    let from = From { place: Place::of(Path::new("toc.html")), page: "", headings: &[] };
    let sections = parts.iter().map(|part| Section {
        title: part.title.clone(),
        is_open: true,
        lines: part.chapters.iter().map(|leaf| from.line(leaf, true)).collect(),
    });
    Ok(Contents { sections: sections.collect() }.render()?)
}

/// Where the contents are seen from.
struct From<'a> {
    place: Place,
    page: &'a str,
    headings: &'a [(String, String)],
}

impl From<'_> {
    fn line(&self, leaf: &Leaf, deep: bool) -> Line {
        let is_here = leaf.page == self.page;
        let below = leaf.below.iter().filter(|_| deep).map(|leaf| self.line(leaf, true));
        Line {
            href: self.place.to(&leaf.page),
            name: leaf.name.clone(),
            is_here,
            headings: if is_here { self.headings.to_vec() } else { Vec::new() },
            below: below.collect(),
        }
    }
}

fn holds(leaf: &Leaf, page: &str) -> bool {
    leaf.page == page || leaf.below.iter().any(|leaf| holds(leaf, page))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(page: &str, below: Vec<Leaf>) -> Leaf {
        Leaf { name: format!("<{page}>"), page: page.into(), below }
    }

    #[test]
    fn only_the_pages_below_where_one_stands_are_there() {
        let part = |title: &str, shelf: &str| Part {
            title: title.into(),
            chapters: vec![leaf(shelf, vec![leaf(&format!("{shelf}/a"), Vec::new())])],
        };
        let parts = [part("", "x"), part("P", "y")];
        let at = |page: &str| {
            let headings = [("h".to_string(), "A heading".to_string())];
            contents(&parts, Place::of(Path::new("y/a")), page, &headings).expect("contents")
        };
        let html = at("y/a");
        assert!(html.contains(r#"href="../y/a" aria-current="page""#) && !html.contains("x/a"), "{html}");
        assert!(html.contains("<details open><summary>P</summary>") && !html.contains("<y"), "{html}");
        assert!(at("y").contains(r##"href="#h">A heading"##), "{}", at("y"));
        assert!(all(&parts).expect("contents").contains("x/a"));
    }
}
