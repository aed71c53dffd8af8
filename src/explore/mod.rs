//! What could be: play by chance or by a fixed strategy, what it comes to, the worst that a table can do, and every way a
//! hand can still be played; all through the engine's public door.

mod advice;
mod example;
mod growth;
pub mod odds;
mod player;
pub mod practice;
mod redeal;
mod retelling;
mod simulate;
mod solver;
pub mod strategy;
mod view;

pub use advice::{Advice, Plan, Seen, advise};
pub use example::{Example, example};
pub use growth::growth;
pub use player::RandomPlayer;
pub use redeal::{Heard, redeal};
pub use retelling::Record;
pub use simulate::{Tally, simulate};
pub use solver::{Prospect, Solver, Takers, on_credit};
pub use strategy::{act, play_on, result};
pub use view::View;
