//! Editions and verdicts as the pages of a book.
//!
//! [`Library`] reads and checks the scenarios; [`Pages`] is the mdBook preprocessor that adds the chapters made of them
//! and of the editions, or to another's book the hands it asks for, beside [`assets`]; [`site::faults`] goes over the finished site. Everything between is a thing that a page shows.

mod ahead;
mod cache;
mod chapter;
mod clause;
mod comparison;
mod family;
mod fence;
mod footing;
mod furnish;
mod gloss;
mod glossary;
mod guest;
mod hand_index;
mod infobox;
mod library;
mod link;
pub mod odds;
mod origin;
mod outline;
mod pages;
mod picture;
mod pictures;
mod practice;
mod prose;
mod reading;
mod reference;
mod relatives;
mod render;
mod rules;
mod search;
mod shelf;
mod sign;
mod silence;
pub mod site;
mod sources;
mod strategy;
mod subject;
mod tonight;
mod warnings;

use crate::page::markdown;
pub use crate::page::page_of;
pub use cache::Cache;
pub use guest::{Asset, FOLDER, assets};
pub use library::Library;
pub use pages::{Broken, NAME, Pages};
pub use render::{With, render};
