//! What happens in a deal, with the clause that makes it happen, and the chips that move.

use crate::cards::{Card, CardSet, Seat};
use crate::rules::{ClauseId, Move};

/// Something that happened, and the clause that made it happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<K = EventDetails> {
    /// The clause that made it happen.
    pub clause: ClauseId,
    /// What happened.
    pub details: K,
}

impl<K> Event<K> {
    #[inline]
    pub(crate) fn new(clause: ClauseId, details: K) -> Event<K> {
        Event { clause, details }
    }
}

impl Event {
    /// Returns the event of a move that gave the player no card, with the clause that is about such moves.
    #[inline]
    pub(super) fn move_made_without_cards(seat: Seat, player_move: Move) -> Event {
        Event::new(
            player_move.verb().topic(),
            EventDetails::MadeMove(seat, player_move, CardSet::EMPTY),
        )
    }

    /// Returns whether the event belongs to the payout of a deal: chips that moved after the pool was made, a debt, or points.
    pub fn is_part_of_payout(&self) -> bool {
        match self.details {
            EventDetails::DebtMade(..) | EventDetails::Scored(..) | EventDetails::PoolStays(_) => {
                true
            }
            EventDetails::Transferred(_) => !matches!(
                self.clause,
                ClauseId::Stake | ClauseId::DebtEnter | ClauseId::PoolCap
            ),
            _ => false,
        }
    }
}

/// What happened in a deal, with its seats, cards and chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventDetails {
    /// Chips moved.
    Transferred(Transfer),
    /// A seat was dealt these cards.
    Dealt(Seat, CardSet),
    /// The spare hand was dealt.
    SpareDealt(CardSet),
    /// A card was turned up for trump.
    Turned(Card),
    /// The dealer misdealt.
    Misdealt {
        /// The seat that misdealt.
        dealer: Seat,
        /// True if the dealer pays to deal again.
        keeps_deal: bool,
    },
    /// A seat made a move and received these cards.
    MadeMove(Seat, Move, CardSet),
    /// The flush of this seat is the best of those that were claimed.
    BestFlush(Seat),
    /// A seat is the only one left in the deal.
    LeftAlone(Seat),
    /// The deal is void: the pool stays.
    Void,
    /// Nobody takes the pool, which stays for the next deal.
    PoolStays(UnpaidPoolReason),
    /// A seat won the trick of this number, from 1.
    TrickWon(Seat, u8),
    /// A seat now has this many points.
    Scored(Seat, u8),
    /// A seat now owes this many more chips.
    DebtMade(Seat, i64, AmountCalculation),
}

impl EventDetails {
    /// Returns the seat that moved and its move.
    pub fn as_move(self) -> Option<(Seat, Move)> {
        if let EventDetails::MadeMove(seat, player_move, _) = self {
            Some((seat, player_move))
        } else {
            None
        }
    }

    /// Returns the seat that played a card, and the card.
    pub fn as_card_played(self) -> Option<(Seat, Card)> {
        if let EventDetails::MadeMove(seat, Move::Play(card), _) = self {
            Some((seat, card))
        } else {
            None
        }
    }

    /// Returns the chips that moved.
    pub fn as_transfer(self) -> Option<Transfer> {
        if let EventDetails::Transferred(transfer) = self {
            Some(transfer)
        } else {
            None
        }
    }

    /// Returns the seat that won a trick.
    pub fn as_trick_winner(self) -> Option<Seat> {
        if let EventDetails::TrickWon(seat, _) = self {
            Some(seat)
        } else {
            None
        }
    }
}

/// The reason why nobody takes the pool of a deal that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpaidPoolReason {
    /// Several players won the most tricks.
    SharedMost,
    /// No player won the tricks that they undertook.
    NobodySuccessful,
    /// More than two players won the tricks that they undertook.
    ManySuccessful,
    /// The bidder of all tricks lost one.
    BidLost,
}

impl UnpaidPoolReason {
    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        match self {
            UnpaidPoolReason::SharedMost => "several players won the most tricks",
            UnpaidPoolReason::NobodySuccessful => "no player won the tricks that they undertook",
            UnpaidPoolReason::ManySuccessful => {
                "more than two players won the tricks that they undertook"
            }
            UnpaidPoolReason::BidLost => "the bidder did not win all the tricks",
        }
    }
}

/// Chips that move from one account to another. Their number is never below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The account that pays.
    pub from: Account,
    /// The account that is paid.
    pub to: Account,
    /// The number of chips that move.
    pub chips: i64,
    /// The reason for this number of chips.
    pub reason: AmountCalculation,
}

impl Transfer {
    pub(super) fn into_pool(from: Account, chips: i64, reason: AmountCalculation) -> Transfer {
        Transfer {
            from,
            to: Account::Pool,
            chips,
            reason,
        }
    }

    pub(super) fn out_of_pool(seat: Seat, chips: i64, reason: AmountCalculation) -> Transfer {
        Transfer {
            from: Account::Pool,
            to: Account::Seat(seat),
            chips,
            reason,
        }
    }

    pub(super) fn penalty(from: Seat, to: Account, chips: i64) -> Transfer {
        Transfer {
            from: Account::Seat(from),
            to,
            chips,
            reason: AmountCalculation::Penalty,
        }
    }
}

/// A place where chips lie. The sum over all accounts never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// The purse of a player.
    Seat(Seat),
    /// The pool.
    Pool,
    /// The chips that wait beside a full pool.
    SidePot,
    /// The cash account, from which players buy chips.
    Cash,
}

/// The way in which a number of chips is calculated, as data, so that a page can show the calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountCalculation {
    /// The stake.
    Stake,
    /// A debt from the deal of this number, from 1; 0 for a debt from before the session.
    Debt(u32),
    /// `tricks` × `pool` ÷ `parts`, where `pool` is what it held before anyone was paid.
    Share {
        /// The tricks that the player won.
        tricks: u8,
        /// The chips in the pool.
        pool: i64,
        /// The number of parts into which the pool is divided.
        parts: i64,
    },
    /// `shares` × `pool` ÷ `parts`, for a trick that earns two shares, or for a share that no trick earned.
    Extra {
        /// The shares that are paid.
        shares: u8,
        /// The chips in the pool.
        pool: i64,
        /// The number of parts into which the pool is divided.
        parts: i64,
    },
    /// The fee for the top card.
    Fee,
    /// The price of a misdeal.
    Misdeal,
    /// All that the pool holds.
    WholePool(i64),
    /// The chips in the pool, limited by a ceiling.
    Capped {
        /// The chips in the pool.
        pool: i64,
        /// The ceiling.
        cap: i64,
    },
    /// A penalty of a number of chips or stakes.
    Penalty,
    /// The amount that the limit of the pool makes necessary.
    PoolLimit(i64),
    /// A debt that waited.
    WaitingDebt,
    /// The chips that a purse lacks of an amount that is due.
    Shortfall {
        /// The chips that the player must pay.
        due: i64,
        /// The chips that the player has.
        purse: i64,
    },
    /// An equal share of `total` for each of `players`.
    EqualShare {
        /// The chips that are divided.
        total: i64,
        /// The number of players who share.
        players: u8,
    },
}
