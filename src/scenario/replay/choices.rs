//! The choices of the mover that a script tells.

use super::checked_game::CheckedGame;
use super::expectations::{ExpectedChoices, ExpectedName, check_allowed_choices};
use super::session::Session;
use crate::cards::Seat;
use crate::scenario::text::Spanned;

/// Checks what a mover may do. A wrong expectation does not stop the deal.
pub fn check_choices_of_mover<G: CheckedGame>(
    session: &mut Session<G>,
    seat: &Spanned<Seat>,
    told: &ExpectedChoices,
    clause: Option<&ExpectedName>,
) {
    let found = G::choices_told_of(session, seat.value, &told.value);
    if let Some(allowed) = found
        && session.mover() == seat.value
    {
        return check_allowed_choices(session, told, clause, &allowed);
    }
    let name = session.name(seat.value);
    let wrong = G::code_of_unasked(session)
        .diagnostic_at(&seat.span, format!("{name} is not asked for anything here"))
        .with_label(session.describe_question());
    session.record_expectation(Some(wrong));
}
