//! The book of rules and hands.
//!
//! [`ScenarioLibrary`] reads and checks the scenarios. [`BookPreprocessor`] is the mdBook preprocessor: it
//! adds chapters on the editions and the hands to our book, and fills hands into the book of
//! another author, which also needs [`guest_style_and_script`]. [`site::find_faults`] checks the finished
//! site. The other modules make what a page shows.

mod author_book_completion;
mod author_settings_check;
mod author_theme;
mod book_contents;
mod book_outline;
mod broken_scenario_page;
mod build_record;
mod build_result_cache;
mod chapter_signs;
mod chapters;
mod compiled_page_engine;
mod court_letter_pictures;
mod derivable_hand_parts;
mod edition_files_for_engine;
mod fence_filling;
mod glossary_links;
mod guest_assets;
mod guest_book;
mod hand_minifier;
mod hand_packer;
mod hand_placeholders;
mod html_tokenizer;
mod javascript_bundler;
mod kept_pages;
mod lesson_chapters;
mod lesson_check;
mod lesson_html_check;
mod mdbook_run;
mod mdbook_warnings_as_errors;
pub mod odds;
mod page_batches;
mod picture;
mod preprocessor;
mod prose_file_links;
mod scenario_library;
mod scoped_sheet;
pub mod site;
mod social_picture;
mod source_files;
mod style_sheet_joiner;
mod temporary_path;
mod theme_files;
mod word_change_encoding;

pub(crate) use crate::page::game_page_path;
pub(crate) use book_contents::BookGamesAndPages;
pub use book_contents::PREPROCESSOR_NAME;
pub(crate) use book_outline::ProseChapters;
pub(crate) use broken_scenario_page::render_failing_page;
pub use build_record::{BuildRecord, BuildSources};
pub use build_result_cache::BuildResultCache;
pub(crate) use chapters::{comparison_as_csv, comparison_as_json, example_message, remedies_of};
pub use compiled_page_engine::{LONG_VERSION, missing_engine_note};
pub(crate) use glossary_links::link_first_term_uses;
pub use guest_assets::{ASSET_FOLDER, GuestBookAsset, guest_style_and_script};
pub use guest_book::render_preview;
pub(crate) use hand_packer::pack_hands;
pub(crate) use hand_placeholders::ExtractedHands;
pub(crate) use html_tokenizer::{HtmlPiece, html_pieces};
pub use kept_pages::KeptPages;
pub use lesson_check::{check_fences_if_lesson, check_lessons};
pub use mdbook_run::{BookRenderOptions, render_into_emptied_site};
pub(crate) use picture::draw_step_svg;
pub use preprocessor::{BookPreprocessor, BrokenScenarios};
pub(crate) use prose_file_links::markdown_link;
pub use scenario_library::ScenarioLibrary;
pub use temporary_path::{
    TemporaryPath, TerminationSignal, is_temporary, postpone_end, react_to_first_signal,
    remove_temporary_paths_and_end,
};
