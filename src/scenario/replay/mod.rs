//! A scenario held against the engine: its statements made one after another, and what it expects.

mod answers;
mod awaited_move;
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
mod header_agreement;
pub mod idle_options;
pub mod mus;
mod payout;
mod payout_lines;
pub mod refusal;
mod scenario_run;
pub mod session_replay;
mod shown_clauses;
mod state;
pub mod story;
pub mod task;
mod task_places;
mod tricks;
mod warnings;

#[cfg(test)]
pub use scenario_run::hands_replayed;
