//! The text of a scenario file: read into what it says, and written as it should stand. Nothing here plays a hand.
#![expect(missing_docs, reason = "what has no doc is what its name says")]

pub mod diagnostic;
pub mod draft;
pub mod format;
pub mod header;
pub mod keyword;
pub mod lex;
pub mod load;
pub mod markdown;
pub mod notation;
pub mod reader;
pub mod script;
pub mod slips;
pub mod syntax;
pub mod table;

pub(crate) use diagnostic::say;
pub use diagnostic::{Code, Diagnostic};
pub use keyword::{Keyword, Names, Place};
pub use lex::{Kind, Token, composed, is_hidden, nearest, quoted, tokens, visible};
pub use markdown::{Content, Fence, Word};
pub use notation::{LANGUAGES, Mood, bare};
pub use reader::{Read, Reader, Want};
pub use syntax::{
    About, Answer, Asks, At, Body, Choice, Choices, DealText, Deed, Entry, HandText, Header, Hole, House, Line,
    Misdeal, Part, Scenario, Span, Statement, Task,
};

/// What a scenario may say, as tables: the parser reads by them, messages suggest from them, and the book prints them.
pub mod reference {
    pub use super::keyword::{Keyword, LONGEST as LONGEST_NAME};
    pub use super::markdown::Word;
    pub use super::notation::{FORMS, Form, KEYS, Key, TABLE_KEYS, schema as header_schema};
}
