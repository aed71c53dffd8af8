//! What is done to the Markdown of chapters: fences are filled, hands set aside so that mdBook does not parse them all, and
//! words of the game are linked to the glossary, each at its first use in a text.

use crate::editions;
pub(crate) use crate::page::game_page;
use crate::page::{PageLocation, markdown};
use crate::rules::Term;
use crate::scenario::{Replacement, apply_replacements, display_path};
use anyhow::{Context, Result, ensure};
use mdbook_preprocessor::book::{Book, Chapter};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) type WrittenChapters = BTreeMap<PathBuf, Chapter>;

pub(super) struct FenceDirective {
    pub(super) word: &'static str,
    /// What stands after it: a path or a name, and for some a word more.
    pub(super) path: String,
    pub(super) body: String,
    /// Its line in the chapter, from 1.
    pub(super) line: usize,
    range: Range<usize>,
}

/// A chapter with what is made for its fences of these words, if it has any. What cannot be made is given to `instead`.
pub(super) fn fill_fences(
    text: &str,
    page: &Path,
    words: &[&'static str],
    mut make: impl FnMut(&FenceDirective) -> Result<String>,
    instead: impl Fn(&FenceDirective, anyhow::Error) -> Result<String>,
) -> Result<Option<String>> {
    let filled = find_fences(text, words).into_iter().map(|fence| {
        let made =
            make(&fence).with_context(|| format!("{}, line {}", display_path(page), fence.line));
        Ok(Replacement {
            text: made.or_else(|error| instead(&fence, error))? + "\n",
            span: fence.range,
        })
    });
    let filled = filled.collect::<Result<Vec<_>>>()?;
    Ok((!filled.is_empty()).then(|| apply_replacements(text, &filled)))
}

/// Fills each chapter of a book by its text and its path. What cannot be made is told at the end, all of it.
pub(super) fn fill_chapters(
    book: &mut Book,
    mut filled: impl FnMut(&str, &Path) -> Result<Option<String>>,
) -> Result<()> {
    let mut wrong = Vec::new();
    book.for_each_chapter_mut(|chapter| {
        match filled(
            &chapter.content,
            chapter.path.as_deref().unwrap_or("".as_ref()),
        ) {
            Ok(filled) => {
                chapter.content = filled.unwrap_or_else(|| std::mem::take(&mut chapter.content))
            }
            Err(error) => wrong.push(format!("{error:#}")),
        }
    });
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

pub(super) fn find_fences(text: &str, words: &[&'static str]) -> Vec<FenceDirective> {
    let mut found: Vec<FenceDirective> = Vec::new();
    let mut is_open = false;
    for (event, range) in
        Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).into_offset_iter()
    {
        match (event, found.last_mut().filter(|_| is_open)) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), _) => {
                let (word, path) = info.split_once(' ').unwrap_or((&info, ""));
                let word = words.iter().find(|ours| **ours == word);
                let line = text[..range.start].matches('\n').count() + 1;
                let fence = word.map(|word| FenceDirective {
                    word,
                    path: path.trim().into(),
                    body: String::new(),
                    line,
                    range,
                });
                is_open = fence.is_some();
                found.extend(fence);
            }
            (Event::Text(inside), Some(fence)) => fence.body += &inside,
            (Event::End(TagEnd::CodeBlock), _) => is_open = false,
            _ => {}
        }
    }
    found
}

/// How a hand begins that stands in a chapter as one line of HTML.
const BEGINS: &str = "<section class=\"hand\"";
const ENDS: &str = "</section>";
/// What stands in the place of a hand, around its number.
const MARK: (&str, &str) = ("<!--[hand ", "]-->");

#[derive(Clone, Debug, Default)]
pub(crate) struct DeferredHands(Arc<Mutex<Vec<String>>>);

impl DeferredHands {
    /// A chapter with a mark in the place of each hand.
    pub(super) fn set_aside(&self, chapter: &str) -> String {
        let mut hands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let marked = |line: &str| match line.trim_end() {
            hand if hand.starts_with(BEGINS) && hand.ends_with(ENDS) => {
                hands.push(hand.into());
                format!("{}{}{}\n", MARK.0, hands.len() - 1, MARK.1)
            }
            _ => line.to_string(),
        };
        chapter.split_inclusive('\n').map(marked).collect()
    }

    /// A page with its hands in the places of their marks. A mark of no hand stays: somebody wrote it.
    pub(super) fn put_back(&self, page: &str) -> String {
        let hands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pieces = page.split(MARK.0);
        let mut whole = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let put = |(at, rest): (&str, _)| Some((hands.get(at.parse::<usize>().ok()?)?, rest));
            if let Some((hand, rest)) = piece.split_once(MARK.1).and_then(put) {
                whole.extend([hand, rest])
            } else {
                whole.extend([MARK.0, piece])
            }
        }
        whole
    }
}

/// A page with this hand in place of the one that stands in it; none if none does.
pub(super) fn replace_hand(page: &str, hand: &str) -> Option<String> {
    let begins = page.find(BEGINS)?;
    let ends = begins + page[begins..].find(ENDS)? + ENDS.len();
    Some([&page[..begins], hand, &page[ends..]].concat())
}

pub(crate) fn markdown_link(href: String, words: impl Display) -> String {
    format!("[{words}]({href})")
}

/// The same Markdown, with a link at the first use of each word. Headings, links and code are left as they are.
pub(crate) fn link_terms(markdown: &str, place: PageLocation) -> String {
    link_terms_except(markdown, place, None)
}

/// The same for the entry of a word, which does not lead to itself.
pub(super) fn link_terms_except(
    markdown: &str,
    place: PageLocation,
    term: Option<&'static str>,
) -> String {
    let mut seen = BTreeSet::from_iter(term);
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
                    text: linked(&markdown[span.clone()], place, &mut seen),
                    span,
                });
            }
            _ => {}
        }
    }
    apply_replacements(markdown, &edits)
}

fn linked(text: &str, place: PageLocation, seen: &mut BTreeSet<&'static str>) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut inside_word = false;
    let mut is_head = true;
    while let Some(next) = rest.chars().next() {
        if !inside_word && let Some((term, form)) = starts(rest, seen, is_head) {
            seen.insert(term.id);
            let brief = markdown::plain_text(term.brief)
                .replace('&', "&amp;")
                .replace('"', "&quot;")
                .replace('<', "&lt;");
            out += &format!(
                r#"<a class="term" href="{}" title="{brief}">{form}</a>"#,
                place.link_to_term(term)
            );
            rest = &rest[form.len()..];
            inside_word = true;
            is_head = false;
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
fn starts<'a>(
    text: &'a str,
    seen: &BTreeSet<&'static str>,
    is_head: bool,
) -> Option<(&'static Term, &'a str)> {
    let means_else = |term: &&Term| term.but_not.iter().any(|phrase| text.starts_with(phrase));
    let unseen = editions::TERMS
        .iter()
        .filter(|term| !seen.contains(term.id) && !means_else(term));
    let forms = unseen.flat_map(|term| term.forms.iter().map(move |form| (term, *form)));
    let goes_on =
        |word: &str| text[word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
    // At the head of a sentence a form has a capital.
    let is_capital = |word: &str, form: &str| {
        let mut letters = form.chars();
        word.chars().eq(letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters))
    };
    let is_it =
        |word: &&str, form| (*word == form || is_head && is_capital(word, form)) && !goes_on(word);
    let found = forms.filter_map(|(term, form)| {
        Some((
            term,
            text.get(..form.len()).filter(|word| is_it(word, form))?,
        ))
    });
    found.max_by_key(|(_, word)| word.len())
}
