//! What could be: random play through the engine's public door.

mod example;
mod player;
mod sense;
mod simulate;

pub use example::{Example, example};
pub use player::RandomPlayer;
pub use simulate::{Tally, simulate};
