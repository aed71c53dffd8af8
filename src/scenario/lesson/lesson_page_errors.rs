//! What is wrong with the page of a lesson: its fences, its tags and its boxes.

use crate::scenario::Span;
use crate::scenario::text::diagnostic::{Diagnostic, diagnose};
use crate::scenario::text::{header::near_keys, quote};

/// The classes of the boxes around a part of a lesson. The first hides least.
pub const LESSON_BOXES: [&str; 4] = [
    "without-clauses",
    "without-chips",
    "only-cards",
    "only-the-trick",
];

/// Returns the diagnostic for a fence of a lesson that cannot be filled, with the reason.
pub fn unfillable_fence_error(opening: &Span, why: &str) -> Diagnostic {
    diagnose!("lesson-fence", opening, why)
}

/// Returns the diagnostic for a fence that shows what an earlier fence of its lesson shows.
pub fn repeated_fence_error(opening: &Span) -> Diagnostic {
    diagnose!("lesson-shown-twice", opening)
}

/// Returns the diagnostic for the tag of an element that is never closed.
pub fn unclosed_tag_error(place: &Span, name: &str) -> Diagnostic {
    let tag = quote(&format!("<{name}>"));
    let end = quote(&format!("</{name}>"));
    diagnose!("lesson-tag-open", place, tag, end)
}

/// Returns the diagnostic for a tag that closes an element that is not open.
pub fn stray_end_tag_error(place: &Span, name: &str) -> Diagnostic {
    let tag = quote(&format!("</{name}>"));
    diagnose!("lesson-tag-end", place, tag)
}

/// Returns the diagnostic for a text after a tag that is not read as Markdown, because no empty line comes before it.
pub fn unread_markdown_after_tag_error(place: &Span, tag: &str) -> Diagnostic {
    let tag = quote(tag);
    diagnose!("lesson-text-in-html", place, tag)
}

/// The classes of this book that stand around fences and hide nothing.
const OTHER_CLASSES: [&str; 1] = ["evening"];

/// Returns the diagnostic for a class that should be that of a box: it stands around a fence, or is almost the name of a box.
pub fn unknown_box_error(place: &Span, class: &str, has_fence: bool) -> Option<Diagnostic> {
    let mut near = near_keys(class, &LESSON_BOXES);
    if near.is_empty() && has_fence {
        near = boxes_with_same_word(class);
    }
    if near.is_empty() && !has_fence || OTHER_CLASSES.contains(&class) {
        return None;
    }
    let written = quote(class);
    let wrong = diagnose!("lesson-box", place, written);
    Some(wrong.with_suggestions(&near, |name| name.to_owned()))
}

/// Returns the boxes that end with the same word as a class: `no-chips` may mean `without-chips`.
fn boxes_with_same_word(class: &str) -> Vec<String> {
    let last = class.rsplit(['-', '_']).next().unwrap_or_default();
    let mut boxes = LESSON_BOXES.to_vec();
    boxes.retain(|known| known.rsplit('-').next() == Some(last));
    boxes.into_iter().map(str::to_owned).collect()
}
