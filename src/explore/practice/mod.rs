//! Deals to be played by a learner, the others by the documented strategy: every line worked out beforehand.

mod deal;
mod drill;
mod lines;

pub use deal::PracticeDeal;
pub use drill::Drill;
pub use lines::{Happening, Line, Lines, Point, lines};
