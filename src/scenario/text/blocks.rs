//! The fences of ours in a file, as far as they can be told apart without reading their lines.

use super::markdown::{Content, Word, read};
use super::{Header, House, Span, header};
use crate::cards::Letters::English;

/// A fence of ours, whatever is wrong with what it says.
#[derive(Clone, Debug)]
pub struct Block {
    pub word: Word,
    pub opening: Span,
    /// From its first sign to its last.
    pub span: Span,
    pub content: Content,
    pub closed: bool,
}

/// The fences of ours in a file, and what its header says as far as it can be read.
pub fn blocks(house: House, text: &str) -> (Option<Header>, Vec<Block>) {
    let (_, fences) = read(text);
    let head = fences
        .iter()
        .find(|fence| fence.word(English) == Some(Word::Header));
    let header = head.map(|head| header::read(head, house).0);
    let letters = header.as_ref().map_or(English, |header| header.letters);
    let mut found = Vec::new();
    for fence in fences {
        if let Some(word) = fence.word(letters) {
            found.push(Block {
                word,
                opening: fence.opening,
                span: fence.span,
                content: fence.content,
                closed: fence.closed,
            });
        }
    }
    (header, found)
}
