//! The machine. It plays one hand at a time under whatever ruleset it is given, and says of everything that happens
//! which clause made it happen. It names no edition, and draws no card: what the stock gives is input.
//!
//! [`open`] puts debts and stake into the pool, [`apply`] makes one act, [`close`] brings the hand back to its table.

mod act;
mod claim;
mod deal;
mod declare;
mod event;
mod exchange;
mod fault;
mod hand;
mod moves;
mod pam;
mod play;
mod settle;
mod share;
mod table;
mod trick;
mod turn_up;

pub use crate::rules::Move;
pub use act::{Act, Misuse, Refusal, advance, apply};
pub use claim::may_claim;
pub use deal::Deal;
pub use event::{Account, Arithmetic, Event, Fact, Transfer};
pub use fault::is_to_speak;
pub use hand::{Hand, Stage};
pub use moves::{Offered, binding, knows, moves, offer, offers, why_not};
pub use play::{Legal, breach, legal};
pub use table::{Promise, Table, TooManyChips, ahead, close, is_over, open, settle_last_debts};
pub use trick::{Trick, Trumps};
pub use turn_up::is_his as may_take_turn_up;
