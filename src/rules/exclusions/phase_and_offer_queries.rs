//! The phases of a deal, and the moves that its rounds offer.

use crate::rules::{DealPhase, DeclarationRound, MoveGivingRole, TrickRules, Verb};

/// Returns whether a deal has a phase.
pub(super) fn has_phase(rules: &TrickRules, phase: DealPhase) -> bool {
    let phases = rules.decl_order.value;
    phases.first.contains(&phase) || phases.later.contains(&phase)
}

/// Returns all moves that rounds offer, with their roles.
pub(super) fn offered_moves(rules: &TrickRules) -> impl Iterator<Item = MoveGivingRole> {
    offered_moves_in(rules, |_| true)
}

/// Returns the moves that some of the rounds offer, with their roles.
pub(super) fn offered_moves_in(
    rules: &TrickRules,
    is_meant: impl Fn(&DeclarationRound) -> bool,
) -> impl Iterator<Item = MoveGivingRole> {
    let phases = rules.decl_order.value;
    let all_phases = phases.first.iter().chain(phases.later);
    all_phases.flat_map(move |phase| match phase {
        DealPhase::Round(round) if is_meant(round) => round.offers.to_vec(),
        _ => Vec::new(),
    })
}

/// Returns whether a round offers a move.
pub(super) fn is_offered(rules: &TrickRules, verb: Verb) -> bool {
    offered_moves(rules).any(|MoveGivingRole(offered, _)| offered == verb)
}
