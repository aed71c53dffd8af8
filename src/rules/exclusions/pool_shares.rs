//! How a pool divides into the shares of the tricks.

use crate::rules::{Amount, ClauseId, DoubleShare, Payee, TrickRules};

/// Returns how many shares the tricks of a deal earn.
pub(super) fn count_earned_shares(rules: &TrickRules) -> i64 {
    let has_double = rules.pay_double.value != DoubleShare::None;
    i64::from(rules.deal_packets.value.hand) + i64::from(has_double)
}

/// Returns the first clause by which the pool holds chips that do not divide into so many parts.
pub(super) fn find_indivisible_clause(rules: &TrickRules, parts: i64) -> Option<ClauseId> {
    let players = rules.players.value;
    for seats in players.from..=players.to {
        if rules.stake.value.chips_for_deal(seats, true) % parts != 0 {
            return Some(ClauseId::Stake);
        }
    }
    for penalty in rules.debt_make.value.0 {
        if can_make_pool_indivisible(rules, penalty.to, penalty.amount, parts) {
            return Some(ClauseId::DebtMake);
        }
    }
    let owed = rules.flush_owe.value;
    if can_make_pool_indivisible(rules, owed.to, owed.amount, parts) {
        return Some(ClauseId::FlushOwe);
    }
    let cap = rules.pool_cap.value.0?;
    (cap % parts != 0).then_some(ClauseId::PoolCap)
}

/// Returns whether an amount is paid into a pool and does not divide into so many parts.
fn can_make_pool_indivisible(rules: &TrickRules, payee: Payee, amount: Amount, parts: i64) -> bool {
    let is_for_pool = matches!(payee, Payee::NextPool | Payee::ThisPool);
    // A multiple of the pool divides as the pool does.
    is_for_pool && rules.amount_in_chips(amount, 0) % parts != 0
}
