//! The payout: shares for tricks, debts, points, a player who is left alone, and a void deal.

use super::{
    Account, AmountCalculation, DealStage, DealState, Event, EventDetails, Transfer,
    UnpaidPoolReason, deal_and_turn_up,
};
use crate::cards::{Seat, SeatSet};
use crate::rules::{
    AllFold, Amount, ChipRemainder, ClauseId, DoubleShare, LonePlayerShare, Payee, PoolSharing,
    ShortfallPenalty, TopCardSubstitute, TrickRules,
};

/// Settles a deal that was played: shares for tricks, then debts and points.
pub(super) fn settle_played_deal(
    rules: &TrickRules,
    state: &mut DealState,
    last_trick_winner: Seat,
    events: &mut Vec<Event>,
) {
    if let Some(bidder) = state.all_tricks_bidder(rules) {
        return settle_all_tricks_bid(rules, state, bidder, events);
    }
    let pool = state.pool;
    let failed = players_short_of_tricks(state);
    for seat in state.in_turn_among(failed) {
        if let Some(penalty) = penalty_for(rules, state, seat)
            && penalty.to == Payee::ThisPool
        {
            let chips = rules.amount_in_chips(penalty.amount, pool);
            let payment = Transfer::penalty(seat, Account::Pool, chips);
            state.transfer_buying_missing_chips(rules, ClauseId::DebtMake, payment, events);
        }
    }
    match rules.pay_share.value.earner {
        PoolSharing::Trick => pay_share_per_trick(rules, state, last_trick_winner, events),
        PoolSharing::Good => pay_successful_players(rules, state, events),
        PoolSharing::Most => pay_most_tricks(rules, state, events),
        PoolSharing::Nobody => {}
    }
    for seat in state.in_turn_among(failed) {
        if let Some(penalty) = penalty_for(rules, state, seat) {
            apply_penalty_after_shares(rules, state, seat, penalty, pool, events);
        }
    }
    settle_points(rules, state, events);
    state.stage = DealStage::Over;
}

/// Returns the players who won fewer tricks than they undertook. A player who defended the pack pays nothing for it.
fn players_short_of_tricks(state: &DealState) -> SeatSet {
    let mut failed = SeatSet::NONE;
    for seat in state.active.iter() {
        if state.is_short_of_tricks(seat) && state.defender != Some(seat) {
            failed = failed.with(seat);
        }
    }
    failed
}

fn penalty_for(rules: &TrickRules, state: &DealState, seat: Seat) -> Option<ShortfallPenalty> {
    let took_turn_up = state.is_turn_up_taken && seat == state.dealer;
    rules.debt_make.value.penalty_for(
        state.tricks_undertaken[seat],
        state.tricks_won[seat],
        took_turn_up,
    )
}

/// Applies a penalty that is paid after the shares: into the next pool, or to each other player.
fn apply_penalty_after_shares(
    rules: &TrickRules,
    state: &mut DealState,
    seat: Seat,
    penalty: ShortfallPenalty,
    pool: i64,
    events: &mut Vec<Event>,
) {
    let clause = ClauseId::DebtMake;
    match penalty.to {
        Payee::NextPool => {
            record_capped_debt(rules, state, seat, penalty.amount, pool, clause, events)
        }
        Payee::Each => {
            let chips = rules.amount_in_chips(penalty.amount, pool);
            for other in state.in_turn_among(state.active.without(seat)) {
                let payment = Transfer::penalty(seat, Account::Seat(other), chips);
                state.transfer_buying_missing_chips(rules, clause, payment, events);
            }
        }
        _ => {}
    }
}

