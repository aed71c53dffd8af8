//! What could be: random play, the worst that a table can do, and every way a hand can still be played, through the
//! engine's public door.

mod example;
mod growth;
mod player;
mod retelling;
mod sense;
mod simulate;
mod solver;

pub use example::{Example, example};
pub use growth::growth;
pub use player::RandomPlayer;
pub use retelling::Record;
pub use simulate::{Tally, simulate};
pub use solver::{Prospect, Solver, Takers, on_credit};
