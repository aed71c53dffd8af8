//! A step and a hand as HTML: the board, verdicts, the ledger, alternatives and questions. Knows no mdBook.
//!
//! [`told`] gives the hands of some files, [`hand`] makes one of them a piece of HTML that needs no script, and [`asked`]
//! asks one question of it. Where the piece leads to, its [`Place`] says.

pub mod advice;
mod align;
mod asked;
mod board;
mod column;
mod hand;
mod instead;
pub mod markdown;
mod narration;
mod otherwise;
mod parting;
mod place;
mod question;
pub mod sign;
mod source;
mod step;
mod told;
mod totals;
mod way;

pub use asked::asked;
pub use column::names;
pub use hand::hand;
pub use instead::{NAME, PAGE, explained};
pub use place::{AWAY, Place};
pub use told::{Ahead, COMPARED, Told, as_address, page_of, told};
