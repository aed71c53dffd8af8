//! What happens in a deal of Mus.

use crate::cards::{CardSet, Seat};
use crate::engine::Event;
use crate::rules::Move;
use crate::rules::mus_values::BettingPhase;

/// Something that happened in a deal of Mus, and the clause that made it happen.
pub type MusEvent = Event<MusEventDetails>;

/// The end of the betting of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BettingEnd {
    /// The phase was not played, or nobody had a part in it.
    #[default]
    Void,
    /// All passed.
    Passed,
    /// Nobody was asked, because one side alone had a part in the phase or stones to bet.
    Unbet,
    /// A bet was accepted.
    Accepted,
    /// A bet was refused.
    Refused,
    /// An órdago was accepted.
    Ordago,
}

/// What happened in a deal of Mus, with its seats, cards and stones. A side is named by its first seat; amounts are in stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MusEventDetails {
    /// A seat was dealt these cards.
    Dealt(Seat, CardSet),
    /// The dealer misdealt, and deals again.
    Misdealt(Seat),
    /// A seat made a move.
    MadeMove(Seat, Move),
    /// A seat was served these cards.
    Served(Seat, CardSet),
    /// This number of discards was shuffled and is the new stock.
    Shuffled(u8),
    /// A card was seen while cards were dealt or served.
    CardSeen,
    /// A seat refused and has no further part in the phase.
    OutOfPhase(Seat),
    /// A seat has staked all its stones.
    AllIn(Seat),
    /// The betting of a phase ended.
    PhaseClosed(BettingPhase, BettingEnd),
    /// A seat has the best cards of a phase.
    PhaseWon(BettingPhase, Seat),
    /// Players have equal cards, and this seat wins the phase: it is the nearest to the first speaker, or the farthest.
    TieBroken(BettingPhase, Seat),
    /// A seat declared falsely, and its side loses the phase.
    LieFound(BettingPhase, Seat),
    /// The side of a seat took stones for a phase, or the seat shed them.
    StonesPaid(BettingPhase, Seat, i64),
    /// This number of stones was due to a side for a phase, but it took or shed fewer.
    PaymentCut(BettingPhase, Seat, i64),
    /// A seat took back the stones that it had staked on a phase.
    StakeReturned(BettingPhase, Seat, i64),
    /// A seat picked up the stones that others had staked on an órdago.
    StakesPickedUp(Seat, i64),
    /// A side won the game.
    GameWon(Seat),
    /// A side won the match, or a player is the last who is left.
    MatchWon(Seat),
    /// A player lost the round.
    RoundLost(Seat),
    /// A player has lost so many rounds that they leave.
    PlayerLeft(Seat),
}
