//! Checks a lesson by making its page: each fence is filled as in the book.

use super::fences::FenceToFill;
use super::html::HtmlTag;
use super::preprocessor::{FilledFence, fill_each_fence};
use super::{HtmlPiece, html_pieces};
use crate::page::{AlternativesByStory, hand_views_by_edition};
use crate::scenario::{
    CheckedFile, Code, LESSONS_FOLDER, LessonVocabulary, check_file_with_links, check_in,
    check_references, find_lessons, find_named_hand, house_rules_of, lesson_fence_error,
    printable_path, read_scenario_bytes,
};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Checks the lessons of a book, and returns them in the order of their path.
///
/// # Errors
/// The folder of lessons cannot be read.
pub fn check_lessons(root: &Path) -> Result<Vec<CheckedFile>> {
    let folder = root.join(LESSONS_FOLDER);
    let lessons = find_lessons(&folder)
        .with_context(|| format!("{} cannot be read", printable_path(&folder)))?;
    let checked = lessons.par_iter().map(|file| {
        let mut checked =
            check_file_with_links(&file.path.display().to_string(), file.text.as_bytes());
        check_references(&mut checked);
        check_lesson(&mut checked);
        let path = file.path.strip_prefix(root).unwrap_or(&file.path);
        checked.path = path.display().to_string();
        checked
    });
    Ok(checked.collect())
}

/// Checks the fences of a lesson, if a file is a lesson and the hands that it names hold.
pub fn check_lesson(checked: &mut CheckedFile) {
    let Some(chapter) = &checked.chapter else {
        return;
    };
    let Some(lesson) = &chapter.lesson else {
        return;
    };
    let mut found = checked.diagnostics.iter();
    if found.any(|wrong| wrong.code == Code::ChapterHand) {
        return;
    }
    let path = Path::new(&checked.path);
    let hands = read_named_hands(path, checked);
    let alternatives = AlternativesByStory::default();
    let views = hand_views_by_edition(&hands, &alternatives);
    let page = Path::new("learn").join(path.file_name().unwrap_or_default());
    let budget = LessonVocabulary::of_lesson(path, lesson);
    let is_header_valid = lesson.has_valid_header(&checked.diagnostics);
    let mut wrong = Vec::new();
    for FilledFence { fence, content } in fill_each_fence(&checked.text, &page, &views) {
        let opening = opening_span(&checked.text, &fence);
        match content {
            Ok(shown) => {
                if fence.word == "task" && has_answer_without_reason(&shown.html) {
                    wrong.push(lesson_fence_error(&opening, NO_WORDS));
                }
                if is_header_valid {
                    let hidden = classes_hidden_by_boxes(&checked.text[..opening.start]);
                    let lines = shown_lines(&shown.html, &hidden);
                    wrong.extend(budget.check_shown_text(&opening, &lines));
                    wrong.extend(budget.check_shown_controls(&opening, &shown.controls));
                }
            }
            Err(error) => wrong.push(lesson_fence_error(&opening, &format!("{error:#}"))),
        }
    }
    checked.diagnostics.extend(wrong);
}

/// Returns the place of the opening line of a fence.
fn opening_span(text: &str, fence: &FenceToFill) -> Range<usize> {
    let line = text[fence.range.clone()].lines().next();
    let length = line.unwrap_or_default().trim_end().len();
    fence.range.start..fence.range.start + length
}

/// The classes of what a lesson never shows at once: buttons and their menus, links to other pages, and tasks of a hand, because a
/// lesson has its own.
const NEVER_SHOWN: &str = "hand-about hand-controls hand-instead hand-live hand-nav hand-partings hand-questions hand-task hand-title \
    asked-about play-hand play-worked";

/// The classes that an author puts around a part of a lesson, each with the classes that its pages then hide
/// (`book/theme/pages.css`).
const HIDES: [(&str, &str); 3] = [
    (
        "only-the-trick",
        "pool who turned won cards hand-choices clause",
    ),
    ("only-cards", "pool who turned won"),
    ("without-chips", "pool who small hand-running hand-ledger"),
];

/// Returns the classes that are hidden at the end of a part of a lesson: those of the boxes that are open there.
fn classes_hidden_by_boxes(before: &str) -> String {
    let mut boxes = Vec::new();
    for line in before.lines() {
        if let Some(rest) = line.strip_prefix("<div class=\"") {
            boxes.push(rest.split('"').next().unwrap_or_default());
        } else if line.starts_with("</div>") {
            boxes.pop();
        }
    }
    let mut hidden = NEVER_SHOWN.to_owned();
    for (class, hides) in HIDES {
        if boxes.contains(&class) {
            hidden += " ";
            hidden += hides;
        }
    }
    hidden
}

/// The elements that do not end a line of text.
const INLINE: [&str; 8] = ["b", "em", "i", "q", "small", "span", "strong", "time"];

/// Returns the text that a reader sees of HTML in which some classes are hidden, a paragraph on each line. Links are left out:
/// they name clauses and other pages.
fn shown_lines(html: &str, hidden: &str) -> String {
    let mut lines = String::new();
    // The number of open elements in one that is hidden.
    let mut depth = 0;
    for piece in html_pieces(html) {
        match piece {
            HtmlPiece::Open(tag) if tag.is_void() => {}
            HtmlPiece::Open(_) if depth > 0 => depth += 1,
            HtmlPiece::Open(tag) if is_link_or_hidden(tag, hidden) => depth = 1,
            HtmlPiece::Close(_) if depth > 0 => depth -= 1,
            HtmlPiece::Open(tag) | HtmlPiece::Close(tag) => {
                if !INLINE.iter().any(|name| tag.is_named(name)) {
                    lines.push('\n');
                }
            }
            HtmlPiece::Text { text, .. } if depth == 0 => lines.push_str(text),
            HtmlPiece::Text { .. } => {}
        }
    }
    lines
}

/// Says that an answer gives no reason.
const NO_WORDS: &str = "an answer has no reason in words; write one in the task of the hand";

/// Returns whether an answer to a question has a reason without words. Its verdict and its links are no reason.
fn has_answer_without_reason(html: &str) -> bool {
    let Some((_, answers)) = html.split_once("class=\"asked-answers\"") else {
        return false;
    };
    for answer in answers.split("</summary>").skip(1) {
        let reason = answer.split("</details>").next().unwrap_or_default();
        let shown = shown_lines(reason, "asked-verdict");
        if !shown.contains(char::is_alphabetic) {
            return true;
        }
    }
    false
}

/// Returns whether an element is hidden: a link, or an element of a hidden class or name.
fn is_link_or_hidden(tag: HtmlTag, hidden: &str) -> bool {
    tag.is_named("a")
        || tag.has_any_class(hidden)
        || tag.is_named("small") && hidden.split(' ').any(|name| name == "small")
}

/// Reads and plays the hands that the fences of a chapter name, each once.
fn read_named_hands(path: &Path, checked: &CheckedFile) -> Vec<CheckedFile> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for link in checked.chapter.iter().flat_map(|chapter| &chapter.links) {
        paths.extend(find_named_hand(path, &link.value));
    }
    paths.sort();
    paths.dedup();
    let mut hands = Vec::new();
    for hand in paths {
        let bytes = File::open(&hand)
            .and_then(read_scenario_bytes)
            .unwrap_or_default();
        let name = hand.display().to_string();
        hands.push(check_in(house_rules_of(&hand), &name, &bytes));
    }
    hands
}
