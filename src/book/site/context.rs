//! What is known of a site while its pages are worked on: its parts and chapters, its hands, its address.

use super::Address;
use super::language::{ForeignTitle, is_english};
use super::search::{self, PageText, SearchPage};
use crate::book::book_config::{Imprint, SOCIAL_CARD};
use crate::book::outline::{OutlineChapter, OutlinePart};
use crate::book::{DeferredHands, Library};
use crate::page::{HandView, markdown};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The page that is the whole book, for print.
pub(super) const WHOLE_BOOK: &str = "print.html";

/// What is known of a site while its pages are worked on.
pub(in crate::book) struct SiteContext<'a> {
    /// The folder of the book: prose in `src`, theme in `theme`.
    pub(in crate::book) book: &'a Path,
    pub(in crate::book) parts: Vec<OutlinePart>,
    pub(in crate::book) origins: BTreeMap<String, HandOrigin>,
    pub(in crate::book) imprint: Imprint,
    pub(in crate::book) address: Option<&'a Address>,
    /// Its hands, as far as mdBook did not see them.
    pub(in crate::book) aside: DeferredHands,
    /// Pages that the program could make and this book has not.
    pub(in crate::book) left_out: BTreeSet<PathBuf>,
    pub(in crate::book) has_engine: bool,
}

/// The scenario that a page is made from.
pub(in crate::book) struct HandOrigin {
    title: String,
    /// The language of its title and its prose, if its file says one.
    language: Option<&'static str>,
    /// The file, as it stands from the root of the book.
    pub(super) path: String,
    pub(super) narration: String,
}

/// Returns the scenarios of a library, by their pages from the root of the site.
pub(in crate::book) fn hand_origins(library: &Library) -> BTreeMap<String, HandOrigin> {
    let mut origins = BTreeMap::new();
    for told in library.hand_views() {
        if told.is_first_edition() {
            origins.insert(told.page_path("html"), origin_of(&told));
        }
    }
    origins
}

fn origin_of(told: &HandView) -> HandOrigin {
    let mut words = Vec::new();
    for step in told.story.frames() {
        for prose in [&step.narration, &step.closing] {
            if !prose.is_empty() {
                words.push(markdown::plain_text(prose));
            }
        }
    }
    HandOrigin {
        title: told.title(),
        language: told.language(),
        path: told.file.path.clone(),
        narration: words.join(" "),
    }
}

impl SiteContext<'_> {
    fn leaves(&self) -> impl Iterator<Item = (&OutlinePart, &OutlineChapter)> {
        self.parts.iter().flat_map(|part| {
            part.chapters
                .iter()
                .flat_map(OutlineChapter::with_descendants)
                .map(move |leaf| (part, leaf))
        })
    }

    /// Returns the index of the search, as a script.
    pub(super) fn search_index(&self, readings: &BTreeMap<&str, PageText>) -> String {
        let mut found = Vec::new();
        for (part, leaf) in self.leaves() {
            let Some(reading) = readings.get(leaf.page.as_str()) else {
                continue;
            };
            let origin = self.origins.get(&leaf.page);
            found.push(SearchPage {
                page: &leaf.page,
                name: &leaf.name,
                part: &part.title,
                language: self.title_language(&leaf.page).unwrap_or_default(),
                reading,
                narration: origin.map(|origin| origin.narration.as_str()),
            });
        }
        // Of two places found alike the clause comes first.
        found.sort_by_key(|found| !found.page.starts_with("rules/"));
        search::index_script(&found)
    }

    /// Returns the language of the title of a page, if it is not English.
    pub(super) fn title_language(&self, page: &str) -> Option<&str> {
        if let Some(origin) = self.origins.get(page) {
            return origin.language;
        }
        let language = self.imprint.language.as_str();
        if is_english(language) || !self.is_written(page) {
            return None;
        }
        Some(language)
    }

    /// Whether a page is written in the folder of prose, and not made by the program.
    pub(super) fn is_written(&self, page: &str) -> bool {
        let page = self.chapter_page(page);
        match self.leaves().find(|(_, leaf)| leaf.page == page) {
            Some((_, leaf)) => leaf.is_written,
            // A page that no chapter shows: the list of all, or what is shown where there is none.
            None => page == "404.html" && self.book.join("src/404.md").exists(),
        }
    }

    /// Returns the titles that are not in English, with their pages.
    pub(super) fn foreign_titles(&self) -> Vec<ForeignTitle> {
        let mut titles = Vec::new();
        for (at, (part, leaf)) in self.leaves().enumerate() {
            let Some(language) = self.title_language(&leaf.page) else {
                continue;
            };
            let mut pages = vec![leaf.page.as_str()];
            if at == 0 {
                pages.push("index.html");
            }
            let own_title = match self.origins.get(&leaf.page) {
                Some(origin) => &origin.title,
                None => &leaf.name,
            };
            let mut words = vec![own_title];
            if part.chapters.first() == Some(leaf) && leaf.is_written {
                words.push(&part.title);
            }
            for title in words {
                for page in &pages {
                    titles.push(ForeignTitle {
                        page: PathBuf::from(page),
                        title: title.clone(),
                        language: language.to_owned(),
                    });
                }
            }
        }
        titles
    }

    /// Returns the page of the chapter that a page shows: the first chapter is the front page too.
    pub(super) fn chapter_page<'a>(&'a self, page: &'a str) -> &'a str {
        match self.leaves().next() {
            Some((_, first)) if page == "index.html" => &first.page,
            _ => page,
        }
    }

    /// Returns where a page is to be found, however many names it has; nowhere for those that only help.
    pub(super) fn canonical_page<'a>(&self, page: &'a str) -> Option<&'a str> {
        if page == "404.html" || page == WHOLE_BOOK {
            None
        } else if page == self.chapter_page("index.html") {
            Some("index.html")
        } else {
            Some(page)
        }
    }

    /// Writes the map of a site with an address, `robots.txt`, which is read at the root of a host alone, and its card.
    pub(super) fn write_site_map(&self, site: &Path) -> Result<()> {
        let Some(address) = self.address else {
            return Ok(());
        };
        let mut urls = String::new();
        for (_, leaf) in self.leaves() {
            if let Some(page) = self.canonical_page(&leaf.page) {
                let url = address.page(page).replace('&', "&amp;");
                urls += &format!("<url><loc>{url}</loc></url>\n");
            }
        }
        let head = r#"<?xml version="1.0" encoding="UTF-8"?>"#;
        let map = format!(
            "{head}\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>\n"
        );
        let robots = format!(
            "User-agent: *\nAllow: /\nSitemap: {}\n",
            address.page("sitemap.xml")
        );
        for (name, text) in [("sitemap.xml", map), ("robots.txt", robots)] {
            std::fs::write(site.join(name), text)
                .with_context(|| format!("{name} cannot be written"))?;
        }
        let card = self.book.join("theme").join(SOCIAL_CARD);
        if card.exists() {
            std::fs::copy(card, site.join(SOCIAL_CARD))
                .with_context(|| format!("{SOCIAL_CARD} cannot be copied"))?;
        }
        Ok(())
    }
}
