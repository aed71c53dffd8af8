//! Hands in the chapters of a book: fences that name a scenario file, and fences that hold a scenario.

use super::markdown_fences::{Fence, FenceContent, FenceKind, read_title_and_fences};
use super::parsed_scenario::{Span, Spanned};
use crate::cards::CardLanguage;

/// A fence of a chapter that shows a hand or a part of it.
#[derive(Clone, Debug)]
pub struct ChapterHandFence {
    pub opening: Span,
    /// The path that follows its word, and what follows the path on that line; none where the fence holds a scenario.
    pub path: Option<Spanned<String>>,
    /// The text between its opening and its end.
    pub content: FenceContent,
}

impl ChapterHandFence {
    /// Returns where its text stands in the file, if the file has it there byte by byte: not so in a quotation or a list.
    pub fn span_if_verbatim(&self, text: &str) -> Option<Span> {
        let span = self.content.file_span();
        if text.get(span.clone()) == Some(self.content.text()) {
            Some(span)
        } else {
            None
        }
    }
}

/// The first words of the fences of chapters that show a hand or a part of it.
const FENCE_WORDS: [&str; 4] = ["hand", "task", "question", "deal"];

/// Returns the fences of a chapter that show a hand or a part of it. The chapter is a file that is no scenario itself.
pub fn hand_fences_of_chapter(text: &str) -> Vec<ChapterHandFence> {
    // Most files are read once only.
    if !FENCE_WORDS.iter().any(|word| text.contains(word)) {
        return Vec::new();
    }
    let (_, fences) = read_title_and_fences(text);
    if fences
        .iter()
        .any(|fence| fence.kind(CardLanguage::English) == Some(FenceKind::Header))
    {
        return Vec::new();
    }
    fences
        .into_iter()
        .filter_map(|fence| chapter_fence(text, fence))
        .collect()
}

/// Returns what a fence of a chapter asks for; none if it is empty.
fn chapter_fence(text: &str, fence: Fence) -> Option<ChapterHandFence> {
    let word = fence.words.first()?;
    let path = fence.words.get(1).map(|first| {
        let line = &text[first.span.start..];
        let rest = line.lines().next().unwrap_or_default().trim_end();
        Spanned {
            value: rest.to_owned(),
            span: first.span.start..first.span.start + rest.len(),
        }
    });
    let is_ours = match (word.value, &path) {
        ("hand", _) => true,
        // A task of a scenario names what is asked, one of a chapter a file.
        ("task" | "question" | "deal", Some(path)) => {
            path.value.split(' ').any(|part| part.ends_with(".md"))
        }
        _ => false,
    };
    if !is_ours {
        return None;
    }
    Some(ChapterHandFence {
        opening: fence.opening,
        path,
        content: fence.content,
    })
}
