//! Fences of chapters that the program fills, such as `hand` and `question`.

use crate::scenario::{TextReplacement, apply_replacements, printable_path};
use anyhow::{Context, Error, Result, ensure};
use mdbook_preprocessor::book::Book;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::Path;

/// A fence that the program fills.
pub(super) struct ChapterDirectiveFence {
    /// The first word after the backticks.
    pub(super) word: &'static str,
    /// The rest of the line: a path or a name, and with some words more.
    pub(super) path: String,
    pub(super) body: String,
    /// The line in the chapter, from 1.
    pub(super) line: usize,
    /// The place in the chapter.
    pub(super) range: Range<usize>,
}

impl ChapterDirectiveFence {
    /// Returns the path of the scenario that a fence names, and the words after it: the steps that are shown.
    pub(super) fn path_and_steps(&self) -> (&str, &str) {
        match self.path.find(".md ") {
            Some(at) => {
                let (path, steps) = self.path.split_at(at + ".md".len());
                (path, steps.trim())
            }
            None => (&self.path, ""),
        }
    }
}

/// Returns the text of a chapter with what `make` returns in the place of each fence with one of
/// these words; none if there is no such fence. If `make` fails, `on_error` returns the text or the
/// error.
pub(super) fn fill_fences(
    text: &str,
    page: &Path,
    words: &[&'static str],
    mut make: impl FnMut(&ChapterDirectiveFence) -> Result<String>,
    on_error: impl Fn(&ChapterDirectiveFence, Error) -> Result<String>,
) -> Result<Option<String>> {
    let mut edits = Vec::new();
    for fence in find_fences(text, words) {
        let made =
            make(&fence).with_context(|| format!("{}, line {}", printable_path(page), fence.line));
        let filled = match made {
            Ok(filled) => filled,
            Err(error) => on_error(&fence, error)?,
        };
        edits.push(TextReplacement {
            text: filled + "\n",
            span: fence.range,
        });
    }
    if edits.is_empty() {
        return Ok(None);
    }
    Ok(Some(apply_replacements(text, &edits)))
}

/// Replaces the text of each chapter of a book by what `fill` returns for its text and its path.
///
/// # Errors
/// All errors of `fill`, after the last chapter.
pub(super) fn fill_chapters(
    book: &mut Book,
    mut fill: impl FnMut(&str, &Path) -> Result<Option<String>>,
) -> Result<()> {
    let mut errors = Vec::new();
    book.for_each_chapter_mut(|chapter| {
        let path = chapter.path.as_deref().unwrap_or(Path::new(""));
        match fill(&chapter.content, path) {
            Ok(Some(filled)) => chapter.content = filled,
            Ok(None) => {}
            Err(error) => errors.push(format!("{error:#}")),
        }
    });
    ensure!(errors.is_empty(), "{}", errors.join("\n"));
    Ok(())
}

/// Returns the fences of a chapter that begin with one of these words.
pub(super) fn find_fences(text: &str, words: &[&'static str]) -> Vec<ChapterDirectiveFence> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut fences = Vec::new();
    let mut open: Option<ChapterDirectiveFence> = None;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let line = text[..range.start].matches('\n').count() + 1;
                open = fence_without_body(&info, words, line, range);
            }
            Event::Text(inside) => {
                if let Some(fence) = &mut open {
                    fence.body += &inside;
                }
            }
            Event::End(TagEnd::CodeBlock) => fences.extend(open.take()),
            _ => {}
        }
    }
    fences
}

/// Returns a fence without its body, if it begins with one of these words.
fn fence_without_body(
    info: &str,
    words: &[&'static str],
    line: usize,
    range: Range<usize>,
) -> Option<ChapterDirectiveFence> {
    let (first, path) = info.split_once(' ').unwrap_or((info, ""));
    let word = words.iter().find(|word| **word == first)?;
    Some(ChapterDirectiveFence {
        word,
        path: path.trim().into(),
        body: String::new(),
        line,
        range,
    })
}
