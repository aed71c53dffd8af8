//! Numbers that no game can have.

use super::exclusion::{Exclusion, excluded, impossible};
use crate::rules::{
    Amount, ChipDenominations, ClauseId, DealPackets, LonePlayerShare, MisdealPrice, Ruleset,
    SessionEndEvent, TrickRules,
};

/// The most cards that a hand can have.
const MOST_CARDS_IN_HAND: u8 = 8;

/// Returns a number of an edition of either family that no game can have.
pub(super) fn find_wrong_number(rules: &Ruleset) -> Option<Exclusion> {
    if rules.chips_start.value.0 < 0 {
        return impossible(ClauseId::ChipsStart, "nobody begins with a debt");
    }
    if !are_kinds_ascending(rules.chips_kinds.value) {
        return impossible(
            ClauseId::ChipsKinds,
            "each kind of chip is worth more than the kind before it, and the first at least 1",
        );
    }
    let end = match rules.end.value.finish {
        SessionEndEvent::Tours(number)
        | SessionEndEvent::Hands(number)
        | SessionEndEvent::Target(number)
        | SessionEndEvent::Losses(number) => number,
        SessionEndEvent::Games { target, games } => target.min(games),
        SessionEndEvent::Bankrupt | SessionEndEvent::Points => 1,
    };
    if end < 1 {
        return impossible(ClauseId::End, "the number is at least 1");
    }
    find_wrong_packets(rules.deal_packets.value).or_else(|| find_wrong_trick_rule(rules.tricks()?))
}

fn are_kinds_ascending(kinds: ChipDenominations) -> bool {
    let mut last = 0;
    for kind in kinds.0 {
        if kind.chips <= last {
            return false;
        }
        last = kind.chips;
    }
    true
}

/// Returns what is wrong with the packets in which a hand is dealt.
fn find_wrong_packets(packets: DealPackets) -> Option<Exclusion> {
    let topic = ClauseId::DealPackets;
    if packets.hand > MOST_CARDS_IN_HAND {
        return impossible(topic, "a hand has at most 8 cards");
    }
    for way in packets.ways {
        let dealt: u32 = way.iter().map(|cards| u32::from(*cards)).sum();
        if dealt != u32::from(packets.hand) || way.contains(&0) {
            return impossible(
                topic,
                "the packets must add up to the hand, and none is empty",
            );
        }
    }
    if let Some(turned) = packets.turn_after
        && !(1..packets.hand).contains(&turned.cards)
    {
        return impossible(topic, "`turn_after` names a card before the last of a hand");
    }
    None
}

fn find_wrong_trick_rule(rules: &TrickRules) -> Option<Exclusion> {
    let hand = rules.deal_packets.value.hand;
    for (topic, number) in chips_of_clauses(rules) {
        if number < 0 {
            return impossible(topic, "nobody pays less than no chip");
        }
    }
    for (topic, limit) in [
        (ClauseId::PoolCap, rules.pool_cap.value.0),
        (ClauseId::DebtCap, rules.debt_cap.value.0),
    ] {
        if limit.is_some_and(|chips| chips < 1) {
            return impossible(topic, "a limit is at least 1 chip");
        }
    }
    let undertaken = rules.undertake.value;
    let most_undertaken = undertaken
        .waiting
        .max(undertaken.playing)
        .max(undertaken.bidding);
    let lone = match rules.alone.value {
        LonePlayerShare::TakesPool => 0,
        LonePlayerShare::WinsTricks(tricks) => tricks,
    };
    for (topic, number) in [
        (ClauseId::Undertake, most_undertaken),
        (ClauseId::Alone, lone),
        (ClauseId::ExchangeOnce, rules.exchange_once.value.most),
    ] {
        if number > hand {
            let why = "the number is larger than that of the cards of a hand";
            return excluded(topic, ClauseId::DealPackets, why);
        }
    }
    if rules
        .decl_defend
        .value
        .0
        .is_some_and(|cards| cards != hand + 1)
    {
        return excluded(
            ClauseId::DeclDefend,
            ClauseId::DealPackets,
            "a defender discards one card and plays with a full hand, so they draw one card more",
        );
    }
    None
}

/// Returns the chips that are paid by each clause that names some.
fn chips_of_clauses(rules: &TrickRules) -> Vec<(ClauseId, i64)> {
    let mut chips = vec![
        (ClauseId::Stake, rules.stake.value.chips),
        (ClauseId::PamFee, rules.pam_fee.value.chips),
        (
            ClauseId::FlushOwe,
            number_of_amount(rules.flush_owe.value.amount),
        ),
        (ClauseId::PayAll, rules.pay_all.value.0.unwrap_or_default()),
    ];
    for penalty in rules.debt_make.value.0 {
        chips.push((ClauseId::DebtMake, number_of_amount(penalty.amount)));
    }
    if let Some(amount) = rules.flush_redeal.value.0 {
        chips.push((ClauseId::FlushRedeal, number_of_amount(amount)));
    }
    if let Some(premium) = rules.pay_premium.value.0 {
        chips.push((ClauseId::PayPremium, number_of_amount(premium.amount)));
    }
    if let MisdealPrice::DealOr(price) = rules.fault_misdeal.value {
        chips.push((ClauseId::FaultMisdeal, price));
    }
    chips
}

/// Returns the number of an amount: of chips, of stakes or of pools.
fn number_of_amount(amount: Amount) -> i64 {
    match amount {
        Amount::Pool(times) | Amount::Stake(times) | Amount::Chips(times) => times,
    }
}
