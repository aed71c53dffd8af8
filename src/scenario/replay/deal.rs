//! The deal: what its lines say of cards and of the table, whatever is played.

use super::mus::deal::of_mus;
use super::session::Session;
use super::tricks::deal::of_tricks;
use crate::cards::count_of;
use crate::engine::{InvalidAct, Refusal};
use crate::scenario::text::{DealText, diagnose};

/// Opens the hand and deals; whether it could be done.
pub fn deal(session: &mut Session, text: &DealText) -> bool {
    let found = session.story.diagnostics.len();
    session.now.stock = text.stock.iter().map(|card| card.value).collect();
    let dealt = if session.is_mus() {
        of_mus(session, text, found)
    } else {
        of_tricks(session, text, found)
    };
    if let Some(Err(refusal)) = dealt {
        session.wrong(diagnose!(
            "not-to-be-dealt",
            &text.opening,
            why = explain_refused_deal(session, refusal)
        ));
    }
    matches!(dealt, Some(Ok(())))
}

/// Says in words why the engine does not take a deal.
fn explain_refused_deal(session: &Session, refusal: Refusal) -> String {
    match refusal {
        Refusal::ForbiddenCard(topic, _) | Refusal::Forbidden(topic) => {
            format!("{} forbids it", session.rules.title(topic))
        }
        Refusal::Invalid(InvalidAct::HandSize(seat, count)) => {
            format!(
                "{} is dealt {}",
                session.name(seat),
                count_of(count, "card")
            )
        }
        Refusal::Invalid(
            misuse @ (InvalidAct::NotInPack(_)
            | InvalidAct::DealtTwice(_)
            | InvalidAct::NotInStock(_)
            | InvalidAct::SpareSize(_)),
        ) => misuse.to_string(),
        Refusal::Invalid(_) => "no cards are dealt at this point".into(),
    }
}
