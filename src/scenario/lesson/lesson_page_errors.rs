//! What is wrong with the page of a lesson: its fences, its tags and its boxes.

use crate::scenario::Span;
use crate::scenario::text::diagnostic::{Diagnostic, diagnose};
use crate::scenario::text::{header::near_keys, quote};

/// The classes of the boxes around a part of a lesson. The first hides least.
pub const LESSON_BOXES: [&str; 3] = ["without-chips", "only-cards", "only-the-trick"];

/// Returns the diagnostic for a fence of a lesson that cannot be filled, with the reason.
pub fn lesson_fence_error(opening: &Span, why: &str) -> Diagnostic {
    diagnose!("lesson-fence", opening, why)
}

/// Returns the diagnostic for a fence that shows what an earlier fence of its lesson shows.
pub fn shown_twice_error(opening: &Span) -> Diagnostic {
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

/// Returns the diagnostic for a class that is almost that of a box.
pub fn misspelt_box_error(place: &Span, class: &str) -> Option<Diagnostic> {
    if LESSON_BOXES.contains(&class) {
        return None;
    }
    let near = near_keys(class, &LESSON_BOXES);
    if near.is_empty() {
        return None;
    }
    let written = quote(class);
    let wrong = diagnose!("lesson-box", place, written);
    Some(wrong.with_suggestions(&near, |name| name.to_owned()))
}
