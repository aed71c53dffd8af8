//! Scenario files: text in, verdict out. `text` reads and writes them, `replay` holds them against the engine, `report`
//! puts into words what is wrong.
//!
//! [`check`] reads one file and plays it under each edition it names; [`collect`] finds the files.

mod bless;
#[cfg(feature = "cli")]
mod files;
mod replay;
pub mod report;
mod text;

pub use bless::{Fill, bless};
#[cfg(feature = "cli")]
pub use files::{Found, collect, collect_but, find, passed_over, read, shown};
pub use replay::check::{Checked, check};
pub use replay::{coverage, story, task};
pub use report as render;
pub(crate) use text::draft::up_to;
pub use text::draft::{Draft, Played, Until};
#[cfg(feature = "cli")]
pub(crate) use text::format::{Edit, splice};
pub use text::format::{Rewritten, format, lines_at};
pub use text::header::setting;
pub use text::keyword::{Names, Place};
pub use text::lex::{Kind, Token, nearest, visible};
pub(crate) use text::lex::{composed, is_unseen};
pub use text::load::{Block, Loaded, MOST_HANDS, blocks, load, wanted};
pub use text::markdown::Content;
pub use text::notation::said;
pub(crate) use text::notation::{Mood, written};
pub use text::pieces::line_tokens;
pub use text::reader::Want;
pub use text::{diagnostic, reference, syntax};
