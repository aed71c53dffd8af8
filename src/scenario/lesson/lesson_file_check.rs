//! The check of the file of a lesson: its path and the words of its prose.

use super::AllowedTermsAndControls;
use super::lesson_path::find_predecessor_error;
use crate::scenario::replay::checked_file::CheckedFile;
use crate::scenario::text::diagnostic::sort_by_place;
use std::path::Path;

/// Adds what is wrong with the path of a lesson, and with the words of its prose, to its diagnostics.
pub fn check_lesson_path_and_words(checked: &mut CheckedFile) {
    let chapter = checked.chapter.as_ref();
    let Some(lesson) = chapter.and_then(|chapter| chapter.lesson.as_ref()) else {
        return;
    };
    let path = Path::new(&checked.path);
    let mut wrong = Vec::new();
    if lesson.has_valid_header(&checked.diagnostics)
        && let Some(budget) = AllowedTermsAndControls::of_lesson(path, lesson)
    {
        wrong = match budget.missing_predecessor_error(&checked.text, lesson) {
            Some(missing) => vec![missing],
            None => budget.check_prose(&checked.text, lesson),
        };
    }
    wrong.extend(find_predecessor_error(path, lesson));
    checked.diagnostics.extend(wrong);
    sort_by_place(&mut checked.diagnostics, |found| (found.span.start, 0));
}
