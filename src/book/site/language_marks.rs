//! Marks the language of words that are not in the language of their page: French titles of hands,
//! and the English words of the program in a book in another language.

use super::site_address::{decode_address, resolve_path};
use crate::book::html_tokenizer::{HtmlPiece, HtmlTag, html_pieces, unescape_html};
use crate::page::escape_html;
use crate::scenario::{TextReplacement, apply_replacements};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The language of the words that the program writes.
pub(in crate::book) const ENGLISH: &str = "en";

/// Returns whether a language code of HTML means English: `en`, `en-GB`.
pub(in crate::book) fn is_english_or_unset(language: &str) -> bool {
    let primary = language.split('-').next().unwrap_or_default();
    primary.is_empty() || primary.eq_ignore_ascii_case(ENGLISH)
}

/// Returns the `lang` attribute for a language, after a space; empty for none.
pub(in crate::book) fn lang_attribute(language: Option<&str>) -> String {
    let Some(language) = language else {
        return String::new();
    };
    format!(" lang=\"{}\"", escape_html(language).replace('"', "&quot;"))
}

/// The title of a page, in another language than the words around it.
#[derive(Clone, Debug)]
struct ForeignLanguageTitle {
    title: String,
    language: String,
}

/// The titles that are not in English, by their pages.
#[derive(Clone, Debug, Default)]
pub(super) struct ForeignLanguagePageTitles(BTreeMap<PathBuf, Vec<ForeignLanguageTitle>>);

impl ForeignLanguagePageTitles {
    /// Adds a title of a page.
    pub(super) fn add(&mut self, page: &str, title: &str, language: &str) {
        let titles = self.0.entry(PathBuf::from(page)).or_default();
        titles.push(ForeignLanguageTitle {
            title: title.to_owned(),
            language: language.to_owned(),
        });
    }

    /// Returns the titles of a page.
    fn own_titles_of_page(&self, page: &Path) -> &[ForeignLanguageTitle] {
        match self.0.get(page) {
            Some(titles) => titles,
            None => &[],
        }
    }
}

/// Returns a page with the language marked at each of these titles: in a heading, and in a link to
/// the page of the title.
pub(super) fn mark_titles(page: &str, html: String, titles: &ForeignLanguagePageTitles) -> String {
    if titles.0.is_empty() {
        return html;
    }
    let mut edits = Vec::new();
    // The page of which the next text may be the title: this page in a heading, another page in a
    // link.
    let mut target: Option<PathBuf> = None;
    for piece in html_pieces(&html) {
        match piece {
            HtmlPiece::Open(tag) if tag.is_named("h1") => target = Some(PathBuf::from(page)),
            HtmlPiece::Open(tag)
                if tag.is_named("a") && tag.decoded_attribute("href").is_some() =>
            {
                target = linked_page(page, &tag)
            }
            HtmlPiece::Open(tag) if tag.is_named("title") => {
                let own = titles.own_titles_of_page(Path::new(page)).first();
                edits.extend(own.map(|title| add_language(&tag, &title.language)));
            }
            HtmlPiece::Close(tag) if tag.is_named("h1") || tag.is_named("a") => target = None,
            HtmlPiece::Text { text, at } => {
                if let Some(target) = &target {
                    edits.extend(mark_foreign_title(
                        text,
                        at,
                        titles.own_titles_of_page(target),
                    ));
                }
            }
            _ => {}
        }
    }
    if edits.is_empty() {
        return html;
    }
    apply_replacements(&html, &edits)
}

/// Returns the page that a link leads to, if the link does not leave the site.
fn linked_page(page: &str, tag: &HtmlTag) -> Option<PathBuf> {
    let href = tag.decoded_attribute("href")?;
    let path = href.split(['#', '?']).next().unwrap_or_default();
    resolve_path(Path::new(page), &decode_address(path))
}

/// Returns the change that marks a text, which begins at `text_start`, if it is one of these titles.
fn mark_foreign_title(
    text: &str,
    text_start: usize,
    titles: &[ForeignLanguageTitle],
) -> Option<TextReplacement> {
    let words = text.trim();
    let title = titles
        .iter()
        .find(|title| title.title == unescape_html(words))?;
    let start = text_start + text.len() - text.trim_start().len();
    let language = lang_attribute(Some(&title.language));
    Some(TextReplacement {
        span: start..start + words.len(),
        text: format!("<span{language}>{words}</span>"),
    })
}

/// Returns the change that adds a `lang` attribute to a tag.
fn add_language(tag: &HtmlTag, language: &str) -> TextReplacement {
    let end = tag.at + 1 + tag.name.len();
    TextReplacement {
        span: end..end,
        text: lang_attribute(Some(language)),
    }
}

/// The elements with words of the program: those around the text of a page, hands, and controls.
/// Each has one of some classes.
const INTERFACE_ELEMENTS: &[(&str, &str)] = &[
    ("a", "skip"),
    ("header", "bar"),
    ("nav", "contents turn"),
    ("footer", "foot"),
    ("section", "hand play playground"),
    ("div", "asked course"),
];

/// Returns a page with the words of the program marked as English, and the title of the book in its
/// own language. If `is_generated` is true, the program wrote the whole text of the page. A page of
/// a book in English stays as it is.
pub(super) fn mark_english_interface(
    html: String,
    book_language: &str,
    is_generated: bool,
) -> String {
    if is_english_or_unset(book_language) {
        return html;
    }
    let mut edits = Vec::new();
    for piece in html_pieces(&html) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.decoded_attribute("lang").is_some() {
            continue;
        }
        let is_ours = INTERFACE_ELEMENTS
            .iter()
            .any(|(element, classes)| tag.is_named(element) && tag.has_any_class(classes));
        if is_ours || is_generated && tag.is_named("main") {
            edits.push(add_language(&tag, ENGLISH));
        } else if tag.is_named("a") && tag.has_any_class("bar-title") {
            edits.push(add_language(&tag, book_language));
        }
    }
    apply_replacements(&html, &edits)
}
