//! Flushes: who may claim one, which one is best, and what it earns.

use super::settle::{divide_chips, pay_waiting_debts_to, pool_share_reason, record_capped_debt};
use super::{
    Account, DealStage, DealState, Event, EventDetails, InvalidActReason, Refusal, Transfer,
    deal_and_turn_up, ensure_not_forbidden,
};
use crate::cards::{Card, CardSet, InsertionSort, Seat, SeatSet, Suit};
use crate::rules::{
    ChipRemainder, ClauseId, DealPhase, FeeWhen, FlushCards, FlushClaiming, FlushKind, FlushPrize,
    Move, Payee, TieBreak, TopCardSubstitute, TrickRules, WildCard,
};
use std::cmp::Ordering;

/// Returns whether a seat holds a flush that it may claim when asked.
pub fn can_claim_flush(rules: &TrickRules, state: &DealState, seat: Seat) -> bool {
    let is_as_dealt = !state.exchanged.has(seat);
    state.active.has(seat)
        && (is_as_dealt || rules.flush_pat.value == FlushCards::Anyhow)
        && flush_suit(rules, state, seat).is_some()
}

/// Returns the suit of a seat's hand if it is a flush. A wild card may be part of it.
fn flush_suit(rules: &TrickRules, state: &DealState, seat: Seat) -> Option<Suit> {
    if rules.flush_what.value == FlushKind::None {
        return None;
    }
    let cards = state.hands[seat];
    let suit = cards.only_suit();
    if suit.is_none() && rules.flush_wild.value == WildCard::TopCard {
        return (cards - state.wild_cards).only_suit();
    }
    suit
}

/// Returns the holders of a flush who are asked: all of them, or the one with the best flush.
fn flush_holders_to_ask(rules: &TrickRules, state: &DealState) -> SeatSet {
    if rules.flush_tie.value.best_alone {
        best_flushes(rules, state, state.flush_holders)
    } else {
        state.flush_holders
    }
}

/// Returns the clause by which a seat may not claim a flush now; `None` if it is being asked.
pub(super) fn clause_against_flush_claim(
    rules: &TrickRules,
    state: &DealState,
    seat: Seat,
) -> Option<ClauseId> {
    let is_claims_phase = state.stage == DealStage::In(DealPhase::Claims);
    if !state.active.has(seat) {
        Some(ClauseId::DeclFold)
    } else if state.has_play_begun() {
        Some(ClauseId::FlushClaim)
    } else if flush_suit(rules, state, seat).is_none() {
        Some(ClauseId::FlushWhat)
    } else if !can_claim_flush(rules, state, seat) {
        Some(ClauseId::FlushPat)
    } else if can_announce_now(rules, state) && !state.claimants.has(seat) {
        None
    } else if is_claims_phase && !flush_holders_to_ask(rules, state).has(seat) {
        Some(ClauseId::FlushTie)
    } else if !is_claims_phase || state.mover != seat {
        Some(ClauseId::FlushClaim)
    } else {
        None
    }
}

/// Returns whether a flush may be announced now, while players declare.
fn can_announce_now(rules: &TrickRules, state: &DealState) -> bool {
    rules.flush_claim.value == FlushClaiming::Early && state.current_round().is_some()
}

/// Makes a player announce a flush while players declare. The declarations go on, and the flush is compared after them.
#[cold]
pub(super) fn announce_flush(
    rules: &TrickRules,
    state: &mut DealState,
    seat: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    ensure_not_forbidden(clause_against_flush_claim(rules, state, seat))?;
    claim_flush(rules, state, seat, events);
    Ok(())
}

/// Asks the holders of a flush to claim it, or claims it for them where flushes count without a word.
pub(super) fn begin_flush_claims(
    rules: &TrickRules,
    state: &mut DealState,
    events: &mut Vec<Event>,
) {
    if rules.pam_fee.value.when == FeeWhen::Shown
        && let Some(holder) = deal_and_turn_up::active_top_card_holder(state)
    {
        deal_and_turn_up::collect_top_card_fee_once(rules, state, holder, ClauseId::PamFee, events);
    }
    state.wild_cards = state.wild_cards | highest_trump_as_wild(rules, state);
    state.flush_holders = SeatSet::NONE;
    for seat in state.active.iter() {
        if can_claim_flush(rules, state, seat) {
            state.flush_holders = state.flush_holders.with(seat);
        }
    }
    match rules.flush_claim.value {
        FlushClaiming::Prompt | FlushClaiming::Early => {
            let holders = flush_holders_to_ask(rules, state);
            // A player who announced a flush and then folded or exchanged has no claim.
            state.unasked = holders.minus(state.claimants);
            state.claimants = holders.minus(state.unasked);
        }
        FlushClaiming::Automatic => {
            for seat in state.in_turn_among(state.flush_holders) {
                claim_flush(rules, state, seat, events);
            }
        }
    }
    ask_holder_or_settle(rules, state, events);
}

