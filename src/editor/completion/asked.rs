//! What is asked where a line breaks off, by the grammar and by the table, and one thing that may be written there.

use crate::cards::Seat;
use crate::editor::cursor::Cursor;
use crate::editor::document::Document;
use crate::editor::moment::{Moment, moments};
use crate::scenario::reference::{Keyword, Word};
use crate::scenario::{Token, Want, wanted};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind, Range, TextEdit,
};

/// A place where something is to be written.
pub(super) struct Asked<'a> {
    pub(super) document: &'a Document,
    pub(super) cursor: &'a Cursor<'a>,
    /// Where the word begins that is being written.
    pub(super) start: usize,
    pub(super) wants: Vec<Want>,
    /// The tokens of the statement before it.
    pub(super) said: &'a [Token<'a>],
    /// The table before the statement, under each edition; none in a deal.
    pub(super) moments: Vec<Moment>,
}

impl<'a> Asked<'a> {
    pub(super) fn at(document: &'a Document, cursor: &'a Cursor<'a>) -> Asked<'a> {
        let outline = document.outline();
        let (before, start) = cursor.before();
        let grammar = |before: &[Token]| wanted(cursor.block.word, before, &outline.names, outline.letters);
        let (mut count, mut wants) = (before.len(), grammar(before));
        let mut start = start;
        // A name of several words is one thing to write.
        while wants.is_empty() && count > 0 && begins_a_name(document, cursor.tokens[count - 1].span.start, cursor.byte)
        {
            count -= 1;
            start = cursor.tokens[count].span.start;
            wants = grammar(&cursor.tokens[..count]);
        }
        let moments = match cursor.block.word {
            Word::Script => moments(document, cursor.block, cursor.statement(count)),
            _ => Vec::new(),
        };
        Asked { document, cursor, start, wants, said: cursor.said(count), moments }
    }

    pub(super) fn seat(&self) -> Option<Seat> {
        self.document.outline().names.at(self.said).map(|(seat, _)| seat)
    }

    /// The words of the grammar in the statement so far.
    pub(super) fn keywords(&self) -> impl DoubleEndedIterator<Item = Keyword> {
        let letters = self.document.outline().letters;
        let words = self.document.outline().names.at(self.said).map_or(0, |(_, words)| words);
        self.said[words..].iter().filter_map(move |token| Keyword::of(token.text, letters))
    }

    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.keywords().any(|word| word == keyword)
    }

    /// Whether the one who makes the statement is the one whom the table asks.
    pub(super) fn is_movers(&self, moment: &Moment) -> bool {
        self.seat().is_some() && moment.mover() == self.seat()
    }
}

/// Whether what stands between two places begins a player's name.
fn begins_a_name(document: &Document, start: usize, end: usize) -> bool {
    let typed = document.text.get(start..end).unwrap_or_default().to_lowercase();
    let header = document.outline().header.iter().flat_map(|header| &header.players);
    !typed.is_empty() && header.into_iter().any(|player| player.value.to_lowercase().starts_with(&typed))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::editor) struct Item {
    pub(super) text: String,
    pub(super) detail: String,
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
            documentation: Some(self.more)
                .filter(|more| !more.is_empty())
                .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })),
            detail: Some(self.detail).filter(|detail| !detail.is_empty()),
            kind: Some(self.kind),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, self.text))),
            label,
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
