//! The signs in chapters. A sign shows how sure a clause is: `∼`, `∗`, `°` or `†`. Signs stand after
//! links of prose to clauses, and in a legend at the end of the chapter.

use super::html_tokenizer::{HtmlPiece, HtmlTag, html_pieces};
pub(super) use crate::page::certainty_signs::{
    LEGEND_ATTRIBUTE, SIGN_CLASS, html_with_signs, legend_html, linked_clause, signs_html,
    words_html_with_signs,
};
use crate::page::trusted_prose_to_inline_html;
use crate::rules::{ClauseLookup, EditionClauseInWords};
use crate::scenario::{TextReplacement, apply_replacements};
use pulldown_cmark::{Event, Options, Parser, Tag};
use std::path::Path;

/// Returns the rule of a clause as HTML with its signs.
pub(super) fn clause_text_with_signs(clause: &EditionClauseInWords) -> String {
    html_with_signs(&clause.text().map(trusted_prose_to_inline_html))
}

/// Returns the Markdown of a chapter with signs after each link to a clause that has marks, and
/// with a legend at its end. Because this is done for every chapter, no author can forget a sign.
pub(super) fn add_signs_and_legend(chapter: &str, page: &Path) -> String {
    let chapter = add_signs_to_links(chapter, page);
    if chapter.contains(LEGEND_ATTRIBUTE) {
        return chapter;
    }
    let legend = page_legend(&chapter);
    if legend.is_empty() {
        return chapter;
    }
    format!("{}\n\n{legend}\n", chapter.trim_end())
}

/// Returns a chapter with signs after its links to clauses.
fn add_signs_to_links(chapter: &str, page: &Path) -> String {
    let mut signs = Vec::new();
    for (event, range) in Parser::new_ext(chapter, Options::ENABLE_TABLES).into_offset_iter() {
        if let Event::Start(Tag::Link { dest_url, .. }) = event
            && let Some((rules, topic)) = linked_clause(&dest_url, page)
        {
            signs.push(TextReplacement {
                span: range.end..range.end,
                text: signs_html(rules.marks(topic)),
            });
        }
    }
    apply_replacements(chapter, &signs)
}

/// Returns the legend of the signs in a page, as HTML; empty if the page has none.
pub(super) fn page_legend(page: &str) -> String {
    let mut signs = CertaintySignCollector::default();
    for piece in html_pieces(page) {
        match piece {
            HtmlPiece::Open(tag) => signs.open_tag(&tag, tag.has_any_class(SIGNED_CLASSES)),
            HtmlPiece::Close(tag) => signs.close_tag(&tag),
            HtmlPiece::Text { text, .. } => signs.read_text(text),
        }
    }
    legend_html(&signs.found)
}

/// The classes of elements whose text contains signs: a sign, a link to a clause or an edition that
/// ends with signs, and a purse.
pub(super) const SIGNED_CLASSES: &str = "sign clause year has";

/// Collects the texts of a page that may contain signs: those in elements of [`SIGNED_CLASSES`],
/// and in drawings.
#[derive(Default)]
pub(super) struct CertaintySignCollector {
    pub(super) found: String,
    is_after_signed_tag: bool,
    open_drawings: usize,
}

impl CertaintySignCollector {
    /// Reads a tag that opens an element. `is_signed` says whether it has one of
    /// [`SIGNED_CLASSES`].
    pub(super) fn open_tag(&mut self, tag: &HtmlTag, is_signed: bool) {
        if tag.is_named("svg") {
            self.open_drawings += 1;
        }
        self.is_after_signed_tag = is_signed;
    }

    /// Reads a tag that closes an element.
    pub(super) fn close_tag(&mut self, tag: &HtmlTag) {
        if tag.is_named("svg") {
            self.open_drawings = self.open_drawings.saturating_sub(1);
        }
        self.is_after_signed_tag = false;
    }

    /// Reads a text between tags.
    pub(super) fn read_text(&mut self, text: &str) {
        if self.is_after_signed_tag || self.open_drawings > 0 {
            self.found.push_str(text);
        }
    }
}
