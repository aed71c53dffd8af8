//! A file of a game with tricks held against its machine.

pub mod answers;
pub mod deal;
mod errors;
pub mod expectations;
pub mod moves;
pub mod payout;
pub mod payout_reasons;
mod steps;
