//! Lessons: chapters of a book that teach terms and controls, one lesson after another.

#[cfg(feature = "cli")]
mod game_names;
#[cfg(feature = "cli")]
mod glossary_terms_in_lesson;
#[cfg(feature = "cli")]
mod lesson_file_check;
mod lesson_header;
#[cfg(feature = "cli")]
mod lesson_page_errors;
#[cfg(feature = "cli")]
mod lesson_path;
#[cfg(feature = "cli")]
mod lesson_vocabulary;

#[cfg(feature = "cli")]
pub use lesson_file_check::check_lesson_path_and_words;
pub use lesson_header::{
    CHECK, DEAL_CONTROLS, LESSON_KEYS, Lesson, NEXT, can_lesson_show_fence, control_name_of_button,
    move_button_name, read_lesson, teachable_control_names, term_called,
};
#[cfg(feature = "cli")]
pub use lesson_page_errors::{
    LESSON_BOXES, repeated_fence_error, stray_end_tag_error, unclosed_tag_error,
    unfillable_fence_error, unknown_box_error, unread_markdown_after_tag_error,
};
#[cfg(feature = "cli")]
pub use lesson_path::{LESSONS_FOLDER, LessonFile, earlier_lessons_nearest_first, find_lessons};
#[cfg(feature = "cli")]
pub use lesson_vocabulary::{AllowedTermsAndControls, TextShownByFence, UntaughtWords};
