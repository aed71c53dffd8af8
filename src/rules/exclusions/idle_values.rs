//! Values that change nothing in a game, because another clause leaves no place for them. A clause that is taken over may have
//! such a value; an edition file that writes one is refused.

use super::exclusion::{Exclusion, IdleValueReason, excluded, idle_if};
use super::idle_debts::{idle_debt, makes_debts};
use super::mus_exclusions::find_idle_mus_value;
use super::phase_and_offer_queries::{has_phase, is_offered, offered_moves, offered_moves_in};
use super::pool_shares::{count_earned_shares, find_indivisible_clause};
use crate::rules::{
    AllFold, BidAll, ChipRemainder, ClauseId, DealCondition, DealPhase, DeclarationRight,
    DoubleShare, Duty, FeeWhen, FinalDebts, FirstLeader, FlushKind, MisdealPrice, MoveGivingRole,
    NextDealer, Payers, PoolSharing, RoundSpeakers, Ruleset, SessionEndEvent, ShortStock,
    SpareHand, StakeBy, TieBreak, TopCardSubstitute, TrickRules, TrumpNaming, TurnOwner, TurnedFee,
    TurnedTrump, UndertakingRole, Verb, WildCard,
};

impl Ruleset {
    /// Returns the clause that keeps the value of another clause without effect, and why; none if the value can have one.
    pub fn find_idle_value(&self, topic: ClauseId) -> Option<Exclusion> {
        let (_, most_with_pack) = self.pack.value.smallest_and_largest_named();
        if topic == ClauseId::Pack && most_with_pack > self.players.value.to {
            let why = "the table has a pack for more players than may play";
            return excluded(topic, ClauseId::Players, why);
        }
        let (other, why) = match self {
            Ruleset::Tricks(rules) => find_idle_trick_value(rules, topic)?,
            Ruleset::Mus(rules) => find_idle_mus_value(rules, topic)?,
        };
        excluded(topic, other, why)
    }
}

fn find_idle_trick_value(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    idle_flush(rules, topic)
        .or_else(|| idle_top_card(rules, topic))
        .or_else(|| idle_declaration(rules, topic))
        .or_else(|| idle_exchange(rules, topic))
        .or_else(|| idle_payment(rules, topic))
        .or_else(|| idle_debt(rules, topic))
        .or_else(|| idle_dealer_or_end(rules, topic))
}

/// Returns why a clause on the flush changes nothing.
fn idle_flush(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    use ClauseId::{
        DeclOrder, FlushClaim, FlushOwe, FlushPat, FlushPoints, FlushRedeal, FlushTake, FlushTie,
        FlushWhat, FlushWild, PamCard,
    };
    let is_on_flush = [
        FlushWild,
        FlushPat,
        FlushClaim,
        FlushTake,
        FlushOwe,
        FlushTie,
        FlushPoints,
    ]
    .contains(&topic);
    if is_on_flush && rules.flush_what.value == FlushKind::None {
        return Some((FlushWhat, "this edition has no flush"));
    }
    if (is_on_flush || topic == FlushWhat) && !has_phase(rules, DealPhase::Claims) {
        let has_none = topic == FlushWhat && rules.flush_what.value == FlushKind::None;
        return idle_if(
            !has_none,
            DeclOrder,
            "no phase `claims` lets players claim a flush",
        );
    }
    match topic {
        FlushWild => idle_if(
            rules.flush_wild.value == WildCard::TopCard && rules.pam_card.value.0.is_none(),
            PamCard,
            "this edition has no top card",
        ),
        FlushOwe => idle_if(
            rules.flush_owe.value.top_card_exempt && rules.pam_card.value.0.is_none(),
            PamCard,
            "this edition has no top card",
        ),
        FlushTie => idle_if(
            rules.pam_card.value.0.is_none()
                && rules
                    .flush_tie
                    .value
                    .criteria()
                    .any(|criterion| criterion == TieBreak::TopCard),
            PamCard,
            "this edition has no top card",
        ),
        FlushPoints => idle_if(
            !rules.flush_tie.value.then.contains(&TieBreak::Points),
            FlushTie,
            "flushes are not compared by their points",
        ),
        FlushRedeal => idle_if(
            rules.flush_redeal.value.0.is_some() && !has_phase(rules, DealPhase::ThrowIn),
            DeclOrder,
            "no phase `throw_in` lets players throw in a flush",
        ),
        _ => None,
    }
}

