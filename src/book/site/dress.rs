//! What `mouche build` puts around the pages that mdBook wrote: contents, description, foot, search, one sheet.

use super::foot::Foot;
use super::head::{CARD, Head};
use super::mark::{fill, marked};
use super::styles::without_styles;
use super::{Address, assets, contents, files};
use crate::book::origin::Origin;
use crate::book::outline::{Leaf, Part};
use crate::book::reading::{Reading, beginning, read};
use crate::book::search::{self, Found};
use crate::page::Place;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// How long a description may be, in characters.
const DESCRIPTION: usize = 155;

/// Who publishes the book, as its settings say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::book) struct Imprint {
    /// The book's title.
    pub(in crate::book) title: String,
    /// Its authors.
    pub(in crate::book) authors: String,
    /// What it is about.
    pub(in crate::book) description: String,
    /// Where its source lies.
    pub(in crate::book) repository: Option<String>,
}

/// What is known of a site while its pages are dressed.
pub(in crate::book) struct Around<'a> {
    /// The folder of the book: prose in `src`, theme in `theme`.
    pub(in crate::book) book: &'a Path,
    /// Its chapters.
    pub(in crate::book) parts: Vec<Part>,
    /// The scenarios of its hands.
    pub(in crate::book) origins: Vec<Origin>,
    /// Who publishes it.
    pub(in crate::book) imprint: Imprint,
    /// Where it will stand.
    pub(in crate::book) address: Option<&'a Address>,
}

/// Dresses the pages of a site, and removes what they do not ask for.
///
/// # Errors
/// A file that cannot be read or written.
pub(in crate::book) fn dress(site: &Path, around: &Around) -> Result<()> {
    let mut pages = BTreeMap::new();
    for file in files(site)?.iter().filter(|file| file.extension().is_some_and(|end| end == "html")) {
        let html = std::fs::read_to_string(site.join(file)).with_context(|| file.display().to_string())?;
        pages.insert(file.to_string_lossy().replace('\\', "/"), html);
    }
    let texts: BTreeMap<String, Reading> =
        pages.iter().filter(|(page, _)| *page != "print.html").map(|(page, html)| (page.clone(), read(html))).collect();
    let dresser = Dresser {
        around,
        sheet: pages.get("index.html").map_or(Ok(None), |html| assets::one_sheet(site, html))?,
        index: assets::write_named(site, "search-index", "js", &around.index(&texts)?)?,
    };
    for (page, html) in &mut pages {
        *html = dresser.dressed(page, html, texts.get(page))?;
        std::fs::write(site.join(page), &html).with_context(|| format!("{page} cannot be written"))?;
    }
    assets::sweep(site, &around.book.join("src"), &pages)?;
    around.announce(site)
}

