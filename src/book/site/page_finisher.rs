//! Finishes one page of the site: fills its marked places, and removes the parts that it does not
//! need.

use super::accessible_link_names::with_distinct_link_names;
use super::address_qr_code::{address_qr_code, qr_code_of_page};
use super::language_marks::{
    ForeignLanguagePageTitles, lang_attribute, mark_english_interface, mark_titles,
};
use super::offline_files::mark_table_page_for_offline;
use super::page_edits::{
    PageFills, add_lesson_ids, apply_base_element, fill_marks, replace_all, shorten_addresses,
    text_at_mark, with_page_class, with_styles_as_classes, without_engine_parts,
    without_links_to_left_out,
};
use super::page_subject::{description_prefix, own_description, title_with_subject};
use super::page_text::PageText;
use super::search_index::shorten_text;
use super::site_address::{SiteAddress, encode_address};
use super::site_assets::{PACKED_ENGINE, megabytes};
use super::site_context::SiteContext;
use super::structured_data::{PageFacts, structured_data};
use crate::book::KeptPages;
use crate::book::book_outline::{SidebarContents, first_chapter_for_authors};
use crate::book::hand_placeholders::UNKNOWN_ENGINE;
use crate::book::hand_placeholders::without_placeholder_numbers;
use crate::book::lesson_chapters::LESSON_MARK;
use crate::explore::fingerprint_in_hex;
use crate::page::{HomeOrGuestPage, escape_html};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeMap;
use std::path::Path;

/// The attribute that gets the address of the index of the search, and that of the words for the list of clauses.
const INDEX: &str = "data-index=\"\"";
const CLAUSE_WORDS: &str = "data-words=\"\"";

/// The most characters that a description of a page has.
const DESCRIPTION_LENGTH: usize = 155;

/// The elements that need the style sheet and the scripts of a board: a hand, a question, Play, the
/// Playground, a list of lessons.
const BOARDS: &[&str] = &[
    "class=\"hand\"",
    "class=\"asked\"",
    "class=\"play\"",
    "class=\"playground\"",
    "class=\"course\"",
];

/// A booklet, which needs the style sheet of a board, but not its scripts.
const BOOKLET: &str = "class=\"booklet\"";

/// The style sheets of single kinds of pages, by their marks, and the elements that need them.
const SHEETS_OF_ELEMENTS: [(&str, &[&str]); 2] = [
    ("picture", &["class=\"hand game-picture\""]),
    (
        "overviews",
        &[
            BOOKLET,
            "class=\"tonight\"",
            "class=\"comparison by-game\"",
            "class=\"family-tree\"",
            "class=\"hand-index\"",
            "class=\"shelf\"",
            "class=\"shelves\"",
        ],
    ),
];

/// The scripts that a page fetches when it needs them, and the text of pages that may: an element,
/// or what an element is filled with. The `body` has the address of each script.
const FETCHED_SCRIPTS: [(&[&str], &[&str]); 11] = [
    (
        &["view", "extras", "study", "quiz", "motion"],
        &[
            "class=\"hand\"",
            "class=\"play",
            "class=\"asked",
            "class=\"playground\"",
        ],
    ),
    (
        &["client", "worker"],
        &[
            "class=\"hand\"",
            "class=\"play",
            "class=\"asked",
            "class=\"playground\"",
        ],
    ),
    (
        &["play", "form", "lesson"],
        &[
            "class=\"play",
            "class=\"asked",
            "class=\"playground\"",
            LESSON_MARK,
        ],
    ),
    (&["puzzle", "puzzles"], &["data-puzzles=\""]),
    (&["playground"], &["class=\"playground\""]),
    (&["course"], &["class=\"course"]),
    (&["cite"], &["cite-data"]),
    (&["rail"], &["clause-rail"]),
    (&["shelf"], &["class=\"shelf"]),
    (&["compare"], &["compare-form"]),
    (&["lost"], &["lost-search"]),
];

/// The scripts that a page fetches as soon as it is read, and the text of pages that do.
const LOADED_SCRIPTS: [(&str, &[&str]); 10] = [
    ("tools", &["class=\"hand\""]),
    ("playground", &["class=\"playground\""]),
    ("puzzles", &["data-puzzles=\""]),
    (
        "lesson",
        &["class=\"asked\"", " data-table=\"", LESSON_MARK],
    ),
    ("course", &["class=\"course\""]),
    ("cite", &["class=\"cite-data\""]),
    ("rail", &["class=\"clause-rail\""]),
    ("shelf", &["class=\"shelf"]),
    ("compare", &["class=\"compare-form\""]),
    ("lost", &["class=\"lost-search\""]),
];

