//! Everything that is known about a site while its pages are finished: its parts and chapters, its
//! hands, its address.

use super::SiteAddress;
use super::language_marks::{ForeignLanguagePageTitles, is_english_or_unset};
use super::page_text::PageText;
use super::search_index::{SearchablePage, index_script};
use crate::book::book_contents::{
    BookImprint, OWN_PICTURE_SIZE, SOCIAL_CARD, SOCIAL_CARD_SIZE, picture_path,
};
use crate::book::book_outline::{BookOutlineChapter, BookOutlinePart, ChaptersByPage};
use crate::book::{ExtractedHands, KeptPages, ScenarioLibrary};
use crate::cards::CardLanguage;
use crate::editions;
use crate::page::{HandUnderEdition, safe_markdown};
use crate::rules::FamilyGame;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The page on which a reader writes a hand.
const PLAYGROUND: &str = "playground.html";

/// Everything that is known about a site while its pages are finished.
pub(in crate::book) struct SiteContext<'a> {
    /// The folder of the book: prose in `src`, theme in `theme`.
    pub(in crate::book) book: &'a Path,
    pub(in crate::book) parts: Vec<BookOutlinePart>,
    /// The chapters of the parts.
    pub(in crate::book) chapters_by_page: ChaptersByPage,
    pub(in crate::book) origins: BTreeMap<String, PageScenario>,
    pub(in crate::book) imprint: BookImprint,
    pub(in crate::book) address: Option<&'a SiteAddress>,
    /// The hands that were taken out of the chapters before mdBook parsed them.
    pub(in crate::book) hand_placeholders: ExtractedHands,
    /// The last build of the book.
    pub(in crate::book) kept: Option<Arc<KeptPages>>,
    /// The pages that the program could make, but that this book does not have.
    pub(in crate::book) left_out: BTreeSet<PathBuf>,
    pub(in crate::book) has_engine: bool,
}

/// The scenario that a page is made from.
#[derive(Debug)]
pub(in crate::book) struct PageScenario {
    title: String,
    /// The language in which its cards are written.
    letters: CardLanguage,
    /// The language of its title and its prose, if its file says one.
    language: Option<&'static str>,
    /// The path of its file, from the root of the book.
    pub(super) path: String,
    pub(super) narration: String,
}

/// Returns the scenarios of a library, by their pages from the root of the site.
pub(in crate::book) fn scenarios_by_page(
    library: &ScenarioLibrary,
) -> BTreeMap<String, PageScenario> {
    let mut origins = BTreeMap::new();
    for hand in library.hand_views() {
        if hand.is_first_edition() {
            origins.insert(hand.page_path("html"), scenario_of_hand(&hand));
        }
    }
    origins
}

/// Returns what pages say of the scenario of a hand: its title, languages, path, and its narration
/// in one text.
fn scenario_of_hand(hand: &HandUnderEdition) -> PageScenario {
    let outline = hand.story.outline();
    let mut words = Vec::new();
    for narration in &outline.narrations {
        words.push(safe_markdown::plain_text(narration));
    }
    if !outline.closing.is_empty() {
        words.push(safe_markdown::plain_text(&outline.closing));
    }
    PageScenario {
        title: hand.title(),
        letters: hand.story.letters,
        language: hand.language(),
        path: hand.file.path.clone(),
        narration: words.join(" "),
    }
}

