//! The machine. It plays one hand at a time under whatever ruleset it is given, and says of everything that happens
//! which clause made it happen. It names no edition, and draws no card: what the stock gives is input.
//!
//! [`open_deal`] puts debts and stake into the pool, [`apply`] makes one act, [`close_deal`] brings the hand back to its table. What may
//! be done now say [`move_offers`], and card by card [`legal_moves`].
//!
//! ```
//! use mouche::cards::{PerSeat, Seat};
//! use mouche::engine::{Act, DealState, Move, Refusal, TableState, apply, close_deal, legal_moves, move_offers, open_deal};
//! use mouche::explore::RandomPlayer;
//! use mouche::rules::ClauseId;
//!
//! let rules = mouche::editions::ALL[0];
//! let (mut table, mut events) = (TableState::new(3, Seat(0), PerSeat::all(1000)), Vec::new());
//! let opened = open_deal(rules, &mut table, &mut events).expect("a stake");
//! assert_eq!((opened.pool, opened.purses[Seat(0)]), (5, 995));
//! let deal = RandomPlayer::new(1).deal(rules, 3);
//! let hand = apply(rules, &opened, deal, &mut events).expect("a deal from the pack");
//!
//! let asked = move_offers(rules, &hand).filter(|offer| offer.is_open).map(|offer| offer.verb.label());
//! assert_eq!(asked.collect::<Vec<_>>(), ["fold", "stand", "exchange"]);
//! // Five cards can be laid down in thirty-one ways.
//! assert_eq!(legal_moves(rules, &hand).len(), 2 + 31);
//! let stands = apply(rules, &hand, Act::Does(hand.mover, Move::Stand), &mut events).expect("an act on offer");
//! assert_eq!(stands.mover, hand.mover.next(3));
//! // This edition deals no spare hand: whoever asks for it is refused by the clause that says so.
//! let refused = apply(rules, &hand, Act::Does(hand.mover, Move::TakeSpare), &mut events);
//! assert_eq!(refused.err(), Some(Refusal::Act(ClauseId::DeclFille)));
//!
//! let folds = |hand: DealState| apply(rules, &hand, Act::Does(hand.mover, Move::Fold), &mut Vec::new()).expect("an offer");
//! close_deal(rules, &folds(folds(hand)), &mut table);
//! // Both others fold: the dealer has their stake back, and the next one deals.
//! assert_eq!((table.purses[Seat(0)], table.pool, table.dealer), (1000, 0, Seat(1)));
//! ```

#![expect(missing_docs, reason = "what has no doc is what its name says")]

mod act;
mod deal;
mod declare;
mod event;
mod hand;
mod play;
mod settle;
mod table;

pub use crate::rules::Move;
pub use act::{
    Act, apply, apply_in_place, binding_clause, edition_has_move, is_to_speak, legal_moves,
    move_offer, move_offers, refusing_clause,
};
pub use deal::DealtCards;
pub use declare::served_on;
pub use event::{
    Account, AmountReason, Event, EventKind, InvalidAct, MoveOffer, PlayableCards, Refusal,
    Transfer,
};
pub(crate) use event::{ensure, ensure_none, ensure_not_forbidden, expect_accepted};
pub use hand::{DealState, Stage, Trick, Trumps};
pub use play::{breach, legal};
pub use settle::may_claim;
pub use table::{
    PendingDebt, TableState, TooManyChips, close_deal, is_over, open_deal, settle_last_debts,
    table_for_next_deal,
};
