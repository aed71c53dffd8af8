//! Deals to be played by a learner, the others by the documented strategy: every line worked out beforehand.

mod deal;
mod drill;
mod lines;
mod shelf;

pub use deal::PracticeDeal;
pub use drill::Drill;
pub use lines::{Happening, Line, Lines, Point, lines};
pub use shelf::{MOST_POINTS, PRACTICE};
