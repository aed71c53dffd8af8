//! Checks a lesson by making its page: each fence is filled as in the book.

use super::fence_filling::ChapterDirectiveFence;
use super::html_tokenizer::HtmlTag;
use super::lesson_html_check::{LessonBox, LessonBoxesAndFaults, read_lesson_html_tags};
use super::preprocessor::{FenceHtmlAndControls, FenceWithPageHtml, fill_each_fence};
use super::{HtmlPiece, html_pieces};
use crate::page::{MoveProspectsByStory, hand_views_by_edition};
use crate::scenario::{
    AllowedTermsAndControls, CheckedFile, Code, LESSON_BOXES, LESSONS_FOLDER, Lesson,
    TextShownByFence, UntaughtWords, check_in, check_links_and_pictures, check_with_named_hands,
    find_lessons, find_named_hand, house_rules_of, printable_path, read_scenario_bytes,
    repeated_fence_error, unfillable_fence_error,
};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::BTreeSet;
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
            check_with_named_hands(&file.path.display().to_string(), file.text.as_bytes());
        check_links_and_pictures(&mut checked);
        check_fences_if_lesson(&mut checked);
        let path = file.path.strip_prefix(root).unwrap_or(&file.path);
        checked.path = path.display().to_string();
        checked
    });
    Ok(checked.collect())
}

/// Checks the fences of a lesson, if a file is a lesson and the hands that it names hold.
pub fn check_fences_if_lesson(checked: &mut CheckedFile) {
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
    let hands = play_hands_named_in_fences(path, checked);
    let alternatives = MoveProspectsByStory::default();
    let views = hand_views_by_edition(&hands, &alternatives);
    let page = Path::new("learn").join(path.file_name().unwrap_or_default());
    let LessonBoxesAndFaults { boxes, mut wrong } = read_lesson_html_tags(&checked.text);
    let mut words = UntaughtWords::default();
    let mut known_ids = BTreeSet::new();
    // Without its tags it is not clear what a box hides.
    let budget = if wrong.is_empty() {
        budget_of_fences(checked, path, lesson)
    } else {
        None
    };
    for FenceWithPageHtml { fence, content } in fill_each_fence(&checked.text, &page, &views) {
        let opening = opening_line_span(&checked.text, &fence);
        let shown = match content {
            Ok(shown) => shown,
            Err(error) => {
                wrong.push(unfillable_fence_error(&opening, &format!("{error:#}")));
                continue;
            }
        };
        if fence.word == "task" && has_answer_without_reason(&shown.html) {
            wrong.push(unfillable_fence_error(&opening, NO_WORDS));
        }
        if note_ids_and_find_repeated(&shown.html, &mut known_ids) {
            wrong.push(repeated_fence_error(&opening));
        }
        if let Some(budget) = &budget {
            let boxes = box_classes_around(&boxes, opening.start);
            let text = text_shown_in_boxes(&shown, &boxes);
            let part = TextShownByFence {
                opening,
                text: &text,
                way: advice_to_shorten_fence(fence.word),
                in_boxes: &|| visible_text_in_closed_boxes(&shown, &boxes),
            };
            budget.check_shown_text(&part, &mut words);
            budget.check_shown_controls(&part, &shown.controls, &mut words);
        }
    }
    checked.diagnostics.extend(wrong);
    checked.diagnostics.extend(words.into_diagnostics());
    checked
        .diagnostics
        .sort_by_key(|diagnostic| diagnostic.span.start);
}

/// Returns the budget of words for the fences of a lesson; none if its header or a lesson before it is wrong, because then nobody
/// knows what is taught.
fn budget_of_fences(
    checked: &CheckedFile,
    path: &Path,
    lesson: &Lesson,
) -> Option<AllowedTermsAndControls> {
    if !lesson.has_valid_header(&checked.diagnostics) {
        return None;
    }
    let budget = AllowedTermsAndControls::of_lesson(path, lesson)?;
    let missing = budget.missing_predecessor_error(&checked.text, lesson);
    missing.is_none().then_some(budget)
}

/// Returns the advice for an author whose fence with this word shows too much, up to *or*.
fn advice_to_shorten_fence(fence_kind: &str) -> &'static str {
    match fence_kind {
        "deal" => "begin at another step, or ",
        "practice" => "",
        _ => "show another step, or ",
    }
}

/// Returns whether HTML has an id that was there before, and adds its ids to the known ones.
fn note_ids_and_find_repeated(html: &str, known: &mut BTreeSet<String>) -> bool {
    let mut is_known = false;
    for piece in html_pieces(html) {
        if let HtmlPiece::Open(tag) = piece
            && let Some(id) = tag.decoded_attribute("id")
        {
            is_known |= !known.insert(id);
        }
    }
    is_known
}

