//! What could happen: play-outs, the strategy, the solver, the odds; all through the public functions of the engine.

mod computer_level;
mod computer_sessions;
mod going_in_advice;
mod matches;
mod move_weighing;
mod mus_matches;
mod mus_sampling;
mod mus_sessions;
pub mod mus_strategy;
pub mod odds;
mod random_player;
mod redeal;
mod sampling;
mod solver;
pub mod strategy;
mod unseen_hand_fit;

pub use computer_level::ComputerLevel;
pub use computer_sessions::{
    PlayedExample, RandomSessionCounts, play_example, pool_growth_with_sole_winner, simulate,
};
pub use going_in_advice::{DeclarationPlan, PlanForecast, advise_declaration};
pub use matches::{MatchChipMeans, MatchPlayerKind, play_duplicate_match};
pub use move_weighing::{
    ChipSumsByPosition, WEIGHED_DEALS, fingerprint, fingerprint_key, hashed_key, mark_near_best,
    mean_chips_of_moves, sum_chips_of_moves, weighing_key,
};
pub use mus_matches::{MusPlayer, play_levels_at_mus, play_mus_match};
pub use mus_sampling::SamplingMusPlayer;
pub use mus_sessions::{MusPhaseCounts, MusSessionCounts, mus_sides, simulate_mus_by_strategy};
pub use random_player::{RandomPlayer, chips_gained, fill_random_draws, play_out_by_strategy};
pub use redeal::{PublicDeclaration, redeal_after_declarations, redeal_unseen};
pub use sampling::{MoveWithMeanChips, SamplingPlayer, considered_moves};
pub use solver::{
    MovesBeforeFirstCard, PossibleTrickWinners, SeatOutcomeRange, Solver, with_unlimited_purses,
};
pub use strategy::PlayerView;
