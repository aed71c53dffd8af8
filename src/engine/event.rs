//! What a hand answers: what happens, with the clause that makes it happen; what it offers; and why a move is refused.

use crate::cards::{Card, Seat, Set, Suit, count_of};
use crate::rules::{ClauseId, Move, MoveArgs, Verb};
use std::error::Error;
use std::fmt;

/// One thing that happened, and the clause that made it happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<F = EventKind> {
    pub clause: ClauseId,
    pub fact: F,
}

impl Event {
    /// A move that a seat made without being given a card, under the clause that offers it.
    #[inline]
    pub(super) fn of(seat: Seat, does: Move) -> Event {
        Event {
            clause: does.verb().topic(),
            fact: EventKind::Did(seat, does, Set::EMPTY),
        }
    }

    /// Whether it belongs to the reckoning of a hand: chips moved, but for those that made its pool, a debt made, or points.
    pub fn is_payment(&self) -> bool {
        let opening = matches!(
            self.clause,
            ClauseId::Stake | ClauseId::DebtEnter | ClauseId::PoolCap
        );
        matches!(self.fact, EventKind::Owes(..) | EventKind::Scored(..))
            || (matches!(self.fact, EventKind::Moved(_)) && !opening)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    Moved(Transfer),
    Dealt(Seat, Set),
    FilleDealt(Set),
    Turned(Card),
    /// The dealer misdealt; whether they paid to keep the deal.
    Misdealt(Seat, bool),
    /// A seat made a move, and these cards came into its hand: what it was given, or took.
    Did(Seat, Move, Set),
    /// This seat's flush is the best of those claimed.
    BestFlush(Seat),
    Alone(Seat),
    /// The hand is void: the pool stays.
    Void,
    /// A seat won the trick of this number, from 1.
    Won(Seat, u8),
    /// A seat has so many points from now on.
    Scored(Seat, u8),
    /// A seat owes so many chips from now on.
    Owes(Seat, i64, AmountReason),
}

impl EventKind {
    pub fn as_move(self) -> Option<(Seat, Move)> {
        if let EventKind::Did(seat, does, _) = self {
            Some((seat, does))
        } else {
            None
        }
    }

    pub fn as_card_played(self) -> Option<(Seat, Card)> {
        if let EventKind::Did(seat, Move::Play(card), _) = self {
            Some((seat, card))
        } else {
            None
        }
    }

    pub fn as_transfer(self) -> Option<Transfer> {
        if let EventKind::Moved(transfer) = self {
            Some(transfer)
        } else {
            None
        }
    }

    pub fn as_trick_winner(self) -> Option<Seat> {
        if let EventKind::Won(seat, _) = self {
            Some(seat)
        } else {
            None
        }
    }
}

/// Chips that move from one account to another; never fewer than none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    pub from: Account,
    pub to: Account,
    pub chips: i64,
    pub sum: AmountReason,
}

impl Transfer {
    pub(super) fn into_pool(from: Account, chips: i64, sum: AmountReason) -> Transfer {
        Transfer {
            from,
            to: Account::Pool,
            chips,
            sum,
        }
    }

    pub(super) fn out_of_pool(seat: Seat, chips: i64, sum: AmountReason) -> Transfer {
        Transfer {
            from: Account::Pool,
            to: Account::Seat(seat),
            chips,
            sum,
        }
    }

    pub(super) fn penalty(from: Seat, to: Account, chips: i64) -> Transfer {
        Transfer {
            from: Account::Seat(from),
            to,
            chips,
            sum: AmountReason::Penalty,
        }
    }
}

/// Where chips lie. Their sum over all accounts never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    Seat(Seat),
    Pool,
    SidePot,
    Cash,
}

/// How a number of chips came about, as data, so that a page can show the sum: of a `Share` tricks × pool ÷ parts, the pool
/// before anyone was paid; of an `Extra` shares × pool ÷ parts, for a trick that earns more than the others, or for a share
/// that no trick earned; `Equally` an equal part of the last debts. A `Debt` was made in the hand of this number, from 1, or 0
/// if before the story begins; a `Penalty` is so many chips or stakes, a `Limit` that of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountReason {
    Stake,
    Debt(u32),
    Share { tricks: u8, pool: i64, parts: i64 },
    Extra { shares: u8, pool: i64, parts: i64 },
    Fee,
    Misdeal,
    Pool(i64),
    Capped { pool: i64, cap: i64 },
    Penalty,
    Limit(i64),
    Waiting,
    Lack { due: i64, purse: i64 },
    Equally { debts: i64, players: u8 },
}

/// A kind of move that the mover is asked for, or kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOffer {
    pub verb: Verb,
    /// The clause that offers it; or the one that forbids it, or sets its limit.
    pub clause: ClauseId,
    pub is_open: bool,
    pub cards: Set,
    pub most: u8,
}

impl MoveOffer {
    pub(super) fn of(verb: Verb) -> MoveOffer {
        MoveOffer {
            verb,
            clause: verb.topic(),
            is_open: true,
            cards: Set::EMPTY,
            most: 0,
        }
    }

    pub(super) fn with_one_of(verb: Verb, cards: Set) -> MoveOffer {
        MoveOffer {
            cards,
            most: 1,
            ..MoveOffer::of(verb)
        }
    }

