//! Editions and verdicts as the pages of a book.
//!
//! [`Library`] reads and checks the scenarios; [`Pages`] is the mdBook preprocessor that adds the chapters made of them
//! and of the editions, or to another's book the hands it asks for, beside [`assets`];
//! [`site::faults`] goes over the finished site. Everything between is a thing that a page shows.

mod chapters;
mod defaults;
mod family;
mod fence;
mod guest;
mod html;
mod library;
mod links;
pub mod odds;
mod pages;
mod picture;
mod pictures;
mod render;
mod scope;
mod scratch;
mod sign;
pub mod site;

pub use crate::page::page_of;
pub use guest::{Asset, FOLDER, NAME, assets};
pub use library::{Cache, Library};
pub use pages::{Broken, Pages};
pub use render::{With, render};
pub use scratch::{Scratch, is_scratch, sweep};
