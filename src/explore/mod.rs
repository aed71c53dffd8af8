//! What could happen: play-outs, the strategy, the solver, the odds; all through the public functions of the engine.

mod advice;
mod heard;
mod level;
mod matches;
pub mod mus;
pub mod odds;
mod player;
mod redeal;
mod sampling;
mod session;
mod solver;
pub mod strategy;
mod weigh;

pub use advice::{Advice, Plan, advise_declaration};
pub use level::Level;
pub use matches::{MatchFigures, MatchPlayer, play_match};
pub use player::{RandomPlayer, act_with_draws, chips_gained, play_out};
pub use redeal::{PublicDeclaration, redeal_declarations, redeal_unseen};
pub use sampling::{SamplingPlayer, WeighedChoice};
pub use session::{ExampleDeal, Tally, play_example, pool_growth, simulate};
pub use solver::{DeclarationLog, OutcomeRange, Solver, TrickWinners, with_unlimited_purses};
pub use strategy::PlayerView;
pub use weigh::{
    WeighedMoves, fingerprint, fingerprint_key, hashed_key, mark_near_best, weigh_moves,
    weigh_moves_afresh, weighing_key,
};
