//! What happens, and the clause that makes it happen.

use crate::cards::{Seat, Set};
use crate::rules::mus::Lance;
use crate::rules::{Move, Topic};

/// Something that happened, and the clause it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The clause.
    pub clause: Topic,
    /// What.
    pub fact: Fact,
}

/// How a phase was closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// It was not, or nobody had a part in it.
    #[default]
    Void,
    /// All passed.
    Passed,
    /// One side alone was in it, or nobody else had stones: nobody was asked.
    Unbet,
    /// A bet was accepted.
    Accepted,
    /// A bet was refused by all who were asked.
    Refused,
    /// An ordago was accepted.
    Ordago,
}

/// What happened. A side is named by its first seat; amounts are in stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A seat was dealt these cards.
    Dealt(Seat, Set),
    /// The dealer dealt wrongly, and deals again.
    Misdealt(Seat),
    /// A seat did this.
    Did(Seat, Move),
    /// A seat was served these.
    Served(Seat, Set),
    /// So many cards that were laid down are shuffled and are the stock.
    Shuffled(u8),
    /// A card was seen.
    Seen,
    /// A seat refused, and is out of the phase.
    Out(Seat),
    /// A seat has staked all it has.
    AllIn(Seat),
    /// A phase was closed.
    Closed(Lance, Way),
    /// The best of a phase, by the cards.
    Won(Lance, Seat),
    /// A tie was parted by who sits nearer to the hand.
    Tied(Lance, Seat),
    /// An untrue word of a seat cost its side a phase.
    Lied(Lance, Seat),
    /// So many stones were taken for a phase, or shed: by the side of a seat, or by that alone, for its bet or its cards.
    Paid(Lance, Seat, i64),
    /// So many stones were due to it, and it took or shed fewer.
    Cut(Lance, Seat, i64),
    /// A player took back what was staked on a phase.
    Home(Lance, Seat, i64),
    /// A player picked up the stones of the others in an ordago.
    PickedUp(Seat, i64),
    /// A side won the game.
    Game(Seat),
    /// A side won the match, or a player is the last who is left.
    Match(Seat),
    /// A player lost the round.
    Lost(Seat),
    /// A player has lost so many rounds that they leave.
    Left(Seat),
}