impl Around<'_> {
    /// The chapters in order, each with its part.
    fn leaves(&self) -> Vec<(&Part, &Leaf)> {
        fn gather<'a>(part: &'a Part, leaf: &'a Leaf, found: &mut Vec<(&'a Part, &'a Leaf)>) {
            found.push((part, leaf));
            leaf.below.iter().for_each(|leaf| gather(part, leaf, found));
        }
        let mut found = Vec::new();
        self.parts.iter().for_each(|part| part.chapters.iter().for_each(|leaf| gather(part, leaf, &mut found)));
        found
    }

    fn origin(&self, page: &str) -> Option<&Origin> {
        self.origins.iter().find(|origin| origin.page == page)
    }

    /// The index of the search.
    fn index(&self, texts: &BTreeMap<String, Reading>) -> Result<String> {
        let found = self.leaves().into_iter().filter_map(|(part, leaf)| {
            let reading = texts.get(&leaf.page)?;
            Some(Found {
                page: &leaf.page,
                name: &leaf.name,
                part: &part.title,
                reading,
                origin: self.origin(&leaf.page),
            })
        });
        search::script(&found.collect::<Vec<_>>())
    }

    /// The page of the chapter that a page shows: the first chapter is the front page too.
    fn chapter<'a>(&'a self, page: &'a str) -> &'a str {
        let first = self.leaves().first().map(|(_, leaf)| leaf.page.as_str());
        first.filter(|_| page == "index.html").unwrap_or(page)
    }

    /// Where a page is to be found, however many names it has; nowhere for those that only help.
    fn home<'a>(&self, page: &'a str) -> Option<&'a str> {
        let front = self.chapter("index.html");
        match page {
            "404.html" | "print.html" => None,
            page if page == front => Some("index.html"),
            page => Some(page),
        }
    }

    /// Writes the map of the site, what leads crawlers to it, and its card, where the site has an address. Crawlers read
    /// `robots.txt` at the root of a host alone: in a folder it does nothing.
    fn announce(&self, site: &Path) -> Result<()> {
        let Some(address) = self.address else { return Ok(()) };
        let pages = self.leaves().into_iter().filter_map(|(_, leaf)| self.home(&leaf.page));
        let urls: String = pages.map(|page| format!("<url><loc>{}</loc></url>\n", xml(&address.page(page)))).collect();
        let map = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>\n"
        );
        std::fs::write(site.join("sitemap.xml"), map).context("sitemap.xml cannot be written")?;
        let robots = format!("User-agent: *\nAllow: /\nSitemap: {}\n", address.page("sitemap.xml"));
        std::fs::write(site.join("robots.txt"), robots).context("robots.txt cannot be written")?;
        let card = self.book.join("theme").join(CARD);
        if card.exists() {
            std::fs::copy(card, site.join(CARD)).with_context(|| format!("{CARD} cannot be copied"))?;
        }
        Ok(())
    }
}

fn xml(address: &str) -> String {
    address.replace('&', "&amp;")
}

/// What every page gets.
struct Dresser<'a> {
    around: &'a Around<'a>,
    sheet: Option<String>,
    index: String,
}

impl Dresser<'_> {
    fn dressed(&self, page: &str, html: &str, reading: Option<&Reading>) -> Result<String> {
        let mut html = without_styles(html);
        let place = Place::of(Path::new(page));
        if let Some(sheet) = &self.sheet {
            html = fill(&html, "sheets", &format!("<link rel=\"stylesheet\" href=\"{}\">", place.to(sheet)));
        }
        html = reachable(&html);
        let Some(reading) = reading else { return Ok(fill(&html, "about", "")) };
        html = html.replacen("data-index=\"\"", &format!("data-index=\"{}\"", place.to(&self.index)), 1);
        html = fill(&html, "about", &self.head(page, reading)?);
        html = fill(
            &html,
            "contents",
            &contents::contents(&self.around.parts, place, self.around.chapter(page), &reading.headings())?,
        );
        if marked(&html, "chapters").is_some() {
            html = fill(&html, "chapters", &contents::all(&self.around.parts)?);
        }
        Ok(fill(&html, "foot", &self.foot(page, reading)?))
    }

    fn head(&self, page: &str, reading: &Reading) -> Result<String> {
        let words = self.around.origin(page).map_or(&reading.opening, |origin| &origin.narration);
        let words = if words.is_empty() { &self.around.imprint.description } else { words };
        let at = self.around.address.and_then(|address| Some((address, self.around.home(page)?)));
        Head::new(&self.around.imprint.title, title(reading), &beginning(words, DESCRIPTION), at).html()
    }

    fn foot(&self, page: &str, reading: &Reading) -> Result<String> {
        let Some(home) = self.around.home(page) else { return Ok(String::new()) };
        let foot = Foot {
            imprint: &self.around.imprint,
            version: env!("CARGO_PKG_VERSION"),
            title: title(reading),
            page: self.around.address.map_or(home.to_string(), |address| address.page(home)),
            scenario: self.around.origin(page).map(|origin| origin.path.as_str()),
        };
        foot.html()
    }
}

/// What may be wider than the window can be scrolled by keys: a table of the prose, and what is written out as it stands.
fn reachable(html: &str) -> String {
    let html = html.replace("<div class=\"table-wrapper\">", "<div class=\"table-wrapper\" tabindex=\"0\">");
    html.replace("<pre><code class=\"language-", "<pre tabindex=\"0\"><code class=\"language-")
}

fn title(reading: &Reading) -> &str {
    reading.sections.first().map_or("", |section| section.title.trim())
}
