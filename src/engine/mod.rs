//! The rules engine of the trick-taking games. It plays one deal at a time by a ruleset, and names the clause that makes each
//! thing happen. It knows no edition and draws no card: the cards that the stock gives are input.
//!
//! [`open_deal`] puts debts and stakes into the pool, [`apply`] makes one act, [`close_deal`] updates the table for the next
//! deal. [`move_offers`] and [`legal_moves`] say what the mover may do.
//!
//! ```
//! use mouche::cards::{PerSeat, Seat};
//! use mouche::engine::{TrickAct, Move, Refusal, TableBetweenDeals, apply, close_deal, legal_moves, move_offers, open_deal};
//! use mouche::explore::RandomPlayer;
//! use mouche::rules::ClauseId;
//!
//! let rules = mouche::editions::built_in_trick_editions().next().expect("an edition");
//! let (mut table, mut events) = (TableBetweenDeals::new(3, Seat(0), PerSeat::all(1000)), Vec::new());
//! let mut state = open_deal(rules, &mut table, &mut events).expect("a stake");
//! assert_eq!((state.pool, state.purses[Seat(0)]), (5, 995));
//! let deal = RandomPlayer::new(1).deal(rules, &state);
//! apply(rules, &mut state, deal, &mut events).expect("a deal from the pack");
//!
//! let open = move_offers(rules, &state).filter(|offer| offer.is_open).map(|offer| offer.verb.button_label());
//! assert_eq!(open.collect::<Vec<_>>(), ["fold", "stand", "exchange"]);
//! // Five cards can be discarded in 31 ways.
//! assert_eq!(legal_moves(rules, &state).len(), 2 + 31);
//! // This edition deals no spare hand: a player who asks for it is refused by the clause that says so.
//! let take_spare = TrickAct::Move(state.mover, Move::TakeSpare);
//! let refused = apply(rules, &mut state.clone(), take_spare, &mut events);
//! assert_eq!(refused.err(), Some(Refusal::Forbidden(ClauseId::DeclFille)));
//!
//! for _ in 0..2 {
//!     let fold = TrickAct::Move(state.mover, Move::Fold);
//!     apply(rules, &mut state, fold, &mut events).expect("an offer");
//! }
//! close_deal(rules, &state, &mut table);
//! // Both other players fold: the dealer has the stake back, and the next player deals.
//! assert_eq!((table.purses[Seat(0)], table.pool, table.dealer), (1000, 0, Seat(1)));
//! ```

mod apply_act;
mod card_play;
mod common_game;
mod deal_and_turn_up;
mod deal_state;
mod event;
mod exchange;
mod flush;
mod forced_to_stay_in;
mod move_availability;
mod move_offers;
mod refusal;
mod settle;
mod stand_or_fold_rounds;
mod table_between_deals;
mod trick;
mod trumps;

pub use crate::rules::Move;
pub use apply_act::{TrickAct, apply, apply_to_copy};
pub use card_play::{broken_duty, playable_cards};
pub use common_game::{Game, TrickGame};
pub use deal_and_turn_up::DealtCards;
pub use deal_state::{DealStage, DealState};
pub use event::{Account, AmountCalculation, Event, EventDetails, Transfer, UnpaidPoolReason};
pub use exchange::piles_replacing_stock;
pub use flush::{can_claim_flush, flush_points};
pub use move_availability::{MoveAvailability, PlayableCards};
pub use move_offers::{
    edition_has_move, is_turn_to_declare, legal_moves, move_offer, move_offers, mover_duty_clause,
    refusing_clause,
};
pub use refusal::{InvalidActReason, Refusal};
pub(crate) use refusal::{ensure, ensure_no_cards, ensure_not_forbidden, expect_accepted};
pub use table_between_deals::{
    PendingDebt, TableBetweenDeals, TooManyChips, check_end_or_mark_last_deal, close_deal,
    open_deal, share_out_remaining_debts, table_marking_last_deal,
};
pub use trick::TrickInProgress;
pub use trumps::Trumps;
