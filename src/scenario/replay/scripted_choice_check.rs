//! The choices of the mover that a script tells.

use super::checkable_game::CheckableGame;
use super::expected_choices_and_refusals::{
    ExpectedChoices, ExpectedClauseId, check_allowed_choices, describe_choices,
};
use super::replay_state::{Replay, StatementReplayResult};
use crate::cards::Seat;
use crate::scenario::text::{ExpectedValueOrGap, MoveChoices, Spanned, diagnose};

/// Checks what a mover may do. A wrong expectation does not stop the deal, unless it lists cards where a declaration is due:
/// then the declaration is missing, and nothing after it fits.
pub fn check_choices_of_mover<G: CheckableGame>(
    replay: &mut Replay<G>,
    seat: &Spanned<Seat>,
    expected: &ExpectedChoices,
    clause: Option<&ExpectedClauseId>,
) -> StatementReplayResult {
    let found = G::allowed_choices_of_mover(replay, seat.value, &expected.value);
    if let Some(allowed) = found
        && replay.player_asked_now_or_last() == seat.value
    {
        let lists_cards = matches!(
            expected.value,
            ExpectedValueOrGap::Known(MoveChoices::Cards(_))
        );
        if lists_cards && matches!(allowed.choices, MoveChoices::Declarations(_)) {
            let name = replay.name(seat.value);
            let due = describe_choices(replay, &allowed.choices);
            return Err(diagnose!("cards-before-declaration", &expected.span, name, due).into());
        }
        check_allowed_choices(replay, expected, clause, &allowed);
        return Ok(());
    }
    let name = replay.name(seat.value);
    let wrong = G::code_of_unasked_choices(replay)
        .diagnostic_at(&seat.span, format!("{name} has nothing to decide here"))
        .with_label(replay.describe_pending_move());
    replay.count_expectation_and_report(Some(wrong));
    Ok(())
}
