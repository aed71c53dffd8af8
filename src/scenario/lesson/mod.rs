//! Lessons: chapters of a book that teach terms and controls, one lesson after another.

#[cfg(feature = "cli")]
mod game_names;
#[cfg(feature = "cli")]
mod lesson_file_check;
mod lesson_header;
#[cfg(feature = "cli")]
mod lesson_page_errors;
#[cfg(feature = "cli")]
mod lesson_path;
#[cfg(feature = "cli")]
mod lesson_terms;
#[cfg(feature = "cli")]
mod lesson_vocabulary;

#[cfg(feature = "cli")]
pub use lesson_file_check::check_lesson_path_and_words;
pub use lesson_header::{
    CHECK, DEAL_CONTROLS, LESSON_KEYS, Lesson, NEXT, control_name_of_button, is_lesson_fence,
    move_button_name, read_lesson, teachable_control_names, term_called,
};
#[cfg(feature = "cli")]
pub use lesson_page_errors::{
    LESSON_BOXES, lesson_fence_error, shown_twice_error, stray_end_tag_error, text_in_html_error,
    unclosed_tag_error, unknown_box_error,
};
#[cfg(feature = "cli")]
pub use lesson_path::{LESSONS_FOLDER, LessonFile, find_lessons, lessons_before};
#[cfg(feature = "cli")]
pub use lesson_vocabulary::{LessonFenceText, LessonVocabulary, UntaughtWords};