/// Divides the pool among the players who won what they undertook: one takes all, two take half each. A defender takes
/// nothing from two, and with three or more the pool stays.
fn pay_successful_players(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    let mut successful = SeatSet::NONE;
    for seat in state.active.iter() {
        if !state.is_short_of_tricks(seat) {
            successful = successful.with(seat);
        }
    }
    let players = successful.len();
    let unpaid = match players {
        0 => Some(UnpaidPoolReason::NobodySuccessful),
        1 | 2 => None,
        _ => Some(UnpaidPoolReason::ManySuccessful),
    };
    if let Some(reason) = unpaid {
        events.push(pool_stays(ClauseId::PayShare, reason));
        return;
    }
    let pool = state.pool;
    for (seat, chips) in divide_chips(state, successful, pool, rules.pay_rest.value) {
        let is_paid = players == 1 || state.defender != Some(seat);
        if is_paid {
            let share = Transfer::out_of_pool(seat, chips, pool_share_reason(pool, players));
            state.transfer_buying_missing_chips(rules, ClauseId::PayShare, share, events);
        }
    }
}

/// Pays the pool to the player who won the most tricks. If several won as many, it stays.
fn pay_most_tricks(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    let mut most = 0;
    let mut winners = SeatSet::NONE;
    for seat in state.active.iter() {
        let tricks = state.tricks_won[seat];
        if tricks > most {
            most = tricks;
            winners = SeatSet::NONE.with(seat);
        } else if tricks == most {
            winners = winners.with(seat);
        }
    }
    if winners.len() == 1
        && let Some(winner) = winners.iter().next()
    {
        let pool = state.pool;
        let prize = Transfer::out_of_pool(winner, pool, AmountCalculation::WholePool(pool));
        state.transfer_buying_missing_chips(rules, ClauseId::PayShare, prize, events);
    } else {
        events.push(pool_stays(ClauseId::PayShare, UnpaidPoolReason::SharedMost));
    }
}

/// Returns the event that nobody takes the pool.
fn pool_stays(clause: ClauseId, reason: UnpaidPoolReason) -> Event {
    Event::new(clause, EventDetails::PoolStays(reason))
}

/// Updates the points: they go down by the tricks won, and up for a player who won too few. A player at 0 takes the pool.
fn settle_points(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    let Some(score) = rules.score.value.0 else {
        return;
    };
    let mut finished = SeatSet::NONE;
    for seat in state.seats_in_turn() {
        let before = state.points_down[seat];
        let mut points_down = (before + state.tricks_won[seat] * score.a_trick).min(score.start);
        if state.is_short_of_tricks(seat) {
            points_down = points_down.saturating_sub(score.loaf);
        }
        if points_down != before {
            state.points_down[seat] = points_down;
            events.push(Event::new(
                ClauseId::Score,
                EventDetails::Scored(seat, score.start - points_down),
            ));
        }
        if points_down == score.start {
            finished = finished.with(seat);
        }
    }
    let pool = state.pool;
    for (seat, chips) in divide_chips(state, finished, pool, rules.pay_rest.value) {
        let share = Transfer::out_of_pool(seat, chips, pool_share_reason(pool, finished.len()));
        state.transfer_buying_missing_chips(rules, ClauseId::End, share, events);
    }
}

/// Settles a bid to win all the tricks. A bidder who did takes the pool and chips of each player; else the bidder makes a
/// debt and pays each player.
fn settle_all_tricks_bid(
    rules: &TrickRules,
    state: &mut DealState,
    bidder: Seat,
    events: &mut Vec<Event>,
) {
    let pool = state.pool;
    let chips = rules.pay_all.value.0.unwrap_or_default();
    let clause = ClauseId::PayAll;
    let is_won = state.tricks_won[bidder] == rules.deal_packets.value.hand;
    if is_won {
        let prize = Transfer::out_of_pool(bidder, pool, AmountCalculation::WholePool(pool));
        state.transfer_buying_missing_chips(rules, clause, prize, events);
    } else {
        events.push(pool_stays(clause, UnpaidPoolReason::BidLost));
        record_capped_debt(rules, state, bidder, Amount::Pool(1), pool, clause, events);
    }
    for other in state.in_turn_among(state.active.without(bidder)) {
        let payment = if is_won {
            Transfer::penalty(other, Account::Seat(bidder), chips)
        } else {
            Transfer::penalty(bidder, Account::Seat(other), chips)
        };
        state.transfer_buying_missing_chips(rules, clause, payment, events);
    }
    state.stage = DealStage::Over;
}

