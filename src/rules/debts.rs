//! Debts, lone players, credit, and how a session ends.

use super::{Ruleset, Value, but};

/// How much is to be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many times what the pool holds.
    Pool(i64),
    /// So many times the stake.
    Stake(i64),
    /// So many chips.
    Chips(i64),
}

/// To whom, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payee {
    /// It is a debt, and enters a later pool.
    NextPool,
    /// Into the pool of the hand, before that is shared.
    ThisPool,
    /// To each of the others in the hand, at once.
    Each,
}

/// What one must pay who falls short of what they undertook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penalty {
    /// How many tricks they undertook; none if that makes no difference.
    pub undertook: Option<u8>,
    /// How much it is.
    pub amount: Amount,
    /// Who gets it.
    pub to: Payee,
}

/// The penalties; of those that fit a player the first is theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penalties(pub &'static [Penalty]);

impl Penalties {
    /// A debt as large as the pool, under the ceiling if there is one.
    pub const POOL: Penalties = Penalties(&[Penalty { undertook: None, amount: Amount::Pool(1), to: Payee::NextPool }]);
    /// A debt as large as the stake.
    pub const STAKE: Penalties =
        Penalties(&[Penalty { undertook: None, amount: Amount::Stake(1), to: Payee::NextPool }]);

    /// That of a player who undertook so many tricks.
    pub fn of(self, undertook: u8) -> Option<Penalty> {
        self.0.iter().copied().find(|penalty| penalty.undertook.is_none_or(|tricks| tricks == undertook))
    }
}

impl Ruleset {
    /// An amount when the pool holds so much, in chips.
    pub const fn chips_of(&self, amount: Amount, pool: i64) -> i64 {
        match amount {
            Amount::Pool(times) => times * pool,
            Amount::Stake(times) => times * self.stake.value.chips,
            Amount::Chips(chips) => chips,
        }
    }

    /// What one comes to owe who undertook one trick and wins none, when the pool holds so much: in chips, before any
    /// ceiling.
    pub fn without_a_trick(&self, pool: i64) -> i64 {
        self.debt_make.value.of(1).map_or(0, |penalty| self.chips_of(penalty.amount, pool))
    }

    /// A debt under the ceiling, where there is one, in chips.
    pub fn under_ceiling(&self, debt: i64) -> i64 {
        self.debt_cap.value.map_or(debt, |cap| cap.min(debt))
    }
}

impl Amount {
    fn says(self) -> String {
        match self {
            Amount::Pool(1) => "as much as the pool holds".into(),
            Amount::Pool(times) => format!("{times} times what the pool holds"),
            Amount::Stake(1) => "as much as the stake".into(),
            Amount::Stake(times) => format!("{times} times the stake"),
            Amount::Chips(chips) => format!("{chips} chips"),
        }
    }
}

impl Value for Penalties {
    fn says(&self) -> String {
        let one = |penalty: &Penalty| {
            let to = match penalty.to {
                Payee::NextPool => "",
                Payee::ThisPool => ", into the pool before it is shared",
                Payee::Each => ", to each of the others in the hand",
            };
            let who = penalty.undertook.map_or(String::new(), |tricks| format!("who undertook {tricks}: "));
            format!("{who}{}{to}", penalty.amount.says())
        };
        self.0.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    fn others(&self) -> Vec<Penalties> {
        but(self, &[Penalties::POOL, Penalties::STAKE])
    }
}

/// The most that a pool may hold, in chips, if there is such a limit: the rest waits in a side pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub Option<i64>);

impl Value for Limit {
    fn says(&self) -> String {
        self.0.map_or("none".into(), |chips| format!("{chips} chips; the rest waits in a side pot"))
    }

    fn is_absent(&self) -> bool {
        self.0.is_none()
    }

    fn others(&self) -> Vec<Limit> {
        but(self, &[Limit(None), Limit(Some(10))])
    }
}

/// In what order waiting debts enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagedOrder {
    /// The largest first, equals as they were made.
    Largest,
    /// The oldest first.
    Oldest,
    /// The smallest first, equals as they were made.
    Smallest,
}

/// When debts are put into the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// All with the next stake.
    AtOnce,
    /// One with each stake, the others wait.
    OneByOne(StagedOrder),
}

