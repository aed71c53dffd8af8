//! The machine of Mus: four cards, phases of bidding on what one holds, and stones. Like [`crate::engine`] it plays one deal
//! at a time, says which clause made a thing happen, names no edition, and draws no card.
//!
//! ```
//! use mouche::cards::{Seat, Set};
//! use mouche::mus::{Act, Chance, Hand, Table, apply, choices};
//! use mouche::rules::Topic;
//!
//! let rules = mouche::editions::by_id("mus-pairs").expect("an edition");
//! let mut hand = Hand::at(rules, &Table::new(rules, 4, Seat(3)));
//! let (mut chance, mut events) = (Chance::new(1), Vec::new());
//! let cards = chance.deal(rules, &hand);
//! apply(rules, &mut hand, Act::Deal(cards), &mut events).expect("a deal");
//! // The dealer speaks last.
//! assert_eq!(hand.mover, Seat(0));
//! assert_eq!(choices(rules, &hand).1, Topic::MusAsk);
//! chance.play(rules, &mut hand, &mut events);
//! assert!(hand.score().iter().sum::<i64>() > 0);
//! ```

#![expect(missing_docs, reason = "what has no doc is what its name says")]

mod act;
mod hand;
mod lance;
mod settle;

pub use act::{Act, Chance, apply, choices, most, why_not};
pub use hand::{Ended, Event, Fact, Hand, Outcome, Stage, Table, Way};
pub use lance::truth;
pub use settle::{Couple, best, compared_by, couple, has, payable, strength, total};
