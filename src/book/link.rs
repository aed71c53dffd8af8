//! A link in words.

/// An address and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The address, from the page it stands on.
    pub(super) href: String,
    /// The words.
    pub(super) words: String,
}

impl Link {
    /// A link to an address.
    pub(super) fn new(href: String, words: impl Into<String>) -> Link {
        Link { href, words: words.into() }
    }

    /// As Markdown.
    pub(super) fn markdown(&self) -> String {
        format!("[{}]({})", self.words, self.href)
    }
}