    /// The same, forbidden if a clause says so.
    pub(super) fn unless(self, forbidden: Option<ClauseId>) -> MoveOffer {
        forbidden.map_or(self, |clause| MoveOffer {
            clause,
            is_open: false,
            ..self
        })
    }

    /// Each move of its kind: with the cards it may be made with, each way; once without any, if it takes none.
    pub fn moves(self) -> Vec<Move> {
        let with = |cards: Set| MoveArgs {
            laid: Some(cards),
            drawn: Some(Set::EMPTY),
            card: cards.nth(0),
            ..MoveArgs::default()
        };
        let cards: Vec<_> = self.cards.into_iter().collect();
        let marked = |marks: u32| {
            (0..cards.len())
                .filter(|at| marks >> at & 1 == 1)
                .map(|at| cards[at])
                .collect()
        };
        let fits =
            |set: &Set| set.is_empty() == (self.most == 0) && set.len() <= usize::from(self.most);
        match self.verb {
            _ if !self.is_open => Vec::new(),
            Verb::Name => Suit::ALL.map(Move::Name).into(),
            verb => {
                let sets = (0..1_u32 << cards.len()).map(marked).filter(fits);
                sets.filter_map(|cards| verb.with(with(cards))).collect()
            }
        }
    }
}

/// The cards a mover may play, never none for one who holds any, and the clause that binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayableCards {
    pub cards: Set,
    pub clause: ClauseId,
}

/// Why an act is not made. The hand stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A card that a duty forbids: the first duty broken, and what may be played.
    Card(ClauseId, PlayableCards),
    /// Another act that a clause forbids.
    Act(ClauseId),
    /// An act that makes no sense at this point; no clause speaks of it.
    Misuse(InvalidAct),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidAct {
    /// The hand is at another stage: the act is not asked for.
    NotNow,
    NotYourTurn(Seat),
    NotHeld(Card),
    Foreign(Card),
    Twice(Card),
    HandSize(Seat, usize),
    FilleSize(usize),
    /// As many cards must be drawn as are laid down, and at least one.
    Uneven,
    /// The seat cannot hold so many cards: with those that are left it would hold this many.
    NoSuchCards(Seat, usize),
    NotInStock(Card),
    /// What is declared is not so, or what is called untrue is.
    Untrue,
}

impl Refusal {
    pub fn clause(self) -> Option<ClauseId> {
        if let Refusal::Card(topic, _) | Refusal::Act(topic) = self {
            Some(topic)
        } else {
            None
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Card(clause, legal) => {
                write!(f, "{clause} forbids this card; legal: {}", legal.cards)
            }
            Refusal::Act(clause) => write!(f, "{clause} forbids this"),
            Refusal::Misuse(misuse) => misuse.fmt(f),
        }
    }
}

impl Error for Refusal {}

impl fmt::Display for InvalidAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidAct::NotNow => f.write_str("this act is not asked for now"),
            InvalidAct::NotYourTurn(seat) => write!(f, "it is the turn of seat {}", seat.0),
            InvalidAct::NotHeld(card) => write!(f, "the player does not hold {card}"),
            InvalidAct::Foreign(card) => write!(f, "{card} is not in the pack"),
            InvalidAct::Twice(card) => write!(f, "{card} is dealt twice"),
            InvalidAct::HandSize(seat, count) => {
                write!(f, "seat {} is dealt {}", seat.0, count_of(*count, "card"))
            }
            InvalidAct::FilleSize(count) => {
                write!(f, "the spare hand has {}", count_of(*count, "card"))
            }
            InvalidAct::Uneven => {
                f.write_str("as many cards must be drawn as are laid down, and at least one")
            }
            InvalidAct::NoSuchCards(seat, most) => {
                write!(
                    f,
                    "seat {} can hold at most {}",
                    seat.0,
                    count_of(*most, "card")
                )
            }
            InvalidAct::NotInStock(card) => write!(f, "{card} is not in the stock"),
            InvalidAct::Untrue => f.write_str("the declaration is not true"),
        }
    }
}

impl Error for InvalidAct {}

impl From<InvalidAct> for Refusal {
    fn from(misuse: InvalidAct) -> Refusal {
        Refusal::Misuse(misuse)
    }
}

/// Checks that an act which cannot be refused was made.
///
/// # Panics
/// If it was refused. How it was refused is not written out: the names of all clauses for that weigh more than a thousandth of
/// the engine for pages.
#[track_caller]
pub(crate) fn expect_accepted(made: Result<(), Refusal>, what: &str) {
    assert!(made.is_ok(), "{what} is refused");
}

pub(crate) fn ensure<E>(holds: bool, otherwise: E) -> Result<(), E> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Refuses the first of some cards, if there is one.
pub(crate) fn ensure_none(cards: Set, why: fn(Card) -> InvalidAct) -> Result<(), InvalidAct> {
    cards.nth(0).map_or(Ok(()), |card| Err(why(card)))
}

/// Refuses what a clause forbids, if one does.
pub(crate) fn ensure_not_forbidden(clause: Option<ClauseId>) -> Result<(), Refusal> {
    clause.map_or(Ok(()), |clause| Err(Refusal::Act(clause)))
}
