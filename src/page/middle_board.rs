//! The table in the middle of a hand, for the page of its game.

use super::edition_columns::board_after_step;
use super::{HandView, join_lines};
use crate::narrate::step_title;
use crate::scenario::story::{AnyStep, StepKind};
use anyhow::Result;
use askama::Template;

/// Returns the title of a step in the middle of a hand, and the table after it as HTML on one line. Returns nothing
/// for a hand in which nobody moves.
pub(crate) fn render_middle_board(view: &HandView) -> Result<Option<(String, String)>> {
    let mut moves: Vec<AnyStep> = view.story.all_steps().collect();
    if view.story.rules.tricks().is_some() {
        moves.retain(|step| step.kind == StepKind::Play);
    } else {
        moves.retain(|step| step.kind == StepKind::Declaration);
    }
    let Some(step) = moves.get(moves.len() / 2) else {
        return Ok(None);
    };
    let board = board_after_step(view.story, *step, None);
    let html = join_lines(&board.render()?);
    Ok(Some((step_title(view.story, *step), html)))
}
