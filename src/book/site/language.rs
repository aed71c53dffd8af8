//! Which language the words of a page are in, where it is not that of the page: titles of hands that are told in French, and
//! the English words of this program in a book that is in another language.

use super::{decode_address, resolve_path};
use crate::book::html::{HtmlPiece, HtmlTag, html_pieces, unescape_html};
use crate::page::escape_html;
use crate::scenario::{Replacement, apply_replacements};
use std::path::{Path, PathBuf};

/// The language of what the program writes by itself.
pub(in crate::book) const ENGLISH: &str = "en";

/// Whether a language, as HTML names it, is a kind of English: `en`, `en-GB`.
pub(in crate::book) fn is_english(language: &str) -> bool {
    let primary = language.split('-').next().unwrap_or_default();
    primary.is_empty() || primary.eq_ignore_ascii_case(ENGLISH)
}

/// The attribute that says a language, after a space; nothing for none.
pub(in crate::book) fn lang_attribute(language: Option<&str>) -> String {
    language.map_or(String::new(), |language| {
        format!(" lang=\"{}\"", escape_html(language).replace('"', "&quot;"))
    })
}

/// A title in another language than the words around it, and the page that it is the title of.
#[derive(Clone, Debug)]
pub(super) struct ForeignTitle {
    pub(super) page: PathBuf,
    pub(super) title: String,
    pub(super) language: String,
}

/// Returns the page with the language said at each of these titles: where it is a heading, and where it leads to its page.
pub(super) fn mark_titles(page: &str, html: &str, titles: &[ForeignTitle]) -> String {
    if titles.is_empty() {
        return html.to_owned();
    }
    let mut edits = Vec::new();
    // Where the text that comes next leads: to the page itself in its heading, elsewhere in a link.
    let mut target: Option<PathBuf> = None;
    for piece in html_pieces(html) {
        match piece {
            HtmlPiece::Open(tag) if tag.is("h1") => target = Some(PathBuf::from(page)),
            HtmlPiece::Open(tag) if tag.is("a") && tag.attribute("href").is_some() => {
                target = linked_page(page, &tag)
            }
            HtmlPiece::Open(tag) if tag.is("title") => {
                let own = titles.iter().find(|title| title.page == Path::new(page));
                edits.extend(own.map(|title| add_language(&tag, &title.language)));
            }
            HtmlPiece::Close(tag) if tag.is("h1") || tag.is("a") => target = None,
            HtmlPiece::Text { text, at } => {
                edits.extend(
                    target
                        .as_deref()
                        .and_then(|page| mark_text(text, at, page, titles)),
                );
            }
            _ => {}
        }
    }
    apply_replacements(html, &edits)
}

/// The page that a link leads to, if it is one of the site.
fn linked_page(page: &str, tag: &HtmlTag) -> Option<PathBuf> {
    let href = tag.attribute("href")?;
    let path = href.split(['#', '?']).next().unwrap_or_default();
    resolve_path(Path::new(page), &decode_address(path))
}

/// Returns a text of a page with its language around it, if it is the title of this page. `at` is where it begins.
fn mark_text(text: &str, at: usize, page: &Path, titles: &[ForeignTitle]) -> Option<Replacement> {
    let words = text.trim();
    let title = titles
        .iter()
        .find(|title| title.page == page && title.title == unescape_html(words))?;
    let start = at + text.len() - text.trim_start().len();
    let text = format!(
        "<span{}>{words}</span>",
        lang_attribute(Some(&title.language))
    );
    Some(Replacement {
        span: start..start + words.len(),
        text,
    })
}

/// Adds a language to a tag that says none.
fn add_language(tag: &HtmlTag, language: &str) -> Replacement {
    let end = tag.at + 1 + tag.name.len();
    Replacement {
        span: end..end,
        text: lang_attribute(Some(language)),
    }
}

/// What begins a piece of our own words in a page: what stands around its text, and what one works with.
const OURS: &[(&str, &str)] = &[
    ("a", "skip"),
    ("header", "bar"),
    ("nav", "contents turn"),
    ("footer", "foot"),
    ("section", "hand play playground"),
    ("div", "asked course"),
];

/// Returns a page of a book in another language with English said at our own words, and that language at its title.
/// `is_generated` says whether the whole text of the page is ours.
pub(super) fn mark_interface(html: &str, language: &str, is_generated: bool) -> String {
    if is_english(language) {
        return html.to_owned();
    }
    let mut edits = Vec::new();
    for piece in html_pieces(html) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.attribute("lang").is_some() {
            continue;
        }
        let is_ours = OURS
            .iter()
            .any(|(element, classes)| tag.is(element) && tag.has_class(classes));
        if is_ours || is_generated && tag.is("main") {
            edits.push(add_language(&tag, ENGLISH));
        } else if tag.is("a") && tag.has_class("bar-title") {
            edits.push(add_language(&tag, language));
        }
    }
    apply_replacements(html, &edits)
}
