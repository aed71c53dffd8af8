//! A scenario held against the engine: its statements made one after another, and what it expects.

mod agreed_rules;
mod answer_verdicts;
mod awaited_move_words;
pub mod check_and_prove_fixes;
mod checkable_game;
pub mod checked_file;
pub mod coverage;
mod deal_lines;
#[cfg(feature = "cli")]
pub mod edition_file_check;
#[cfg(feature = "cli")]
mod edition_file_errors;
#[cfg(feature = "cli")]
mod edition_name_conflicts;
#[cfg(feature = "cli")]
mod edition_places;
#[cfg(feature = "cli")]
mod edition_toml_slips;
mod expected_choices_and_refusals;
pub mod idle_options;
#[cfg(feature = "cli")]
mod language_tag_check;
pub mod mus;
mod named_and_drawn_cards;
#[cfg(feature = "cli")]
mod new_game_errors;
#[cfg(feature = "cli")]
mod offered_option_errors;
mod payout_line_forms;
mod promised_clauses;
mod proven_fixes;
pub mod refusal_in_words;
mod replay_state;
#[cfg(feature = "cli")]
pub mod replay_up_to_deal;
mod scenario_run;
mod scripted_choice_check;
mod scripted_deal;
mod scripted_payout;
pub mod session_replay;
pub mod shared_diagnostics;
mod statement_replay;
pub mod story;
pub mod task_check;
mod task_reason_comparisons;
mod task_reason_words_check;
mod task_step_fit;
#[cfg(feature = "cli")]
#[cfg(feature = "cli")]
mod task_weights_in_words;
mod tricks;
#[cfg(feature = "cli")]
mod unranked_cards;
mod warnings;
mod written_task_answers;

#[cfg(test)]
pub use scenario_run::hands_replayed_by_thread;
