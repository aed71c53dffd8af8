//! The choices of the mover that a script tells.

use super::expectations::{AllowedChoices, ExpectedChoices, ExpectedName, check_allowed_choices};
use super::session::Session;
use super::{mus, tricks};
use crate::cards::Seat;
use crate::engine::Stage;
use crate::scenario::text::{Choices, Code, Spanned};

/// Checks what a mover may do. A wrong expectation does not stop the deal.
pub fn check_choices_of_mover(
    session: &mut Session,
    seat: &Spanned<Seat>,
    told: &ExpectedChoices,
    clause: Option<&ExpectedName>,
) {
    let found = choices_of_mover(session, seat.value, told);
    if let Some(allowed) = found
        && session.mover() == seat.value
    {
        return check_allowed_choices(session, told, clause, &allowed);
    }
    let code = if session.hand.stage == Stage::Over {
        Code::NotReached
    } else {
        Code::OutOfTurn
    };
    let name = session.name(seat.value);
    let wrong = code
        .diagnostic_at(&seat.span, format!("{name} is not asked for anything here"))
        .with_label(session.describe_question());
    session.record_expectation(Some(wrong));
}

fn choices_of_mover(
    session: &mut Session,
    seat: Seat,
    told: &ExpectedChoices,
) -> Option<AllowedChoices> {
    if !session.is_mus() {
        return tricks::expectations::choices_told_of(session, seat, &told.value);
    }
    let (choices, clause) = mus::allowed_choices(&session.rules, &session.mus.hand);
    let is_asked = choices != Choices::Declarations(Vec::new());
    is_asked.then_some(AllowedChoices { choices, clause })
}
