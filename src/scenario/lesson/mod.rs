//! Lessons: chapters of a book that teach terms and controls, one lesson after another.

mod lesson_header;
#[cfg(feature = "cli")]
mod lesson_path;

pub use lesson_header::{LESSON_KEYS, Lesson, control_names, read_lesson};
#[cfg(feature = "cli")]
pub use lesson_path::{
    LESSONS_FOLDER, LessonFile, check_lesson_path, find_lessons, lesson_fence_error, lessons_before,
};
