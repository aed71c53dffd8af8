//! Values of Mus that exclude each other.

use super::exclusion::{Exclusion, IdleValueReason, excluded, idle_if, impossible};
use crate::rules::mus_values::{
    BetAnswerOrder, BettingPhase, MusAgreement, OrdagoPrize, PayOrder, PrizeEarners,
    RoyalThirtyOne, Sides,
};
use crate::rules::{
    ClauseId, FinalDebts, MisdealPrice, MusRules, NextDealer, ReserveSupply, SessionEndEvent,
    ShortStock,
};

/// Returns values of Mus that exclude each other.
pub(super) fn find_mus_value_conflict(rules: &MusRules) -> Option<Exclusion> {
    find_wrong_phases(rules)
        .or_else(|| find_wrong_number(rules))
        .or_else(|| find_pay_order_conflict(rules))
        .or_else(|| find_exchange_limit_conflict(rules))
}

/// The phases that every deal of Mus has, in any order. Punto takes the place of Juego by itself.
const PHASES_OF_DEAL: [BettingPhase; 4] = [
    BettingPhase::Grande,
    BettingPhase::Petite,
    BettingPhase::Couples,
    BettingPhase::Jeu,
];

/// Returns why the phases are not those of a deal of Mus.
fn find_wrong_phases(rules: &MusRules) -> Option<Exclusion> {
    let topic = ClauseId::PhaseOrder;
    let phases = rules.phase_order.value.0;
    if phases.contains(&BettingPhase::Point) {
        return impossible(
            topic,
            "`point` is played in the place of `jeu` if nobody has Juego, so leave it out",
        );
    }
    for phase in PHASES_OF_DEAL {
        let count = phases.iter().filter(|other| **other == phase).count();
        if count != 1 {
            return impossible(
                topic,
                "a deal of Mus has `grande`, `petite`, `couples` and `jeu`, each once",
            );
        }
    }
    None
}

/// Returns a number of stones or cards that no game can have.
fn find_wrong_number(rules: &MusRules) -> Option<Exclusion> {
    let couples = rules.prize_couples.value;
    let jeu = rules.prize_jeu.value;
    let rich = match jeu.rich {
        Some(rich) => rich.royal.min(rich.thirty_three),
        None => 0,
    };
    for (topic, stones) in [
        (ClauseId::BetRefuse, rules.bet_refuse.value.first),
        (ClauseId::PrizePassed, rules.prize_passed.value.0),
        (
            ClauseId::PrizeCouples,
            couples.pair.min(couples.moyenne).min(couples.double),
        ),
        (
            ClauseId::PrizeJeu,
            jeu.thirty_one.min(jeu.other).min(jeu.point).min(rich),
        ),
    ] {
        if stones < 0 {
            return impossible(topic, "nobody pays less than no stone");
        }
    }
    let open = rules.bet_open.value;
    if open.least < 1 || open.envido < open.least {
        return impossible(
            ClauseId::BetOpen,
            "the smallest bet is at least 1 stone, and *envido* at least as much",
        );
    }
    let has_no_royal = rules.jeu_compare.value.royal == RoyalThirtyOne::None;
    if jeu.rich.is_some() && has_no_royal {
        return excluded(
            ClauseId::PrizeJeu,
            ClauseId::JeuCompare,
            "a prize for the royal 31 needs a royal 31",
        );
    }
    if matches!(rules.fault_misdeal.value, MisdealPrice::DealOr(_)) {
        return impossible(ClauseId::FaultMisdeal, "nobody pays for a misdeal in Mus");
    }
    if rules.end.value.debts != FinalDebts::Shared {
        return impossible(ClauseId::End, "no debts wait in Mus");
    }
    None
}

