//! What lasts from hand to hand: purses, debts and the deal; how a hand is opened and closed, and how a session ends.

use super::settle::divided;
use super::{Account, AmountReason, DealState, Event, Transfer, ensure};
use crate::cards::{PerSeat, Seat, Seats};
use crate::rules::{
    ClauseId, Entry, FinalDebts, Finish, MOST_CHIPS, NextDealer, Rest, Ruleset, StakeBy,
};
use std::error::Error;
use std::fmt;

/// A debt: chips that a player must put into a later pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDebt {
    pub debtor: Seat,
    pub chips: i64,
    /// In which hand it was made, from 1; 0 if before the story begins.
    pub hand: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableState {
    pub seats: u8,
    pub dealer: Seat,
    /// Who dealt the last hand; none before the first.
    pub last_dealer: Option<Seat>,
    pub purses: PerSeat<i64>,
    /// Chips in the cash account: below nothing by what was bought from it.
    pub cash: i64,
    /// Chips left in the pool by a hand that was void.
    pub pool: i64,
    /// Chips that wait beside the pool, where it has a limit.
    pub side_pot: i64,
    /// Whether none of them came from a debt.
    pub simple: bool,
    /// Whether the dealer has staked already, and deals again after a misdeal.
    pub staked: bool,
    /// Debts that have not entered a pool, in the order made.
    pub debts: Vec<PendingDebt>,
    /// Deals so far, those that failed included.
    pub deals: u32,
    /// Hands played so far: deals that were lost included, those that were made again not.
    pub hands: u32,
    pub voids: u8,
    /// The points that each has fewer than at the start of the game, where points are counted.
    pub off: PerSeat<u8>,
    /// Whether the next hand is the last, in which all debts enter.
    pub last_hand: bool,
}

/// An amount over [`MOST_CHIPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyChips;

impl fmt::Display for TooManyChips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pool is past all counting")
    }
}

impl Error for TooManyChips {}

impl TableState {
    pub fn new(seats: u8, dealer: Seat, purses: PerSeat<i64>) -> TableState {
        TableState {
            seats,
            dealer,
            purses,
            simple: true,
            ..TableState::default()
        }
    }

    /// All chips at the table, in purses, pool, side pot and cash: the same after every hand.
    pub fn chips(&self) -> i64 {
        self.purses.iter().sum::<i64>() + self.pool + self.side_pot + self.cash
    }

    /// The places in [`TableState::debts`] of those that enter the next pool, oldest first.
    pub fn entering_debts(&self, rules: &Ruleset) -> std::ops::Range<usize> {
        let all = 0..self.debts.len();
        let sign = match rules.debt_enter.value {
            Entry::AtOnce | Entry::None => return all,
            Entry::Oldest => 0,
            Entry::Smallest => 1,
            Entry::Largest => -1,
        };
        // Of equals the one that was made first.
        let first = self
            .debts
            .iter()
            .enumerate()
            .min_by_key(|(_, debt)| sign * debt.chips);
        first
            .filter(|_| !self.last_hand)
            .map_or(all, |(at, _)| at..at + 1)
    }

    fn entering_chips(&self, rules: &Ruleset) -> i64 {
        self.debts[self.entering_debts(rules)]
            .iter()
            .map(|debt| debt.chips)
            .sum()
    }

    /// What the next pool will hold, in chips: what was left, the debts that enter, and the stake.
    pub fn next_pool(&self, rules: &Ruleset) -> i64 {
        let all = self.next_chips(rules);
        all.min(rules.pool_cap.value.0.unwrap_or(all))
    }

    /// What will wait beside it, in chips, where it has a limit.
    pub fn next_side_pot(&self, rules: &Ruleset) -> i64 {
        self.next_chips(rules) - self.next_pool(rules)
    }

    fn next_chips(&self, rules: &Ruleset) -> i64 {
        self.pool + self.side_pot + self.entering_chips(rules) + self.stake_chips(rules)
    }

    /// What the stakes bring into the next pool, in chips.
    pub fn stake_chips(&self, rules: &Ruleset) -> i64 {
        if self.staked {
            0
        } else {
            rules
                .stake
                .value
                .chips_for_deal(self.seats, self.hands == 0 && self.deals == 0)
        }
    }

    /// What will still wait when the next pool is made, in chips.
    pub fn waiting_chips(&self, rules: &Ruleset) -> i64 {
        self.debts.iter().map(|debt| debt.chips).sum::<i64>() - self.entering_chips(rules)
    }

    fn take(&mut self, hand: &DealState) {
        (self.purses, self.pool, self.side_pot, self.cash) =
            (hand.purses, hand.pool, hand.side_pot, hand.cash);
    }
}

impl DealState {
    /// A hand at this table before its pool is made.
    pub fn at_table(table: &TableState) -> DealState {
        let TableState {
            seats,
            dealer,
            purses,
            cash,
            pool,
            side_pot,
            off,
            ..
        } = *table;
        let (mover, active, undertakes) = (dealer.next(seats), Seats::all(seats), PerSeat::all(1));
        let (is_first, simple, none) = (table.hands == 0, true, DealState::default());
        DealState {
            is_first,
            seats,
            dealer,
            mover,
            active,
            undertakes,
            off,
            pool,
            side_pot,
            simple,
            purses,
            cash,
            ..none
        }
    }
}

