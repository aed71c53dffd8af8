//! The choices of the mover that a script tells.

use super::checkable_game::CheckableGame;
use super::expectations::{ExpectedChoices, ExpectedName, check_allowed_choices};
use super::replay_state::Replay;
use crate::cards::Seat;
use crate::scenario::text::Spanned;

/// Checks what a mover may do. A wrong expectation does not stop the deal.
pub fn check_choices_of_mover<G: CheckableGame>(
    replay: &mut Replay<G>,
    seat: &Spanned<Seat>,
    told: &ExpectedChoices,
    clause: Option<&ExpectedName>,
) {
    let found = G::allowed_choices_of_seat(replay, seat.value, &told.value);
    if let Some(allowed) = found
        && replay.mover() == seat.value
    {
        return check_allowed_choices(replay, told, clause, &allowed);
    }
    let name = replay.name(seat.value);
    let wrong = G::code_of_unasked_choices(replay)
        .diagnostic_at(&seat.span, format!("{name} has nothing to decide here"))
        .with_label(replay.describe_pending_move());
    replay.record_expectation(Some(wrong));
}
