//! Links to the glossary, at the first use of each term in a text.

use crate::editions::glossary_terms_in_text::{TermInText, find_new_terms};
use crate::page::{HomeOrGuestPage, safe_markdown};
use crate::rules::GlossaryTerm;
use crate::scenario::{TextReplacement, apply_replacements};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;

/// The ids of the terms that a text has linked.
type AlreadyLinkedTerms = BTreeSet<&'static str>;

/// Returns a Markdown text with a link at the first use of each term. Headings, links, pictures and
/// code stay as they are.
pub(crate) fn link_first_term_uses(markdown: &str, place: HomeOrGuestPage) -> String {
    link_new_terms(markdown, place, AlreadyLinkedTerms::new())
}

/// Links terms as [`link_first_term_uses`] does, in the entry of `term`, which does not link to itself.
pub(super) fn link_terms_except(
    markdown: &str,
    place: HomeOrGuestPage,
    term: &'static str,
) -> String {
    link_new_terms(markdown, place, AlreadyLinkedTerms::from([term]))
}

/// Links the terms of a text that are not linked yet.
fn link_new_terms(
    markdown: &str,
    place: HomeOrGuestPage,
    mut linked: AlreadyLinkedTerms,
) -> String {
    // The number of open elements in which no term is linked.
    let mut closed = 0;
    let mut edits = Vec::new();
    for (event, span) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Start(
                Tag::Link { .. } | Tag::Heading { .. } | Tag::CodeBlock(_) | Tag::Image { .. },
            ) => closed += 1,
            Event::End(TagEnd::Link | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::Image) => {
                closed -= 1
            }
            Event::Text(_) if closed == 0 => {
                edits.push(TextReplacement {
                    text: link_terms_in_plain_text(&markdown[span.clone()], place, &mut linked),
                    span,
                });
            }
            _ => {}
        }
    }
    apply_replacements(markdown, &edits)
}

/// Links the terms in a piece of plain text.
fn link_terms_in_plain_text(
    text: &str,
    place: HomeOrGuestPage,
    linked: &mut AlreadyLinkedTerms,
) -> String {
    let mut edits = Vec::new();
    for TermInText { term, span } in find_new_terms(text, linked) {
        edits.push(TextReplacement {
            text: term_link(term, &text[span.clone()], place),
            span,
        });
    }
    apply_replacements(text, &edits)
}

/// Returns a link to a term, with the words of a form of it.
fn term_link(term: &GlossaryTerm, form: &str, place: HomeOrGuestPage) -> String {
    let brief = safe_markdown::plain_text(term.brief)
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    let address = place.link_to_term(term);
    format!(r#"<a class="term" href="{address}" title="{brief}">{form}</a>"#)
}