/// Opens a hand: debts that enter are paid into the pool, oldest first, then the stake. A refusal changes nothing.
pub fn open_deal(
    rules: &Ruleset,
    table: &mut TableState,
    events: &mut Vec<Event>,
) -> Result<DealState, TooManyChips> {
    let fits = |chips: &i64| chips.abs() <= MOST_CHIPS;
    ensure(
        fits(&table.next_pool(rules)) && table.purses.iter().all(fits),
        TooManyChips,
    )?;
    let mut hand = DealState::at_table(table);
    let entering = table.entering_debts(rules);
    hand.simple = table.simple && entering.is_empty();
    for debt in table.debts.drain(entering) {
        let paid = Transfer::into_pool(
            Account::Seat(debt.debtor),
            debt.chips,
            AmountReason::Debt(debt.hand),
        );
        hand.pay(rules, ClauseId::DebtEnter, paid, events);
    }
    let stakes = table.stake_chips(rules) > 0;
    let stakers =
        |seat: &Seat| stakes && (rules.stake.value.by == StakeBy::Each || *seat == table.dealer);
    for seat in hand.in_turn().filter(stakers) {
        let stake = Transfer::into_pool(
            Account::Seat(seat),
            rules.stake.value.chips,
            AmountReason::Stake,
        );
        hand.pay(rules, ClauseId::Stake, stake, events);
    }
    hand.level(rules, events);
    for debt in &table.debts {
        hand.waiting[debt.debtor] += debt.chips;
    }
    Ok(hand)
}

/// Brings a finished hand back to its table: purses, debts made, and the next dealer.
pub fn close_deal(rules: &Ruleset, hand: &DealState, table: &mut TableState) {
    table.take(hand);
    (table.simple, table.staked) = (hand.pool == 0 || hand.simple, hand.deal_kept);
    table.last_dealer = Some(hand.dealer);
    table.deals += 1;
    if hand.deal_kept {
        return;
    }
    (table.off, table.voids) = (hand.off, if hand.is_void { table.voids + 1 } else { 0 });
    let deals_again = rules.deal_next.value == NextDealer::SameIfVoid && hand.is_void;
    // Where the same dealer deals again, the hand was none.
    table.hands += u32::from(!deals_again);
    if hand.swept {
        table.debts.clear();
    }
    for debtor in hand.in_turn().filter(|seat| hand.owes[*seat] > 0) {
        table.debts.push(PendingDebt {
            debtor,
            chips: hand.owes[debtor],
            hand: table.deals,
        });
    }
    if !deals_again || table.voids == 3 {
        (table.dealer, table.voids) = (table.dealer.next(table.seats), 0);
    }
}

/// Whether no further hand is played. Where a last hand is due for the debts that are left, marks it and says no.
///
/// A dealer who has paid to keep a failed deal still has to deal.
pub fn is_over(rules: &Ruleset, table: &mut TableState) -> bool {
    if table.staked {
        return false;
    }
    if table.last_hand {
        return true;
    }
    let mut purses = table.purses.iter().take(usize::from(table.seats));
    let finished = match rules.end.value.finish {
        Finish::Tours(tours) => {
            i64::from(table.hands) >= tours.saturating_mul(i64::from(table.seats))
        }
        Finish::Hands(hands) => i64::from(table.hands) >= hands,
        Finish::Target(chips) => purses.any(|purse| *purse >= chips),
        Finish::Bankrupt => purses.any(|purse| *purse <= 0),
        Finish::Games { .. } | Finish::Losses(_) => false,
        Finish::Points => rules
            .score
            .value
            .0
            .is_some_and(|score| table.off.iter().any(|off| *off == score.start)),
    };
    table.last_hand =
        finished && rules.end.value.debts == FinalDebts::LastHand && !table.debts.is_empty();
    finished && !table.last_hand
}

/// The table as the next hand finds it: where that one is the last, marked so, and all debts enter.
pub fn table_for_next_deal(rules: &Ruleset, table: &TableState) -> TableState {
    let mut ahead = table.clone();
    is_over(rules, &mut ahead);
    ahead
}

/// Pays the debts left into a last pool and shares it equally; the rest goes to the first from the last dealer's right.
///
/// ```
/// use mouche::cards::{PerSeat, Seat};
/// use mouche::engine::{PendingDebt, TableState, settle_last_debts};
///
/// let mut table = TableState::new(3, Seat(0), PerSeat::all(100));
/// table.debts = vec![PendingDebt { debtor: Seat(2), chips: 10, hand: 1 }];
/// settle_last_debts(mouche::editions::ALL[0], &mut table, &mut Vec::new());
/// assert_eq!([0, 1, 2].map(|seat| table.purses[Seat(seat)]).iter().sum::<i64>(), 300);
/// assert_eq!(table.purses[Seat(2)], 100 - 10 + 3);
/// ```
pub fn settle_last_debts(rules: &Ruleset, table: &mut TableState, events: &mut Vec<Event>) {
    let mut hand = DealState::at_table(table);
    if hand.side_pot > 0 {
        let side_pot = Transfer::into_pool(
            Account::SidePot,
            hand.side_pot,
            AmountReason::Pool(hand.side_pot),
        );
        hand.pay(rules, ClauseId::End, side_pot, events);
    }
    for debt in std::mem::take(&mut table.debts) {
        let paid = Transfer::into_pool(
            Account::Seat(debt.debtor),
            debt.chips,
            AmountReason::Debt(debt.hand),
        );
        hand.pay(rules, ClauseId::End, paid, events);
    }
    let (debts, players) = (hand.pool, table.seats);
    // The shares are dealt out as in one more hand of the last dealer.
    let seat_before = || {
        hand.in_turn()
            .find(|seat| seat.next(players) == table.dealer)
    };
    hand.dealer = table.last_dealer.or_else(seat_before).unwrap_or_default();
    for (seat, chips) in
        divided(&hand, Seats::all(players), debts, Rest::First).filter(|_| debts > 0)
    {
        let part = Transfer::out_of_pool(seat, chips, AmountReason::Equally { debts, players });
        hand.pay(rules, ClauseId::End, part, events);
    }
    table.take(&hand);
}
