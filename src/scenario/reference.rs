//! What a scenario may say, as tables: the parser reads by them, messages suggest from them, and the book prints them.

pub use super::header::{KEYS, Key, LONGEST_NAME, Takes, schema as header_schema};
pub use super::load::Word;
pub use super::words::{FORMS, Form, Keyword};
