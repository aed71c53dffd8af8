//! The text of a finished page as a reader sees it, section by section.

use crate::book::book_outline::Heading;
use crate::book::chapter_signs::SIGN_CLASS;
use crate::book::html_tokenizer::{HtmlPiece, HtmlTag, html_pieces, unescape_html};

/// The text of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PageText {
    /// The sections in their order. The first has the title of the page.
    pub(super) sections: Vec<PageSection>,
    /// The first paragraph.
    pub(super) opening: String,
}

/// A part of a page under a title of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PageSection {
    /// The id of the title; empty for the title of the page.
    pub(super) anchor: String,
    /// The element of the title: `h2`, `dt`.
    element: String,
    pub(super) title: String,
    pub(super) prose: String,
    /// The sources and readings of a clause, which a reader unfolds, and its tables and figures. The search finds their
    /// words, but does not show them.
    pub(super) apparatus: String,
    /// The signs of the marks in the section.
    pub(super) signs: String,
}

impl PageText {
    /// Returns the title of the page.
    pub(super) fn title(&self) -> &str {
        match self.sections.first() {
            Some(section) => section.title.trim(),
            None => "",
        }
    }

    /// Returns the headings of the second level.
    pub(super) fn second_level_headings(&self) -> Vec<Heading> {
        let mut headings = Vec::new();
        for section in &self.sections {
            if section.element == "h2" && !section.anchor.is_empty() {
                headings.push(Heading {
                    anchor: section.anchor.clone(),
                    title: section.title.clone(),
                });
            }
        }
        headings
    }
}

/// The classes of elements that are not read: hands, whose narration is read elsewhere, boards with their names and chips, and
/// repetitions of other pages.
const SKIPPED_CLASSES: &str = "hand infobox minute comparison visually-hidden page-nav legend rests-on citation taken-over not-in-game frame";

/// The classes of the elements that hold the apparatus of a clause, and the facts about a word of the glossary.
const APPARATUS_CLASSES: &str = "clause-apparatus entry-facts";
/// The elements whose words make no sense without their columns and lines.
const APPARATUS_ELEMENTS: [&str; 2] = ["figure", "table"];

/// Reads the text of a page.
pub(super) fn read_page_text(html: &str) -> PageText {
    let main = match html.split_once("<main") {
        Some((_, rest)) => rest.rsplit_once("</main>").map_or(rest, |(main, _)| main),
        None => html,
    };
    let mut reader = PageTextReader::default();
    for piece in html_pieces(main) {
        reader.read_piece(piece);
    }
    let mut text = reader.text;
    for section in &mut text.sections {
        section.prose = tidy_spaces(&section.prose);
    }
    text
}

/// Reads the pieces of a page, and adds their words to its text.
#[derive(Default)]
struct PageTextReader {
    text: PageText,
    /// The number of open elements from the skipped one on; 0 outside a skipped element.
    skipped_depth: usize,
    /// The number of open elements from that of an apparatus on; 0 outside an apparatus.
    apparatus_depth: usize,
    /// The element of the open title.
    title_element: Option<String>,
    is_in_opening: bool,
    is_in_sign: bool,
}

impl PageTextReader {
    /// Adds the words of the next piece of a page, if they belong to its text.
    fn read_piece(&mut self, piece: HtmlPiece) {
        if self.skipped_depth > 0 {
            self.skip_piece(piece);
            return;
        }
        match piece {
            HtmlPiece::Open(tag) => self.open_element(&tag),
            HtmlPiece::Close(tag) => {
                self.apparatus_depth = self.apparatus_depth.saturating_sub(1);
                self.close_element(tag.name);
            }
            HtmlPiece::Text { text, .. } => self.add_text(&unescape_html(text)),
        }
    }

    /// Passes over a piece of a skipped element.
    fn skip_piece(&mut self, piece: HtmlPiece) {
        match piece {
            HtmlPiece::Open(tag) if !tag.is_void() => self.skipped_depth += 1,
            HtmlPiece::Close(_) => self.skipped_depth -= 1,
            _ => {}
        }
    }

    fn open_element(&mut self, tag: &HtmlTag) {
        let element = tag.name.to_ascii_lowercase();
        let is_skipped = matches!(&*element, "svg" | "script" | "nav" | "template")
            || tag.has_any_class(SKIPPED_CLASSES);
        if is_skipped {
            self.skipped_depth = usize::from(!tag.is_void());
            return;
        }
        self.is_in_sign = tag
            .decoded_attribute("class")
            .is_some_and(|class| class == SIGN_CLASS);
        if element == "p" {
            self.is_in_opening = self.text.opening.is_empty();
        } else {
            self.begin_section_if_titled(tag, &element);
        }
        self.add_space_unless_sign();
        let is_apparatus =
            tag.has_any_class(APPARATUS_CLASSES) || APPARATUS_ELEMENTS.contains(&element.as_str());
        if !tag.is_void() && (self.apparatus_depth > 0 || is_apparatus) {
            self.apparatus_depth += 1;
        }
    }

    /// Begins a section, if an element is the title of the page, or a title with an id.
    fn begin_section_if_titled(&mut self, tag: &HtmlTag, element: &str) {
        let anchor = match element {
            "h1" => String::new(),
            "h2" | "h3" | "h4" | "h5" | "h6" | "dt" => match tag.decoded_attribute("id") {
                Some(id) => id,
                None => return,
            },
            _ => return,
        };
        self.title_element = Some(element.to_owned());
        self.text.sections.push(PageSection {
            anchor,
            element: element.to_owned(),
            ..PageSection::default()
        });
    }

    fn close_element(&mut self, element: &str) {
        self.is_in_sign = false;
        if self.title_element.as_deref() == Some(element) {
            self.title_element = None;
        }
        if element == "p" && self.is_in_opening {
            self.is_in_opening = false;
            self.text.opening = tidy_spaces(&self.text.opening);
        }
        self.add_space_unless_sign();
    }

    /// Adds a space at the beginning or the end of an element, except of a sign, which directly
    /// follows a word. No other element begins inside a word.
    fn add_space_unless_sign(&mut self) {
        if self.title_element.is_none() && !self.is_in_sign {
            self.add_to_section(" ");
        }
    }

    fn add_text(&mut self, text: &str) {
        if self.is_in_opening {
            self.text.opening.push_str(text);
        }
        if self.is_in_sign
            && let Some(section) = self.text.sections.last_mut()
            && !section.signs.contains(text)
        {
            section.signs.push_str(text);
        }
        self.add_to_section(text);
    }

    /// Adds text to the open part of the last section: its title, its apparatus or its prose.
    fn add_to_section(&mut self, text: &str) {
        let Some(section) = self.text.sections.last_mut() else {
            return;
        };
        if self.title_element.is_some() {
            section.title.push_str(text);
        } else if self.apparatus_depth > 0 {
            section.apparatus.push_str(text);
        } else {
            section.prose.push_str(text);
        }
    }
}

/// Returns a text on one line, without the spaces that elements left before punctuation and after opening marks.
fn tidy_spaces(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in [".", ",", ";", ":", ")", "?", "!", "’"] {
        line = line.replace(&format!(" {sign}"), sign);
    }
    for sign in ["(", "“", "‘"] {
        line = line.replace(&format!("{sign} "), sign);
    }
    line
}

#[cfg(test)]
#[path = "../../../tests/unit/book_site_page_text.rs"]
mod tests;