/// The elements that may be wider than the window, and the same elements as the keyboard can scroll
/// them.
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

/// Writes the finished form of each page of a site, with the parts that pages have in common.
pub(super) struct PageFinisher<'a> {
    pub(super) site: &'a SiteContext<'a>,
    /// The name of the style sheet at each mark.
    pub(super) sheets: BTreeMap<&'static str, String>,
    /// The name of the index of the search.
    pub(super) index: String,
    /// The name of the script with the words for the list of the clauses on a page.
    pub(super) clause_words: String,
    pub(super) titles: ForeignLanguagePageTitles,
    /// The name of the script that leads from an old address to the new one.
    pub(super) moved: String,
    /// The name of the script that holds the engine; empty if there is none.
    pub(super) engine: String,
    /// The HTML of the buttons that lead to no page of the book.
    pub(super) unused_buttons: Vec<&'static str>,
    /// The fingerprint of all that every page of a hand depends on.
    pub(super) site_key: String,
}

impl PageFinisher<'_> {
    /// Returns the fingerprint of all that every page of a hand depends on. It is the same for all of them.
    pub(super) fn compute_site_key(&self) -> String {
        let site = self.site;
        let parts = [
            format!("{:?} {:?} {:?}", site.imprint, site.address, site.left_out),
            format!("{:?} {:?} {}", self.sheets, self.titles, self.moved),
            format!("{} {:?}", self.engine, self.unused_buttons),
            format!("{:?}", first_chapter_for_authors(&site.parts)),
            site.resolve_front_page("index.html").to_owned(),
        ];
        fingerprint_in_hex(&parts.join("\0"))
    }

    /// Returns the fingerprint of all that decides what a page of a hand contains, but the name of the index; none for other
    /// pages. `written` is the page as mdBook wrote it.
    pub(super) fn hand_page_key(
        &self,
        kept: &KeptPages,
        page: &str,
        written: &str,
        text: &PageText,
    ) -> Result<Option<String>> {
        if !page.starts_with("hands/") {
            return Ok(None);
        }
        let site = self.site;
        let mut parts = vec![
            without_placeholder_numbers(written),
            format!("{text:?} {:?}", site.origins.get(page)),
            self.site_key.clone(),
        ];
        for (_, words) in self.fills_of_chapter(page, written, text)? {
            parts.push(words);
        }
        Ok(kept.hand_page_key(page, &parts.join("\0")))
    }

    /// Returns a page with this text as it is published.
    pub(super) fn finish_page(&self, page: &str, html: &str, text: &PageText) -> Result<String> {
        let mut html = self.without_styles_and_dead_links(page, html);
        for (written, scrolled) in SCROLLED_BY_KEYS {
            html = replace_all(html, written, scrolled);
        }
        html = add_lesson_ids(page, html);
        html = with_page_class(html);
        let mut fills = self.sheet_and_script_fills(page, &html, text);
        html = self.fill_index_and_engine(page, html);
        fills.extend(self.fills_of_chapter(page, &html, text)?);
        html = fill_marks(html, fills);
        html = with_distinct_link_names(page, &html);
        html = mark_titles(page, html, &self.titles);
        let is_made_here = !self.site.is_authored_page(page);
        html = mark_english_interface(html, &self.site.imprint.language, is_made_here);
        Ok(apply_base_element(shorten_addresses(page, &html)))
    }

    /// Returns a page without `style` attributes, and without links and buttons that lead to no
    /// page of this book.
    fn without_styles_and_dead_links(&self, page: &str, html: &str) -> String {
        let mut html = without_unneeded_scripts(&with_styles_as_classes(html));
        if self.site.imprint.is_kept_offline {
            html = mark_table_page_for_offline(&html);
        }
        if !self.site.has_engine {
            html = without_engine_parts(&html);
        }
        html = without_links_to_left_out(page, html, &self.site.left_out);
        for button in &self.unused_buttons {
            html = replace_all(html, button, "");
        }
        html
    }

    /// Returns links to the style sheets and scripts that a page needs. Those of a board are left
    /// out if the page has none.
    fn sheet_and_script_fills(&self, page: &str, html: &str, text: &PageText) -> PageFills {
        let place = HomeOrGuestPage::home_at_path(Path::new(page));
        let has_board = BOARDS.iter().any(|board| html.contains(board));
        let mut board = String::new();
        let mut playground = String::new();
        let mut hands = String::new();
        if has_board || html.contains(BOOKLET) {
            board = self.sheet_link(place, "board").unwrap_or_default();
        }
        if has_board {
            hands = text_at_mark(html, "hands").unwrap_or_default().to_owned();
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
            ("title", self.title_element(page, html, text)),
        ];
        for (mark, elements) in SHEETS_OF_ELEMENTS {
            let is_needed = elements.iter().any(|element| html.contains(element));
            let link = self.sheet_link(place, mark).filter(|_| is_needed);
            fills.push((mark, link.unwrap_or_default()));
        }
        if let Some(link) = self.sheet_link(place, "book") {
            fills.push(("book", link));
        }
        fills
    }

    /// Returns the title of a page for the browser. It names what the page is about and the book.
    fn title_element(&self, page: &str, html: &str, text: &PageText) -> String {
        let written = text_at_mark(html, "title").unwrap_or_default();
        let title = text.title();
        let full_title = title_with_subject(page, title);
        let book = &self.site.imprint.title;
        if title == book {
            // The front page has the name of the book.
            return format!("<title>{}</title>", escape_html(&full_title));
        }
        if full_title == title {
            return written.to_owned();
        }
        let words = format!("{full_title} - {book}");
        format!("<title>{}</title>", escape_html(&words))
    }

    /// Returns the link to the style sheet at a mark, if there is one.
    fn sheet_link(&self, place: HomeOrGuestPage, mark: &str) -> Option<String> {
        let sheet = place.link_to(self.sheets.get(mark)?);
        Some(format!("<link rel=\"stylesheet\" href=\"{sheet}\">"))
    }

    /// Returns a page with the address of the index of the search. A page that needs the engine
    /// also gets its address and the permission to run it.
    fn fill_index_and_engine(&self, page: &str, html: String) -> String {
        let place = HomeOrGuestPage::home_at_path(Path::new(page));
        let index = format!("data-index=\"{}\"", place.link_to(&self.index));
        let words = format!("data-words=\"{}\"", place.link_to(&self.clause_words));
        let html = html
            .replacen(INDEX, &index, 1)
            .replacen(CLAUSE_WORDS, &words, 1);
        if self.engine.is_empty() || !html.contains(UNKNOWN_ENGINE) {
            return html;
        }
        let html = html.replacen(
            "script-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:",
            1,
        );
        let address = place.link_to(&self.engine);
        let size = megabytes(PACKED_ENGINE);
        let engine = format!("data-engine=\"{address}\" data-engine-size=\"{size}\"");
        html.replace(UNKNOWN_ENGINE, &engine)
    }

    /// Returns the contents, the head and the foot of a page that shows a chapter.
    fn fills_of_chapter(&self, page: &str, html: &str, text: &PageText) -> Result<PageFills> {
        let headings = &text.second_level_headings();
        let contents = SidebarContents {
            parts: &self.site.parts,
            place: HomeOrGuestPage::home_at_path(Path::new(page)),
            page: Some(self.site.resolve_front_page(page)),
            way: self
                .site
                .chapters_by_page
                .pages_leading_to(self.site.resolve_front_page(page)),
            headings,
        };
        let mut fills = vec![
            ("entries", contents.as_entries().render()?),
            ("contents", contents.render()?),
        ];
        if text_at_mark(html, "chapters").is_some() {
            let all = SidebarContents {
                place: HomeOrGuestPage::Home(0),
                page: None,
                way: &[],
                headings: &[],
                ..contents
            };
            fills.push(("chapters", all.render()?));
        }
        let frame = PageFrame {
            context: self.site,
            page,
            home: self.site.canonical_page(page),
            text,
        };
        fills.push(("about", frame.as_head().render()?));
        fills.push(("foot", frame.as_foot().render()?));
        let paper = self.site.address.map(|site| address_qr_code(site, page));
        fills.push(("paper", paper.unwrap_or_default()));
        Ok(fills)
    }
}

