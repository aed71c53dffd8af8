//! What lasts from deal to deal: purses, debts and the dealer. How a deal is opened and closed, and how a session ends.

use super::settle::{divide_chips, seat_before};
use super::{Account, AmountCalculation, DealState, Event, Transfer, ensure};
use crate::cards::{PerSeat, Seat, SeatSet};
use crate::rules::{
    ChipRemainder, ClauseId, DebtEntry, FinalDebts, MOST_CHIPS, NextDealer, SessionEndEvent,
    TrickRules,
};
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// Chips that a player must put into a later pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDebt {
    /// The player who owes.
    pub debtor: Seat,
    /// The chips that the player owes.
    pub chips: i64,
    /// The number of the deal that made the debt, from 1; 0 for a debt from before the session.
    pub deal: u32,
}

/// The table between two deals: all that lasts from deal to deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableBetweenDeals {
    /// The number of players.
    pub seats: u8,
    /// The dealer of the next deal.
    pub dealer: Seat,
    /// The dealer of the last deal; `None` before the first.
    pub last_dealer: Option<Seat>,
    /// The chips of each player; below 0 if the player is in debt.
    pub purses: PerSeat<i64>,
    /// The chips of the cash account; below 0 by the chips that players bought from it.
    pub cash: i64,
    /// The chips that a void deal left in the pool.
    pub pool: i64,
    /// The chips that wait beside the pool because it is full.
    pub side_pot: i64,
    /// True if no debt was paid into `pool`.
    pub pool_has_no_debt: bool,
    /// True if the dealer has paid the stake already and deals again after a misdeal.
    pub is_stake_paid: bool,
    /// The debts that have not entered a pool, in the order in which they were made.
    pub debts: Vec<PendingDebt>,
    /// The number of deals so far, failed ones included.
    pub deals: u32,
    /// The number of deals so far that were not dealt again by the same dealer.
    pub completed_deals: u32,
    /// The number of void deals since the last that was not void, or since the dealer changed.
    pub consecutive_voids: u8,
    /// The number of points that each player has lost since the start of the game, where points are counted.
    pub points_down: PerSeat<u8>,
    /// True if the next deal is the last, in which all debts enter the pool.
    pub is_last_deal: bool,
}

/// A number of chips is over [`MOST_CHIPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyChips;

impl fmt::Display for TooManyChips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pool is past all counting")
    }
}

impl Error for TooManyChips {}

impl TableBetweenDeals {
    /// Returns a table before its first deal.
    pub fn new(seats: u8, dealer: Seat, purses: PerSeat<i64>) -> TableBetweenDeals {
        TableBetweenDeals {
            seats,
            dealer,
            purses,
            pool_has_no_debt: true,
            ..TableBetweenDeals::default()
        }
    }

    /// Returns all chips at the table, in purses, pool, side pot and cash account. No deal changes their number.
    pub fn total_chips(&self) -> i64 {
        self.purses.iter().sum::<i64>() + self.pool + self.side_pot + self.cash
    }

    /// Returns the range in [`TableBetweenDeals::debts`] of the debts that enter the next pool.
    pub fn entering_debts(&self, rules: &TrickRules) -> Range<usize> {
        let all = 0..self.debts.len();
        if self.is_last_deal {
            return all;
        }
        let sort_sign = match rules.debt_enter.value {
            DebtEntry::AtOnce | DebtEntry::None => return all,
            DebtEntry::Oldest => 0,
            DebtEntry::Smallest => 1,
            DebtEntry::Largest => -1,
        };
        // Of equal debts the oldest enters.
        let debts = self.debts.iter().enumerate();
        match debts.min_by_key(|(_, debt)| sort_sign * debt.chips) {
            Some((index, _)) => index..index + 1,
            None => all,
        }
    }

    /// Returns the chips of the debts that enter the next pool.
    fn entering_debt_chips(&self, rules: &TrickRules) -> i64 {
        let entering = &self.debts[self.entering_debts(rules)];
        entering.iter().map(|debt| debt.chips).sum()
    }

    /// Returns how many chips the next pool will hold: those left in it, the debts that enter, and the stakes.
    pub fn next_pool(&self, rules: &TrickRules) -> i64 {
        let total = self.next_pool_and_sidepot(rules);
        match rules.pool_cap.value.0 {
            Some(cap) => total.min(cap),
            None => total,
        }
    }

    /// Returns how many chips will wait beside the next pool, because it is full.
    pub fn next_side_pot(&self, rules: &TrickRules) -> i64 {
        self.next_pool_and_sidepot(rules) - self.next_pool(rules)
    }

