//! Scenario files: text in, verdict out.
//!
//! [`check`] reads one file and plays it under each edition it names; [`collect`] finds the files.

mod bless;
pub mod change;
mod checked;
pub mod coverage;
mod deal;
pub mod diagnostic;
mod draft;
#[cfg(feature = "cli")]
mod files;
mod format;
mod header;
mod load;
mod notation;
pub mod payment;
mod payout;
pub mod reference;
pub mod render;
mod replay;
mod rewritten;
mod script;
mod splice;
pub mod story;
pub mod sum;
pub mod syntax;
mod wanted;
mod warning;
mod words;

pub use bless::{Fill, bless};
pub use checked::{Checked, check};
pub use draft::{Draft, Played, Until};
#[cfg(feature = "cli")]
pub use files::{Found, collect, collect_but, find, passed_over};
pub use format::format;
pub use header::setting;
pub use load::{Block, Content, Loaded, blocks, load};
pub use notation::said;
pub(crate) use notation::{Mood, written};
pub use rewritten::Rewritten;
pub use splice::lines_at;
pub use wanted::wanted;
pub(crate) use words::is_unseen;
pub use words::{Kind, Names, Place, Token, Want, line_tokens, nearest, visible};
