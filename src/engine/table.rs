//! A table through a session: purses, debts, and whose deal it is.

use super::{Account, Arithmetic, Event, Hand, Transfer};
use crate::cards::{PerSeat, Seat};
use crate::rules::{Entry, MOST_CHIPS, NextDealer, Ruleset, StagedOrder, StakeBy, Topic};

/// A debt: chips that a player must put into a later pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Who owes.
    pub debtor: Seat,
    /// How much, in chips.
    pub chips: i64,
    /// In which hand it was made, from 1; 0 if before the story begins.
    pub hand: u32,
}

/// What lasts from hand to hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many sit at it.
    pub seats: u8,
    /// Who deals next.
    pub dealer: Seat,
    /// Chips in each purse.
    pub purses: PerSeat<i64>,
    /// Chips in the cash account: below nothing by what was bought from it.
    pub cash: i64,
    /// Chips left in the pool by a hand that was void.
    pub pool: i64,
    /// Whether none of them came from a debt.
    pub simple: bool,
    /// Whether the dealer has staked already, and deals again after a misdeal.
    pub staked: bool,
    /// Debts that have not entered a pool, in the order made.
    pub debts: Vec<Promise>,
    /// Deals so far, those that failed included.
    pub deals: u32,
    /// Hands played so far: deals that were lost included, those that were made again not.
    pub hands: u32,
    /// Whether the next hand is the last, in which all debts enter.
    pub last_hand: bool,
}

/// An amount over [`MOST_CHIPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyChips;

impl Table {
    /// A table of so many seats, at which each purse holds so many chips.
    pub fn new(seats: u8, dealer: Seat, purses: PerSeat<i64>) -> Table {
        let debts = Vec::new();
        Table {
            seats,
            dealer,
            purses,
            cash: 0,
            pool: 0,
            simple: true,
            staked: false,
            debts,
            deals: 0,
            hands: 0,
            last_hand: false,
        }
    }

    /// All chips at the table, in purses, pool and cash: the same after every hand.
    pub fn chips(&self) -> i64 {
        self.purses.iter().sum::<i64>() + self.pool + self.cash
    }

    /// The places in [`Table::debts`] of those that enter the next pool, oldest first.
    pub fn entering(&self, rules: &Ruleset) -> std::ops::Range<usize> {
        let one = |index: Option<usize>| index.map_or(0..0, |index| index..index + 1);
        let debts = || self.debts.iter().enumerate();
        match rules.debt_enter.value {
            _ if self.last_hand => 0..self.debts.len(),
            Entry::AtOnce => 0..self.debts.len(),
            Entry::OneByOne(StagedOrder::Oldest) => one((!self.debts.is_empty()).then_some(0)),
            Entry::OneByOne(StagedOrder::Smallest) => {
                one(debts().min_by_key(|(_, debt)| debt.chips).map(|(index, _)| index))
            }
            // `rev`, because `max_by_key` takes the last of equals and the first made shall enter.
            Entry::OneByOne(StagedOrder::Largest) => {
                one(debts().rev().max_by_key(|(_, debt)| debt.chips).map(|(index, _)| index))
            }
        }
    }

    /// What the next pool will hold, in chips: what was left, the debts that enter, and the stake.
    pub fn next_pool(&self, rules: &Ruleset) -> i64 {
        let entering: i64 = self.debts[self.entering(rules)].iter().map(|debt| debt.chips).sum();
        self.pool + entering + if self.staked { 0 } else { rules.stake.value.chips }
    }

    /// What will still wait when the next pool is made, in chips.
    pub fn waiting(&self, rules: &Ruleset) -> i64 {
        let entering: i64 = self.debts[self.entering(rules)].iter().map(|debt| debt.chips).sum();
        self.debts.iter().map(|debt| debt.chips).sum::<i64>() - entering
    }
}

/// Opens a hand: the debts that enter are paid into the pool, oldest first, then the stake.
///
/// # Errors
/// [`TooManyChips`] if a purse or the pool would pass [`MOST_CHIPS`]; the table is then unchanged.
pub fn open(rules: &Ruleset, table: &mut Table, events: &mut Vec<Event>) -> Result<Hand, TooManyChips> {
    let too_many = |chips: &i64| chips.abs() > MOST_CHIPS;
    if too_many(&table.next_pool(rules)) || table.purses.iter().any(too_many) {
        return Err(TooManyChips);
    }
    let mut hand = Hand::new(table.seats, table.dealer);
    (hand.pool, hand.purses, hand.cash) = (table.pool, table.purses, table.cash);
    hand.simple = table.simple && table.entering(rules).is_empty();
    for debt in table.debts.drain(table.entering(rules)) {
        let sum = Arithmetic::Debt(debt.hand);
        let transfer = Transfer { from: Account::Seat(debt.debtor), to: Account::Pool, chips: debt.chips, sum };
        hand.pay(rules, Topic::DebtEnter, transfer, events);
    }
    if !table.staked {
        let StakeBy::Dealer = rules.stake.value.by;
        let stake = Transfer {
            from: Account::Seat(table.dealer),
            to: Account::Pool,
            chips: rules.stake.value.chips,
            sum: Arithmetic::Stake,
        };
        hand.pay(rules, Topic::Stake, stake, events);
    }
    for debt in &table.debts {
        hand.waiting[debt.debtor] += debt.chips;
    }
    Ok(hand)
}

/// Brings a finished hand back to its table: purses, debts made, and the next dealer.
pub fn close(rules: &Ruleset, hand: &Hand, table: &mut Table) {
    (table.purses, table.pool, table.cash) = (hand.purses, hand.pool, hand.cash);
    (table.simple, table.staked) = (hand.pool == 0 || hand.simple, hand.deal_kept);
    table.deals += 1;
    if hand.deal_kept {
        return;
    }
    table.hands += 1;
    if hand.swept {
        table.debts.clear();
    }
    for debtor in hand.in_turn().filter(|seat| hand.owes[*seat] > 0) {
        table.debts.push(Promise { debtor, chips: hand.owes[debtor], hand: table.deals });
    }
    let NextDealer::Eldest = rules.deal_next.value;
    table.dealer = table.dealer.next(table.seats);
}
