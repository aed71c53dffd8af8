//! Fences in chapters, and what stands in their places; and hands, set aside so that mdBook does not parse them all.

use crate::scenario::{Edit, shown, splice};
use anyhow::{Context, Result, ensure};
use mdbook_preprocessor::book::Book;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) struct Fence {
    pub(super) word: &'static str,
    /// What stands after it: a path or a name, and for some a word more.
    pub(super) path: String,
    pub(super) body: String,
    /// Its line in the chapter, from 1.
    pub(super) line: usize,
    range: Range<usize>,
}

/// A chapter with what is made for its fences of these words, if it has any. What cannot be made is given to `instead`.
pub(super) fn fill(
    text: &str,
    page: &Path,
    words: &[&'static str],
    mut make: impl FnMut(&Fence) -> Result<String>,
    instead: impl Fn(&Fence, anyhow::Error) -> Result<String>,
) -> Result<Option<String>> {
    let filled = fences(text, words).into_iter().map(|fence| {
        let made = make(&fence).with_context(|| format!("{}, line {}", shown(page), fence.line));
        Ok(Edit { text: made.or_else(|error| instead(&fence, error))? + "\n", span: fence.range })
    });
    let filled = filled.collect::<Result<Vec<_>>>()?;
    Ok((!filled.is_empty()).then(|| splice(text, &filled)))
}

/// Fills each chapter of a book by its text and its path. What cannot be made is told at the end, all of it.
pub(super) fn fill_each(book: &mut Book, mut filled: impl FnMut(&str, &Path) -> Result<Option<String>>) -> Result<()> {
    let mut wrong = Vec::new();
    book.for_each_chapter_mut(|chapter| {
        match filled(&chapter.content, chapter.path.as_deref().unwrap_or("".as_ref())) {
            Ok(filled) => chapter.content = filled.unwrap_or_else(|| std::mem::take(&mut chapter.content)),
            Err(error) => wrong.push(format!("{error:#}")),
        }
    });
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

pub(super) fn fences(text: &str, words: &[&'static str]) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut is_open = false;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).into_offset_iter() {
        match (event, found.last_mut().filter(|_| is_open)) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), _) => {
                let (word, path) = info.split_once(' ').unwrap_or((&info, ""));
                let word = words.iter().find(|ours| **ours == word);
                let line = text[..range.start].matches('\n').count() + 1;
                let fence = word.map(|word| Fence { word, path: path.trim().into(), body: String::new(), line, range });
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
pub(crate) struct Aside(Arc<Mutex<Vec<String>>>);

impl Aside {
    /// A chapter with a mark in the place of each hand.
    pub(super) fn take(&self, chapter: &str) -> String {
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
pub(super) fn replaced(page: &str, hand: &str) -> Option<String> {
    let begins = page.find(BEGINS)?;
    let ends = begins + page[begins..].find(ENDS)? + ENDS.len();
    Some([&page[..begins], hand, &page[ends..]].concat())
}
