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
mod legal;
mod pam;
mod play;
mod refusal;
mod session;
mod settle;
mod share;
mod table;
mod trick;
mod trumps;
mod turn_up;

pub use act::{Act, advance, apply};
pub use claim::{may_claim, why_no_claim};
pub use deal::Deal;
pub use declare::{Offers, offers};
pub use event::{Account, Arithmetic, Event, Fact, Transfer};
pub use exchange::why_not as why_no_exchange;
pub use fault::{Offence, is_to_speak};
pub use hand::{Hand, Stage};
pub use legal::{Legal, breach, legal};
pub use refusal::{Misuse, Refusal};
pub use session::{ahead, is_over, settle_last_debts};
pub use table::{Promise, Table, TooManyChips, close, open};
pub use trick::Trick;
pub use trumps::Trumps;
pub use turn_up::is_his as may_take_turn_up;
