//! What could be: play by chance or by a fixed strategy, what it comes to, and the worst that a table can do; all through
//! the engine's public door.

mod advice;
mod example;
mod growth;
pub mod odds;
mod plan;
mod player;
mod playout;
mod redeal;
mod sense;
mod simulate;
pub mod strategy;
mod view;

pub use advice::{Advice, Seen, advise};
pub use example::{Example, example};
pub use growth::growth;
pub use plan::Plan;
pub use player::RandomPlayer;
pub use playout::{act, play_on, result};
pub use redeal::{Said, redeal};
pub use simulate::{Tally, simulate};
pub use view::View;
