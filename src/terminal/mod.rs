//! A hand stepped through, and a session played, in a terminal: the facts of the page, from the same steps.

mod colour;
mod paper;
pub(crate) mod play;
mod prose;
pub(crate) mod show;
mod sight;
mod step;
mod table;

pub(crate) use paper::{Paper, width};
pub(crate) use sight::Sight;
