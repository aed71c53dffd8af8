//! The phases of a deal by which no deal could be played to its end.

use super::exclusion::{Exclusion, excluded, impossible};
use crate::rules::{
    ClauseId, DealPhase, DeclarationRight, DeclarationRound, MoveGivingRole, Phases, RoundSpeakers,
    TrickRules, Verb,
};

/// The moves that a round can offer.
const MOVES_OF_ROUNDS: [Verb; 12] = [
    Verb::Fold,
    Verb::Stand,
    Verb::Exchange,
    Verb::TakeSpare,
    Verb::TakeTurnUp,
    Verb::BidAll,
    Verb::Pass,
    Verb::Lurk,
    Verb::Knock,
    Verb::Diddle,
    Verb::DiddleBlind,
    Verb::Join,
];

/// Returns why a deal of these phases cannot be played.
pub(super) fn find_phase_exclusion(rules: &TrickRules) -> Option<Exclusion> {
    let Phases { first, later } = rules.decl_order.value;
    find_phase_list_fault(rules, first).or_else(|| find_phase_list_fault(rules, later))
}

/// Returns why a deal of this list of phases cannot be played.
fn find_phase_list_fault(rules: &TrickRules, phases: &[DealPhase]) -> Option<Exclusion> {
    let topic = ClauseId::DeclOrder;
    if phases.last() != Some(&DealPhase::Tricks) {
        return impossible(topic, "a deal ends with the phase `tricks`");
    }
    for (place, phase) in phases.iter().enumerate() {
        if phases[..place].contains(phase) {
            return impossible(topic, "a deal has each phase once");
        }
    }
    let mut has_bidding = false;
    let mut has_exchange = false;
    for phase in phases {
        let DealPhase::Round(round) = phase else {
            continue;
        };
        if let Some(wrong) = find_unplayable_round(rules, round) {
            return Some(wrong);
        }
        let offers_exchange = offers(round, Verb::Exchange);
        if offers_exchange && has_exchange {
            return impossible(topic, "only one round of a deal can offer an exchange");
        }
        has_exchange |= offers_exchange;
        match round.asks {
            RoundSpeakers::Everyone => {}
            RoundSpeakers::UntilOneBids if has_bidding => {
                return impossible(topic, "only one round of a deal can ask for a bid");
            }
            RoundSpeakers::UntilOneBids => has_bidding = true,
            RoundSpeakers::AfterTheBidder if has_bidding => {}
            RoundSpeakers::AfterTheBidder => {
                return impossible(topic, "no earlier round has a bidder");
            }
        }
    }
    None
}

/// Returns why a round cannot be played: it has a move of another kind, or leaves a player nothing to do.
fn find_unplayable_round(rules: &TrickRules, round: &DeclarationRound) -> Option<Exclusion> {
    let topic = ClauseId::DeclOrder;
    for MoveGivingRole(verb, _) in round.offers {
        if !MOVES_OF_ROUNDS.contains(verb) {
            return impossible(topic, "a round cannot offer this move");
        }
    }
    let bids = [Verb::Knock, Verb::Diddle].map(|verb| offers(round, verb));
    let has_bid = bids.contains(&true);
    if (round.asks == RoundSpeakers::UntilOneBids) != has_bid {
        return impossible(
            topic,
            "a round that asks until one bids offers `knock` or `diddle`, and no other round does",
        );
    }
    let plays_on = [Verb::Pass, Verb::Lurk, Verb::Join].map(|verb| offers(round, verb));
    if has_bid || plays_on.contains(&true) {
        return None;
    }
    if !offers(round, Verb::Stand) {
        return impossible(topic, "a round must offer a move to a player who plays on");
    }
    if rules.decl_stand.value == DeclarationRight::Closed {
        return excluded(
            ClauseId::DeclStand,
            topic,
            "a player who plays on and exchanges no card must be able to stand",
        );
    }
    None
}

/// Returns whether a round offers a move.
pub(super) fn offers(round: &DeclarationRound, verb: Verb) -> bool {
    round
        .offers
        .iter()
        .any(|MoveGivingRole(offered, _)| *offered == verb)
}
