//! The machine of Mus: four cards, phases of bidding on what one holds, and stones. Like [`crate::engine`] it plays one deal
//! at a time, says which clause made a thing happen, names no edition, and draws no card.
//!
//! ```
//! use mouche::cards::{Seat, Set};
//! use mouche::mus::{MusAct, RandomMusPlayer, MusState, MusTable, apply, legal_verbs};
//! use mouche::rules::ClauseId;
//!
//! let rules = mouche::editions::by_id("mus-pairs").expect("an edition");
//! let mut hand = MusState::at_table(rules, &MusTable::new(rules, 4, Seat(3)));
//! let (mut chance, mut events) = (RandomMusPlayer::new(1), Vec::new());
//! let cards = chance.deal(rules, &hand);
//! apply(rules, &mut hand, MusAct::Deal(cards), &mut events).expect("a deal");
//! // The dealer speaks last.
//! assert_eq!(hand.mover, Seat(0));
//! assert_eq!(legal_verbs(rules, &hand).1, ClauseId::MusAsk);
//! chance.play(rules, &mut hand, &mut events);
//! assert!(hand.score().iter().sum::<i64>() > 0);
//! ```

#![expect(missing_docs, reason = "what has no doc is what its name says")]

mod act;
mod hand;
mod lance;
mod settle;

pub use act::{MusAct, RandomMusPlayer, apply, legal_verbs, most_cards, refusing_clause};
pub use hand::{
    DealEnd, MusEvent, MusEventKind, MusStage, MusState, MusTable, PhaseOutcome, PhaseResult,
};
pub use lance::true_declaration;
pub use settle::{Couple, best, compared_by, couple, has, payable, strength, total};