/// Returns the card that is wild in place of a missing top card: the highest trump in a player's hand.
fn highest_trump_as_wild(rules: &TrickRules, state: &DealState) -> CardSet {
    let TopCardSubstitute::HighestTrump {
        missing,
        wild: true,
    } = rules.pam_absent.value
    else {
        return CardSet::EMPTY;
    };
    if !deal_and_turn_up::is_top_card_missing(missing, state) {
        return CardSet::EMPTY;
    }
    let mut held_trumps = CardSet::EMPTY;
    for seat in state.active.iter() {
        held_trumps = held_trumps | (state.hands[seat] & state.trumps.cards);
    }
    for card in held_trumps {
        let higher = state.trumps.cards_beating(&rules.rank.value, card) & held_trumps;
        if higher.is_empty() {
            return card.into();
        }
    }
    CardSet::EMPTY
}

fn claim_flush(rules: &TrickRules, state: &mut DealState, seat: Seat, events: &mut Vec<Event>) {
    state.claimants = state.claimants.with(seat);
    events.push(Event::move_made_without_cards(seat, Move::Claim));
    if state.holds_top_card(seat) && rules.pam_fee.value.when == FeeWhen::Played {
        deal_and_turn_up::collect_top_card_fee_once(rules, state, seat, ClauseId::PamFee, events);
    }
}

/// Makes the mover claim a flush or let it pass.
pub(super) fn claim_flush_or_pass(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let seat = state.mover;
    match player_move {
        Move::Claim => claim_flush(rules, state, seat, events),
        Move::LetPass => events.push(Event::move_made_without_cards(seat, *player_move)),
        _ => return Err(InvalidActReason::NotNow.into()),
    }
    ask_seat_no_more(rules, state, seat, events);
    Ok(())
}

/// Asks a seat no more, because it has answered or is out of the deal.
pub(super) fn ask_seat_no_more(
    rules: &TrickRules,
    state: &mut DealState,
    seat: Seat,
    events: &mut Vec<Event>,
) {
    state.unasked = state.unasked.without(seat);
    if !state.active.has(seat) {
        state.flush_holders = state.flush_holders.without(seat);
        state.claimants = state.claimants.without(seat);
        if rules.flush_tie.value.best_alone {
            state.unasked = flush_holders_to_ask(rules, state);
        }
    }
    ask_holder_or_settle(rules, state, events);
}

/// Asks the next holder of a flush. After the last, the best flush that was claimed is settled.
fn ask_holder_or_settle(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    if let Some(next) = state.in_turn_among(state.unasked).next() {
        state.mover = next;
        return;
    }
    if state.claimants.is_empty() {
        state.is_phase_over = true;
        return;
    }
    let clause = if state.claimants.len() > 1 {
        ClauseId::FlushTie
    } else {
        ClauseId::FlushTake
    };
    let best = best_flushes(rules, state, state.claimants);
    for seat in state.in_turn_among(best) {
        events.push(Event::new(clause, EventDetails::BestFlush(seat)));
    }
    settle_deal_by_flush(rules, state, best, events);
}

/// Returns the holder of the best flush; more than one only where equal flushes divide the pool.
fn best_flushes(rules: &TrickRules, state: &DealState, holders: SeatSet) -> SeatSet {
    let mut in_turn = state.in_turn_among(holders);
    let Some(mut best) = in_turn.next() else {
        return SeatSet::NONE;
    };
    // Only a better flush replaces the best: of equal flushes the first in turn wins.
    for seat in in_turn {
        if compare_flushes(rules, state, seat, best).is_gt() {
            best = seat;
        }
    }
    let mut winners = SeatSet::NONE.with(best);
    if rules.flush_tie.value.then.contains(&TieBreak::Divide) {
        for seat in holders.iter() {
            if compare_flushes(rules, state, seat, best).is_eq() {
                winners = winners.with(seat);
            }
        }
    }
    winners
}

