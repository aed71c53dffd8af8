//! Values on debts and penalties that change nothing in a game.

use super::exclusion::{IdleValueReason, idle_if};
use super::phase_and_offer_queries::{has_phase, is_offered};
use crate::rules::{
    Amount, BidAll, ClauseId, DealPhase, DebtEntry, FaultPrice, FlushKind, Payee, ShortfallPenalty,
    TrickRules, TurnOwner, Verb,
};

/// Returns whether players can owe chips to a later pool.
pub(super) fn makes_debts(rules: &TrickRules) -> bool {
    let has_penalty = rules
        .debt_make
        .value
        .0
        .iter()
        .any(|penalty| penalty.to == Payee::NextPool && amount_number(penalty.amount) > 0);
    let has_flush =
        rules.flush_what.value != FlushKind::None && has_phase(rules, DealPhase::Claims);
    let owed = rules.flush_owe.value;
    has_penalty
        || (has_flush && owed.to != Payee::Winner && amount_number(owed.amount) > 0)
        || (rules.decl_all.value != BidAll::None && is_offered(rules, Verb::BidAll))
        || [
            rules.fault_cards.value,
            rules.fault_show.value,
            rules.fault_turn.value,
        ]
        .iter()
        .any(|price| matches!(price, FaultPrice::OutOwing | FaultPrice::OutOwingInPlay))
}

fn amount_number(amount: Amount) -> i64 {
    match amount {
        Amount::Pool(number) | Amount::Stake(number) | Amount::Chips(number) => number,
    }
}

/// Returns why a clause on debts changes nothing.
pub(super) fn idle_debt(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    let no_debts = "no debts are made";
    match topic {
        ClauseId::DebtEnter | ClauseId::DebtSweep | ClauseId::DebtCap if !makes_debts(rules) => {
            let is_absent = match topic {
                ClauseId::DebtEnter => rules.debt_enter.value == DebtEntry::None,
                ClauseId::DebtCap => rules.debt_cap.value.0.is_none(),
                _ => !rules.debt_sweep.value.by_flush && !rules.debt_sweep.value.by_vole,
            };
            idle_if(!is_absent, ClauseId::DebtMake, no_debts)
        }
        ClauseId::DebtCap => idle_debt_limit(rules),
        ClauseId::DebtMake => idle_penalty(rules),
        _ => None,
    }
}

/// Returns why no debt can be as large as the limit.
fn idle_debt_limit(rules: &TrickRules) -> IdleValueReason {
    let cap = rules.debt_cap.value.0?;
    let penalties = rules.debt_make.value.0;
    let mut amounts: Vec<Amount> = penalties.iter().map(|penalty| penalty.amount).collect();
    if rules.flush_what.value != FlushKind::None {
        amounts.push(rules.flush_owe.value.amount);
    }
    let mut largest = 0;
    for amount in amounts {
        if let Amount::Pool(_) = amount {
            return None;
        }
        largest = largest.max(rules.amount_in_chips(amount, 0));
    }
    idle_if(
        rules.decl_all.value == BidAll::None && cap >= largest,
        ClauseId::DebtMake,
        "no debt is larger than the limit",
    )
}

/// Returns why a penalty applies to nobody, or to everybody although it names a number of tricks.
fn idle_penalty(rules: &TrickRules) -> IdleValueReason {
    let undertaken = rules.undertake.value;
    let numbers = [undertaken.waiting, undertaken.playing, undertaken.bidding];
    // A player who undertakes no trick cannot win too few.
    let is_same_for_all = numbers
        .iter()
        .all(|number| *number == undertaken.playing || *number == 0);
    for penalty in rules.debt_make.value.0 {
        if let Some(number) = penalty.undertook {
            if !numbers.contains(&number) {
                return Some((ClauseId::Undertake, "no player undertakes so many tricks"));
            }
            if is_same_for_all {
                return Some((
                    ClauseId::Undertake,
                    "all players undertake so many tricks; leave `undertook` out",
                ));
            }
        }
        if penalty.turn_up && !can_take_turn_up(rules) {
            return Some((ClauseId::TurnOwner, "nobody takes the turn-up"));
        }
    }
    find_unreached_penalty(rules, &numbers)
}

/// Returns why a penalty applies to nobody: no player who wins so many tricks has won too few, or an earlier penalty comes first.
fn find_unreached_penalty(rules: &TrickRules, numbers: &[u8]) -> IdleValueReason {
    let mut earlier: Vec<ShortfallPenalty> = Vec::new();
    for penalty in rules.debt_make.value.0 {
        let turn_up = penalty.turn_up;
        let mut is_met = false;
        let mut is_free = false;
        for undertook in numbers {
            for won in 0..*undertook {
                let is_earlier = earlier
                    .iter()
                    .any(|before| before.applies_to(*undertook, won, turn_up));
                let applies = penalty.applies_to(*undertook, won, turn_up);
                is_met |= applies;
                is_free |= applies && !is_earlier;
            }
        }
        if !is_met && numbers.iter().any(|number| *number > 0) {
            let why = "a player who wins so many tricks has won as many as they undertook";
            return Some((ClauseId::Undertake, why));
        }
        if is_met && !is_free {
            let why = "an earlier penalty of the list applies to the same players";
            return Some((ClauseId::DebtMake, why));
        }
        earlier.push(*penalty);
    }
    None
}

/// Returns whether a player can take the turn-up.
fn can_take_turn_up(rules: &TrickRules) -> bool {
    rules.turn_owner.value != TurnOwner::Nobody || !rules.decl_blind.value.0.is_empty()
}