/// Returns the reason of a share of the pool that is divided among so many players.
pub(super) fn pool_share_reason(pool: i64, players: u8) -> AmountCalculation {
    if players == 1 {
        AmountCalculation::WholePool(pool)
    } else {
        AmountCalculation::EqualShare {
            total: pool,
            players,
        }
    }
}

/// Divides chips equally among players, in turn. Chips left over go to the first player or stay.
pub(super) fn divide_chips(
    state: &DealState,
    players: SeatSet,
    chips: i64,
    remainder: ChipRemainder,
) -> impl Iterator<Item = (Seat, i64)> + use<> {
    let parts = i64::from(players.len().max(1));
    let share = chips / parts;
    let left_over = if remainder == ChipRemainder::Stays {
        0
    } else {
        chips % parts
    };
    let in_turn = state.in_turn_among(players).enumerate();
    in_turn.map(move |(place, seat)| (seat, if place == 0 { share + left_over } else { share }))
}

/// Settles a deal in which one player is left alone: they take the pool, or count as the winner of some tricks.
pub(super) fn settle_lone_player(
    rules: &TrickRules,
    state: &mut DealState,
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    if let Some(seat) = state.in_turn_among(state.active).next() {
        events.push(Event::new(clause, EventDetails::LeftAlone(seat)));
        match rules.alone.value {
            LonePlayerShare::TakesPool => {
                let pool = state.pool;
                let prize = Transfer::out_of_pool(seat, pool, AmountCalculation::WholePool(pool));
                state.transfer_buying_missing_chips(rules, clause, prize, events);
            }
            LonePlayerShare::WinsTricks(tricks) => {
                // Nobody was left to win tricks from, so the player cannot have won too few.
                state.tricks_won[seat] = tricks;
                state.tricks_undertaken[seat] = 0;
                settle_points(rules, state, events);
            }
        }
    }
    state.stage = DealStage::Over;
}

/// Makes the deal void: the pool stays. The last player to speak before the dealer may have to pay the dealer.
pub(super) fn void_deal_after_folds(
    rules: &TrickRules,
    state: &mut DealState,
    events: &mut Vec<Event>,
) {
    if rules.allfold.value == AllFold::LastPays {
        let last_speaker = seat_before(state.dealer, state.seats);
        let dealer = Account::Seat(state.dealer);
        let payment = Transfer::penalty(last_speaker, dealer, rules.stake.value.chips);
        state.transfer_buying_missing_chips(rules, ClauseId::Allfold, payment, events);
    }
    events.push(Event::new(ClauseId::Allfold, EventDetails::Void));
    state.is_void = true;
    state.stage = DealStage::Over;
}

/// Returns the seat whose next seat is this one.
pub(super) fn seat_before(seat: Seat, seats: u8) -> Seat {
    let mut before = seat;
    while before.next(seats) != seat {
        before = before.next(seats);
    }
    before
}

/// Pays the debts that wait to a winner at once. The winner's own debts are paid to themselves.
pub(super) fn pay_waiting_debts_to(
    rules: &TrickRules,
    state: &mut DealState,
    winner: Seat,
    events: &mut Vec<Event>,
) {
    for debtor in state.seats_in_turn() {
        let chips = std::mem::take(&mut state.waiting_debts[debtor]);
        if chips != 0 {
            let payment = Transfer {
                from: Account::Seat(debtor),
                to: Account::Seat(winner),
                chips,
                reason: AmountCalculation::WaitingDebt,
            };
            state.transfer_buying_missing_chips(rules, ClauseId::DebtSweep, payment, events);
        }
    }
    state.waiting_debts_paid = true;
}

