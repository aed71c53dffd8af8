//! Values of clauses that exclude each other, so that no game can be played by them.

mod exclusion;
mod idle_debts;
mod idle_inherited_values;
mod idle_values;
mod impossible_numbers;
mod missing_cards;
mod mus_exclusions;
mod phase_and_offer_queries;
mod pool_shares;
mod unplayable_phases;

pub use exclusion::Exclusion;

use super::{
    BidAll, ChipRemainder, ClauseId, DealPhase, DebtEntry, DoubleShare, LonePlayerShare,
    MoveGivingRole, Payee, Phases, PoolSharing, ReserveSupply, Ruleset, SeparateRound, ShortStock,
    SpareHand, TieBreak, TrickRules, TrickShares, TurnCard, TurnOwner,
};
use crate::cards::MOST_SEATS;
use exclusion::{excluded, impossible};
use pool_shares::{count_earned_shares, find_indivisible_clause};

impl Ruleset {
    /// Returns the first values of an edition that exclude each other; none if it can be played.
    pub fn find_exclusion(&self) -> Option<Exclusion> {
        let found = match self {
            Ruleset::Tricks(rules) => find_trick_exclusion(rules),
            Ruleset::Mus(rules) => mus_exclusions::find_mus_value_conflict(rules),
        };
        find_impossible_players(self)
            .or_else(|| impossible_numbers::find_wrong_number(self))
            .or_else(|| missing_cards::find_missing_card(self))
            .or(found)
    }
}

/// Returns why no table can have so many players, or why the pack has too few cards for them.
fn find_impossible_players(rules: &Ruleset) -> Option<Exclusion> {
    let players = rules.players.value;
    if players.from < 2 || players.from > players.to || usize::from(players.to) > MOST_SEATS {
        return impossible(
            ClauseId::Players,
            "the program plays with 2 to 10 players, the smaller number first",
        );
    }
    let (fewest_with_pack, _) = rules.pack.value.smallest_and_largest_named();
    if players.from < fewest_with_pack {
        return excluded(
            ClauseId::Pack,
            ClauseId::Players,
            "the table of packs begins with more players than the fewest who may play",
        );
    }
    let hand = usize::from(rules.deal_packets.value.hand);
    if hand == 0 {
        return impossible(ClauseId::DealPackets, "a hand has at least one card");
    }
    let has_spare_hand = rules
        .tricks()
        .is_some_and(|tricks| tricks.fille_deal.value != SpareHand::None);
    // One card of the stock is turned up, or left for it.
    let has_turn_up = rules.tricks().is_some_and(TrickRules::turns_up_stock_card);
    for number in players.from..=players.to {
        let pack = rules.pack.value.pack(number).len();
        if usize::from(number) * hand > pack - usize::from(has_turn_up).min(pack) {
            let why = if has_turn_up {
                "the pack does not have a hand for each player and one more card"
            } else {
                "the pack does not have a hand for each player"
            };
            return excluded(ClauseId::Pack, ClauseId::Players, why);
        }
        if has_spare_hand && (usize::from(number) + 1) * hand >= pack {
            return excluded(
                ClauseId::FilleDeal,
                ClauseId::Pack,
                "the pack does not have a spare hand beside the hands of all players and one more card",
            );
        }
    }
    None
}

/// Returns values of a game with tricks that exclude each other.
fn find_trick_exclusion(rules: &TrickRules) -> Option<Exclusion> {
    let is_staged = rules.debt_enter.value.is_one_debt_per_deal();
    let sweep = rules.debt_sweep.value;
    if let Some(cap) = rules.debt_cap.value.0 {
        if is_staged {
            return excluded(
                ClauseId::DebtCap,
                ClauseId::DebtEnter,
                "debts that are staged have no limit",
            );
        }
        if rules.stake.value.chips == 0 || cap % rules.stake.value.chips != 0 {
            return excluded(
                ClauseId::DebtCap,
                ClauseId::Stake,
                "the limit on debts must be a multiple of the stake",
            );
        }
    }
    if !is_staged && (sweep.by_flush || sweep.by_vole) {
        return excluded(
            ClauseId::DebtSweep,
            ClauseId::DebtEnter,
            "only debts that are staged wait until a player wins them",
        );
    }
    unplayable_phases::find_phase_exclusion(rules)
        .or_else(|| find_bid_round_exclusion(rules))
        .or_else(|| find_payment_conflict(rules))
        .or_else(|| find_flush_rule_conflict(rules))
        .or_else(|| find_untakeable_turn_up(rules))
        .or_else(|| find_holding_back_exclusion(rules))
        .or_else(|| find_folded_supply_exclusion(rules))
        .or_else(|| find_share_exclusion(rules))
}

