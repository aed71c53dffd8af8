//! Links in words; among them those to the glossary, at the first use of each word of the game in a text.

use crate::editions;
use crate::page::Place;
pub(crate) use crate::page::game_page;
use crate::rules::Term;
use crate::scenario::{Edit, splice};
use mdbook_preprocessor::book::Chapter;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::PathBuf;

pub(crate) type Prose = BTreeMap<PathBuf, Chapter>;

/// A link in Markdown, to an address from the page it stands on.
pub(crate) fn markdown_link(href: String, words: impl Display) -> String {
    format!("[{words}]({href})")
}

/// The same Markdown, with a link at the first use of each word. Headings, links and code are left as they are.
pub(crate) fn glossed(markdown: &str, place: Place) -> String {
    glossed_but(markdown, place, None)
}

/// The same for the entry of a word, which does not lead to itself.
pub(super) fn glossed_but(markdown: &str, place: Place, term: Option<&'static str>) -> String {
    let (mut seen, mut closed, mut edits) = (BTreeSet::from_iter(term), 0, Vec::new());
    for (event, span) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Heading { .. } | Tag::CodeBlock(_) | Tag::Image { .. }) => closed += 1,
            Event::End(TagEnd::Link | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::Image) => closed -= 1,
            Event::Text(_) if closed == 0 => {
                edits.push(Edit { text: linked(&markdown[span.clone()], place, &mut seen), span });
            }
            _ => {}
        }
    }
    splice(markdown, &edits)
}

fn linked(text: &str, place: Place, seen: &mut BTreeSet<&'static str>) -> String {
    let (mut out, mut rest) = (String::new(), text);
    let (mut inside_word, mut is_head) = (false, true);
    while let Some(next) = rest.chars().next() {
        if !inside_word && let Some((term, form)) = starts(rest, seen, is_head) {
            seen.insert(term.id);
            let brief = term.brief.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            out += &format!(r#"<a class="term" href="{}" title="{brief}">{form}</a>"#, place.term(term));
            rest = &rest[form.len()..];
            (inside_word, is_head) = (true, false);
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
            inside_word = next.is_alphanumeric() || next == '-';
            is_head = matches!(next, '.' | ':' | '?' | '“') || (is_head && next.is_whitespace());
        }
    }
    out
}

/// The longest form of a word not yet seen that the text begins with. A capital in a sentence makes a name: la Bête.
fn starts<'a>(text: &'a str, seen: &BTreeSet<&'static str>, is_head: bool) -> Option<(&'static Term, &'a str)> {
    let means_else = |term: &&Term| term.but_not.iter().any(|phrase| text.starts_with(phrase));
    let unseen = editions::TERMS.iter().filter(|term| !seen.contains(term.id) && !means_else(term));
    let forms = unseen.flat_map(|term| term.forms.iter().map(move |form| (term, *form)));
    let goes_on = |word: &str| text[word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let is_it = |word: &&str, form| same(word, form, is_head) && !goes_on(word);
    let found = forms.filter_map(|(term, form)| Some((term, text.get(..form.len()).filter(|word| is_it(word, form))?)));
    found.max_by_key(|(_, word)| word.len())
}

/// Whether a word is a form, or the form at the head of a sentence.
fn same(word: &str, form: &str, is_head: bool) -> bool {
    let mut letters = form.chars();
    let capital = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters);
    word == form || (is_head && word.chars().eq(capital))
}
