//! A finished page as a reader reads it; and the index of the search, folded as `book/theme/search.js` folds.

use crate::book::html::{HtmlPiece, HtmlTag, html_pieces, unescape_html};
use crate::book::sign::SIGN;
use crate::editions;
use crate::rules::{Ruleset, SIGNS};
use serde_json::json;
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Section {
    /// Its anchor; none for the page itself.
    anchor: String,
    /// The element of its title: `h2`, `dt`.
    element: String,
    title: String,
    prose: String,
    /// The sources of a clause, and what else stands folded under it: it is searched, but answers nothing.
    apparatus: String,
    /// The signs of the marks of the clause that it tells.
    signs: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PageText {
    /// The first is the page itself, under its title.
    sections: Vec<Section>,
    pub(super) opening: String,
}

impl PageText {
    pub(super) fn title(&self) -> &str {
        self.sections
            .first()
            .map_or("", |section| section.title.trim())
    }

    /// The anchors and titles of the parts of the page.
    pub(super) fn headings(&self) -> Vec<(String, String)> {
        let parts = self
            .sections
            .iter()
            .filter(|section| section.element == "h2" && !section.anchor.is_empty());
        parts
            .map(|section| (section.anchor.clone(), section.title.clone()))
            .collect()
    }
}

/// What is not read: hands, which have words of their own, and what only shows what stands elsewhere.
const PASSED_OVER: &str =
    "hand infobox minute comparison visually-hidden page-nav legend rests-on citation taken-over";

/// What is folded under a clause.
const APPARATUS: &str = "clause-apparatus";

pub(super) fn read_page_text(html: &str) -> PageText {
    let main = html.split_once("<main").map_or(html, |(_, rest)| {
        rest.rsplit_once("</main>").map_or(rest, |(main, _)| main)
    });
    let mut reader = PageReader::default();
    html_pieces(main).for_each(|piece| reader.take(piece));
    reader
        .reading
        .sections
        .iter_mut()
        .for_each(|section| section.prose = one_line(&section.prose));
    reader.reading
}

#[derive(Default)]
struct PageReader {
    reading: PageText,
    /// How deep in something passed over.
    hidden: usize,
    /// How deep in the apparatus of a clause.
    apparatus: usize,
    /// The element of a title that is open.
    title: Option<String>,
    opens: bool,
    is_sign: bool,
}

impl PageReader {
    fn take(&mut self, piece: HtmlPiece) {
        match piece {
            HtmlPiece::Open(tag) if self.hidden > 0 => self.hidden += usize::from(!tag.is_void()),
            HtmlPiece::Close(_) if self.hidden > 0 => self.hidden -= 1,
            HtmlPiece::Text { .. } if self.hidden > 0 => {}
            HtmlPiece::Open(tag) => {
                let is_apparatus =
                    !tag.is_void() && (self.apparatus > 0 || tag.has_class(APPARATUS));
                self.open(tag);
                // What is hidden has a depth of its own.
                if is_apparatus && self.hidden == 0 {
                    self.apparatus += 1;
                }
            }
            HtmlPiece::Close(tag) => {
                self.apparatus = self.apparatus.saturating_sub(1);
                self.close(tag.name);
            }
            HtmlPiece::Text { text, .. } => self.text(&unescape_html(text)),
        }
    }

    fn open(&mut self, tag: HtmlTag) {
        let element = tag.name.to_ascii_lowercase();
        if matches!(&*element, "svg" | "script" | "nav" | "template") || tag.has_class(PASSED_OVER)
        {
            self.hidden = usize::from(!tag.is_void());
            return;
        }
        self.is_sign = tag.attribute("class").is_some_and(|class| class == SIGN);
        let is_title = matches!(&*element, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt");
        let anchor = tag.attribute("id").filter(|_| is_title);
        if element == "h1" || anchor.is_some() {
            let anchor = anchor.filter(|_| element != "h1").unwrap_or_default();
            self.title = Some(element.clone());
            self.reading.sections.push(Section {
                anchor,
                element,
                ..Section::default()
            });
        } else if element == "p" {
            self.opens = self.reading.opening.is_empty();
        }
        self.space();
    }

    fn close(&mut self, element: &str) {
        self.is_sign = false;
        self.title.take_if(|title| title.as_str() == element);
        if element == "p" && std::mem::take(&mut self.opens) {
            self.reading.opening = one_line(&self.reading.opening);
        }
        self.space();
    }

    /// Blocks stand apart. Inside a word no element begins but a sign, which stands close to it.
    fn space(&mut self) {
        let apart = self.title.is_none() && !self.is_sign;
        if apart {
            self.write(" ");
        }
    }

    fn text(&mut self, text: &str) {
        if self.opens {
            self.reading.opening.push_str(text);
        }
        let Some(section) = self.reading.sections.last_mut() else {
            return;
        };
        if self.is_sign && !section.signs.contains(text) {
            section.signs.push_str(text);
        }
        self.write(text);
    }

    /// Adds words to the part of the section that is open: its title, its apparatus or its prose.
    fn write(&mut self, text: &str) {
        let Some(section) = self.reading.sections.last_mut() else {
            return;
        };
        if self.title.is_some() {
            section.title.push_str(text);
        } else if self.apparatus > 0 {
            section.apparatus.push_str(text);
        } else {
            section.prose.push_str(text);
        }
    }
}

/// Words on one line. A space that an element left before a sign goes.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    [".", ",", ";", ":", ")", "?", "!", "’"]
        .iter()
        .fold(line, |line, sign| line.replace(&format!(" {sign}"), sign))
}

/// The beginning of a text, of at most `most` characters, cut between words.
pub(super) fn shorten_text(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let cut: String = text.chars().take(most).collect();
    let whole = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([',', ';', ':', '.']))
}