    /// Returns the chips of the next deal's pool and side pot together.
    fn next_pool_and_sidepot(&self, rules: &TrickRules) -> i64 {
        self.pool + self.side_pot + self.entering_debt_chips(rules) + self.next_stakes(rules)
    }

    /// Returns how many chips the players stake in the next pool.
    pub fn next_stakes(&self, rules: &TrickRules) -> i64 {
        if self.is_stake_paid {
            return 0;
        }
        let is_first_deal = self.completed_deals == 0 && self.deals == 0;
        rules.stake.value.chips_for_deal(self.seats, is_first_deal)
    }

    /// Returns how many chips the players will still owe when the next pool is made.
    pub fn debts_after_next_pool(&self, rules: &TrickRules) -> i64 {
        self.debts.iter().map(|debt| debt.chips).sum::<i64>() - self.entering_debt_chips(rules)
    }

    fn take_balances(&mut self, state: &DealState) {
        self.purses = state.purses;
        self.pool = state.pool;
        self.side_pot = state.side_pot;
        self.cash = state.cash;
    }
}

impl DealState {
    /// Returns a deal at this table before its pool is made.
    pub fn at_table(table: &TableBetweenDeals) -> DealState {
        DealState {
            is_first_deal: table.completed_deals == 0,
            seats: table.seats,
            dealer: table.dealer,
            mover: table.dealer.next(table.seats),
            active: SeatSet::all(table.seats),
            tricks_undertaken: PerSeat::all(1),
            points_down: table.points_down,
            pool: table.pool,
            side_pot: table.side_pot,
            pool_has_no_debt: true,
            purses: table.purses,
            cash: table.cash,
            ..DealState::default()
        }
    }
}

/// Opens a deal: debts that enter are paid into the pool, the oldest first, then the stakes.
///
/// # Errors
/// If the pool or a purse would hold more than [`MOST_CHIPS`]. The table is then unchanged.
pub fn open_deal(
    rules: &TrickRules,
    table: &mut TableBetweenDeals,
    events: &mut Vec<Event>,
) -> Result<DealState, TooManyChips> {
    ensure(are_chips_countable(table.next_pool(rules)), TooManyChips)?;
    for purse in table.purses.iter() {
        ensure(are_chips_countable(*purse), TooManyChips)?;
    }
    let mut state = DealState::at_table(table);
    let entering = table.entering_debts(rules);
    state.pool_has_no_debt = table.pool_has_no_debt && entering.is_empty();
    for debt in table.debts.drain(entering) {
        state.transfer_buying_missing_chips(
            rules,
            ClauseId::DebtEnter,
            debt_payment(&debt),
            events,
        );
    }
    if table.next_stakes(rules) > 0 {
        pay_stakes(rules, &mut state, events);
    }
    state.adjust_pool_to_cap(rules, events);
    for debt in &table.debts {
        state.waiting_debts[debt.debtor] += debt.chips;
    }
    Ok(state)
}

fn are_chips_countable(chips: i64) -> bool {
    chips.abs() <= MOST_CHIPS
}

fn debt_payment(debt: &PendingDebt) -> Transfer {
    Transfer::into_pool(
        Account::Seat(debt.debtor),
        debt.chips,
        AmountCalculation::Debt(debt.deal),
    )
}

fn pay_stakes(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    let stake = rules.stake.value;
    for seat in state.seats_in_turn() {
        if stake.is_paid_by(seat == state.dealer) {
            let payment =
                Transfer::into_pool(Account::Seat(seat), stake.chips, AmountCalculation::Stake);
            state.transfer_buying_missing_chips(rules, ClauseId::Stake, payment, events);
        }
    }
}

/// Closes a finished deal: updates the purses, the debts and the dealer of its table.
pub fn close_deal(rules: &TrickRules, state: &DealState, table: &mut TableBetweenDeals) {
    table.take_balances(state);
    table.pool_has_no_debt = state.pool == 0 || state.pool_has_no_debt;
    table.is_stake_paid = state.dealer_keeps_deal;
    table.last_dealer = Some(state.dealer);
    table.deals += 1;
    if state.dealer_keeps_deal {
        return;
    }
    table.points_down = state.points_down;
    if state.is_void {
        table.consecutive_voids += 1;
    } else {
        table.consecutive_voids = 0;
    }
    let same_dealer = rules.deal_next.value == NextDealer::SameIfVoid && state.is_void;
    if !same_dealer {
        table.completed_deals += 1;
    }
    if state.waiting_debts_paid {
        table.debts.clear();
    }
    for debtor in state.seats_in_turn() {
        let chips = state.debts_made[debtor];
        if chips > 0 {
            table.debts.push(PendingDebt {
                debtor,
                chips,
                deal: table.deals,
            });
        }
    }
    if !same_dealer || table.consecutive_voids == 3 {
        table.dealer = table.dealer.next(table.seats);
        table.consecutive_voids = 0;
    }
}

