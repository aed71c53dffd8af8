//! One page of the site, finished: its marked places are filled, and what it does not need is taken out.

use super::assets::{PACKED, megabytes};
use super::context::SiteContext;
use super::encode_address;
use super::language::{ForeignTitle, lang_attribute, mark_interface, mark_titles};
use super::link_names::with_clause_names;
use super::page_edits::{
    fill, marked, with_lesson_ids, without_base, without_engine_parts, without_links_out,
    without_styles,
};
use super::search::{PageText, shorten_text};
use crate::book::book_config::SOCIAL_CARD;
use crate::book::outline::{ContentsNav, authors_chapter};
use crate::page::PageLocation;
use anyhow::Result;
use askama::Template;
use std::collections::BTreeMap;
use std::path::Path;

/// What a page asks for the engine by.
const ENGINE: &str = "data-engine=\"\"";

/// What a page asks for the index of the search by.
const INDEX: &str = "data-index=\"\"";

/// The most characters that a description of a page has.
const DESCRIPTION_LENGTH: usize = 155;

/// Elements that need the sheet and the scripts of a board: a hand, a question, Play, the Playground, a list of lessons.
const BOARDS: &[&str] = &[
    "class=\"hand\"",
    "class=\"asked\"",
    "class=\"play\"",
    "class=\"playground\"",
    "class=\"course\"",
];

/// What is wider than the window can be scrolled by keys: a table of the prose, and what is written out as it stands.
const SCROLLED_BY_KEYS: [(&str, &str); 2] = [
    (
        "<div class=\"table-wrapper\">",
        "<div class=\"table-wrapper\" tabindex=\"0\">",
    ),
    (
        "<pre><code class=\"language-",
        "<pre tabindex=\"0\"><code class=\"language-",
    ),
];

/// What is put into each page of a site.
pub(super) struct Finisher<'a> {
    pub(super) site: &'a SiteContext<'a>,
    /// The one sheet in the place of each mark.
    pub(super) sheets: BTreeMap<&'static str, String>,
    /// The name of the index of the search.
    pub(super) index: String,
    pub(super) titles: Vec<ForeignTitle>,
    /// The name of the script that leads from an old address to the new one.
    pub(super) moved: String,
    /// The name of the engine; empty where there is none.
    pub(super) engine: String,
    /// The size of the page of the whole book, after a comma; empty where there is no such page.
    pub(super) whole_book: String,
    /// The buttons that lead to no page of the book.
    pub(super) idle: Vec<&'static str>,
}

