//! Editions and verdicts as the pages of a book.
//!
//! [`Library`] reads and checks the scenarios; [`BookPreprocessor`] is the mdBook preprocessor that adds the chapters made of them
//! and of the editions, or to another's book the hands it asks for, beside [`embed_assets`];
//! [`site::find_faults`] goes over the finished site. Everything between is a thing that a page shows.

mod book_config;
mod chapters;
mod defaults;
mod embed;
mod failing_page;
mod html;
mod library;
mod links;
pub mod odds;
mod picture;
mod prose;
mod render;
mod scripts;
mod settings;
mod sign;
pub mod site;
mod source_files;
mod temporary_path;
mod theme;
mod web_engine;

pub(crate) use book_config::BookConfig;
pub use book_config::PREPROCESSOR_NAME;
pub use defaults::{ASSET_FOLDER, Asset, embed_assets};
pub(crate) use failing_page::render_failing_page;
pub(crate) use html::{HtmlPiece, html_pieces, minify_hand_steps};
pub use library::{Cache, Library};
pub(crate) use picture::draw_step;
pub(crate) use prose::{DeferredHands, WrittenChapters, game_page, link_terms, markdown_link};
pub use render::{BookPreprocessor, BrokenScenarios, RenderOptions, render};
pub use temporary_path::{
    Signal, TemporaryPath, end_by_signal, is_temporary, postpone_end, react_to_signals,
};
pub use web_engine::{LONG_VERSION, missing_engine_note};
