//! A scenario held against the engine: its statements made one after another, and what it expects.

pub mod check;
pub mod coverage;
mod deal;
pub mod file;
mod fixes;
pub mod growing;
pub mod mus;
mod payout;
mod play;
pub mod refusal;
pub mod session;
mod statements;
pub mod story;
pub mod task;

#[cfg(test)]
pub use play::hands_replayed;
