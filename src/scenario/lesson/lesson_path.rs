//! The path of a course: the order of its lessons, which follows from the lesson that each names before it.

use super::{Lesson, read_lesson};
use crate::scenario::text::diagnostic::{Diagnostic, diagnose};
use crate::scenario::text::{header::near_keys, quote};
use crate::scenario::{is_markdown, printable_path, read_scenario_bytes};
use std::fs::{self, File};
use std::io::Result;
use std::path::{Path, PathBuf};

/// The folder of the lessons of a book, from its root.
pub const LESSONS_FOLDER: &str = "book/src/learn";

/// A lesson and its file.
#[derive(Clone, Debug)]
pub struct LessonFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
    /// The lesson.
    pub lesson: Lesson,
    /// Whether nothing is wrong with its header.
    pub has_valid_header: bool,
}

impl LessonFile {
    /// Reads a file; none if it cannot be read or is no lesson.
    fn read(path: &Path) -> Option<LessonFile> {
        let bytes = File::open(path).and_then(read_scenario_bytes).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let (lesson, wrong) = read_lesson(&text)?;
        let has_valid_header = lesson.has_valid_header(&wrong);
        Some(LessonFile {
            path: path.to_path_buf(),
            text,
            lesson,
            has_valid_header,
        })
    }

    /// Returns the file name of the lesson before it; none for the first of a path.
    fn previous_lesson(&self) -> Option<&str> {
        Some(self.lesson.after.as_ref()?.value.as_str())
    }

    /// Returns the name of the file.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

/// Returns the lessons of a folder in the order of their path. There may be no such folder.
///
/// # Errors
/// The folder cannot be read.
pub fn find_lessons(folder: &Path) -> Result<Vec<LessonFile>> {
    let mut lessons = Vec::new();
    if !folder.is_dir() {
        return Ok(lessons);
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_file() && is_markdown(&path) {
            lessons.extend(LessonFile::read(&path));
        }
    }
    Ok(in_learning_order(lessons))
}

/// Returns lessons in the order in which they are learned: each follows the one that it names.
/// Lessons that no first lesson leads to stand last.
fn in_learning_order(mut lessons: Vec<LessonFile>) -> Vec<LessonFile> {
    let mut ordered = Vec::new();
    take_followers(None, &mut lessons, &mut ordered);
    ordered.append(&mut lessons);
    ordered
}

/// Moves the lessons that follow a lesson, and their followers, to the ordered ones.
fn take_followers(
    before: Option<&str>,
    lessons: &mut Vec<LessonFile>,
    ordered: &mut Vec<LessonFile>,
) {
    while let Some(at) = lessons
        .iter()
        .position(|file| file.previous_lesson() == before)
    {
        let file = lessons.remove(at);
        let name = file.name();
        ordered.push(file);
        take_followers(Some(&name), lessons, ordered);
    }
}

/// Returns the lessons before a lesson in a file, the nearest first. The path ends where a lesson is missing or comes twice.
pub fn earlier_lessons_nearest_first(path: &Path, lesson: &Lesson) -> Vec<LessonFile> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut before: Vec<LessonFile> = Vec::new();
    let mut after = lesson.after.clone();
    while let Some(name) = after {
        let earlier = folder.join(&name.value);
        let is_known = earlier == path || before.iter().any(|file| file.path == earlier);
        let Some(file) = LessonFile::read(&earlier).filter(|_| !is_known) else {
            break;
        };
        after = file.lesson.after.clone();
        before.push(file);
    }
    before
}

/// Returns what is wrong with the path of a lesson: the lesson before it is missing, or it comes before itself.
pub fn find_predecessor_error(path: &Path, lesson: &Lesson) -> Option<Diagnostic> {
    let after = lesson.after.as_ref()?;
    let before = earlier_lessons_nearest_first(path, lesson);
    let folder = path.parent().unwrap_or(Path::new(""));
    match before.last() {
        None if folder.join(&after.value) != path => {
            let place = printable_path(folder.join(&after.value));
            let wrong = diagnose!("lesson-after", &after.span, place);
            let near = near_lesson_names(path, &after.value);
            Some(wrong.with_suggestions(&near, |name| format!("\"{name}\"")))
        }
        Some(first) if leads_back(first, path, &before) => {
            let name = quote(&first.name());
            Some(diagnose!("lesson-circle", &after.span, name))
        }
        None => {
            let name = quote(&after.value);
            Some(diagnose!("lesson-circle", &after.span, name))
        }
        Some(_) => {
            let name = quote(&after.value);
            let is_broken = !before[0].has_valid_header;
            is_broken.then(|| diagnose!("lesson-before-broken", &after.span, name))
        }
    }
}

/// Returns the files of the folder of a lesson whose names are like a written one.
fn near_lesson_names(path: &Path, written: &str) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut names = Vec::new();
    for file in find_lessons(folder).unwrap_or_default() {
        if file.path != path {
            names.push(file.name());
        }
    }
    // The name may stand after a folder, and without its ending.
    let last = written.rsplit('/').next().unwrap_or_default();
    for name in [last.to_owned(), format!("{last}.md")] {
        if names.contains(&name) {
            return vec![name];
        }
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    near_keys(written, &known)
}

/// Returns whether all lessons before a lesson are there, and their headers say what they teach.
pub(super) fn has_sound_path(path: &Path, lesson: &Lesson) -> bool {
    let before = earlier_lessons_nearest_first(path, lesson);
    let first = match before.last() {
        Some(file) => &file.lesson,
        None => lesson,
    };
    first.after.is_none() && before.iter().all(|file| file.has_valid_header)
}

/// Returns whether the first lesson of a path names a lesson that comes later on the path.
fn leads_back(first: &LessonFile, path: &Path, before: &[LessonFile]) -> bool {
    let Some(after) = &first.lesson.after else {
        return false;
    };
    let earlier = first.path.with_file_name(&after.value);
    earlier == path || before.iter().any(|file| file.path == earlier)
}
