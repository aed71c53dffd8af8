//! The book of rules and hands.
//!
//! [`Library`] reads and checks the scenarios. [`BookPreprocessor`] is the mdBook preprocessor: it adds chapters on the editions
//! and the hands to our book, and fills hands into the book of another author, which also needs [`embed_assets`].
//! [`site::find_faults`] checks the finished site. The other modules make what a page shows.

mod book_config;
mod cache;
mod chapters;
mod defaults;
mod deferred_hands;
mod embed;
mod failing_page;
mod fences;
mod glossary_links;
mod html;
mod library;
mod links;
pub mod odds;
mod outline;
mod picture;
mod render;
mod scripts;
mod settings;
mod sheets;
mod sign;
pub mod site;
mod source_files;
mod temporary_path;
mod theme;
mod web_engine;

pub(crate) use crate::page::game_page;
pub(crate) use book_config::BookConfig;
pub use book_config::PREPROCESSOR_NAME;
pub use cache::Cache;
pub use defaults::{ASSET_FOLDER, Asset, embed_assets};
pub(crate) use deferred_hands::DeferredHands;
pub(crate) use failing_page::render_failing_page;
pub(crate) use glossary_links::link_terms;
pub(crate) use html::{HtmlPiece, html_pieces, minify_hand_steps};
pub use library::Library;
pub(crate) use links::markdown_link;
pub(crate) use outline::WrittenChapters;
pub(crate) use picture::draw_step;
pub use render::{BookPreprocessor, BrokenScenarios, RenderOptions, render};
pub use temporary_path::{
    Signal, TemporaryPath, end_by_signal, is_temporary, postpone_end, react_to_signals,
};
pub use web_engine::{LONG_VERSION, missing_engine_note};
