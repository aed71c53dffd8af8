//! What could be: random play, and the worst that a table can do, through the engine's public door.

mod example;
mod growth;
mod player;
mod sense;
mod simulate;

pub use example::{Example, example};
pub use growth::growth;
pub use player::RandomPlayer;
pub use simulate::{Tally, simulate};
