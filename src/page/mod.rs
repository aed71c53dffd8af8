//! A hand and its steps as HTML: the board, verdicts, the ledger, alternatives and questions. This
//! module does not use mdBook.
//!
//! [`hand_views`] returns the hands of some files, [`render_hand`] writes one of them as HTML that
//! needs no script, and [`render_step_question`] writes one of its choices as a question. A
//! [`PageLocation`] gives the addresses of the links.

pub mod advice;
mod align_editions;
mod columns;
mod hand;
mod hand_view;
pub mod markdown;
mod payment_comparison;
pub mod sign;
mod steps;
mod tasks;

pub use advice::render_card_outcomes;
pub(crate) use advice::{MusMoveOutcome, render_mus_alternatives};
pub(crate) use align_editions::AlignedStep;
pub use align_editions::{edition_names, group_by_key};
pub(crate) use columns::ColumnBody;
pub(crate) use hand::table_query;
pub use hand::{render_hand, render_hand_parts, render_steps_from};
pub(crate) use hand_view::{AWAY, game_page};
pub use hand_view::{
    AlternativesByStory, HandView, PageLocation, hand_views, page_path_of, to_slug,
};
pub(crate) use markdown::{PICTURES, inline_html, join_lines, plain_text};
pub(crate) use sign::escape_html;
pub(crate) use steps::step_kind;
pub use tasks::{render_step_question, render_tasks};
