//! What could happen: play-outs, the strategy, the solver, the odds; all through the public functions of the engine.

mod advice;
mod declaration_fit;
mod level;
mod matches;
pub mod mus;
pub mod odds;
mod random_player;
mod redeal;
mod sampling;
mod session;
mod solver;
pub mod strategy;
mod weigh;

pub use advice::{Plan, PlanForecast, advise_declaration};
pub use level::Level;
pub use matches::{MatchFigures, MatchPlayer, play_match};
pub use random_player::{RandomPlayer, act_with_draws, chips_gained, play_out_by_strategy};
pub use redeal::{PublicDeclaration, redeal_declarations, redeal_unseen};
pub use sampling::{SamplingPlayer, WeighedChoice};
pub use session::{PlayedExample, Tally, play_example, pool_growth_with_sole_winner, simulate};
pub use solver::{
    DeclarationLog, OutcomeRange, PossibleTrickWinners, Solver, with_unlimited_purses,
};
pub use strategy::PlayerView;
pub use weigh::{
    WeighedMoves, fingerprint, fingerprint_key, hashed_key, mark_near_best, mean_chips_of_moves,
    weigh_moves_afresh, weighing_key,
};
