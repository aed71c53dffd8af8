//! Clauses that force the mover to play.

use super::DealState;
use crate::cards::SeatSet;
use crate::rules::{ClauseId, LastButOneDuty, TrickRules};

/// Returns the clause by which the mover declares: one that forces them to play, or the order of declarations.
#[inline]
pub(super) fn forcing_or_order_clause(rules: &TrickRules, state: &DealState) -> ClauseId {
    let has_forcing_clauses =
        !rules.forced.value.0.is_empty() || rules.forced_last.value != LastButOneDuty::Free;
    if has_forcing_clauses {
        clause_forcing_to_play(rules, state).unwrap_or(ClauseId::DeclOrder)
    } else {
        ClauseId::DeclOrder
    }
}

/// Returns the first clause that forces the mover to play.
fn clause_forcing_to_play(rules: &TrickRules, state: &DealState) -> Option<ClauseId> {
    for condition in rules.forced.value.0 {
        if state.meets_condition(rules, *condition) {
            return Some(ClauseId::Forced);
        }
    }
    // Players who are out of the deal do not speak: the last player but one is alone with the dealer.
    let is_last_forced = match rules.forced_last.value {
        LastButOneDuty::Free => false,
        LastButOneDuty::MustPlay => {
            let mover_and_dealer = SeatSet::NONE.with(state.mover).with(state.dealer);
            state.active == mover_and_dealer && state.mover != state.dealer
        }
        LastButOneDuty::Dealer => state.active.len() == 2 && state.mover == state.dealer,
    };
    is_last_forced.then_some(ClauseId::ForcedLast)
}
