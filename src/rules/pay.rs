//! What is paid: shares of the pool, penalties and debts, faults, credit, and how a session ends.

use super::value::Value;
use super::{Ruleset, all_except, choices, data, each_change};
use crate::cards::{Card, count_of};

choices! {
    Double "Whether a trick earns a share more, and who gets that where no trump was played that could earn it."
        { None absent, Dealer "dealer", Carried "carry", LastTrick "last_trick" }
    Entry "When debts are put into the pool: at once, or one a hand, and which first; equals as they were made."
        { AtOnce, Largest "largest", Oldest "oldest", Smallest "smallest", None absent apart }
    Rest "What becomes of chips that do not divide." { CannotArise absent apart, Stays, First }
    PoolSharing "What the pool is divided by." { Trick, Good apart, Nobody apart }
    AllFold "What happens when all before the dealer have folded."
        { DealerTakes "dealer_takes", Void "void", LastPays "five" apart, DealerAsked apart }
    Credit "Whether a purse may go below nothing." { Open "open", Cash "cash" }
    FinalDebts "What becomes of debts that still wait when a session is over." { Shared "shared", LastHand "last_hand" }
    Payee "To whom one pays, and when: a debt enters a later pool; what several win they have equally."
        { NextPool, ThisPool, Winner, Each }
    Fault "What a fault costs a player." { Untold absent, Out, OutOwing, OutOwingInPlay }
}

impl Entry {
    /// Whether debts are put in one a hand.
    pub fn is_staged(self) -> bool {
        matches!(self, Entry::Largest | Entry::Oldest | Entry::Smallest)
    }
}

/// The largest amount of chips that a table may hold anywhere: beyond it a file is wrong and a session ends.
pub const MOST_CHIPS: i64 = 1_000_000_000_000;

