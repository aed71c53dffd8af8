//! The machine. It plays one hand at a time under whatever ruleset it is given, and says of everything that happens
//! which clause made it happen. It names no edition, and draws no card: what the stock gives is input.
//!
//! [`open`] puts debts and stake into the pool, [`apply`] makes one act, [`close`] brings the hand back to its table.

mod act;
mod answer;
mod claim;
mod deal;
mod declare;
mod event;
mod fault;
mod hand;
mod moves;
mod pam;
mod play;
mod settle;
mod table;
mod trick;

pub use crate::rules::Move;
pub use act::{Act, advance, apply};
pub use answer::{Legal, Misuse, Offered, Refusal};
pub use claim::may_claim;
pub use deal::{Deal, may_take_turn_up};
pub use event::{Account, Arithmetic, Event, Fact, Transfer};
pub use fault::is_to_speak;
pub use hand::{Hand, Stage};
pub use moves::{binding, knows, moves, offer, offers, why_not};
pub use play::{breach, legal};
pub use table::{Promise, Table, TooManyChips, ahead, close, is_over, open, settle_last_debts};
pub use trick::{Trick, Trumps};
