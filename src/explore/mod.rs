//! What could happen: play-outs, the strategy, the solver, the odds; all through the public functions of the engine.

mod computer_level;
mod computer_sessions;
mod going_in_advice;
mod matches;
mod move_weighing;
mod mus_matches;
mod mus_sampling_player;
mod mus_sessions;
pub mod mus_strategy;
pub mod odds;
mod random_player;
mod redeal;
mod sampling_player;
mod solver;
pub mod strategy;
mod unseen_hand_fit;

pub use computer_level::ComputerLevel;
pub use computer_sessions::{
    PlayedExample, RandomSessionCounts, play_example, pool_growth_with_sole_winner,
    simulate_random_sessions,
};
pub use going_in_advice::{DeclarationPlan, DeclarationPlanForecast, advise_declaration};
pub use matches::{MatchChipMeans, MatchPlayerKind, play_duplicate_match};
pub use move_weighing::{
    ChipSumsByGamePosition, WEIGHED_DEALS, fingerprint, fingerprint_in_hex, hash_in_hex,
    mark_near_best, mean_chips_of_moves, sum_chips_of_moves, weighing_key,
};
pub use mus_matches::{MusPlayer, play_levels_at_mus, play_mus_match};
pub use mus_sampling_player::SamplingMusPlayer;
pub use mus_sessions::{
    MusPhaseCounts, MusSessionCounts, first_seat_of_each_side, simulate_computer_mus_sessions,
};
pub use random_player::{RandomPlayer, chips_gained, fill_random_draws, play_out_by_strategy};
pub use redeal::{DeclarationAsHeard, redeal_after_declarations, redeal_unseen};
pub use sampling_player::{MoveWithMeanChips, SamplingPlayer, considered_moves};
pub use solver::{
    MovesBeforeFirstCard, PossibleAndBestPlayWinners, SeatOutcomeRange, Solver,
    with_unlimited_purses,
};
pub use strategy::PlayerView;
