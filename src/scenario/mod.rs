//! Scenario files: text in, verdict out.
//!
//! [`check`] reads one file and plays it under each edition it names; [`collect`] finds the files.

pub mod change;
mod checked;
pub mod coverage;
mod deal;
pub mod diagnostic;
mod files;
mod header;
mod load;
mod payout;
pub mod render;
mod replay;
mod script;
pub mod story;
pub mod sum;
pub mod syntax;
mod words;

pub use checked::{Checked, check};
pub use files::{Found, collect, collect_but};
pub use words::{nearest, visible};
