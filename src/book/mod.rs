//! Editions and verdicts as the pages of a book.
//!
//! [`Library`] reads and checks the scenarios; [`Pages`] is the mdBook preprocessor that adds the chapters made of them
//! and of the editions; [`site::faults`] goes over the finished site. Everything between is a thing that a page shows.

pub mod advice;
mod align;
mod board;
mod chapter;
mod choice;
mod clause;
mod column;
mod comparison;
mod face;
mod family;
mod fence;
mod footing;
mod furnish;
mod gloss;
mod glossary;
mod hand;
mod hand_index;
mod infobox;
mod kitty;
mod ledger;
mod library;
mod link;
mod markdown;
mod money;
mod narration;
pub mod odds;
mod origin;
mod outline;
mod pages;
mod parting;
mod picture;
mod pictures;
mod place;
mod reading;
mod relatives;
mod render;
mod rules;
mod running;
mod scene;
mod search;
mod sentence;
mod shelf;
mod silence;
pub mod site;
mod source;
mod sources;
mod spoken;
mod step;
mod strategy;
mod subject;
mod table;
mod told;
mod tonight;
mod totals;
mod warnings;
mod way;
mod why;

pub use library::Library;
pub use markdown::plain;
pub use pages::{NAME, Pages};
pub use render::render;
pub use told::page_of;
