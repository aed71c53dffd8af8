//! What happens, and the clause that makes it happen.

use crate::cards::{Card, Seat, Set};
use crate::rules::Topic;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The clause that made it happen.
    pub clause: Topic,
    /// What.
    pub fact: Fact,
}

/// What can happen in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Chips moved.
    Moved(Transfer),
    /// A seat was dealt its cards.
    Dealt(Seat, Set),
    /// The card of trump was turned.
    Turned(Card),
    /// A seat folded.
    Folded(Seat),
    /// A seat stood.
    Stood(Seat),
    /// A seat laid down the first set of cards and was given the second.
    Exchanged(Seat, Set, Set),
    /// A seat claimed its flush.
    Claimed(Seat),
    /// A seat let its flush pass.
    LetPass(Seat),
    /// This seat's flush is the best of those claimed.
    BestFlush(Seat),
    /// A seat is left alone.
    Alone(Seat),
    /// The hand is void: the pool stays.
    Void,
    /// A seat played a card, bound by the event's clause.
    Played(Seat, Card),
    /// A seat won the trick of this number, from 1.
    Won(Seat, u8),
    /// A seat owes so many chips from now on.
    Owes(Seat, i64, Arithmetic),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// The stake of the edition.
    Stake,
    /// A debt made in the hand of this number, from 1; 0 if before the story begins.
    Debt(u32),
    /// Tricks × pool ÷ parts.
    Share {
        /// Tricks won.
        tricks: u8,
        /// The pool before anyone was paid, in chips.
        pool: i64,
        /// The parts it goes into.
        parts: i64,
    },
    /// As much as the pool holds.
    Pool(i64),
    /// The pool, cut down to a ceiling.
    Capped {
        /// What the pool holds, in chips.
        pool: i64,
        /// The ceiling, in chips.
        cap: i64,
    },
    /// All that a seat's waiting debts come to.
    Waiting,
    /// What a purse lacks of a sum due.
    Lack {
        /// The sum due, in chips.
        due: i64,
        /// What the purse held, in chips.
        purse: i64,
    },
    /// An equal part of the last debts, for so many players.
    Equally {
        /// All the last debts, in chips.
        debts: i64,
        /// How many share.
        players: u8,
    },
}
