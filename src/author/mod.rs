//! What is told of a scenario file while it is being written, by its places as bytes. Nothing is worked out here: what is wrong
//! comes from [`crate::scenario::check`], what may stand at the cursor from the parser, and what may be done from the engine.

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