/// Returns why a clause on the top card, the highest trump, changes nothing.
fn idle_top_card(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    use ClauseId::{
        DeclOrder, PamAbsent, PamCalls, PamCard, PamCivil, PamFee, PamNames, PamTrump, PamTurned,
        PayDouble,
    };
    let is_on_top_card = [
        PamAbsent, PamCalls, PamCivil, PamFee, PamNames, PamTrump, PamTurned,
    ]
    .contains(&topic);
    if is_on_top_card && rules.pam_card.value.0.is_none() {
        return Some((PamCard, "this edition has no top card"));
    }
    let is_named_early = rules.pam_calls.value == TrumpNaming::BeforeExchange;
    let is_named = rules.pam_names.value == TurnedTrump::DealerNames;
    let no_naming = !has_phase(rules, DealPhase::Naming);
    let why_not_named = "no phase `naming` lets a player name the trump suit";
    match topic {
        PamFee => idle_if(
            rules.pam_fee.value.chips == 0
                && (rules.pam_fee.value.payers, rules.pam_fee.value.when)
                    != (Payers::All, FeeWhen::Played),
            PamFee,
            "nobody pays a fee; write `payers = \"all\"` and `when = \"played\"`",
        ),
        PamTurned => idle_if(
            rules.pam_fee.value.chips == 0 && rules.pam_turned.value != TurnedFee::Never,
            PamFee,
            "the top card brings no fee",
        ),
        PamNames => idle_if(is_named && no_naming, DeclOrder, why_not_named),
        PamCalls => idle_if(is_named_early && no_naming, DeclOrder, why_not_named),
        PamAbsent => match rules.pam_absent.value {
            TopCardSubstitute::HighestTrump { wild: false, .. } => idle_if(
                rules.pay_double.value == DoubleShare::None,
                PayDouble,
                "the highest trump has a privilege only where a trick counts twice or where it is wild",
            ),
            _ => None,
        },
        _ => None,
    }
}

/// Returns why a clause on declarations, or on the phases in which they are made, changes nothing.
fn idle_declaration(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    use ClauseId::{
        Allfold, DeclAll, DeclBlind, DeclDefend, DeclFille, DeclOrder, FilleDeal, Forced, PayAll,
        PlayLead, TurnOwner, Undertake,
    };
    match topic {
        DeclFille => idle_if(
            rules.fille_deal.value == SpareHand::None,
            FilleDeal,
            "this edition has no spare hand",
        ),
        DeclBlind => idle_if(
            !rules.decl_blind.value.0.is_empty() && !is_offered(rules, Verb::DiddleBlind),
            DeclOrder,
            "no round of a deal offers `diddle_blind`",
        ),
        DeclAll => idle_if(
            rules.decl_all.value != BidAll::None && !is_offered(rules, Verb::BidAll),
            DeclOrder,
            "no round of a deal offers `bid_all`",
        ),
        DeclDefend => idle_if(
            rules.decl_defend.value.0.is_some() && !has_phase(rules, DealPhase::Defence),
            DeclOrder,
            "no phase `defence` lets players defend the pack",
        ),
        PayAll => idle_if(
            rules.decl_all.value == BidAll::None,
            DeclAll,
            "nobody can bid all the tricks",
        ),
        PlayLead => idle_if(
            rules.play_lead.value == FirstLeader::Bidder && !has_bidder(rules),
            DeclOrder,
            "no round of a deal offers a bid, so there is no bidder",
        ),
        Allfold => idle_if(
            rules.allfold.value != AllFold::Void && is_void_without_bid(rules),
            DeclOrder,
            "a deal in which nobody bids is void",
        ),
        TurnOwner => idle_turn_owner(rules),
        Undertake => find_idle_undertaking_value(rules),
        Forced => idle_forced_play(rules),
        DeclOrder => idle_phase_or_move(rules),
        _ => None,
    }
}

/// Returns whether a player can be the bidder.
fn has_bidder(rules: &TrickRules) -> bool {
    let can_bid_all = rules.decl_all.value != BidAll::None && is_offered(rules, Verb::BidAll);
    can_bid_all || is_void_without_bid(rules)
}

/// Returns whether a round asks players until one bids, so that the deal is void if nobody does.
fn is_void_without_bid(rules: &TrickRules) -> bool {
    let phases = rules.decl_order.value;
    phases.first.iter().any(asks_for_bid) && phases.later.iter().any(asks_for_bid)
}

/// Returns whether a phase asks players until one bids.
fn asks_for_bid(phase: &DealPhase) -> bool {
    matches!(phase, DealPhase::Round(round) if round.asks == RoundSpeakers::UntilOneBids)
}

fn idle_turn_owner(rules: &TrickRules) -> IdleValueReason {
    let owner = rules.turn_owner.value;
    if owner.must_dealer_take_in_first_deal() {
        return idle_if(
            !is_offered(rules, Verb::TakeTurnUp),
            ClauseId::DeclOrder,
            "no round of a deal offers `give_dealer_turn_up`",
        );
    }
    let can_exchange =
        rules.decl_exchange.value == DeclarationRight::Open && is_offered(rules, Verb::Exchange);
    idle_if(
        matches!(owner, TurnOwner::Dealer | TurnOwner::DealerUnlessExchanged) && !can_exchange,
        ClauseId::DeclExchange,
        "nobody exchanges cards, so it makes no difference whether the dealer has",
    )
}

