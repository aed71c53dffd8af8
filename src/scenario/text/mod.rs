//! The text of a scenario file: read into what it says, and written as it should stand. Nothing here plays a hand.

pub mod diagnostic;
pub mod draft;
pub mod fence;
pub mod format;
pub mod header;
pub mod keys;
pub mod keyword;
pub mod lex;
pub mod load;
pub mod markdown;
mod mus;
pub mod notation;
pub mod pieces;
pub mod reader;
pub mod script;
pub mod slips;
pub mod syntax;
pub mod table;

pub(crate) use diagnostic::say;
pub use diagnostic::{Code, Diagnostic};
pub use fence::Word;
pub use keys::LANGUAGES;
pub use keyword::{Keyword, Names, Place};
pub use lex::{Kind, Token, composed, is_hidden, nearest, quoted, tokens, visible};
pub use markdown::{Content, Fence};
pub use notation::{Mood, bare};
pub use reader::{Read, Reader, Want};
pub use syntax::{
    About, Answer, Asks, At, Body, Choice, Choices, DealText, Deed, Entry, HandText, Header, Hole, House, Line,
    Misdeal, Part, Scenario, Span, Statement, Task,
};

/// What a scenario may say, as tables: the parser reads by them, messages suggest from them, and the book prints them.
pub mod reference {
    pub use super::fence::Word;
    pub use super::keys::{KEYS, Key, TABLE_KEYS, schema as header_schema};
    pub use super::keyword::Keyword;
    pub use super::keyword::LONGEST as LONGEST_NAME;
    pub use super::notation::{FORMS, Form};
}