/// Returns a clause about bidding or joining that does not fit the rounds of a deal.
fn find_bid_round_exclusion(rules: &TrickRules) -> Option<Exclusion> {
    for (topic, value, missing, unexpected) in [
        (
            ClauseId::DeclBid,
            rules.decl_bid.value,
            "no round of a deal offers a bid",
            "a round of a deal offers a bid",
        ),
        (
            ClauseId::DeclJoin,
            rules.decl_join.value,
            "no round of a deal offers to join",
            "a round of a deal offers to join",
        ),
    ] {
        let is_offered = offers_move_of(rules.decl_order.value, topic);
        match (value, is_offered) {
            (SeparateRound::Asked, false) => {
                return excluded(topic, ClauseId::DeclOrder, missing);
            }
            (SeparateRound::None, true) => {
                return excluded(topic, ClauseId::DeclOrder, unexpected);
            }
            _ => {}
        }
    }
    None
}

/// Returns a payee that a penalty cannot have, or debts that never enter a pool.
fn find_payment_conflict(rules: &TrickRules) -> Option<Exclusion> {
    let penalties = rules.debt_make.value.0;
    if penalties.iter().any(|penalty| penalty.to == Payee::Winner) {
        return impossible(
            ClauseId::DebtMake,
            "a penalty for too few tricks goes to a pool or to each other player",
        );
    }
    if matches!(rules.flush_owe.value.to, Payee::ThisPool | Payee::Each) {
        return impossible(
            ClauseId::FlushOwe,
            "the flush has taken the pool, so the others owe the next pool or the winner",
        );
    }
    if let LonePlayerShare::WinsTricks(_) = rules.alone.value
        && rules.score.value.0.is_none()
    {
        return excluded(
            ClauseId::Alone,
            ClauseId::Score,
            "players have no points, so tricks would bring a lone player nothing",
        );
    }
    if rules.debt_enter.value == DebtEntry::None && idle_debts::makes_debts(rules) {
        return excluded(
            ClauseId::DebtEnter,
            ClauseId::DebtMake,
            "players make debts, so the debts must enter a pool",
        );
    }
    None
}

/// Returns why the rules on flushes contradict each other.
fn find_flush_rule_conflict(rules: &TrickRules) -> Option<Exclusion> {
    let criteria: Vec<TieBreak> = rules.flush_tie.value.criteria().collect();
    for (place, criterion) in criteria.iter().enumerate() {
        if criteria[..place].contains(criterion) {
            return impossible(ClauseId::FlushTie, "each criterion stands once");
        }
        let decides = [TieBreak::Seat, TieBreak::Divide].contains(criterion);
        if decides != (place + 1 == criteria.len()) {
            return impossible(
                ClauseId::FlushTie,
                "the last criterion is `seat` or `divide`, and no other one is",
            );
        }
    }
    let owed = rules.flush_owe.value;
    if owed.quiet_flush_exempt && !owed.losing_flush_exempt {
        return impossible(
            ClauseId::FlushOwe,
            "a player who shows a beaten flush is exempt too where a player who does not show it is",
        );
    }
    None
}

/// Returns whether a round of a deal offers a move that a clause is about.
fn offers_move_of(phases: Phases, topic: ClauseId) -> bool {
    let all_phases = phases.first.iter().chain(phases.later);
    let mut offers = all_phases.flat_map(|phase| match phase {
        DealPhase::Round(round) => round.offers,
        _ => &[],
    });
    offers.any(|MoveGivingRole(verb, _)| verb.topic() == topic)
}

