//! What may be written at the cursor, as an editor offers it.

use super::open_file::{LinePositions, OpenFile};
use super::{Server, markdown_content};
use crate::author::{
    Completion, CompletionKind, complete_scenario_or_rules, complete_snippets, fill_in_snippet,
};
use lsp_types::*;

impl Server<'_> {
    /// Returns what may be written at a byte of a file: what the table and the grammar take there, or a snippet.
    pub(super) fn completion_items(
        &self,
        file: &OpenFile,
        lines: &LinePositions,
        byte: usize,
    ) -> Option<Vec<CompletionItem>> {
        let mut all = Vec::new();
        let mut offers = vec![complete_scenario_or_rules(&file.document, byte)];
        if !self.abilities.has_own_snippets {
            offers.push(complete_snippets(&file.document, byte));
        }
        let mut has_offer = false;
        for (items, span) in offers.into_iter().flatten() {
            has_offer = true;
            let range = lines.range_of_span(&span);
            for item in items {
                all.push(self.completion_item(item, all.len(), range));
            }
        }
        if has_offer { Some(all) } else { None }
    }

    /// Returns an item as the protocol has it, with its position in the list and the range that it replaces.
    fn completion_item(&self, item: Completion, list_index: usize, range: Range) -> CompletionItem {
        if item.kind == CompletionKind::Snippet {
            return self.snippet_item(item, list_index, range);
        }
        let kind = match item.kind {
            CompletionKind::Word => CompletionItemKind::KEYWORD,
            CompletionKind::Name => CompletionItemKind::VARIABLE,
            CompletionKind::Sign => CompletionItemKind::OPERATOR,
            CompletionKind::Value => CompletionItemKind::VALUE,
            CompletionKind::Member => CompletionItemKind::ENUM_MEMBER,
            CompletionKind::Clause => CompletionItemKind::REFERENCE,
            CompletionKind::Key => CompletionItemKind::FIELD,
            CompletionKind::Option => CompletionItemKind::PROPERTY,
            CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        };
        CompletionItem {
            label: item.text.replace('\n', ", "),
            filter_text: none_if_empty(item.also).map(|also| format!("{} {also}", item.text)),
            sort_text: Some(format!("{list_index:03}")),
            documentation: none_if_empty(item.more)
                .map(|text| Documentation::MarkupContent(markdown_content(text))),
            detail: none_if_empty(item.detail),
            kind: Some(kind),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, item.text))),
            ..CompletionItem::default()
        }
    }

    /// Returns a snippet as the protocol has it. An editor that cannot fill in places gets the text with what they suggest.
    fn snippet_item(&self, item: Completion, list_index: usize, range: Range) -> CompletionItem {
        let fills = self.abilities.fills_snippets;
        let text = if fills {
            item.text
        } else {
            fill_in_snippet(&item.text)
        };
        CompletionItem {
            label: item.also,
            sort_text: Some(format!("{list_index:03}")),
            detail: none_if_empty(item.detail),
            kind: Some(CompletionItemKind::SNIPPET),
            insert_text_format: fills.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
            ..CompletionItem::default()
        }
    }
}

fn none_if_empty(text: String) -> Option<String> {
    if text.is_empty() { None } else { Some(text) }
}
