//! A file of a game with tricks held against its machine.

pub mod deal;
mod errors;
pub mod expectations;
pub mod moves;
mod steps;

pub use errors::without_trick;