/// Returns clauses of which one has players take stones, and the other has them shed stones.
fn find_pay_order_conflict(rules: &MusRules) -> Option<Exclusion> {
    let is_shed = rules.pay_order.value == PayOrder::ShedFromPurse;
    let shed = "players take stones by one clause, and shed their own stones by the other";
    if is_shed != (rules.sides.value == Sides::Single) {
        return excluded(
            ClauseId::PayOrder,
            ClauseId::Sides,
            "partners take stones, and single players shed their own stones",
        );
    }
    if is_shed && rules.bet_turn.value == BetAnswerOrder::SidesAnswer {
        return excluded(
            ClauseId::BetTurn,
            ClauseId::Sides,
            "only partners answer a bet as a side",
        );
    }
    if is_shed != matches!(rules.end.value.finish, SessionEndEvent::Losses(_)) {
        return excluded(ClauseId::End, ClauseId::PayOrder, shed);
    }
    if !is_shed && !matches!(rules.end.value.finish, SessionEndEvent::Games { .. }) {
        return excluded(
            ClauseId::End,
            ClauseId::PayOrder,
            "partners play games to a target",
        );
    }
    if is_shed != matches!(rules.bet_ordago.value, OrdagoPrize::LoserPicksUp { .. }) {
        return excluded(ClauseId::BetOrdago, ClauseId::PayOrder, shed);
    }
    if is_shed && rules.chips_start.value.0 < 1 {
        return excluded(
            ClauseId::ChipsStart,
            ClauseId::PayOrder,
            "nobody has a stone to shed",
        );
    }
    if rules.bet_raise.value.all_in_bars && !is_shed {
        return excluded(
            ClauseId::BetRaise,
            ClauseId::PayOrder,
            "nobody stakes all stones where players begin with none",
        );
    }
    None
}

/// Returns limits on exchanges by which nobody could exchange, or everybody without end.
fn find_exchange_limit_conflict(rules: &MusRules) -> Option<Exclusion> {
    let limits = rules.mus_discard.value;
    if limits.from < 1 || limits.from > limits.to {
        return impossible(
            ClauseId::MusDiscard,
            "players discard at least 1 card, and the smaller number stands first",
        );
    }
    if limits.to > rules.deal_packets.value.hand {
        return excluded(
            ClauseId::MusDiscard,
            ClauseId::DealPackets,
            "nobody can discard more cards than a hand has",
        );
    }
    let is_never_asked = rules.mus_ask.value == MusAgreement::Never;
    if is_never_asked != limits.once {
        return excluded(
            ClauseId::MusAsk,
            ClauseId::MusDiscard,
            "players either ask for mus before each exchange, or exchange once without asking",
        );
    }
    None
}

/// Returns the clause that keeps a value of Mus without effect, and why.
pub(super) fn find_idle_mus_value(rules: &MusRules, topic: ClauseId) -> IdleValueReason {
    use ClauseId::{
        ChipsStart, DealNext, ExchangeShort, FaultMisdeal, MusAsk, PrizeCouples, PrizeJeu,
    };
    let to_partners = "single players have no partners";
    let is_single = rules.sides.value == Sides::Single;
    match topic {
        ChipsStart => idle_if(
            rules.pay_order.value == PayOrder::CapAtTarget,
            ClauseId::PayOrder,
            "players take stones, and begin with none",
        ),
        DealNext => idle_if(
            rules.deal_next.value == NextDealer::SameIfVoid,
            FaultMisdeal,
            "no deal is void",
        ),
        ExchangeShort if rules.mus_discard.value.once => {
            Some((ClauseId::MusDiscard, "nobody draws new cards"))
        }
        ExchangeShort => idle_if(
            !matches!(
                rules.exchange_short.value,
                ShortStock::SparingLast | ShortStock::Then([ReserveSupply::Discards])
            ),
            MusAsk,
            "all players have agreed to exchange; write `sparing_last`, or the discards as what is shuffled",
        ),
        PrizeCouples => idle_if(
            is_single && rules.prize_couples.value.to == PrizeEarners::EachPartner,
            ClauseId::Sides,
            to_partners,
        ),
        PrizeJeu => idle_if(
            is_single && rules.prize_jeu.value.to == PrizeEarners::EachPartner,
            ClauseId::Sides,
            to_partners,
        ),
        _ => None,
    }
}
