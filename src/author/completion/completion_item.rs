//! A text that may be written at the cursor, and its kind.

use schemars::JsonSchema;
use serde::Serialize;

/// The kind of a completion, by which an editor chooses its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompletionKind {
    Word,
    Name,
    Sign,
    Value,
    /// A member of a known set: an edition, a card, a clause in a list.
    Member,
    Clause,
    /// A key of the header.
    Key,
    Option,
    /// A piece of a scenario with places to be filled in.
    #[cfg(feature = "cli")]
    Snippet,
}

/// Something that may be written at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Item")]
pub(crate) struct Completion {
    pub(crate) text: String,
    pub(crate) detail: String,
    #[serde(skip)]
    pub(crate) kind: CompletionKind,
    /// Another text by which it is found.
    pub(crate) also: String,
    /// A long explanation, as Markdown; may be empty.
    #[serde(skip)]
    pub(crate) more: String,
    /// True if it is not allowed, and listed to say why.
    pub(crate) is_refused: bool,
}

impl Completion {
    pub(in crate::author) fn new(
        kind: CompletionKind,
        text: impl Into<String>,
        detail: impl Into<String>,
    ) -> Completion {
        Completion {
            text: text.into(),
            detail: detail.into(),
            kind,
            also: String::new(),
            more: String::new(),
            is_refused: false,
        }
    }
}
