//! Scenario files: `text` reads and writes them, `replay` holds them against the engine, `report` tells what is wrong.
//!
//! [`check`] reads one file and plays it under each edition it names; [`collect`] finds the files.

mod bless;
#[cfg(feature = "cli")]
mod files;
mod replay;
pub mod report;
mod text;

pub use bless::{Fill, bless, bless_in};
pub(crate) use coverage::Witness;
pub(crate) use diagnostic::{Code, Diagnostic};
#[cfg(feature = "cli")]
pub use files::{
    Found, LONGEST_FILE, collect, collect_but, find, house_of, namesakes, passed_over, read, shown, tables,
};
#[cfg(feature = "cli")]
pub(crate) use render::{Report, full};
pub use replay::check::{Checked, check, check_in};
pub use replay::{check as coverage, story, task};
pub(crate) use replay::{mus as words, session::TO_SHOW};
pub use report as render;
pub(crate) use story::{Posed, Story, Verdict};
pub(crate) use syntax::{About, Answer, Asks, Body, Span};
pub use text::draft::{DealOfMus, Draft, Played, Told, Until};
#[cfg(feature = "cli")]
pub(crate) use text::format::{Edit, splice};
pub use text::format::{Rewritten, format, format_in, lines_at};
pub use text::load::{Block, Loaded, MOST_HANDS, blocks, load, wanted};
pub use text::{
    Content, FORMS, Form, House, KEYS, Keyword, Kind, LONGEST_NAME, Names, Place, Row, TABLE_KEYS, Token, Want, Word,
    diagnostic, header::TABLE_FILE, header::setting, header_schema, nearest, notation::said, slips::line_tokens,
    syntax, visible,
};
pub(crate) use text::{Mood, composed, draft::up_to, header::table_id, is_unseen, keyword::odd, notation::written};