/// The words for marked places of a page, each with the name of its place.
type Fills = Vec<(&'static str, String)>;

impl Finisher<'_> {
    /// Returns a page as it is published. `reading` is what it says; none of the page that is the whole book.
    pub(super) fn finish(
        &self,
        page: &str,
        html: &str,
        reading: Option<&PageText>,
    ) -> Result<String> {
        let mut html = self.without_needless_parts(page, html);
        for (written, scrolled) in SCROLLED_BY_KEYS {
            html = html.replace(written, scrolled);
        }
        html = with_lesson_ids(page, html);
        let mut fills = self.fills_of_every_page(page, &html);
        match reading {
            Some(reading) => {
                html = self.with_index_and_engine(page, html);
                fills.extend(self.fills_of_chapter(page, &html, reading)?);
            }
            None => fills.push(("about", String::new())),
        }
        for (mark, words) in fills {
            html = fill(&html, mark, &words);
        }
        html = with_clause_names(page, &html);
        html = mark_titles(page, &html, &self.titles);
        let is_made_here = !self.site.is_written(page);
        html = mark_interface(&html, &self.site.imprint.language, is_made_here);
        Ok(without_base(&html))
    }

    /// Returns a page without styles in tags, and without what leads nowhere in this book.
    fn without_needless_parts(&self, page: &str, html: &str) -> String {
        let mut html = without_styles(html);
        if !self.site.has_engine {
            html = without_engine_parts(&html);
        }
        html = without_links_out(page, html, &self.site.left_out);
        for button in &self.idle {
            html = html.replace(button, "");
        }
        html
    }

    /// Returns the sheets and scripts that a page needs. What no table needs is not fetched.
    fn fills_of_every_page(&self, page: &str, html: &str) -> Fills {
        let place = PageLocation::of_page(Path::new(page));
        let has_board = BOARDS.iter().any(|board| html.contains(board));
        let mut board = String::new();
        let mut playground = String::new();
        let mut hands = String::new();
        if has_board {
            board = self.sheet_link(place, "board").unwrap_or_default();
            hands = marked(html, "hands").unwrap_or_default().to_owned();
            if html.contains("class=\"playground\"") {
                playground = self.sheet_link(place, "playground").unwrap_or_default();
            }
        }
        let moved = format!("<script src=\"{}\"></script>", place.link_to(&self.moved));
        let mut fills = vec![
            ("board", board),
            ("playground", playground),
            ("hands", hands),
            ("moved", moved),
            ("print", self.whole_book.clone()),
        ];
        if let Some(link) = self.sheet_link(place, "book") {
            fills.push(("book", link));
        }
        fills
    }

    fn sheet_link(&self, place: PageLocation, mark: &str) -> Option<String> {
        let sheet = place.link_to(self.sheets.get(mark)?);
        Some(format!("<link rel=\"stylesheet\" href=\"{sheet}\">"))
    }

    /// Returns a page with the address of the search's index, and with that of the engine and leave to run it where one plays.
    fn with_index_and_engine(&self, page: &str, html: String) -> String {
        let place = PageLocation::of_page(Path::new(page));
        let index = format!("data-index=\"{}\"", place.link_to(&self.index));
        let html = html.replacen(INDEX, &index, 1);
        if self.engine.is_empty() || !html.contains(ENGINE) {
            return html;
        }
        let html = html.replacen(
            "script-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:",
            1,
        );
        let address = place.link_to(&self.engine);
        let size = megabytes(PACKED);
        let engine = format!("data-engine=\"{address}\" data-engine-size=\"{size}\"");
        html.replace(ENGINE, &engine)
    }

    /// Returns the contents, the head and the foot of a page that shows a chapter.
    fn fills_of_chapter(&self, page: &str, html: &str, reading: &PageText) -> Result<Fills> {
        let headings = &reading.headings();
        let contents = ContentsNav {
            parts: &self.site.parts,
            place: PageLocation::of_page(Path::new(page)),
            page: Some(self.site.chapter_page(page)),
            headings,
        };
        let mut fills = vec![
            ("entries", contents.as_entries().render()?),
            ("contents", contents.render()?),
        ];
        if marked(html, "chapters").is_some() {
            let all = ContentsNav {
                place: PageLocation::Home(0),
                page: None,
                headings: &[],
                ..contents
            };
            fills.push(("chapters", all.render()?));
        }
        let frame = PageFrame {
            context: self.site,
            page,
            home: self.site.canonical_page(page),
            reading,
        };
        fills.push(("about", frame.as_head().render()?));
        fills.push(("foot", frame.as_foot().render()?));
        Ok(fills)
    }
}

/// What stands around the words of a page: what it says of itself at its head, to those who do not see it, and its foot.
#[derive(Template)]
#[template(path = "frame.html", blocks = ["head", "foot"])]
struct PageFrame<'a> {
    context: &'a SiteContext<'a>,
    page: &'a str,
    home: Option<&'a str>,
    reading: &'a PageText,
}

impl PageFrame<'_> {
    /// The language of the page's title, as an attribute, where the words around it are in English.
    fn title_language(&self) -> String {
        lang_attribute(self.context.title_language(self.page))
    }

    /// Returns what the page says at its beginning, or else what the book is.
    fn description(&self) -> String {
        let words = match self.context.origins.get(self.page) {
            Some(origin) => &origin.narration,
            None => &self.reading.opening,
        };
        let description = &self.context.imprint.description;
        let words = if words.is_empty() { description } else { words };
        shorten_text(words, DESCRIPTION_LENGTH)
    }

    /// Returns the page's address, or its path in a site that has none.
    fn address(&self, home: &str) -> String {
        match self.context.address {
            Some(address) => address.page(home),
            None => home.to_owned(),
        }
    }

    fn scenario_address(&self) -> Option<String> {
        let repository = self.context.imprint.repository.as_ref()?;
        let origin = self.context.origins.get(self.page)?;
        Some(format!(
            "{repository}/blob/HEAD/{}",
            encode_address(&origin.path)
        ))
    }

    fn report_address(&self, home: &str) -> Option<String> {
        let title = format!("An error in “{}”", self.reading.title());
        self.context
            .imprint
            .issue_address(&title, &self.address(home))
    }
}
