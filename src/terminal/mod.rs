//! A hand stepped through, and a session played, in a terminal: the facts of the page, from the same steps.

mod paper;
pub(crate) mod play;
pub(crate) mod show;
mod step;

pub(crate) use paper::{INDENT, Paper, Sight, width};
