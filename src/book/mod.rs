//! Editions and verdicts as the pages of a book.
//!
//! [`Library`] reads and checks the scenarios; [`Pages`] is the mdBook preprocessor that adds the chapters made of them
//! and of the editions; [`site::faults`] goes over the finished site. Everything between is a thing that a page shows.

mod align;
mod board;
mod chapter;
mod choice;
mod clause;
mod column;
mod face;
mod fence;
mod hand;
mod ledger;
mod library;
mod markdown;
mod money;
mod narration;
mod pages;
mod parting;
mod place;
mod render;
mod rules;
mod scene;
mod sentence;
mod shelf;
pub mod site;
mod spoken;
mod step;
mod table;
mod told;
mod totals;
mod warnings;

pub use library::Library;
pub use markdown::plain;
pub use pages::{NAME, Pages};
pub use render::render;
