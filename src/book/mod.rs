//! The book of rules and hands.
//!
//! [`Library`] reads and checks the scenarios. [`BookPreprocessor`] is the mdBook preprocessor: it
//! adds chapters on the editions and the hands to our book, and fills hands into the book of
//! another author, which also needs [`embed_assets`]. [`site::find_faults`] checks the finished
//! site. The other modules make what a page shows.

mod author_theme;
mod book_content;
mod cache;
mod chapters;
mod completed_book;
mod embed;
mod failing_page;
mod fences;
mod glossary_links;
mod guest_assets;
mod hand_placeholders;
mod html;
mod library;
mod links;
mod mdbook_warnings;
mod minify;
pub mod odds;
mod outline;
mod page_editions;
mod picture;
mod preprocessor;
mod render;
mod scoped_sheet;
mod scripts;
mod settings;
mod sheets;
mod sign;
pub mod site;
mod source_files;
mod temporary_path;
mod theme_files;
mod web_engine;

pub(crate) use crate::page::game_page;
pub(crate) use book_content::BookContent;
pub use book_content::PREPROCESSOR_NAME;
pub use cache::BookCache;
pub(crate) use failing_page::render_failing_page;
pub(crate) use glossary_links::link_terms;
pub use guest_assets::{ASSET_FOLDER, Asset, embed_assets};
pub(crate) use hand_placeholders::HandPlaceholders;
pub(crate) use html::{HtmlPiece, html_pieces};
pub use library::Library;
pub(crate) use links::markdown_link;
pub(crate) use minify::minify_hand_steps;
pub(crate) use outline::WrittenChapters;
pub(crate) use picture::draw_step;
pub use preprocessor::{BookPreprocessor, BrokenScenarios};
pub use render::{RenderOptions, render};
pub use temporary_path::{
    TemporaryPath, TerminationSignal, end_by_signal, is_temporary, postpone_end, react_to_signals,
};
pub use web_engine::{LONG_VERSION, missing_engine_note};
