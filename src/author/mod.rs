//! What is told of a scenario file while it is being written, by its places as bytes: what is wrong with it and what mends
//! it, what may be written at the cursor, what stands there, and its parts.
//!
//! Nothing is worked out here. What is wrong comes from [`crate::scenario::check`], what may stand at the cursor from the
//! parser, what may be done from the engine by way of [`crate::narrate`], and what a clause says from the editions.

mod completion;
mod cursor;
mod document;
mod fixes;
mod hover;
#[cfg(feature = "cli")]
mod parts;

pub(crate) use completion::{Item, complete};
pub(crate) use document::Document;
pub(crate) use fixes::{Fix, OFFERS, Offer, fix, found, words};
pub(crate) use hover::hover;
#[cfg(feature = "cli")]
pub(crate) use {
    completion::Thing,
    fixes::spelled,
    parts::{Part, hands},
};