/// Makes a debt of a player, limited by the ceiling of the edition.
pub(super) fn record_capped_debt(
    rules: &TrickRules,
    state: &mut DealState,
    debtor: Seat,
    amount: Amount,
    pool: i64,
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    let chips = rules.cap_debt(rules.amount_in_chips(amount, pool));
    let reason = match amount {
        Amount::Pool(1) if chips < pool => AmountCalculation::Capped { pool, cap: chips },
        Amount::Pool(1) => AmountCalculation::WholePool(pool),
        Amount::Stake(1) => AmountCalculation::Stake,
        _ => AmountCalculation::Penalty,
    };
    state.debts_made[debtor] += chips;
    events.push(Event::new(
        clause,
        EventDetails::DebtMade(debtor, chips, reason),
    ));
}

/// Pays a share for each trick, and one more for the trick that earns two. The rest of the division stays in the pool.
fn pay_share_per_trick(
    rules: &TrickRules,
    state: &mut DealState,
    last_trick_winner: Seat,
    events: &mut Vec<Event>,
) {
    let pool = state.pool;
    let hand_size = rules.deal_packets.value.hand;
    let double = double_share_winner(rules, state);
    for seat in state.seats_in_turn() {
        let tricks_won = state.tricks_won[seat];
        if tricks_won == 0 {
            continue;
        }
        let double_clause = match double {
            Some((winner, clause)) if winner == seat => Some(clause),
            _ => None,
        };
        let single_shares = tricks_won - u8::from(double_clause.is_some());
        if single_shares > 0 {
            let share = trick_share(rules, seat, single_shares, pool);
            state.transfer_buying_missing_chips(rules, ClauseId::PayShare, share, events);
        }
        if let Some(clause) = double_clause {
            let share = extra_share(rules, seat, 2, pool);
            state.transfer_buying_missing_chips(rules, clause, share, events);
        }
        if tricks_won == hand_size && rules.debt_sweep.value.by_vole {
            pay_waiting_debts_to(rules, state, seat, events);
        }
    }
    // Where players left in the middle of the deal, the shares of the tricks that nobody won stay in the pool.
    let is_played_out = state.tricks_finished == hand_size;
    if double.is_none() && is_played_out {
        let receiver = match rules.pay_double.value {
            DoubleShare::Dealer => state.dealer,
            DoubleShare::LastTrick => last_trick_winner,
            _ => return,
        };
        let share = extra_share(rules, receiver, 1, pool);
        state.transfer_buying_missing_chips(rules, ClauseId::PayDouble, share, events);
    }
}

/// Returns the winner of the trick that earns two shares, and the clause that says so.
fn double_share_winner(rules: &TrickRules, state: &DealState) -> Option<(Seat, ClauseId)> {
    if rules.pay_double.value == DoubleShare::None {
        return None;
    }
    let (card, winner) = state.best_trump?;
    if state.trumps.top.has(card) {
        return Some((winner, ClauseId::PayDouble));
    }
    match rules.pam_absent.value {
        TopCardSubstitute::HighestTrump { missing, .. }
            if deal_and_turn_up::is_top_card_missing(missing, state) =>
        {
            Some((winner, ClauseId::PamAbsent))
        }
        _ => None,
    }
}

fn trick_share(rules: &TrickRules, seat: Seat, tricks: u8, pool: i64) -> Transfer {
    let share = rules.pay_share.value;
    let reason = AmountCalculation::Share {
        tricks,
        pool,
        parts: share.parts,
    };
    Transfer::out_of_pool(seat, i64::from(tricks) * share.chips_per_part(pool), reason)
}

fn extra_share(rules: &TrickRules, seat: Seat, shares: u8, pool: i64) -> Transfer {
    let share = rules.pay_share.value;
    let reason = AmountCalculation::Extra {
        shares,
        pool,
        parts: share.parts,
    };
    Transfer::out_of_pool(seat, i64::from(shares) * share.chips_per_part(pool), reason)
}
