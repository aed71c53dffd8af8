//! One thing that may be written.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind, Range, TextEdit,
};

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
    /// What is said at length, as Markdown, where there is more.
    pub(super) more: String,
    /// Whether it is not allowed, and listed to say why.
    pub(super) is_refused: bool,
}

impl Item {
    /// Something to write, and what to say beside it.
    pub(super) fn new(kind: CompletionItemKind, text: impl Into<String>, detail: impl Into<String>) -> Item {
        let (also, more, is_refused) = Default::default();
        Item { text: text.into(), detail: detail.into(), kind, also, more, is_refused }
    }

    /// The item as an editor takes it, the one of this place in the list, to be written instead of a range.
    pub(in crate::editor) fn told(self, place: usize, range: Range) -> CompletionItem {
        let label = self.text.replace('\n', ", ");
        CompletionItem {
            filter_text: (!self.also.is_empty()).then(|| format!("{} {}", self.text, self.also)),
            sort_text: Some(format!("{place:03}")),
            documentation: Some(self.more).filter(|more| !more.is_empty()).map(markdown),
            detail: Some(self.detail).filter(|detail| !detail.is_empty()),
            kind: Some(self.kind),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, self.text))),
            label,
            ..CompletionItem::default()
        }
    }
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
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
