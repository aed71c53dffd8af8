//! Links to the glossary, at the first use of each term in a text.

use crate::editions;
use crate::page::{PageLocation, safe_markdown};
use crate::rules::GlossaryTerm;
use crate::scenario::{Replacement, apply_replacements};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;

/// The ids of the terms that a text has linked.
type LinkedTerms = BTreeSet<&'static str>;

/// Returns a Markdown text with a link at the first use of each term. Headings, links, pictures and
/// code stay as they are.
pub(crate) fn link_terms(markdown: &str, place: PageLocation) -> String {
    link_new_terms(markdown, place, LinkedTerms::new())
}

/// Links terms as [`link_terms`] does, in the entry of `term`, which does not link to itself.
pub(super) fn link_terms_except(markdown: &str, place: PageLocation, term: &'static str) -> String {
    link_new_terms(markdown, place, LinkedTerms::from([term]))
}

/// Links the terms of a text that are not linked yet.
fn link_new_terms(markdown: &str, place: PageLocation, mut linked: LinkedTerms) -> String {
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
                edits.push(Replacement {
                    text: link_terms_in_words(&markdown[span.clone()], place, &mut linked),
                    span,
                });
            }
            _ => {}
        }
    }
    apply_replacements(markdown, &edits)
}

/// Links the terms in a piece of plain text.
fn link_terms_in_words(text: &str, place: PageLocation, linked: &mut LinkedTerms) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut is_inside_word = false;
    let mut is_sentence_start = true;
    while let Some(next) = rest.chars().next() {
        if !is_inside_word && let Some((term, form)) = longest_term(rest, linked, is_sentence_start)
        {
            linked.insert(term.id);
            out += &term_link(term, form, place);
            rest = &rest[form.len()..];
            is_inside_word = true;
            is_sentence_start = false;
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
            is_inside_word = is_word_char(next);
            is_sentence_start = matches!(next, '.' | ':' | '?' | '“')
                || (is_sentence_start && next.is_whitespace());
        }
    }
    out
}

/// Returns a link to a term, with the words of a form of it.
fn term_link(term: &GlossaryTerm, form: &str, place: PageLocation) -> String {
    let brief = safe_markdown::plain_text(term.brief)
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    let address = place.link_to_term(term);
    format!(r#"<a class="term" href="{address}" title="{brief}">{form}</a>"#)
}

/// Returns the term with the longest form at the beginning of a text, and that form as it is
/// written there. Terms that are linked already do not count.
fn longest_term<'a>(
    text: &'a str,
    linked: &LinkedTerms,
    is_sentence_start: bool,
) -> Option<(&'static GlossaryTerm, &'a str)> {
    let mut longest: Option<(&'static GlossaryTerm, &str)> = None;
    for term in editions::TERMS.iter() {
        let has_other_meaning = term.but_not.iter().any(|phrase| text.starts_with(phrase));
        if linked.contains(term.id) || has_other_meaning {
            continue;
        }
        for form in term.forms {
            if let Some(word) = form_at_start(text, form, is_sentence_start)
                && longest.is_none_or(|(_, other)| word.len() >= other.len())
            {
                longest = Some((term, word));
            }
        }
    }
    longest
}

/// Returns a form of a term as it is written at the beginning of a text, if the text begins with it
/// as a whole word. It may have a capital at the start of a sentence only: elsewhere a capital
/// makes a name, as in *la Bête*.
fn form_at_start<'a>(text: &'a str, form: &str, is_sentence_start: bool) -> Option<&'a str> {
    let word = text.get(..form.len())?;
    let is_form = word == form || is_sentence_start && word == capitalized_form(form);
    let goes_on = text[word.len()..].starts_with(is_word_char);
    if is_form && !goes_on {
        Some(word)
    } else {
        None
    }
}

/// Returns a form of a term with a capital first letter.
fn capitalized_form(form: &str) -> String {
    let mut letters = form.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '-'
}