fn find_idle_undertaking_value(rules: &TrickRules) -> IdleValueReason {
    let numbers = rules.undertake.value;
    let bidding = Some(UndertakingRole::Bidding);
    let has_bidder = offered_moves(rules).any(|MoveGivingRole(_, role)| role == bidding);
    let is_waiting = is_offered(rules, Verb::Lurk);
    let has_idle_number = (numbers.bidding != numbers.playing && !has_bidder)
        || (numbers.waiting != numbers.playing && !is_waiting);
    idle_if(
        has_idle_number,
        ClauseId::DeclOrder,
        "no move gives a player that role; write the number of a player who plays",
    )
}

fn idle_forced_play(rules: &TrickRules) -> IdleValueReason {
    let stake = rules.stake.value;
    let has_debts = makes_debts(rules);
    for condition in rules.forced.value.0 {
        if *condition == DealCondition::BareStake && stake.once && stake.by == StakeBy::Each {
            return Some((
                ClauseId::Stake,
                "only the first deal has a stake; write `first_hand`",
            ));
        }
        if *condition == DealCondition::SimplePool && !has_debts {
            return Some((ClauseId::DebtMake, "no debts are made"));
        }
    }
    None
}

/// Returns why a phase of a deal never asks anybody, or a round offers a move that nobody can make.
fn idle_phase_or_move(rules: &TrickRules) -> IdleValueReason {
    let can_name = rules.pam_card.value.0.is_some()
        && (rules.pam_calls.value == TrumpNaming::BeforeExchange
            || rules.pam_names.value == TurnedTrump::DealerNames);
    let owner = rules.turn_owner.value;
    let has_owner = !matches!(owner, TurnOwner::Nobody | TurnOwner::DealerAtFirst)
        || !rules.decl_blind.value.0.is_empty();
    let has_flush = rules.flush_what.value != FlushKind::None;
    for (phase, is_used, clause, why) in [
        (
            DealPhase::Naming,
            can_name,
            ClauseId::PamNames,
            "nobody names the trump suit, so `naming` asks nobody",
        ),
        (
            DealPhase::TurnUp,
            has_owner,
            ClauseId::TurnOwner,
            "nobody takes the turn-up, so `turn_up` asks nobody",
        ),
        (
            DealPhase::ThrowIn,
            rules.flush_redeal.value.0.is_some(),
            ClauseId::FlushRedeal,
            "nobody throws in a flush, so `throw_in` asks nobody",
        ),
        (
            DealPhase::Defence,
            rules.decl_defend.value.0.is_some(),
            ClauseId::DeclDefend,
            "nobody defends the pack, so `defence` asks nobody",
        ),
        (
            DealPhase::Claims,
            has_flush,
            ClauseId::FlushWhat,
            "this edition has no flush, so `claims` asks nobody",
        ),
    ] {
        if has_phase(rules, phase) && !is_used {
            return Some((clause, why));
        }
    }
    for (verb, is_allowed, clause) in [
        (
            Verb::DiddleBlind,
            !rules.decl_blind.value.0.is_empty(),
            ClauseId::DeclBlind,
        ),
        (
            Verb::TakeTurnUp,
            owner != TurnOwner::Nobody || !rules.decl_blind.value.0.is_empty(),
            ClauseId::TurnOwner,
        ),
    ] {
        if offers_in_unusual_round(rules, verb) && !is_allowed {
            return Some((clause, "a round offers a move that nobody can make"));
        }
    }
    None
}

/// Returns whether a round other than the usual declaration round offers a move.
fn offers_in_unusual_round(rules: &TrickRules, verb: Verb) -> bool {
    let mut offers = offered_moves_in(rules, |round| !round.is_usual_declaration_round());
    offers.any(|MoveGivingRole(offered, _)| offered == verb)
}

