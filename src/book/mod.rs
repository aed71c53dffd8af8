//! Editions and verdicts as the pages of a book.
//!
//! [`Library`] reads and checks the scenarios; [`Pages`] is the mdBook preprocessor that adds the chapters made of them
//! and of the editions, or to another's book the hands it asks for, beside [`assets`];
//! [`site::faults`] goes over the finished site. Everything between is a thing that a page shows.

mod chapters;
mod contents;
mod defaults;
mod engine;
mod failing;
mod guest;
mod html;
mod library;
mod links;
pub mod odds;
mod picture;
mod prose;
mod render;
mod scope;
mod scratch;
mod scripts;
mod settings;
mod sign;
pub mod site;
mod theme;

pub use defaults::{Asset, FOLDER, assets};
pub use engine::{LONG_VERSION, missing_play};
pub(crate) use failing::failing;
pub(crate) use html::{Piece, pieces, thin};
pub use library::{Cache, Library};
pub(crate) use picture::draw_step;
pub(crate) use prose::{Aside, Prose, game_page, glossed, markdown_link};
pub use render::{Broken, Pages, With, render};
pub use scope::NAME;
pub(crate) use scope::Scope;
pub use scratch::{Scratch, Signal, end_by_signal, is_scratch, postpone_end, react_to_signals};
