//! A scenario held against the engine: its statements made one after another, and what it expects.

mod agreement;
mod answers;
pub mod check;
mod checked_game;
mod choices;
pub mod coverage;
mod deal;
mod deal_lines;
mod draws;
pub mod edition_file;
pub mod errors;
mod expectations;
pub mod file;
mod fixes;
pub mod growing;
pub mod idle_options;
pub mod mus;
mod payout;
mod payout_lines;
mod pending_move;
mod play;
mod promises;
pub mod refusal;
mod state;
pub mod story;
pub mod task;
mod task_places;
mod tricks;
mod warnings;

#[cfg(test)]
pub use play::hands_replayed;
