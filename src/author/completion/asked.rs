//! What is asked where a line breaks off, by the grammar and by the table, and one thing that may be written there.

use crate::author::cursor::Cursor;
use crate::author::document::Document;
use crate::author::moment::{Moment, moments};
use crate::cards::Seat;
use crate::scenario::reference::{Keyword, Word};
use crate::scenario::{Token, Want, wanted};

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

/// What kind of thing it is that may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    /// A word of the grammar.
    Word,
    Name,
    Sign,
    Value,
    /// One of several that are known: an edition, a card, a clause in a list.
    Member,
    Clause,
    /// What the header says something by.
    Key,
    Option,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) text: String,
    pub(crate) detail: String,
    pub(crate) thing: Thing,
    /// What else one may type to find it.
    pub(crate) also: String,
    /// What is said at length, as Markdown, where there is more.
    pub(crate) more: String,
    /// Whether it is not allowed, and listed to say why.
    pub(crate) is_refused: bool,
}

impl Item {
    /// Something to write, and what to say beside it.
    pub(super) fn new(thing: Thing, text: impl Into<String>, detail: impl Into<String>) -> Item {
        let (also, more, is_refused) = Default::default();
        Item { text: text.into(), detail: detail.into(), thing, also, more, is_refused }
    }
}
