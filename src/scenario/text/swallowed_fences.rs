//! Fences of ours that are not read because they stand inside another block.

use super::markdown_fences::{
    Fence, FenceKind, fence_kind, is_fence_word_separator, is_in_block_prefix,
};
use super::{Diagnostic, diagnose};
use crate::cards::CardLanguage;

/// Finds fences of ours that are not read because they stand inside another block: behind an opening line without its end, in
/// a block of HTML, or indented as code is. A longer fence, or one of the other signs, is meant to show them, and so is a comment.
pub fn find_swallowed_fences(
    text: &str,
    fences: &[Fence],
    letters: CardLanguage,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // Fences are in the order of the text, and none is within another: one pass over the lines is enough.
    let mut later_fences = fences.iter().peekable();
    let mut is_in_comment = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - without_marks(line).len();
        at += line.len();
        while later_fences
            .next_if(|fence| fence.span.end <= start)
            .is_some()
        {}
        let outer = later_fences
            .peek()
            .copied()
            .filter(|fence| fence.span.start <= start);
        let is_shown_in_comment = outer.is_none() && is_in_comment;
        is_in_comment = ends_in_html_comment(line, is_in_comment);
        let Some(word) = opened_fence_kind(&text[start..at], letters) else {
            continue;
        };
        if !is_shown_in_comment {
            found.extend(swallowed_fence_error(text, start, word, outer, letters));
        }
    }
    found
}

/// Says what is wrong with the line at `start`, which would open a fence of ours; nothing if it does open one, or if it stands
/// within a fence that shows it as text or that has a diagnostic of its own.
fn swallowed_fence_error(
    text: &str,
    start: usize,
    kind: FenceKind,
    outer: Option<&Fence>,
    letters: CardLanguage,
) -> Option<Diagnostic> {
    let signs = leading_run_length(&text[start..]);
    let span = start..start + signs;
    let Some(outer) = outer else {
        return Some(diagnose!(
            "fence-within-a-block",
            &span,
            word = kind.spelling(letters)
        ));
    };
    if outer.span.start == start || !outer.closed || outer.kind(letters).is_some() {
        return None;
    }
    let opening = &text[outer.span.start..];
    if opening.as_bytes().first() != text.as_bytes().get(start)
        || leading_run_length(opening) > signs
    {
        return None;
    }
    let wrong = diagnose!("fence-within-a-fence", &span, word = kind.spelling(letters));
    Some(wrong.with_related(outer.opening.clone(), "this fence holds it"))
}

/// Returns how often the first character of a text stands at its beginning.
fn leading_run_length(text: &str) -> usize {
    let Some(sign) = text.chars().next() else {
        return 0;
    };
    text.len() - text.trim_start_matches(sign).len()
}

/// Returns whether an HTML comment is open at the end of a line, given whether one was at its
/// beginning.
fn ends_in_html_comment(line: &str, begins_in_comment: bool) -> bool {
    match (line.rfind("<!--"), line.rfind("-->")) {
        (Some(opened), Some(closed)) => opened > closed,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => begins_in_comment,
    }
}

/// Returns a line without the marks of quotations and lists before it.
fn without_marks(line: &str) -> &str {
    line.trim_start_matches(is_in_block_prefix)
}

/// Returns the kind of our fences that a line opens with its backticks or tildes, if it opens one.
fn opened_fence_kind(line: &str, letters: CardLanguage) -> Option<FenceKind> {
    let rest = ['`', '~']
        .into_iter()
        .find_map(|sign| Some(line.trim_start_matches(sign)).filter(|rest| *rest != line))?;
    if line.len() - rest.len() < 3 {
        return None;
    }
    let mut words = rest
        .split(is_fence_word_separator)
        .filter(|word| !word.is_empty());
    let first = words.next()?;
    fence_kind(first, words.next().unwrap_or_default(), letters)
}
