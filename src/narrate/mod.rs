//! What a step of a hand says, in words, for whoever shows it: a page, a terminal or an editor.
//!
//! `sentence` says what happened, `choice` what the mover might have done and what would have come of it,
//! `money` what chips moved and why, `table` and `money` what lies on the table after it.

pub(crate) mod choice;
pub(crate) mod face;
pub(crate) mod money;
mod mus;
pub(crate) mod scene;
pub(crate) mod sentence;
pub(crate) mod table;
pub(crate) mod task;

pub(crate) use choice::{Choice, courses, label};
pub(crate) use face::{Face, faces};
pub(crate) use mus::{Reckoning, came_to, reckoning};
pub(crate) use scene::{Scene, choices, counted, table, title};
pub(crate) use sentence::{capital, chips, name, tricks};
pub(crate) use table::{Place, Table};
