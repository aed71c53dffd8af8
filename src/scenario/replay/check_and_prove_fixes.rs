//! The door to the checker: a file or a chapter, read and played, with the fixes that are proven.

use super::checked_file::{ChapterHands, CheckedFile, check_without_trying_fixes};
use super::proven_fixes::keep_proven_fixes;
use crate::scenario::lesson::read_lesson;
use crate::scenario::text::chapter_hand_fences::{ChapterHandFence, hand_fences_of_chapter};
use crate::scenario::text::diagnostic::{Code, Diagnostic};
use crate::scenario::text::{FolderRules, diagnose, quote};
use std::ops::Range;

/// Reads a file's bytes and plays what it tells.
///
/// ```
/// let file = std::fs::read_to_string("scenarios/mouche-1718/denise-must-trump.md")?;
/// let checked = mouche::scenario::check("a.md", file.replace("refused: play.trump", "refused: play.head").as_bytes());
/// assert!(!checked.holds());
/// assert_eq!(checked.diagnostics[0].message, "the clause is play.trump, not play.head");
/// assert_eq!(checked.diagnostics[0].clause.as_deref(), Some("mouche-1718/play.trump"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn check(path: &str, bytes: &[u8]) -> CheckedFile {
    check_in(FolderRules::NONE, path, bytes)
}

/// Checks a file as [`check`] does, in a folder with a table; and the `mouche.toml` that gives it one. Of a chapter each hand
/// that stands in it is checked, and what is wrong is told at its place in the chapter.
pub fn check_in(house: FolderRules, path: &str, bytes: &[u8]) -> CheckedFile {
    // The engine in a page is given hands alone.
    if !cfg!(target_arch = "wasm32")
        && let Some(chapter) = std::str::from_utf8(bytes)
            .ok()
            .and_then(|text| check_chapter(house, path, text))
    {
        return chapter;
    }
    let mut checked = check_without_trying_fixes(house, path, bytes);
    keep_proven_fixes(house, &mut checked);
    checked
}

/// Checks the hands that stand in the fences of a chapter; none if the file has no such fence, or is a scenario.
fn check_chapter(house: FolderRules, path: &str, text: &str) -> Option<CheckedFile> {
    let fences = hand_fences_of_chapter(text);
    let lesson = read_lesson(text);
    if fences.is_empty() && lesson.is_none() {
        return None;
    }
    let mut chapter = ChapterHands::default();
    let mut diagnostics = Vec::new();
    if let Some((lesson, wrong)) = lesson {
        chapter.lesson = Some(lesson);
        diagnostics.extend(wrong);
    }
    let mut warnings = Vec::new();
    // As the book reads a hand: no table of a folder counts for it, and the language of the book does.
    let book = FolderRules {
        language: house.language,
        ..FolderRules::NONE
    };
    for fence in fences {
        if let Some(link) = fence.path {
            if !fence.content.text().trim().is_empty() {
                diagnostics.push(diagnose!(
                    "hand-named-and-told",
                    &fence.opening,
                    path = quote(&link.value)
                ));
            }
            chapter.links.push(link);
            continue;
        }
        let hand = check_in(book, path, fence.content.text().as_bytes());
        if !hand.is_scenario && hand.diagnostics.is_empty() {
            diagnostics.push(diagnose!("hand-without-scenario", &fence.opening));
            continue;
        }
        let is_exact = fence.span_if_verbatim(text).is_some();
        diagnostics.extend(
            hand.diagnostics
                .iter()
                .map(|wrong| moved_into_chapter(wrong, &fence, is_exact)),
        );
        // What is told of it stands around it, in the chapter.
        let told = hand
            .warnings
            .iter()
            .filter(|warning| warning.code != Code::Untold);
        warnings.extend(told.map(|warning| moved_into_chapter(warning, &fence, is_exact)));
        chapter.hands.push(hand);
    }
    let chapter = Some(chapter);
    Some(CheckedFile {
        path: path.to_owned(),
        text: text.to_owned(),
        diagnostics,
        warnings,
        chapter,
        ..CheckedFile::default()
    })
}

/// Returns a diagnostic of a hand at its place in the chapter. A fix is kept only where the chapter has the text of the hand as
/// it is.
pub fn moved_into_chapter(
    wrong: &Diagnostic,
    fence: &ChapterHandFence,
    keeps_fix: bool,
) -> Diagnostic {
    let mut moved = wrong.clone();
    move_into_chapter(&mut moved.span, fence);
    if let Some(span) = &mut moved.replaced_span {
        move_into_chapter(span, fence);
    }
    for span in &mut moved.repeated_at {
        move_into_chapter(span, fence);
    }
    for (span, _) in &mut moved.related {
        move_into_chapter(span, fence);
    }
    if !keeps_fix {
        moved.fix = None;
    }
    moved
}

fn move_into_chapter(span: &mut Range<usize>, fence: &ChapterHandFence) {
    *span = fence.content.span_of(span.clone());
}