impl SiteContext<'_> {
    /// Returns all chapters, each with its part.
    fn chapters(&self) -> impl Iterator<Item = (&BookOutlinePart, &BookOutlineChapter)> {
        self.parts.iter().flat_map(|part| {
            part.chapters
                .iter()
                .flat_map(BookOutlineChapter::with_descendants)
                .map(move |chapter| (part, chapter))
        })
    }

    /// Returns the languages in which its cards are shown, each once: those of its hands. A reader of the Playground may write in
    /// any language.
    pub(super) fn card_languages(&self) -> Vec<CardLanguage> {
        if self
            .chapters()
            .any(|(_, chapter)| chapter.page == PLAYGROUND)
        {
            return CardLanguage::ALL.to_vec();
        }
        let mut languages = Vec::new();
        for letters in CardLanguage::ALL {
            if self
                .origins
                .values()
                .any(|origin| origin.letters == letters)
            {
                languages.push(letters);
            }
        }
        languages
    }

    /// Returns the index of the search, as a script.
    pub(super) fn search_index(&self, texts: &BTreeMap<&str, PageText>) -> String {
        let mut pages = Vec::new();
        for (part, chapter) in self.chapters() {
            let Some(text) = texts.get(chapter.page.as_str()) else {
                continue;
            };
            let origin = self.origins.get(&chapter.page);
            pages.push(SearchablePage {
                page: &chapter.page,
                name: &chapter.name,
                part: &part.title,
                language: self.title_language(&chapter.page).unwrap_or_default(),
                text,
                narration: origin.map(|origin| origin.narration.as_str()),
            });
        }
        // If the search finds two pages equally good, the one with rules comes first.
        pages.sort_by_key(|page| !page.page.starts_with("rules/"));
        index_script(&pages)
    }

    /// Returns the language of the title of a page, if it is not English.
    pub(super) fn title_language(&self, page: &str) -> Option<&str> {
        if let Some(origin) = self.origins.get(page) {
            return origin.language;
        }
        let language = self.imprint.language.as_str();
        if is_english_or_unset(language) || !self.is_authored_page(page) {
            return None;
        }
        Some(language)
    }

    /// Returns whether a page is written in the folder of prose, and not made by the program.
    pub(super) fn is_authored_page(&self, page: &str) -> bool {
        let page = self.resolve_front_page(page);
        match self.chapters_by_page.is_authored(page) {
            Some(is_written) => is_written,
            // No chapter has this page: it is the list of all chapters, or the page for addresses
            // that do not exist.
            None => page == "404.html" && self.book.join("src/404.md").exists(),
        }
    }

    /// Returns the titles that are not in English, by their pages.
    pub(super) fn foreign_titles(&self) -> ForeignLanguagePageTitles {
        let mut titles = ForeignLanguagePageTitles::default();
        for (at, (part, chapter)) in self.chapters().enumerate() {
            let Some(language) = self.title_language(&chapter.page) else {
                continue;
            };
            let mut pages = vec![chapter.page.as_str()];
            if at == 0 {
                pages.push("index.html");
            }
            let own_title = match self.origins.get(&chapter.page) {
                Some(origin) => &origin.title,
                None => &chapter.name,
            };
            let mut words = vec![own_title];
            if part.chapters.first() == Some(chapter) && chapter.is_written {
                words.push(&part.title);
            }
            for title in words {
                for page in &pages {
                    titles.add(page, title, language);
                }
            }
        }
        titles
    }

    /// Returns the page of the chapter that a page shows. The front page shows the first chapter
    /// again.
    pub(super) fn resolve_front_page<'a>(&'a self, page: &'a str) -> &'a str {
        match self.chapters().next() {
            Some((_, first)) if page == "index.html" => &first.page,
            _ => page,
        }
    }

    /// Returns the page at which a reader should find the contents of a page; none for the pages
    /// that are only aids.
    pub(super) fn canonical_page<'a>(&self, page: &'a str) -> Option<&'a str> {
        if page == "404.html" {
            None
        } else if page == self.resolve_front_page("index.html") {
            Some("index.html")
        } else {
            Some(page)
        }
    }

    /// Returns whether other sites show a picture of its own beside a link to a page: to a hand, or to a game. They do so
    /// only if the site has an address.
    pub(in crate::book) fn has_own_picture(&self, page: &str) -> bool {
        let is_pictured = self.origins.contains_key(page) || self.is_game_page(page);
        self.address.is_some() && is_pictured
    }

    /// Returns whether a page of this book is the page of a game.
    fn is_game_page(&self, page: &str) -> bool {
        let is_in_book = self.chapters().any(|(_, chapter)| chapter.page == page);
        is_in_book && game_of_page(page).is_some()
    }

    /// Returns the picture that other sites show beside a link to a page, from the root of the site.
    pub(super) fn social_picture(&self, page: &str) -> String {
        if self.has_own_picture(page) {
            picture_path(page)
        } else {
            SOCIAL_CARD.to_owned()
        }
    }

    /// Returns the width and the height of that picture, in pixels.
    pub(super) fn social_picture_size(&self, page: &str) -> (u32, u32) {
        if self.has_own_picture(page) {
            OWN_PICTURE_SIZE
        } else {
            SOCIAL_CARD_SIZE
        }
    }

    /// Writes the site map, `robots.txt` and the picture for previews, if the site has an address.
    pub(super) fn write_crawler_files(&self, site: &Path) -> Result<()> {
        let Some(address) = self.address else {
            return Ok(());
        };
        let mut urls = String::new();
        let day = match self.imprint.iso_day() {
            Some(day) => format!("<lastmod>{day}</lastmod>"),
            None => String::new(),
        };
        for (_, chapter) in self.chapters() {
            if let Some(page) = self.canonical_page(&chapter.page) {
                let url = address.page(page).replace('&', "&amp;");
                urls += &format!("<url><loc>{url}</loc>{day}</url>\n");
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

/// Returns the game whose page this is.
fn game_of_page(page: &str) -> Option<&'static FamilyGame> {
    let id = page.strip_prefix("games/")?.strip_suffix(".html")?;
    editions::game_by_id(id)
}
