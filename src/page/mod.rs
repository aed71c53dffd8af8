//! A step and a hand as HTML: the board, verdicts, the ledger, alternatives and questions. Knows no mdBook.
//!
//! [`told`] gives the hands of some files, [`hand`] makes one of them a piece of HTML that needs no script, and [`asked`]
//! asks one question of it. Where the piece leads to, its [`Place`] says.

pub mod advice;
mod alternatives;
mod columns;
mod hand;
mod live;
pub mod markdown;
mod merge;
mod place;
mod question;
pub mod sign;
mod steps;
mod told;
mod totals;

pub(crate) use alternatives::Alternatives;
pub use alternatives::{NAME, PAGE, explained, instead};
pub use hand::hand;
pub use live::live;
pub use merge::{alike, names};
pub use place::{AWAY, Place};
pub use question::asked;
pub use told::{Ahead, COMPARED, Told, as_address, page_of, told};