data! {
    /// Into how many parts the pool goes; each trick earns one.
    pub struct Shares { pub parts: i64, pub earner: PoolSharing }
    |shares| says: match shares.parts {
        _ if shares.earner != PoolSharing::Trick => shares.earner.words().into(),
        4 => "a quarter of the pool a trick".into(),
        5 => "a fifth of the pool a trick".into(),
        6 => "a sixth of the pool a trick".into(),
        parts => format!("the pool ÷ {parts} a trick"),
    },
    others: match shares.earner {
        PoolSharing::Trick => each_change(shares, &[|shares| shares.parts += 1, |shares| shares.parts -= 1]),
        _ => vec![Shares::a_trick(shares.parts)],
    };

    /// What a lone active player gets; nobody owes then.
    pub enum LonePlayerShare { TakesPool, WinsTricks(u8) }
    |alone| says: match alone {
        LonePlayerShare::TakesPool => "the pool, without play".into(),
        LonePlayerShare::WinsTricks(tricks) => format!("{}, without play", count_of(usize::from(*tricks), "trick")),
    },
    others: if *alone == LonePlayerShare::TakesPool { Vec::new() } else { vec![LonePlayerShare::TakesPool] };

    /// Points beside the chips, which go down to nothing; the start is the most, and a loaf a promise not kept.
    pub struct Countdown { pub start: u8, pub a_trick: u8, pub loaf: u8 }

    /// What a card costs who loses it to the ace of trumps.
    pub struct Premium { pub card: Card, pub amount: Amount }

    /// Such points, if they are counted.
    pub maybe Score(Countdown)
    |points| says: {
        let Countdown { start, a_trick, loaf } = points;
        format!("from {start} down to nothing, {a_trick} a trick; {loaf} more for a promise not kept, up to {start}")
    },
    others: [None, Some(Countdown { loaf: points.loaf + 1, ..points })];

    /// What each pays, in chips, to one who undertook all the tricks and wins them, and is paid who does not. The
    /// winner has the pool; the loser owes as much, and it stays.
    pub maybe AllPay(i64)
    |chips| says: format!(
        "won, the pool and {} of each; lost, a debt of the pool and {chips} to each", count_of(chips as usize, "chip")
    ),
    others: [Some(chips + 1)];

    /// Such a card, if there is one.
    pub maybe Premiums(Premium)
    |premium| says: format!("{} from who loses {} to the ace of trumps", premium.amount.describe(), premium.card),
    others: [None, Some(Premium { amount: Amount::Stake(2), ..premium })];

    /// What it costs to throw in a hand of one suit for another, where one must.
    pub maybe Redeal(Amount)
    |amount| says: format!("a new hand from the stock, for {} into the pool", amount.describe()),
    others: [None, Some(Amount::Stake(2)).filter(|other| *other != amount)];

    pub enum Amount { Pool(i64), Stake(i64), Chips(i64) }
    |amount| says: match amount {
        Amount::Pool(1) => "as much as the pool holds".into(),
        Amount::Pool(2) => "twice what the pool holds".into(),
        Amount::Pool(times) => format!("{times} times what the pool holds"),
        Amount::Stake(1) => "as much as the stake".into(),
        Amount::Stake(2) => "twice the stake".into(),
        Amount::Stake(times) => format!("{times} times the stake"),
        Amount::Chips(chips) => count_of(*chips as usize, "chip"),
    };

    /// What one must pay who falls short of what they undertook, to whom; whether they undertook so many tricks, won so
    /// many, or took the turn-up, where that makes a difference.
    pub struct Penalty {
        pub undertook: Option<u8>,
        pub won: Option<u8>,
        pub turn_up: bool,
        pub amount: Amount,
        pub to: Payee,
    }

    /// The penalties; of those that fit a player the first is theirs.
    pub struct Penalties(pub &'static [Penalty]);
    |penalties| says: describe_penalties(penalties.0),
    others: all_except(penalties, &[Penalties::POOL, Penalties::STAKE]);

    /// The most that a pool may hold, in chips, if there is such a limit: the rest waits in a side pot.
    pub struct PoolLimit(pub Option<i64>);
    |limit| says: limit.0.map_or("none".into(), |chips| format!("{}; the rest waits in a side pot", count_of(chips as usize, "chip"))),
    absent: limit.0.is_none(),
    others: all_except(limit, &[PoolLimit(None), PoolLimit(Some(10))]);

    /// A ceiling on each debt, in chips, if there is one.
    pub struct Ceiling(pub Option<i64>);
    |cap| says: cap.0.map_or("none".into(), |chips| format!("agreed; here {} a debt", count_of(chips as usize, "chip"))),
    absent: cap.0.is_none(),
    others: all_except(cap, &[Ceiling(None), Ceiling(Some(5)), Ceiling(Some(10))]);

    /// Who takes the debts that wait beside the pool: whoever claims a flush, and whoever wins all the tricks.
    pub struct Sweep { pub by_flush: bool, pub by_vole: bool }
    |sweep| says: match (sweep.by_flush, sweep.by_vole) {
        (false, false) => "nobody",
        (true, false) => "the claimant of a flush",
        (false, true) => "the winner of all the tricks",
        (true, true) => "the claimant of a flush, and the winner of all the tricks",
    }.into(),
    absent: !sweep.by_flush && !sweep.by_vole,
    others: each_change(sweep, &[|sweep| sweep.by_flush ^= true, |sweep| sweep.by_vole ^= true]);

    /// When a session is over. In a tour everyone deals once.
    pub enum Finish {
        Tours(i64),
        Hands(i64),
        Target(i64),
        Bankrupt,
        Points,
        Games { target: i64, games: i64 },
        Losses(i64),
    }

    /// How a session ends.
    pub struct SessionEnd { pub finish: Finish, pub debts: FinalDebts = FinalDebts::Shared }
    |session| says: {
        let finish = match session.finish {
            Finish::Tours(tours) => format!("after {}", count_of(tours as usize, "tour")),
            Finish::Hands(deals) => format!("after {}", count_of(deals as usize, "deal")),
            Finish::Target(chips) => format!("when a player has {}", count_of(chips as usize, "chip")),
            Finish::Bankrupt => "when a player has no chips left".into(),
            Finish::Points => return "when a player has no points left, and takes the pool".into(),
            Finish::Games { target, games } => {
                return format!("when a side has won {} to {target}", count_of(games as usize, "game"));
            }
            Finish::Losses(rounds) => {
                return format!("when all but one have lost {}", count_of(rounds as usize, "round"));
            }
        };
        format!("{finish}; the last debts are {}", session.debts.words())
    },
    others: {
        let finish = |finish| SessionEnd { finish, ..*session };
        let last = SessionEnd { debts: FinalDebts::LastHand, ..*session };
        match session.finish {
            Finish::Games { target, games } => vec![
                finish(Finish::Games { target: target + 10, games }),
                finish(Finish::Games { target, games: 1 }),
            ],
            Finish::Losses(rounds) => vec![finish(Finish::Losses(rounds + 1))],
            // Who comes to nothing takes the pool, and no debts are left.
            Finish::Points => vec![finish(Finish::Hands(1))],
            _ => vec![finish(Finish::Hands(1)), last],
        }
    };

    /// What a misdeal costs the dealer: the deal, while the stake stays, or so many chips more, and they keep it.
    pub enum Misdeal { Untold, DealOr(i64), DealAgain }
    |misdeal| says: match misdeal {
        Misdeal::Untold => "no price is told".into(),
        Misdeal::DealOr(chips) => {
            let more = if *chips == 1 { "1 chip more".into() } else { format!("{chips} chips more") };
            format!("the deal is lost and the stake stays; or {more}, and it is kept")
        }
        Misdeal::DealAgain => "the same dealer deals again".into(),
    },
    absent: *misdeal == Misdeal::Untold,
    others: match misdeal {
        Misdeal::DealAgain => vec![Misdeal::DealOr(1)],
        _ => all_except(misdeal, &[Misdeal::Untold, Misdeal::DealOr(12)]),
    };
}

/// Says all penalties, in the order in which they are tried.
fn describe_penalties(penalties: &[Penalty]) -> String {
    let mut described = Vec::new();
    for penalty in penalties {
        let words = describe_penalty(penalty);
        let is_the_rest = !described.is_empty() && !penalty.is_conditional();
        described.push(if is_the_rest {
            format!("otherwise {words}")
        } else {
            words
        });
    }
    described.join("; ")
}

/// Says what a penalty is, and whom it meets if it does not meet all who win too few tricks: `a player who undertook 2
/// tricks and wins none: twice what the pool holds`.
fn describe_penalty(penalty: &Penalty) -> String {
    let mut conditions = Vec::new();
    if let Some(tricks) = penalty.undertook {
        conditions.push(format!("undertook {}", count_of(tricks.into(), "trick")));
    }
    match penalty.won {
        Some(0) => conditions.push("wins none".into()),
        Some(tricks) => conditions.push(format!("wins {tricks}")),
        None => {}
    }
    if penalty.turn_up {
        conditions.push("took the turn-up".into());
    }
    let costs = format!("{}{}", penalty.amount.describe(), penalty.to.words());
    if penalty.is_conditional() {
        format!("a player who {}: {costs}", conditions.join(" and "))
    } else {
        costs
    }
}

impl Penalty {
    /// Whether it meets only some of the players who win too few tricks.
    const fn is_conditional(&self) -> bool {
        self.undertook.is_some() || self.won.is_some() || self.turn_up
    }
}

impl Shares {
    pub const fn a_trick(parts: i64) -> Shares {
        Shares {
            parts,
            earner: PoolSharing::Trick,
        }
    }

    /// What one part of a pool comes to, in chips. What the parts leave over is nobody's.
    ///
    /// ```
    /// use mouche::rules::Shares;
    /// // With six shares for five tricks, one is paid twice; and one chip of 25 is left over.
    /// assert_eq!(Shares::a_trick(6).chips_per_part(25), 4);
    /// ```
    pub const fn chips_per_part(self, pool: i64) -> i64 {
        pool / self.parts
    }
}

impl Penalties {
    pub const POOL: Penalties = Penalties(&[Penalty::of(Amount::Pool(1), Payee::NextPool)]);
    pub const STAKE: Penalties = Penalties(&[Penalty::of(Amount::Stake(1), Payee::NextPool)]);
    pub const JULEP: Penalties = Penalties(&[Penalty::of(Amount::Stake(1), Payee::ThisPool)]);
    pub const JULEP_TWICE_FOR_THE_TURN_UP: Penalties = Penalties(&[
        Penalty {
            turn_up: true,
            ..Penalty::of(Amount::Stake(2), Payee::ThisPool)
        },
        Penalty::of(Amount::Stake(1), Payee::ThisPool),
    ]);

    /// That of a player who undertook so many tricks, won so many, and took the turn-up or not.
    pub fn penalty_for(self, undertook: u8, won: u8, turn_up: bool) -> Option<Penalty> {
        let fits = |asked: Option<u8>, tricks| asked.is_none_or(|asked| asked == tricks);
        let is_theirs =
            |penalty: &Penalty| fits(penalty.undertook, undertook) && fits(penalty.won, won);
        self.0
            .iter()
            .copied()
            .find(|penalty| is_theirs(penalty) && (turn_up || !penalty.turn_up))
    }
}

impl Penalty {
    pub const fn of(amount: Amount, to: Payee) -> Penalty {
        Penalty {
            undertook: None,
            won: None,
            turn_up: false,
            amount,
            to,
        }
    }
}

impl Ruleset {
    /// An amount in chips, when the pool holds so many.
    pub const fn amount_in_chips(&self, amount: Amount, pool: i64) -> i64 {
        match amount {
            Amount::Pool(times) => times * pool,
            Amount::Stake(times) => times * self.stake.value.chips,
            Amount::Chips(chips) => chips,
        }
    }

    /// What one comes to owe, before any ceiling, who undertook one trick and wins none: all in chips.
    pub fn debt_without_trick(&self, pool: i64) -> i64 {
        self.debt_make
            .value
            .penalty_for(1, 0, false)
            .map_or(0, |penalty| self.amount_in_chips(penalty.amount, pool))
    }

    /// A debt in chips, under the ceiling where there is one.
    pub fn cap_debt(&self, debt: i64) -> i64 {
        self.debt_cap.value.0.map_or(debt, |cap| cap.min(debt))
    }
}