/// Returns the points of a flush; none where points decide nothing between flushes.
pub fn flush_points(rules: &TrickRules, flush: CardSet) -> Option<u32> {
    let mut criteria = rules.flush_tie.value.criteria();
    let are_points_counted = criteria.any(|criterion| criterion == TieBreak::Points);
    are_points_counted.then(|| rules.flush_points.value.total(flush))
}

fn compare_flushes(rules: &TrickRules, state: &DealState, a: Seat, b: Seat) -> Ordering {
    for criterion in rules.flush_tie.value.criteria() {
        let order = compare_by(rules, state, criterion, a, b);
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

fn compare_by(
    rules: &TrickRules,
    state: &DealState,
    criterion: TieBreak,
    a: Seat,
    b: Seat,
) -> Ordering {
    match criterion {
        TieBreak::TopCard => state.holds_top_card(a).cmp(&state.holds_top_card(b)),
        TieBreak::Trump => {
            let trump = Some(state.trump);
            let is_a_trump = flush_suit(rules, state, a) == trump;
            let is_b_trump = flush_suit(rules, state, b) == trump;
            is_a_trump.cmp(&is_b_trump)
        }
        TieBreak::Points => {
            let points = &rules.flush_points.value;
            points
                .total(state.hands[a])
                .cmp(&points.total(state.hands[b]))
        }
        // The lower place is the higher card.
        TieBreak::HighCard => card_places_best_first(rules, state, b)[0]
            .cmp(&card_places_best_first(rules, state, a)[0]),
        TieBreak::CardsDown => {
            card_places_best_first(rules, state, b).cmp(&card_places_best_first(rules, state, a))
        }
        TieBreak::Seat | TieBreak::Divide => Ordering::Equal,
    }
}

/// Returns the places of a seat's cards in the order of ranks, the best first; 0 is the top card. The rest is padding: no
/// edition deals more than 8 cards.
fn card_places_best_first(rules: &TrickRules, state: &DealState, seat: Seat) -> [u32; 8] {
    let mut places = [u32::MAX; 8];
    for (place, card) in places.iter_mut().zip(state.hands[seat]) {
        *place = card_index_from_top(rules, state, card);
    }
    places.insertion_sort_by_key(|place| *place);
    places
}

fn card_index_from_top(rules: &TrickRules, state: &DealState, card: Card) -> u32 {
    if state.trumps.top.has(card) {
        0
    } else {
        1 + rules.rank.value.index_from_top(card.rank())
    }
}

/// Settles the deal by the best flush: it takes the pool, and the others make a debt or pay at once.
fn settle_deal_by_flush(
    rules: &TrickRules,
    state: &mut DealState,
    best: SeatSet,
    events: &mut Vec<Event>,
) {
    let FlushPrize::Pool = rules.flush_take.value;
    let pool = state.pool;
    for (winner, chips) in divide_chips(state, best, pool, ChipRemainder::First) {
        let prize = Transfer::out_of_pool(winner, chips, pool_share_reason(pool, best.len()));
        state.transfer_buying_missing_chips(rules, ClauseId::FlushTake, prize, events);
        if rules.debt_sweep.value.by_flush {
            pay_waiting_debts_to(rules, state, winner, events);
        }
    }
    let debt = rules.flush_owe.value;
    let clause = ClauseId::FlushOwe;
    let payers = state.paying_seats(debt.payers).minus(best);
    for payer in state.in_turn_among(payers) {
        if is_exempt_from_flush_debt(rules, state, payer) {
            continue;
        }
        if debt.to == Payee::Winner {
            let total = rules.amount_in_chips(debt.amount, pool);
            for (winner, chips) in divide_chips(state, best, total, ChipRemainder::First) {
                let payment = Transfer::penalty(payer, Account::Seat(winner), chips);
                state.transfer_buying_missing_chips(rules, clause, payment, events);
            }
        } else {
            record_capped_debt(rules, state, payer, debt.amount, pool, clause, events);
        }
    }
    state.stage = DealStage::Over;
}

/// Returns whether a player who is beaten by a flush owes nothing. A folded hand is not shown and exempts nobody.
fn is_exempt_from_flush_debt(rules: &TrickRules, state: &DealState, seat: Seat) -> bool {
    let debt = rules.flush_owe.value;
    (debt.losing_flush_exempt && state.claimants.has(seat))
        || (debt.quiet_flush_exempt && state.flush_holders.has(seat))
        || (debt.top_card_exempt && state.active.has(seat) && state.holds_top_card(seat))
}
