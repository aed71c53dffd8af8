//! What could be: random play through the engine's public door.

mod player;
mod simulate;

pub use player::RandomPlayer;
pub use simulate::{Tally, simulate};
