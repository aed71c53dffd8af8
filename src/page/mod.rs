//! A hand and its steps as HTML: the board, verdicts, the ledger, alternatives and questions. This
//! module does not use mdBook.
//!
//! [`hand_views_by_edition`] returns the hands of some files, [`render_hand`] writes one of them as HTML that
//! needs no script, and [`render_step_question`] writes one of its choices as a question. A
//! [`HomeOrGuestPage`] gives the addresses of the links.

mod align_editions;
pub mod certainty_signs;
mod deal_tricks_table;
mod hand_html;
mod hand_view;
#[cfg(feature = "cli")]
mod mid_deal_board;
pub mod move_alternatives;
mod payment_comparison;
#[cfg(feature = "cli")]
mod printed_hand;
pub mod safe_markdown;
mod step_columns;
mod step_html;
mod table_address;
mod task_html;

pub(crate) use align_editions::AlignedStep;
pub use align_editions::{edition_names, group_by_key};
pub(crate) use certainty_signs::escape_html;
pub use hand_html::{render_hand, render_hand_parts, render_steps_from};
pub(crate) use hand_view::{AWAY, COMPARISON, game_page_path};
pub use hand_view::{
    HandUnderEdition, HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, page_path_of,
    to_slug,
};
#[cfg(feature = "cli")]
pub(crate) use mid_deal_board::{render_middle_board, step_in_middle};
pub use move_alternatives::render_card_outcomes;
pub(crate) use move_alternatives::{MusAlternativeWithStones, render_mus_alternatives};
#[cfg(feature = "cli")]
pub(crate) use printed_hand::render_printed_hand;
pub(crate) use safe_markdown::{PICTURES, join_lines, plain_text, trusted_prose_to_inline_html};
pub(crate) use step_columns::ColumnSceneOrReason;
pub(crate) use step_html::step_kind_name;
pub(crate) use table_address::table_query;
#[cfg(feature = "cli")]
pub(crate) use table_address::{level_value, new_table_query, usual_level_value};
pub use task_html::{render_step_question, render_tasks};