/// Returns a page without the addresses of scripts that it never fetches. Its `body` names those
/// that it fetches as soon as it is read.
fn without_unneeded_scripts(html: &str) -> String {
    let Some((head, text)) = html.split_once("<main") else {
        return html.to_owned();
    };
    let mut short_head = head.to_owned();
    for (scripts, needs) in FETCHED_SCRIPTS {
        if needs.iter().any(|need| text.contains(need)) {
            continue;
        }
        for script in scripts {
            short_head = without_first_attribute(&short_head, &format!(" data-{script}=\""));
        }
    }
    let loaded = scripts_fetched_at_once(text);
    if !loaded.is_empty() {
        let body = format!("<body data-loads=\"{}\"", loaded.join(" "));
        short_head = short_head.replacen("<body", &body, 1);
    }
    [&short_head, "<main", text].concat()
}

/// Returns the names of the scripts that a page with this text fetches as soon as it is read.
fn scripts_fetched_at_once(text: &str) -> Vec<&'static str> {
    let mut names = Vec::new();
    let is_form = !text.contains(" data-table=\"") && !text.contains(" data-puzzles=\"");
    if text.contains("class=\"play\"") && is_form {
        names.push("form");
    }
    for (name, marks) in LOADED_SCRIPTS {
        if marks.iter().any(|mark| text.contains(mark)) {
            names.push(name);
        }
    }
    names
}