/// Returns whether the session is over. If instead a last deal must collect the debts that are left, marks the table.
///
/// A dealer who has paid to deal again after a misdeal still has to deal.
pub fn check_end_or_mark_last_deal(rules: &TrickRules, table: &mut TableBetweenDeals) -> bool {
    if table.is_stake_paid {
        return false;
    }
    if table.is_last_deal {
        return true;
    }
    let is_finished = is_end_reached(rules, table);
    table.is_last_deal =
        is_finished && rules.end.value.debts == FinalDebts::LastHand && !table.debts.is_empty();
    is_finished && !table.is_last_deal
}

fn is_end_reached(rules: &TrickRules, table: &TableBetweenDeals) -> bool {
    let completed = i64::from(table.completed_deals);
    let mut purses = table.purses.iter().take(usize::from(table.seats));
    match rules.end.value.finish {
        SessionEndEvent::Tours(tours) => completed >= tours.saturating_mul(i64::from(table.seats)),
        SessionEndEvent::Hands(deals) => completed >= deals,
        SessionEndEvent::Target(chips) => purses.any(|purse| *purse >= chips),
        SessionEndEvent::Bankrupt => purses.any(|purse| *purse <= 0),
        SessionEndEvent::Games { .. } | SessionEndEvent::Losses(_) => false,
        SessionEndEvent::Points => match rules.score.value.0 {
            Some(score) => table.points_down.iter().any(|down| *down == score.start),
            None => false,
        },
    }
}

/// Returns the table as the next deal finds it: marked if that deal is the last, so that all debts enter.
pub fn table_marking_last_deal(rules: &TrickRules, table: &TableBetweenDeals) -> TableBetweenDeals {
    let mut next = table.clone();
    check_end_or_mark_last_deal(rules, &mut next);
    next
}

/// Collects the debts that are left and divides them equally. Chips left over go to the first player in turn after the
/// last dealer.
///
/// ```
/// use mouche::cards::{PerSeat, Seat};
/// use mouche::engine::{PendingDebt, TableBetweenDeals, share_out_remaining_debts};
///
/// let mut table = TableBetweenDeals::new(3, Seat(0), PerSeat::all(100));
/// table.debts = vec![PendingDebt { debtor: Seat(2), chips: 10, deal: 1 }];
/// share_out_remaining_debts(mouche::editions::built_in_trick_editions().next().expect("an edition"), &mut table, &mut Vec::new());
/// assert_eq!([0, 1, 2].map(|seat| table.purses[Seat(seat)]).iter().sum::<i64>(), 300);
/// assert_eq!(table.purses[Seat(2)], 100 - 10 + 3);
/// ```
pub fn share_out_remaining_debts(
    rules: &TrickRules,
    table: &mut TableBetweenDeals,
    events: &mut Vec<Event>,
) {
    let mut state = DealState::at_table(table);
    if state.side_pot > 0 {
        let side_pot = Transfer::into_pool(
            Account::SidePot,
            state.side_pot,
            AmountCalculation::WholePool(state.side_pot),
        );
        state.transfer_buying_missing_chips(rules, ClauseId::End, side_pot, events);
    }
    for debt in std::mem::take(&mut table.debts) {
        state.transfer_buying_missing_chips(rules, ClauseId::End, debt_payment(&debt), events);
    }
    // The chips are divided as after one more deal of the last dealer.
    state.dealer = match table.last_dealer {
        Some(dealer) => dealer,
        None => seat_before(table.dealer, table.seats),
    };
    let total = state.pool;
    if total > 0 {
        let reason = AmountCalculation::EqualShare {
            total,
            players: table.seats,
        };
        for (seat, chips) in divide_chips(
            &state,
            SeatSet::all(table.seats),
            total,
            ChipRemainder::First,
        ) {
            let share = Transfer::out_of_pool(seat, chips, reason);
            state.transfer_buying_missing_chips(rules, ClauseId::End, share, events);
        }
    }
    table.take_balances(&state);
}

#[cfg(test)]
#[path = "../../tests/unit/engine_table_between_deals.rs"]
mod tests;