pub(super) struct SearchPage<'a> {
    /// Its address from the root of the site.
    pub(super) page: &'a str,
    pub(super) name: &'a str,
    pub(super) part: &'a str,
    /// The language of its name and its narration; nothing for English.
    pub(super) language: &'a str,
    pub(super) reading: &'a PageText,
    /// What is told in it, if it is a hand, whose page has more words than these.
    pub(super) narration: Option<&'a str>,
}

/// Writes the index. The pages: address, name, part, the short name of the edition whose rules it tells, the language of its
/// name if that is not English, and the name of the edition that it belongs to. The entries: page, anchor, title, excerpt,
/// folded words, and the pages that only say of this rule that it is theirs too. And the numbers of the entries that are
/// about something that their edition does not have.
pub(super) fn index_script(pages: &[SearchPage]) -> String {
    let (mut places, mut entries, mut absent) = (Vec::new(), Vec::new(), Vec::new());
    for (at, page) in pages.iter().enumerate() {
        let short = edition(page.page).map_or("", |edition| edition.short);
        let name = edition(page.page)
            .or_else(|| edition_of_hand(page.page))
            .map_or("", |edition| edition.name);
        places.push((page.page, page.name, page.part, short, page.language, name));
        for section in &page.reading.sections {
            if is_about_nothing(page, &section.anchor) {
                absent.push(entries.len());
            }
            let prose = page
                .narration
                .filter(|_| section.anchor.is_empty())
                .unwrap_or(&section.prose);
            let words = fold(&format!("{prose} {}", section.apparatus)).join(" ");
            let (title, heirs) = (section.title.trim(), heirs(page, &section.anchor, pages));
            entries.push((
                at,
                section.anchor.as_str(),
                title,
                excerpt(prose, &section.signs),
                words,
                heirs,
            ));
        }
    }
    let index = json!({ "signs": SIGNS, "pages": places, "entries": entries, "absent": absent });
    format!("window.moucheIndex={index};\n")
}

/// Returns the edition whose rules a page tells.
fn edition(page: &str) -> Option<&'static Ruleset> {
    editions::by_id(page.strip_prefix("rules/")?.strip_suffix(".html")?)
}

/// Returns the edition by which the hand of a page is played; none for a hand of several editions.
fn edition_of_hand(page: &str) -> Option<&'static Ruleset> {
    let (shelf, _) = page.strip_prefix("hands/")?.split_once('/')?;
    editions::by_id(shelf)
}

/// Whether a section is a clause that only says that its edition does not have something, or does not speak of it.
fn is_about_nothing(page: &SearchPage, anchor: &str) -> bool {
    match (edition(page.page), editions::clause_id(anchor)) {
        (Some(edition), Some(topic)) => edition.clause(topic).is_absent(),
        _ => false,
    }
}

/// The pages of those editions that take a clause over from that of a page, and only say so.
fn heirs(page: &SearchPage, anchor: &str, pages: &[SearchPage]) -> Vec<usize> {
    let Some((origin, topic)) = edition(page.page).zip(editions::clause_id(anchor)) else {
        return Vec::new();
    };
    let is_heir = |page: &SearchPage| {
        let tells = || {
            page.reading
                .sections
                .iter()
                .any(|section| section.anchor == anchor)
        };
        edition(page.page)
            .is_some_and(|heir| editions::origin(heir, topic).id == origin.id && !tells())
    };
    (0..pages.len()).filter(|at| is_heir(&pages[*at])).collect()
}

/// The beginning of a text, with the signs of what it tells where they were cut off.
fn excerpt(words: &str, signs: &str) -> String {
    let excerpt = shorten_text(words, 130);
    let lost: String = signs
        .chars()
        .filter(|sign| !excerpt.contains(*sign))
        .collect();
    excerpt + &lost
}

/// The words of a text, each once: no marks on letters, no capitals, ligatures apart, no cards.
fn fold(text: &str) -> Vec<String> {
    let is_card = |word: &&str| word.contains(['♠', '♥', '♦', '♣']);
    let words = text
        .split_whitespace()
        .filter(|word| !is_card(word))
        .flat_map(folded);
    let mut seen = BTreeSet::new();
    words.filter(|word| seen.insert(word.clone())).collect()
}

fn folded(word: &str) -> Vec<String> {
    let bare: String = word.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let bare = bare.to_lowercase().replace('œ', "oe").replace('æ', "ae");
    let pieces = bare.split(|c: char| !c.is_alphanumeric());
    pieces
        .filter(|piece| piece.len() > 1 || piece.contains(|c: char| c.is_numeric()))
        .map(str::to_string)
        .collect()
}

#[cfg(test)]
#[path = "../../../tests/unit/book_site_search.rs"]
mod tests;
