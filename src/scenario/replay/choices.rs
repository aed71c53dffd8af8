//! The choices of the mover that a script tells.

use super::expectations::{ExpectedChoices, ExpectedName, expect_choices, expect_clause, words_of};
use super::mus::{self};
use super::session::Session;
use super::tricks::expectations::{allowed, pass_before_may};
use crate::cards::Seat;
use crate::engine::Stage;
use crate::scenario::text::{Choices, Code, Expected, Spanned};

/// Checks what a mover may do. A wrong expectation does not stop the hand.
pub fn may(
    session: &mut Session,
    seat: &Spanned<Seat>,
    choices: &ExpectedChoices,
    clause: Option<&ExpectedName>,
) {
    let found = if session.is_mus() {
        Some(mus::allowed(&session.rules, &session.mus.hand))
            .filter(|(all, _)| *all != Choices::Declarations(Vec::new()))
    } else {
        pass_before_may(session, seat.value, &choices.value);
        allowed(
            session,
            !matches!(choices.value, Expected::Known(Choices::Declarations(_))),
        )
    };
    let Some((allowed, binding)) = found.filter(|_| session.mover() == seat.value) else {
        let code = if session.hand.stage == Stage::Over {
            Code::NotReached
        } else {
            Code::OutOfTurn
        };
        let message = format!(
            "{} is not asked for anything here",
            session.name(seat.value)
        );
        return session.expect(Some(
            code.diagnostic_at(&seat.span, message)
                .with_label(session.whom()),
        ));
    };
    session.story.shown.insert(binding);
    let is_as_told = expect_choices(session, Code::WrongMay, choices, &allowed, binding);
    let Some(clause) = clause else { return };
    if is_as_told {
        return expect_clause(session, Code::WrongMay, clause, binding);
    }
    // Who expects other choices expects them by another clause: that is one mistake, and one fix.
    let both = format!("{} ({binding}", words_of(session, &allowed));
    let is_other = !matches!(&clause.value, Expected::Known(name) if name == binding.id());
    if let Some(wrong) = session.story.diagnostics.last_mut().filter(|_| is_other) {
        (wrong.replaced_span, wrong.fix) = (Some(choices.span.start..clause.span.end), Some(both));
    }
}
