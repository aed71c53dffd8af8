//! What happens, and the clause that makes it happen.

use crate::cards::{Card, Seat, Set};
use crate::rules::{Move, Topic};

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The clause that made it happen.
    pub clause: Topic,
    /// What.
    pub fact: Fact,
}

impl Event {
    /// A move that a seat made without being given a card, under the clause that offers it.
    #[inline]
    pub(super) fn of(seat: Seat, does: Move) -> Event {
        Event { clause: does.verb().topic(), fact: Fact::Did(seat, does, Set::EMPTY) }
    }

    /// Whether it belongs to the reckoning of a hand: chips moved, but for those that made its pool, a debt made, or points.
    pub fn is_reckoned(&self) -> bool {
        let opening = matches!(self.clause, Topic::Stake | Topic::DebtEnter | Topic::PoolCap);
        matches!(self.fact, Fact::Owes(..) | Fact::Scored(..)) || (matches!(self.fact, Fact::Moved(_)) && !opening)
    }
}

/// What can happen in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Chips moved.
    Moved(Transfer),
    /// A seat was dealt its cards.
    Dealt(Seat, Set),
    /// The spare hand was dealt.
    FilleDealt(Set),
    /// The card of trump was turned.
    Turned(Card),
    /// The dealer misdealt; whether they paid to keep the deal.
    Misdealt(Seat, bool),
    /// A seat made a move, and these cards came into its hand: what it was given, or took.
    Did(Seat, Move, Set),
    /// This seat's flush is the best of those claimed.
    BestFlush(Seat),
    /// A seat is left alone.
    Alone(Seat),
    /// The hand is void: the pool stays.
    Void,
    /// A seat won the trick of this number, from 1.
    Won(Seat, u8),
    /// A seat has so many points from now on.
    Scored(Seat, u8),
    /// A seat owes so many chips from now on.
    Owes(Seat, i64, Arithmetic),
}

impl Fact {
    /// The move that a seat made, if this is one.
    pub fn did(self) -> Option<(Seat, Move)> {
        if let Fact::Did(seat, does, _) = self { Some((seat, does)) } else { None }
    }

    /// The card that a seat played, if it did.
    pub fn played(self) -> Option<(Seat, Card)> {
        if let Fact::Did(seat, Move::Play(card), _) = self { Some((seat, card)) } else { None }
    }

    /// Who won a trick, if someone did.
    pub fn won(self) -> Option<Seat> {
        if let Fact::Won(seat, _) = self { Some(seat) } else { None }
    }
}

/// Chips that move from one account to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Who pays.
    pub from: Account,
    /// Who gets.
    pub to: Account,
    /// How many, never negative.
    pub chips: i64,
    /// How the number came about.
    pub sum: Arithmetic,
}

/// Where chips lie. Their sum over all accounts never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// A player's purse.
    Seat(Seat),
    /// The stake of the hand.
    Pool,
    /// What a limited pool could not hold.
    SidePot,
    /// Where chips are bought.
    Cash,
}

/// How a number of chips came about, as data, so that a page can show the sum.
#[expect(missing_docs, reason = "its variants are what they are called")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Stake,
    /// A debt made in the hand of this number, from 1; 0 if before the story begins.
    Debt(u32),
    /// Tricks × pool ÷ parts.
    Share {
        tricks: u8,
        /// The pool before anyone was paid, in chips.
        pool: i64,
        parts: i64,
    },
    /// Shares × pool ÷ parts, for a trick that earns more than the others, or for a share that no trick earned.
    Extra {
        shares: u8,
        /// The pool before anyone was paid, in chips.
        pool: i64,
        parts: i64,
    },
    /// The fee for the top card.
    Fee,
    /// What a misdealer pays to keep the deal.
    Misdeal,
    /// As much as the pool holds.
    Pool(i64),
    /// The pool, cut down to a ceiling.
    Capped {
        pool: i64,
        cap: i64,
    },
    /// A penalty of so many chips, or of so many times the stake.
    Penalty,
    /// So much over the limit of the pool, or so much less.
    Limit(i64),
    /// All that a seat's waiting debts come to.
    Waiting,
    /// What a purse lacks of a sum due.
    Lack {
        due: i64,
        /// What the purse held, in chips.
        purse: i64,
    },
    /// An equal part of the last debts, for so many players.
    Equally {
        /// All the last debts, in chips.
        debts: i64,
        players: u8,
    },
}