/// Returns why the dealer cannot take the turn-up when the edition says so.
fn find_untakeable_turn_up(rules: &TrickRules) -> Option<Exclusion> {
    let Phases { first, later } = rules.decl_order.value;
    if rules.turn_card.value == TurnCard::DealersLast {
        return find_retaken_turn_up(rules);
    }
    let is_missing_later = !later.contains(&DealPhase::TurnUp);
    let is_missing = match rules.turn_owner.value {
        TurnOwner::Nobody | TurnOwner::DealerAtFirst => false,
        TurnOwner::DealerAtFirstAndLater => is_missing_later,
        TurnOwner::Dealer | TurnOwner::DealerUnlessExchanged => {
            is_missing_later || !first.contains(&DealPhase::TurnUp)
        }
    };
    if is_missing {
        return excluded(
            ClauseId::TurnOwner,
            ClauseId::DeclOrder,
            "the phases of a deal need `turn_up`, in which the dealer is asked about it",
        );
    }
    None
}

/// Returns a clause by which the dealer takes a turn-up that they hold already.
fn find_retaken_turn_up(rules: &TrickRules) -> Option<Exclusion> {
    let other = if rules.turn_owner.value != TurnOwner::Nobody {
        ClauseId::TurnOwner
    } else if !rules.decl_blind.value.0.is_empty() {
        ClauseId::DeclBlind
    } else {
        return None;
    };
    let why = "the turn-up is a card of the dealer's hand, so nobody can take it";
    excluded(ClauseId::TurnCard, other, why)
}

/// Returns the exclusion of a rule on holding back the top card in a game that has no top card.
fn find_holding_back_exclusion(rules: &TrickRules) -> Option<Exclusion> {
    if rules.pam_civil.value.0.is_some() && rules.pam_card.value.0.is_none() {
        return excluded(
            ClauseId::PamCivil,
            ClauseId::PamCard,
            "nobody can hold back a top card that the game does not have",
        );
    }
    None
}

/// Returns the exclusion of a stock refilled from folded hands by a bid of all the tricks, after
/// which folded players play again.
fn find_folded_supply_exclusion(rules: &TrickRules) -> Option<Exclusion> {
    let ShortStock::Then(supplies) = rules.exchange_short.value else {
        return None;
    };
    if rules.decl_all.value != BidAll::None && supplies.contains(&ReserveSupply::Folded) {
        return excluded(
            ClauseId::DeclAll,
            ClauseId::ExchangeShort,
            "players who folded take up their hands again, so nobody can draw these cards",
        );
    }
    None
}

/// Returns values by which the tricks earn more than the pool has, or leave chips that the edition says cannot be left.
fn find_share_exclusion(rules: &TrickRules) -> Option<Exclusion> {
    let TrickShares { parts, earner } = rules.pay_share.value;
    let can_rest = rules.pay_rest.value != ChipRemainder::CannotArise;
    if earner != PoolSharing::Trick {
        return if can_rest || earner == PoolSharing::Most {
            None
        } else {
            excluded(
                ClauseId::PayRest,
                ClauseId::PayShare,
                "two players can share an odd pool, so a chip can remain",
            )
        };
    }
    let double = rules.pay_double.value;
    let shares = count_earned_shares(rules);
    if parts < shares.max(1) {
        return excluded(
            ClauseId::PayShare,
            ClauseId::DealPackets,
            "the tricks earn more shares than the pool has",
        );
    }
    if can_rest || double == DoubleShare::Carried {
        return None;
    }
    if parts > shares {
        return excluded(
            ClauseId::PayRest,
            ClauseId::PayShare,
            "no trick earns the last shares, so they remain in the pool",
        );
    }
    let other = find_indivisible_clause(rules, parts)?;
    excluded(
        ClauseId::PayRest,
        other,
        "the amount does not divide into the shares of the tricks, so chips remain in the pool",
    )
}