/// Returns HTML without the first attribute that begins like this, which ends with a quotation mark.
fn without_first_attribute(html: &str, attribute_start: &str) -> String {
    match html.split_once(attribute_start) {
        Some((before, rest)) => {
            let (_, after) = rest.split_once('"').unwrap_or_default();
            [before, after].concat()
        }
        None => html.to_owned(),
    }
}

/// Returns a text that is cut off up to the end of its last whole sentence.
fn drop_unfinished_sentence(text: &str) -> &str {
    match text.rfind(". ") {
        Some(end) => &text[..=end],
        None => text,
    }
}

/// The parts around the text of a page: the description in its head, and its foot.
#[derive(Template)]
#[template(path = "frame.html", blocks = ["head", "foot"])]
struct PageFrame<'a> {
    context: &'a SiteContext<'a>,
    page: &'a str,
    home: Option<&'a str>,
    text: &'a PageText,
}

impl PageFrame<'_> {
    /// Returns the `lang` attribute of the title of the page, if the title is not in English.
    fn title_lang_attribute(&self) -> String {
        lang_attribute(self.context.title_language(self.page))
    }

    /// Returns the beginning of the text of the page, or else the description of the book.
    fn description(&self) -> String {
        let words = match self.context.origins.get(self.page) {
            Some(origin) => &origin.narration,
            None => &self.text.opening,
        };
        let book_description = &self.context.imprint.description;
        let own = own_description(self.page, book_description);
        let words = if let Some(own) = own {
            own
        } else if words.is_empty() {
            book_description
        } else {
            words
        };
        let prefix = description_prefix(self.page);
        let description = shorten_text(&format!("{prefix}{words}"), DESCRIPTION_LENGTH);
        match description.strip_suffix('…') {
            // After a sentence of its own, no part of another is needed.
            Some(cut) if own.is_some() || !prefix.is_empty() => {
                drop_unfinished_sentence(cut).to_owned()
            }
            _ => description,
        }
    }

    /// Returns what the page is about, as search engines read it.
    fn structured_data(&self, site: &SiteAddress, canonical_page: &str) -> String {
        let imprint = &self.context.imprint;
        structured_data(&PageFacts {
            page: canonical_page,
            title: &title_with_subject(self.page, self.text.title()),
            description: &self.description(),
            address: &site.page(canonical_page),
            book: &imprint.title,
            book_address: &site.page("index.html"),
            authors: &imprint.authors,
            version: &imprint.version_with_day(),
            day: imprint.iso_day().as_deref(),
        })
    }

    /// Returns the address of the page, or its path if the site has no address.
    fn address_or_path(&self, canonical_page: &str) -> String {
        match self.context.address {
            Some(address) => address.page(canonical_page),
            None => canonical_page.to_owned(),
        }
    }

    /// Returns the QR code of a hand's page, which *Share* shows; none if the site has no address.
    fn share_qr_code(&self) -> Option<String> {
        self.context.origins.get(self.page)?;
        qr_code_of_page(self.context.address?, self.page)
    }

    /// Returns the address of the scenario in the repository.
    fn scenario_address(&self) -> Option<String> {
        let repository = self.context.imprint.repository.as_ref()?;
        let origin = self.context.origins.get(self.page)?;
        Some(format!(
            "{repository}/blob/HEAD/{}",
            encode_address(&origin.path)
        ))
    }

    /// Returns the address at which a reader reports an error on the page.
    fn report_address(&self, canonical_page: &str) -> Option<String> {
        let title = format!("An error in “{}”", self.text.title());
        self.context
            .imprint
            .issue_address(&title, &self.address_or_path(canonical_page))
    }
}
