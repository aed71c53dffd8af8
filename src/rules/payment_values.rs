//! The values of clauses about payments: shares of the pool, penalties and debts, faults, credit, and the end of a session.

use super::clause_value::ClauseValue;
use super::{TrickRules, all_except, choices, data, values_with_one_change};
use crate::cards::{Card, amount_of, count_of};

choices! {
    DoubleShare "The trick that is paid twice, and who gets the second share if no trump was played that could earn it."
        { None absent, Dealer "dealer", Carried "carry", LastTrick "last_trick" }
    DebtEntry "The time at which debts enter the pool: all at once, or one in each deal, and which first; equal ones in the order in which they were made."
        { AtOnce, Largest "largest", Oldest "oldest", Smallest "smallest", None absent apart }
    ChipRemainder "What happens with chips that do not divide." { CannotArise absent apart, Stays, First }
    PoolSharing "How the pool is divided." { Trick, Good apart, Most apart, Nobody apart }
    AllFold "What happens when all before the dealer have folded."
        { DealerTakes "dealer_takes", Void "void", LastPays "five" apart, DealerAsked apart }
    Credit "Whether players may go into debt to the bank." { Open "open", Cash "cash" }
    FinalDebts "What happens with debts that still wait when a session is over." { Shared "shared", LastHand "last_hand" }
    Payee "The payee of a penalty: the next pool, which makes it a debt; this pool; the winners, in equal parts; or each other player."
        { NextPool, ThisPool, Winner, Each }
    FaultPrice "The price of a fault." { Untold absent, Out, OutOwing, OutOwingInPlay }
}

impl DebtEntry {
    /// Returns whether one debt enters the pool in each deal.
    pub fn is_one_debt_per_deal(self) -> bool {
        matches!(
            self,
            DebtEntry::Largest | DebtEntry::Oldest | DebtEntry::Smallest
        )
    }
}

/// Returns the share of the pool that a trick earns, in words, if the pool has so many parts.
fn describe_trick_share(parts: i64) -> String {
    match parts {
        4 => "a quarter of the pool a trick".into(),
        5 => "a fifth of the pool a trick".into(),
        6 => "a sixth of the pool a trick".into(),
        _ => format!("the pool ÷ {parts} a trick"),
    }
}

/// The largest number of chips that a table may hold in one place. A file with more is refused, and a session ends.
pub const MOST_CHIPS: i64 = 1_000_000_000_000;

