//! What may be written at the cursor. What the grammar would take is what the parser asked for where the line breaks off;
//! what the table would take is played up to there.

mod asked;
mod blank;
mod cards;
mod fence;
mod header;
mod item;
mod words;

pub(super) use item::Item;

use super::cursor::Cursor;
use super::document::Document;
use crate::scenario::reference::Word;
use crate::scenario::syntax::Span;
use asked::Asked;

/// What may be written here, the likeliest first, and instead of what.
pub(super) fn complete(document: &Document, byte: usize) -> Option<(Vec<Item>, Span)> {
    if let Some(found) = fence::complete(document, byte) {
        return Some(found);
    }
    let cursor = Cursor::at(document, byte)?;
    if cursor.block.word == Word::Header {
        return header::complete(document, &cursor);
    }
    let asked = Asked::at(document, &cursor);
    let span = asked.start..byte;
    let items = blank::filled(&asked).into_iter().chain(words::items(&asked));
    Some((item::each_once(items), span))
}
