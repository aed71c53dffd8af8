//! What could be: play by chance or by a fixed strategy, what it comes to, the worst that a table can do, and every way a
//! hand can still be played; all through the engine's public door.

mod advice;
mod example;
mod growth;
mod moves;
pub mod odds;
mod plan;
mod player;
mod playout;
pub mod practice;
mod redeal;
mod retelling;
mod sense;
mod simulate;
mod solver;
pub mod strategy;
mod view;

pub use advice::{Advice, Seen, advise};
pub use example::{Example, example};
pub use growth::growth;
pub use moves::moves;
pub use plan::Plan;
pub use player::RandomPlayer;
pub use playout::{act, play_on, result};
pub use redeal::{Said, redeal};
pub use retelling::Record;
pub use simulate::{Tally, simulate};
pub use solver::{Prospect, Solver, Takers, on_credit};
pub use view::View;