data! {
    /// The number of parts into which the pool is divided, and what earns a part.
    pub struct TrickShares { pub parts: i64, pub earner: PoolSharing }
    |shares| says: if shares.earner == PoolSharing::Trick {
        describe_trick_share(shares.parts)
    } else {
        shares.earner.words().into()
    },
    others: match shares.earner {
        PoolSharing::Trick => values_with_one_change(shares, &[|shares| shares.parts += 1, |shares| shares.parts -= 1]),
        _ => vec![TrickShares::one_part_per_trick(shares.parts)],
    };

    /// The payment of a player who is left alone. Nobody else owes anything then.
    pub enum LonePlayerShare { TakesPool, WinsTricks(u8) }
    |alone| says: match alone {
        LonePlayerShare::TakesPool => "the pool, without play".into(),
        LonePlayerShare::WinsTricks(tricks) => format!("{}, without play", count_of(usize::from(*tricks), "trick")),
    },
    others: if *alone == LonePlayerShare::TakesPool { Vec::new() } else { vec![LonePlayerShare::TakesPool] };

    /// Points that go down to zero: from `start`, by `a_trick` for each trick, up by `loaf` for a promise not kept, at most
    /// up to `start`.
    pub struct PointsCountdown { pub start: u8, pub a_trick: u8, pub loaf: u8 }

    /// The price of a card that a player loses to the ace of trumps.
    pub struct CardLostToAcePremium { pub card: Card, pub amount: Amount }

    /// The points of the players, if they are counted.
    pub maybe Score(PointsCountdown)
    |points| says: {
        let PointsCountdown { start, a_trick, loaf } = points;
        format!("from {start} down to zero, {a_trick} for each trick; {loaf} more for a broken promise, up to {start}")
    },
    others: [None, Some(PointsCountdown { loaf: points.loaf + 1, ..points })];

    /// The chips that each other player pays to one who bid all the tricks and wins them, or is paid if the bidder loses.
    /// The winner takes the pool; a loser owes as much, and the pool stays.
    pub maybe AllTricksPay(i64)
    |chips| says: format!(
        "if won, the pool and {} from each; if lost, a debt as large as the pool and {chips} to each", amount_of(chips, "chip")
    ),
    others: [Some(chips + 1)];

    /// The price of a card lost to the ace of trumps, if there is one.
    pub maybe Premiums(CardLostToAcePremium)
    |premium| says: format!("{} from the player who loses {} to the ace of trumps", premium.amount.describe(), premium.card),
    others: [None, Some(CardLostToAcePremium { amount: Amount::Stake(2), ..premium })];

    /// The price of a new hand for a flush that must be thrown in.
    pub maybe FlushRedeal(Amount)
    |amount| says: format!("a new hand from the stock, for {} into the pool", amount.describe()),
    others: [None, Some(Amount::Stake(2)).filter(|other| *other != amount)];

    /// An amount: so many times the pool, so many stakes, or so many chips.
    pub enum Amount { Pool(i64), Stake(i64), Chips(i64) }
    |amount| says: match amount {
        Amount::Pool(1) => "as much as the pool holds".into(),
        Amount::Pool(2) => "twice what the pool holds".into(),
        Amount::Pool(times) => format!("{times} times what the pool holds"),
        Amount::Stake(1) => "as much as the stake".into(),
        Amount::Stake(2) => "twice the stake".into(),
        Amount::Stake(times) => format!("{times} times the stake"),
        Amount::Chips(chips) => amount_of(*chips, "chip"),
    };

    /// The penalty of a player who wins fewer tricks than they undertook.
    pub struct ShortfallPenalty {
        /// The number of tricks undertaken to which the penalty applies; none for any number.
        pub undertook: Option<u8>,
        /// The number of tricks won to which the penalty applies; none for any number.
        pub won: Option<u8>,
        /// True if the penalty applies only to the player who took the turn-up.
        pub turn_up: bool,
        /// The amount to pay.
        pub amount: Amount,
        /// The payee.
        pub to: Payee,
    }

    /// The list of penalties. A player pays the first one that applies.
    pub struct ShortfallPenalties(pub &'static [ShortfallPenalty]);
    |penalties| says: describe_penalties(penalties.0),
    others: all_except(penalties, &[ShortfallPenalties::POOL, ShortfallPenalties::STAKE]);

    /// The most chips that a pool may hold, if there is a limit. The rest waits in a side pot.
    pub struct PoolLimit(pub Option<i64>);
    |limit| says: limit.0.map_or("none".into(), |chips| format!("{}; the rest waits in a side pot", amount_of(chips, "chip"))),
    absent: limit.0.is_none(),
    others: all_except(limit, &[PoolLimit(None), PoolLimit(Some(10))]);

    /// A ceiling on each debt, in chips, if there is one.
    pub struct DebtCeiling(pub Option<i64>);
    |cap| says: cap.0.map_or("none".into(), |chips| format!("agreed; here at most {} a debt", amount_of(chips, "chip"))),
    absent: cap.0.is_none(),
    others: all_except(cap, &[DebtCeiling(None), DebtCeiling(Some(5)), DebtCeiling(Some(10))]);

    /// The events that win all waiting debts: a flush that is claimed, and a win of all the tricks.
    pub struct DebtWinningEvents { pub by_flush: bool, pub by_vole: bool }
    |sweep| says: match (sweep.by_flush, sweep.by_vole) {
        (false, false) => "nobody",
        (true, false) => "the claimant of a flush",
        (false, true) => "the winner of all the tricks",
        (true, true) => "the claimant of a flush, and the winner of all the tricks",
    }.into(),
    absent: !sweep.by_flush && !sweep.by_vole,
    others: values_with_one_change(sweep, &[|sweep| sweep.by_flush ^= true, |sweep| sweep.by_vole ^= true]);

    /// The event that ends a session.
    pub enum SessionEndEvent {
        /// After so many tours, in each of which everyone deals once.
        Tours(i64),
        /// After so many deals.
        Hands(i64),
        /// When a player has so many chips.
        Target(i64),
        /// When a player has no chips left.
        Bankrupt,
        /// When a player has no points left.
        Points,
        /// When a side has won so many games, each to a target of stones.
        Games { target: i64, games: i64 },
        /// When all players but one have lost so many rounds.
        Losses(i64),
    }

    /// The end of a session, and what happens with the last debts.
    pub struct SessionEndRule { pub finish: SessionEndEvent, pub debts: FinalDebts = FinalDebts::Shared }
    |session| says: {
        let finish = match session.finish {
            SessionEndEvent::Tours(tours) => format!("after {}", count_of(tours as usize, "tour")),
            SessionEndEvent::Hands(deals) => format!("after {}", count_of(deals as usize, "deal")),
            SessionEndEvent::Target(chips) => format!("when a player has {}", amount_of(chips, "chip")),
            SessionEndEvent::Bankrupt => "when a player has no chips left".into(),
            SessionEndEvent::Points => return "when a player has no points left, and takes the pool".into(),
            SessionEndEvent::Games { target, games } => {
                return format!("when a side has won {} to {target}", count_of(games as usize, "game"));
            }
            SessionEndEvent::Losses(rounds) => {
                return format!("when all but one have lost {}", count_of(rounds as usize, "round"));
            }
        };
        format!("{finish}; the last debts are {}", session.debts.words())
    },
    others: {
        let finish = |finish| SessionEndRule { finish, ..*session };
        let last = SessionEndRule { debts: FinalDebts::LastHand, ..*session };
        match session.finish {
            SessionEndEvent::Games { target, games } => vec![
                finish(SessionEndEvent::Games { target: target + 10, games }),
                finish(SessionEndEvent::Games { target, games: 1 }),
            ],
            SessionEndEvent::Losses(rounds) => vec![finish(SessionEndEvent::Losses(rounds + 1))],
            // Who comes to nothing takes the pool, and no debts are left.
            SessionEndEvent::Points => vec![finish(SessionEndEvent::Hands(1))],
            _ => vec![finish(SessionEndEvent::Hands(1)), last],
        }
    };

    /// The price of a misdeal: the dealer loses the deal while the stake stays, or pays so many chips and keeps it; or the
    /// same dealer deals again.
    pub enum MisdealPrice { Untold, DealOr(i64), DealAgain }
    |misdeal| says: match misdeal {
        MisdealPrice::Untold => "the source gives no penalty".into(),
        MisdealPrice::DealOr(chips) => {
            let more = if *chips == 1 { "1 chip more".into() } else { format!("{chips} chips more") };
            format!("the dealer loses the deal and the stake stays, or pays {more} and keeps the deal")
        }
        MisdealPrice::DealAgain => "the same dealer deals again".into(),
    },
    absent: *misdeal == MisdealPrice::Untold,
    others: match misdeal {
        MisdealPrice::DealAgain => vec![MisdealPrice::DealOr(1)],
        _ => all_except(misdeal, &[MisdealPrice::Untold, MisdealPrice::DealOr(12)]),
    };
}

/// Describes all penalties, in the order in which they are tried.
fn describe_penalties(penalties: &[ShortfallPenalty]) -> String {
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

/// Describes a penalty, and the players who pay it if not all who win too few tricks do: `a player who undertook 2 tricks
/// and wins none: twice what the pool holds`.
fn describe_penalty(penalty: &ShortfallPenalty) -> String {
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

impl ShortfallPenalty {
    /// Returns whether only some of the players who win too few tricks pay it.
    const fn is_conditional(&self) -> bool {
        self.undertook.is_some() || self.won.is_some() || self.turn_up
    }
}

impl TrickShares {
    /// Returns the shares of a pool of which each trick earns one part.
    pub const fn one_part_per_trick(parts: i64) -> TrickShares {
        TrickShares {
            parts,
            earner: PoolSharing::Trick,
        }
    }

    /// Returns the chips of one part of a pool, rounded down.
    ///
    /// ```
    /// use mouche::rules::TrickShares;
    /// // With six shares for five tricks, one is paid twice; and one chip of 25 is left over.
    /// assert_eq!(TrickShares::one_part_per_trick(6).chips_per_part(25), 4);
    /// ```
    pub const fn chips_per_part(self, pool: i64) -> i64 {
        pool / self.parts
    }
}

impl ShortfallPenalties {
    /// A debt as large as the pool.
    pub const POOL: ShortfallPenalties = ShortfallPenalties(&[ShortfallPenalty::unconditional(
        Amount::Pool(1),
        Payee::NextPool,
    )]);
    /// A debt as large as the stake.
    pub const STAKE: ShortfallPenalties = ShortfallPenalties(&[ShortfallPenalty::unconditional(
        Amount::Stake(1),
        Payee::NextPool,
    )]);
    /// A stake, paid into this pool.
    pub const JULEP: ShortfallPenalties = ShortfallPenalties(&[ShortfallPenalty::unconditional(
        Amount::Stake(1),
        Payee::ThisPool,
    )]);
    /// A stake, paid into this pool; two stakes for the player who took the turn-up.
    pub const JULEP_TWICE_FOR_THE_TURN_UP: ShortfallPenalties = ShortfallPenalties(&[
        ShortfallPenalty {
            turn_up: true,
            ..ShortfallPenalty::unconditional(Amount::Stake(2), Payee::ThisPool)
        },
        ShortfallPenalty::unconditional(Amount::Stake(1), Payee::ThisPool),
    ]);

    /// Returns the penalty of a player who undertook so many tricks, won so many, and took the turn-up or not.
    pub fn penalty_for(
        self,
        undertook: u8,
        won: u8,
        took_turn_up: bool,
    ) -> Option<ShortfallPenalty> {
        self.0
            .iter()
            .copied()
            .find(|penalty| penalty.applies_to(undertook, won, took_turn_up))
    }
}

impl ShortfallPenalty {
    /// Returns whether the penalty applies to a player who undertook so many tricks, won so many, and took the turn-up or
    /// not.
    pub(super) fn applies_to(&self, undertook: u8, won: u8, took_turn_up: bool) -> bool {
        self.undertook.is_none_or(|tricks| tricks == undertook)
            && self.won.is_none_or(|tricks| tricks == won)
            && (took_turn_up || !self.turn_up)
    }

    /// Returns the penalty that applies to all players who win too few tricks.
    pub const fn unconditional(amount: Amount, payee: Payee) -> ShortfallPenalty {
        ShortfallPenalty {
            undertook: None,
            won: None,
            turn_up: false,
            amount,
            to: payee,
        }
    }
}

impl TrickRules {
    /// Returns an amount in chips, when the pool holds so many.
    pub const fn amount_in_chips(&self, amount: Amount, pool: i64) -> i64 {
        match amount {
            Amount::Pool(times) => times * pool,
            Amount::Stake(times) => times * self.stake.value.chips,
            Amount::Chips(chips) => chips,
        }
    }

    /// Returns the debt in chips, before any ceiling, of a player who undertook one trick and wins none.
    pub fn uncapped_debt_without_trick(&self, pool: i64) -> i64 {
        match self.debt_make.value.penalty_for(1, 0, false) {
            Some(penalty) => self.amount_in_chips(penalty.amount, pool),
            None => 0,
        }
    }

    /// Returns a debt in chips after the ceiling on debts, where there is one.
    pub fn cap_debt(&self, debt: i64) -> i64 {
        match self.debt_cap.value.0 {
            Some(ceiling) => ceiling.min(debt),
            None => debt,
        }
    }
}
