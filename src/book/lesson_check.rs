//! Checks a lesson by making its page: each fence is filled as in the book.

use super::preprocessor::fill_each_fence;
use crate::page::{AlternativesByStory, hand_views};
use crate::scenario::{
    CheckedFile, Code, LESSONS_FOLDER, check_file, check_in, check_references, find_lessons,
    find_named_hand, house_rules_of, lesson_fence_error, printable_path, read_scenario_bytes,
};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::fs::File;
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
        let mut checked = check_file(&file.path.display().to_string(), file.text.as_bytes());
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
    let mut found = checked.diagnostics.iter();
    if chapter.lesson.is_none() || found.any(|wrong| wrong.code == Code::ChapterHand) {
        return;
    }
    let path = Path::new(&checked.path);
    let hands = read_named_hands(path, checked);
    let alternatives = AlternativesByStory::default();
    let views = hand_views(&hands, &alternatives);
    let page = Path::new("learn").join(path.file_name().unwrap_or_default());
    for (fence, filled) in fill_each_fence(&checked.text, &page, &views) {
        if let Err(error) = filled {
            let opening = checked.text[fence.range.clone()].lines().next();
            let length = opening.unwrap_or_default().trim_end().len();
            let span = fence.range.start..fence.range.start + length;
            let wrong = lesson_fence_error(&span, &format!("{error:#}"));
            checked.diagnostics.push(wrong);
        }
    }
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
