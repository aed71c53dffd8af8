//! One thing that may be written.

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Range, TextEdit};

/// One thing that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::editor) struct Item {
    /// What is written.
    pub(super) text: String,
    /// What is said beside it.
    pub(super) detail: String,
    /// What it is.
    pub(super) kind: CompletionItemKind,
    /// What else one may type to find it.
    pub(super) also: String,
    /// Whether it is not allowed, and listed to say why.
    pub(super) is_refused: bool,
}

impl Item {
    /// Something to write, and what to say beside it.
    pub(super) fn new(kind: CompletionItemKind, text: impl Into<String>, detail: impl Into<String>) -> Item {
        Item { text: text.into(), detail: detail.into(), kind, also: String::new(), is_refused: false }
    }

    /// The item as an editor takes it, the one of this place in the list, to be written instead of a range.
    pub(in crate::editor) fn told(self, place: usize, range: Range) -> CompletionItem {
        let label = self.text.replace('\n', ", ");
        let label_details = None;
        CompletionItem {
            filter_text: (!self.also.is_empty()).then(|| format!("{} {}", self.text, self.also)),
            sort_text: Some(format!("{place:03}")),
            documentation: self.is_refused.then(|| Documentation::String(self.detail.clone())),
            detail: Some(self.detail).filter(|detail| !detail.is_empty()),
            kind: Some(self.kind),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, self.text))),
            label,
            label_details,
            ..CompletionItem::default()
        }
    }
}

/// Those that write something of their own, the first of each.
pub(super) fn each_once(items: impl Iterator<Item = Item>) -> Vec<Item> {
    let mut once: Vec<Item> = Vec::new();
    for item in items {
        if !once.iter().any(|first| first.text == item.text) {
            once.push(item);
        }
    }
    once
}
