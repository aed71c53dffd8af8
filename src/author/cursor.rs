//! What stands at a place of a fence: its line, cut as the parser cuts it.

use super::document::{Document, touches};
use crate::cards::Seat;
use crate::scenario::syntax::Span;
use crate::scenario::{Block, Kind, Token, line_tokens};

pub(super) struct Cursor<'a> {
    pub(super) block: &'a Block,
    /// The tokens of its line, without what stands in a comment.
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) line: usize,
    pub(super) byte: usize,
}

impl<'a> Cursor<'a> {
    /// The place, if it lies in the text of a fence and in no comment.
    pub(super) fn at(document: &'a Document, byte: usize) -> Option<Cursor<'a>> {
        let block = document.outline().block(byte)?;
        let (at, line) = line(block, byte)?;
        let start = block.content.span(at..at).start;
        let start = if line.is_empty() { byte } else { start };
        let is_comment = document.text.get(start..byte)?.contains('#');
        let mut tokens = line_tokens(&block.content, at, line, document.outline().letters);
        tokens.pop();
        (!is_comment).then_some(Cursor { block, tokens, line: start, byte })
    }

    /// The token that the place is at: of two, the one that begins here.
    pub(super) fn token(&self) -> Option<&Token<'a>> {
        self.tokens.iter().rev().find(|token| touches(&token.span, self.byte))
    }

    /// The tokens before the word that is being written, and where that word begins.
    pub(super) fn before(&self) -> (&[Token<'a>], usize) {
        let whole = self.tokens.iter().take_while(|token| token.span.end <= self.byte).count();
        let is_written = |token: &&Token| token.kind == Kind::Word && token.span.start < self.byte;
        match self.tokens.get(whole) {
            Some(token) if is_written(&token) => (&self.tokens[..whole], token.span.start),
            _ => match self.tokens[..whole].split_last() {
                Some((last, rest)) if last.span.end == self.byte && is_written(&last) => (rest, last.span.start),
                _ => (&self.tokens[..whole], self.byte),
            },
        }
    }

    /// Where the statement of a token begins, by its number: after the comma or the arrow before it, or with the line.
    pub(super) fn statement(&self, token: usize) -> usize {
        let parts = |token: &&Token| matches!(token.kind, Kind::Comma | Kind::Arrow);
        self.tokens[..token].iter().rev().find(parts).map_or(self.line, |token| token.span.start)
    }

    /// The tokens of the statement that holds a token, up to that one, without the trick's number.
    pub(super) fn said(&self, token: usize) -> &[Token<'a>] {
        let parts = |token: &Token| matches!(token.kind, Kind::Comma | Kind::Arrow | Kind::Number);
        let from = self.tokens[..token].iter().rposition(parts).map_or(0, |at| at + 1);
        &self.tokens[from..token]
    }

    /// The name that the place is at, and where it stands.
    pub(super) fn name(&self, document: &Document) -> Option<(Seat, Span)> {
        let names = &document.outline().names;
        let mut at = 0;
        while at < self.tokens.len() {
            let Some((seat, words)) = names.at(&self.tokens[at..]) else {
                at += 1;
                continue;
            };
            let span = self.tokens[at].span.start..self.tokens[at + words - 1].span.end;
            if touches(&span, self.byte) {
                return Some((seat, span));
            }
            at += words;
        }
        None
    }
}

/// The line of a fence that holds a byte of the file, and where it begins in the fence's text.
fn line(block: &Block, byte: usize) -> Option<(usize, &str)> {
    let whole = block.content.whole();
    let holds = |(at, line): &(usize, &str)| {
        let text = line.trim_end_matches(['\r', '\n']);
        touches(&block.content.span(*at..at + text.len()), byte)
    };
    let found = block.content.lines().find(holds);
    // The line after the last is one too, as long as nothing closes the fence.
    found.or_else(|| (!block.closed && byte >= whole.end).then_some((block.content.text().len(), "")))
}