impl Value for Entry {
    fn says(&self) -> String {
        match self {
            Entry::AtOnce => "all at once, with the next stake".into(),
            Entry::OneByOne(StagedOrder::Largest) => "one a hand, the largest first".into(),
            Entry::OneByOne(StagedOrder::Oldest) => "one a hand, the oldest first".into(),
            Entry::OneByOne(StagedOrder::Smallest) => "one a hand, the smallest first".into(),
        }
    }

    fn others(&self) -> Vec<Entry> {
        let staged = [StagedOrder::Largest, StagedOrder::Oldest, StagedOrder::Smallest].map(Entry::OneByOne);
        but(self, &[Entry::AtOnce].into_iter().chain(staged).collect::<Vec<_>>())
    }
}

/// A ceiling on each debt, in chips.
impl Value for Option<i64> {
    fn says(&self) -> String {
        self.map_or("none".into(), |chips| format!("agreed; here {chips} chips a debt"))
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn others(&self) -> Vec<Option<i64>> {
        but(self, &[None, Some(5), Some(10)])
    }
}

/// Who takes the debts that wait beside the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// Whoever claims a flush.
    pub by_flush: bool,
    /// Whoever wins all the tricks.
    pub by_vole: bool,
}

impl Value for Sweep {
    fn says(&self) -> String {
        match (self.by_flush, self.by_vole) {
            (false, false) => "nobody".into(),
            (true, false) => "the claimant of a flush".into(),
            (false, true) => "the winner of all the tricks".into(),
            (true, true) => "the claimant of a flush, and the winner of all the tricks".into(),
        }
    }

    fn is_absent(&self) -> bool {
        !self.by_flush && !self.by_vole
    }

    fn others(&self) -> Vec<Sweep> {
        vec![Sweep { by_flush: !self.by_flush, ..*self }, Sweep { by_vole: !self.by_vole, ..*self }]
    }
}

/// What a lone active player gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// The pool, without play; nobody owes.
    TakesPool,
}

impl Value for Alone {
    fn says(&self) -> String {
        "the pool, without play".into()
    }
}

/// What happens when all but the dealer have folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllFold {
    /// The dealer takes the pool.
    DealerTakes,
    /// The hand is void: the pool stays, the next deals.
    Void,
}

impl Value for AllFold {
    fn says(&self) -> String {
        match self {
            AllFold::DealerTakes => "the dealer takes the pool".into(),
            AllFold::Void => "the hand is void and the pool stays".into(),
        }
    }

    fn others(&self) -> Vec<AllFold> {
        but(self, &[AllFold::DealerTakes, AllFold::Void])
    }
}

/// Whether a purse may go below nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credit {
    /// It may.
    Open,
    /// No: what is lacking is bought.
    Cash,
}

impl Value for Credit {
    fn says(&self) -> String {
        match self {
            Credit::Open => "open: a purse may go below nothing".into(),
            Credit::Cash => "none: what is lacking is bought".into(),
        }
    }

    fn others(&self) -> Vec<Credit> {
        but(self, &[Credit::Open, Credit::Cash])
    }
}

/// When a session is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// After so many tours, in each of which everyone deals once.
    Tours(i64),
    /// After so many hands.
    Hands(i64),
    /// When someone holds so many chips.
    Target(i64),
    /// When someone has no chips left.
    Bankrupt,
}

/// What becomes of debts that still wait when a session is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalDebts {
    /// Paid into a last pool, which all share equally.
    Shared,
    /// Staked in a last hand.
    LastHand,
}

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// When.
    pub finish: Finish,
    /// And the last debts.
    pub debts: FinalDebts,
}

impl Value for Session {
    fn says(&self) -> String {
        let finish = match self.finish {
            Finish::Tours(tours) => format!("after {tours} tours"),
            Finish::Hands(hands) => format!("after {hands} hands"),
            Finish::Target(chips) => format!("when someone has {chips} chips"),
            Finish::Bankrupt => "when someone has no chips left".into(),
        };
        match self.debts {
            FinalDebts::Shared => format!("{finish}; the last debts are shared equally"),
            FinalDebts::LastHand => format!("{finish}; the last debts are staked in one more hand"),
        }
    }

    fn others(&self) -> Vec<Session> {
        vec![Session { finish: Finish::Hands(1), ..*self }, Session { debts: FinalDebts::LastHand, ..*self }]
    }
}
