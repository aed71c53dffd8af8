//! The deal: who deals, and what each player is dealt.

use super::checkable_game::CheckableGame;
use super::replay_state::Replay;
use crate::cards::count_of;
use crate::engine::{InvalidActReason, Refusal};
use crate::scenario::text::{ParsedDeal, diagnose};

/// Opens a deal and deals the cards of a file, and returns whether that could be done.
pub fn deal_cards<G: CheckableGame>(replay: &mut Replay<G>, text: &ParsedDeal) -> bool {
    replay.now.stock = text.stock.iter().map(|card| card.value).collect();
    let dealt = G::deal_cards(replay, text);
    match dealt {
        Some(Ok(())) => true,
        Some(Err(refusal)) => {
            let why = explain_refused_deal(replay, refusal);
            replay.report(diagnose!("not-to-be-dealt", &text.opening, why));
            false
        }
        None => false,
    }
}

/// Says in words why the engine does not take a deal.
fn explain_refused_deal<G: CheckableGame>(replay: &Replay<G>, refusal: Refusal) -> String {
    match refusal {
        Refusal::ForbiddenCard(topic, _) | Refusal::Forbidden(topic) => {
            format!("the clause “{}” forbids it", replay.rules.title(topic))
        }
        Refusal::Invalid(InvalidActReason::HandSize(seat, count)) => {
            let name = replay.name(seat);
            format!("{name} is dealt {}", count_of(count, "card"))
        }
        Refusal::Invalid(
            misuse @ (InvalidActReason::NotInPack(_)
            | InvalidActReason::DealtTwice(_)
            | InvalidActReason::NotInStock(_)
            | InvalidActReason::SpareSize(_)),
        ) => misuse.to_string(),
        Refusal::Invalid(_) => "no cards are dealt at this point".into(),
    }
}
