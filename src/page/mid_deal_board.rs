//! The table in the middle of a hand, for the page of its game.

use super::step_columns::board_after_step;
use super::{HandUnderEdition, join_lines};
use crate::narrate::step_title;
use crate::scenario::story::{AnyStep, StepKind, Story};
use anyhow::Result;
use askama::Template;

/// Returns the title of a step in the middle of a hand, and the table after it as HTML on one line. Returns nothing
/// for a hand in which nobody moves.
pub(crate) fn render_middle_board(view: &HandUnderEdition) -> Result<Option<(String, String)>> {
    let Some(step) = step_in_middle(view.story) else {
        return Ok(None);
    };
    let board = board_after_step(view.story, step, None);
    let html = join_lines(&board.render()?);
    Ok(Some((step_title(view.story, step), html)))
}

/// Returns the step in the middle of the moves of a hand: of the cards that are played, or at Mus of
/// what players declare. Returns nothing for a hand in which nobody moves.
pub(crate) fn step_in_middle(story: &Story) -> Option<AnyStep<'_>> {
    let kind = match story.rules.tricks() {
        Some(_) => StepKind::Play,
        None => StepKind::Declaration,
    };
    let moves: Vec<AnyStep> = story.all_steps().filter(|step| step.kind == kind).collect();
    moves.get(moves.len() / 2).copied()
}