/// Returns the place of the opening line of a fence.
fn opening_line_span(text: &str, fence: &ChapterDirectiveFence) -> Range<usize> {
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
const HIDES: [(&str, &str); 4] = [
    (
        "only-the-trick",
        "pool who turned won cards hand-choices clause",
    ),
    ("only-cards", "pool who turned won"),
    ("without-clauses", "clause"),
    ("without-chips", "pool who small hand-running hand-ledger"),
];

/// The classes that a table which is dealt in a lesson never shows: the words of the author of its hand, and the list of choices, in
/// the place of which it has buttons.
const NEVER_DEALT: &str = "hand-choices hand-story";

/// The classes of steps of a dealt table, each with the classes that are hidden in it in the box `without-chips`.
const HIDDEN_WITHOUT_CHIPS: [(&str, &str); 3] = [
    ("hand-step-deal", "hand-say hand-ledger"),
    ("hand-step-declaration", "hand-title hand-say"),
    ("hand-step-payment", "hand-say hand-ledger"),
];

/// The classes that are hidden at a place of a lesson.
struct ClassesHiddenInLesson {
    everywhere: String,
    /// Classes of steps, each with the classes that are hidden in such a step.
    in_steps: &'static [(&'static str, &'static str)],
}

/// Returns the classes of the boxes around a place of a lesson.
fn box_classes_around(boxes: &[LessonBox], place: usize) -> Vec<&'static str> {
    let around = boxes.iter().filter(|found| found.span.contains(&place));
    around.map(|found| found.class).collect()
}

/// Returns the names of the classes that are hidden in these boxes, with spaces between them.
fn classes_hidden_in_boxes(boxes: &[&str]) -> String {
    let mut hidden = NEVER_SHOWN.to_owned();
    for (class, hides) in HIDES {
        if boxes.contains(&class) {
            hidden += " ";
            hidden += hides;
        }
    }
    hidden
}

/// Returns the text that a reader sees of a fence in these boxes: of a deal also that of the table at which it is played.
fn text_shown_in_boxes(shown: &FenceHtmlAndControls, boxes: &[&str]) -> String {
    let hidden = ClassesHiddenInLesson {
        everywhere: classes_hidden_in_boxes(boxes),
        in_steps: &[],
    };
    let mut lines = shown_text_by_paragraph(&shown.html, &hidden);
    if !shown.dealt.is_empty() {
        let is_without_chips = boxes.contains(&"without-chips");
        let at_table = ClassesHiddenInLesson {
            everywhere: format!("{} {NEVER_DEALT}", hidden.everywhere),
            in_steps: if is_without_chips {
                &HIDDEN_WITHOUT_CHIPS
            } else {
                &[]
            },
        };
        lines += &shown_text_by_paragraph(&shown.dealt, &at_table);
    }
    lines
}

/// Returns for each box that is not open yet the text of a fence that stays visible inside it.
fn visible_text_in_closed_boxes(
    shown: &FenceHtmlAndControls,
    boxes: &[&str],
) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    for class in LESSON_BOXES {
        if !boxes.contains(&class) {
            let inside = [boxes, &[class]].concat();
            lines.push((class, text_shown_in_boxes(shown, &inside)));
        }
    }
    lines
}

/// The elements that do not end a line of text.
const INLINE: [&str; 9] = ["a", "b", "em", "i", "q", "small", "span", "strong", "time"];

/// Returns the text that a reader sees of HTML in which some classes are hidden, a paragraph on each line.
fn shown_text_by_paragraph(html: &str, hidden: &ClassesHiddenInLesson) -> String {
    let mut lines = String::new();
    // What is hidden in the step that is read.
    let mut in_step = "";
    // The number of open elements in one that is hidden.
    let mut depth = 0;
    for piece in html_pieces(html) {
        match piece {
            HtmlPiece::Open(tag) if tag.is_void() => {}
            HtmlPiece::Open(_) if depth > 0 => depth += 1,
            HtmlPiece::Open(tag) if is_hidden_or_action_button(tag, hidden, in_step) => depth = 1,
            HtmlPiece::Close(_) if depth > 0 => depth -= 1,
            HtmlPiece::Open(tag) | HtmlPiece::Close(tag) => {
                if tag.has_any_class("hand-step") {
                    let mut steps = hidden.in_steps.iter();
                    let step = steps.find(|(class, _)| tag.has_any_class(class));
                    in_step = match step {
                        Some((_, classes)) => classes,
                        None => "",
                    };
                }
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
        let verdict = ClassesHiddenInLesson {
            everywhere: "asked-verdict".to_owned(),
            in_steps: &[],
        };
        let shown = shown_text_by_paragraph(reason, &verdict);
        if !shown.contains(char::is_alphabetic) {
            return true;
        }
    }
    false
}

/// Returns whether an element is hidden: a button that acts, whose words are those of a control, or an element of a hidden class or
/// name.
fn is_hidden_or_action_button(tag: HtmlTag, hidden: &ClassesHiddenInLesson, in_step: &str) -> bool {
    let hides_small = hidden.everywhere.split(' ').any(|name| name == "small");
    tag.is_named("button") && tag.decoded_attribute("data-go").is_some()
        || tag.has_any_class(&hidden.everywhere)
        || !in_step.is_empty() && tag.has_any_class(in_step)
        || tag.is_named("small") && hides_small
}

/// Reads and plays the hands that the fences of a chapter name, each once.
fn play_hands_named_in_fences(path: &Path, checked: &CheckedFile) -> Vec<CheckedFile> {
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
