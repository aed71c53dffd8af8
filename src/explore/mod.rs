//! What could be: play-outs, the strategy, the solver, the odds; all through the engine's public door.

#![expect(missing_docs, reason = "what has no doc is what its name says")]

mod advice;
pub mod mus;
pub mod odds;
mod player;
mod session;
mod solver;
pub mod strategy;

pub use advice::{Advice, Plan, PublicDeclaration, advise, redeal};
pub use advice::{WeighedMoves, best, dealt_anew, fingerprint, key, key_of, weigh, weighed};
pub use player::{RandomPlayer, act, play_on, result};
pub use session::{Example, Tally, example, growth, simulate};
pub use solver::{DeclarationLog, OutcomeRange, Solver, TrickTakers, on_credit};
pub use strategy::PlayerView;
