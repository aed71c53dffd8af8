//! A step and a hand as HTML: the board, verdicts, the ledger, alternatives and questions. Knows no mdBook.
//!
//! [`told`] gives the hands of some files, [`hand`] makes one of them a piece of HTML that needs no script, and [`asked`]
//! asks one question of it. Where the piece leads to, its [`Place`] says.

pub mod advice;
mod columns;
mod hand;
pub mod markdown;
mod merge;
pub mod sign;
mod steps;
mod told;

pub use advice::instead;
pub(crate) use advice::words_instead;
pub(crate) use columns::Body;
pub(crate) use hand::seated;
pub use hand::{hand, live, parts_of_hand};
pub(crate) use markdown::{PICTURES, inline, one_line, plain};
pub(crate) use merge::Row;
pub use merge::{alike, names};
pub(crate) use sign::escaped;
pub(crate) use steps::kind;
pub use steps::{asked, tasks};
pub(crate) use told::{AWAY, game_page};
pub use told::{Ahead, Place, Told, as_address, page_of, told};