/// Returns why a clause on exchanges changes nothing.
fn idle_exchange(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    let is_on_exchange = [ClauseId::ExchangeOnce, ClauseId::ExchangeShort].contains(&topic);
    let is_open = rules.decl_exchange.value == DeclarationRight::Open;
    if is_on_exchange && !(is_open && is_offered(rules, Verb::Exchange)) {
        return Some((ClauseId::DeclExchange, "nobody exchanges cards"));
    }
    if topic != ClauseId::ExchangeShort {
        return None;
    }
    match rules.exchange_short.value {
        ShortStock::SparingLast => {
            return Some((
                ClauseId::DeclExchange,
                "only in Mus are discards dealt again in this way; write the cards that are shuffled, or `first_come`",
            ));
        }
        ShortStock::Then([]) => {
            return Some((
                ClauseId::DeclExchange,
                "no cards are shuffled; write `first_come`",
            ));
        }
        // A limit below that of all exchanges changes something in any case.
        ShortStock::CapPerPlayer(most) if most < rules.exchange_once.value.most => return None,
        _ => {}
    }
    idle_if(
        !can_stock_run_short(rules),
        ClauseId::Pack,
        "the stock has enough cards for everybody",
    )
}

/// Returns whether the exchanges of all players can need more cards than the stock has.
fn can_stock_run_short(rules: &TrickRules) -> bool {
    let players = rules.players.value;
    let hand = usize::from(rules.deal_packets.value.hand);
    let has_spare = rules.fille_deal.value != SpareHand::None;
    let turned = usize::from(rules.turns_up_stock_card());
    let most = usize::from(rules.exchange_once.value.most).min(hand);
    (players.from..=players.to).any(|number| {
        let hands = usize::from(number) + usize::from(has_spare);
        let pack = rules.pack.value.pack(number).len();
        let needed = usize::from(number) * most;
        hands * hand + turned + needed > pack
    })
}

/// Returns why a clause on payments changes nothing.
fn idle_payment(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    let shares = rules.pay_share.value;
    match topic {
        ClauseId::PayShare => idle_if(
            shares.earner != PoolSharing::Trick && shares.parts != 1,
            ClauseId::PayShare,
            "only tricks earn parts of the pool; write `parts = 1`",
        ),
        ClauseId::PayDouble => idle_if(
            shares.earner != PoolSharing::Trick && rules.pay_double.value != DoubleShare::None,
            ClauseId::PayShare,
            "no trick earns a share that could be doubled",
        ),
        ClauseId::PayRest => idle_chip_remainder(rules),
        ClauseId::PlayOvertrump | ClauseId::PlayFree => idle_if(
            rules.play_trump.value == Duty::Waived,
            ClauseId::PlayTrump,
            "no player must trump",
        ),
        ClauseId::FaultMisdeal => idle_if(
            rules.fault_misdeal.value == MisdealPrice::DealAgain,
            ClauseId::DealNext,
            "after a misdeal the deal is lost, or the dealer pays to keep it; write `untold` or `deal_or`",
        ),
        _ => None,
    }
}

fn idle_chip_remainder(rules: &TrickRules) -> IdleValueReason {
    let rest = rules.pay_rest.value;
    if rest == ChipRemainder::CannotArise {
        return None;
    }
    let shared = ClauseId::PayShare;
    if rules.score.value.0.is_some() {
        return None;
    }
    let parts = rules.pay_share.value.parts;
    match rules.pay_share.value.earner {
        PoolSharing::Trick if rest == ChipRemainder::First => {
            Some((shared, "chips that the tricks do not earn stay in the pool"))
        }
        PoolSharing::Trick => idle_if(
            parts <= count_earned_shares(rules) && find_indivisible_clause(rules, parts).is_none(),
            ClauseId::Stake,
            "every pool divides into the shares of the tricks, so no chips remain",
        ),
        PoolSharing::Good => idle_if(
            find_indivisible_clause(rules, 2).is_none(),
            ClauseId::Stake,
            "every pool is even, so two players can share it",
        ),
        PoolSharing::Most | PoolSharing::Nobody => {
            Some((shared, "the pool is not divided, so no chips remain"))
        }
    }
}

/// Returns why a clause on the next dealer or the end changes nothing.
fn idle_dealer_or_end(rules: &TrickRules, topic: ClauseId) -> IdleValueReason {
    match topic {
        ClauseId::DealNext => idle_if(
            rules.deal_next.value == NextDealer::SameIfVoid && !can_deal_be_void(rules),
            ClauseId::Allfold,
            "no deal is void",
        ),
        ClauseId::End if rules.end.value.debts == FinalDebts::LastHand => {
            if rules.end.value.finish == SessionEndEvent::Points {
                let why = "the player who has no points left takes the pool";
                return Some((ClauseId::End, why));
            }
            idle_if(!makes_debts(rules), ClauseId::DebtMake, "no debts are made")
        }
        ClauseId::End => idle_if(
            rules.end.value.finish == SessionEndEvent::Points && rules.score.value.0.is_none(),
            ClauseId::Score,
            "players have no points",
        ),
        _ => None,
    }
}

/// Returns whether a deal can be void.
fn can_deal_be_void(rules: &TrickRules) -> bool {
    rules.allfold.value != AllFold::DealerTakes || is_void_without_bid(rules)
}
