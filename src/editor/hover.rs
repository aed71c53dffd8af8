//! What is said of the thing under the pointer.

mod amount;
mod card;
mod header;
mod name;

use super::clause::told_under_all;
use super::cursor::Cursor;
use super::document::{Document, touches};
use crate::editions;
use crate::scenario::reference::{FORMS, Keyword, Word};
use crate::scenario::syntax::Span;
use crate::scenario::{Kind, Token};

/// Something to say, as Markdown, and what it is said of.
pub(super) type Said = (Vec<String>, Span);

/// What is said at a place of a file. `book` is the address of the published book, or empty.
pub(super) fn hover(document: &Document, byte: usize, book: &str) -> Option<Said> {
    fence(document, byte).or_else(|| {
        let cursor = Cursor::at(document, byte)?;
        match cursor.block.word {
            Word::Header => header::hover(document, byte, book),
            _ => line(document, &cursor, book),
        }
    })
}

/// The opening line of a fence of ours.
fn fence(document: &Document, byte: usize) -> Option<Said> {
    let block = document.outline().blocks.iter().find(|block| touches(&block.opening, byte))?;
    Some((vec![block.word.says().to_owned()], block.opening.clone()))
}

fn line(document: &Document, cursor: &Cursor, book: &str) -> Option<Said> {
    let token = cursor.token().filter(|token| matches!(token.kind, Kind::Word | Kind::Hole))?;
    let span = token.span.clone();
    if let Some(said) = amount::hover(document, cursor, book) {
        return Some(said);
    }
    if let Some((seat, span)) = cursor.name(document) {
        return Some((name::told(document, cursor, seat)?, span));
    }
    if let Some(topic) = editions::topic(token.text) {
        return Some((told_under_all(document, topic, book), span));
    }
    card::hover(document, cursor, token, book).or_else(|| keyword(document, cursor, token).map(|said| (said, span)))
}

/// The forms that a word of the grammar stands in.
fn keyword(document: &Document, cursor: &Cursor, token: &Token) -> Option<Vec<String>> {
    let letters = document.outline().letters;
    let keyword = Keyword::of(token.text, letters)?;
    let is_of_it = |example: &str| {
        example.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == keyword.spelling())
    };
    let forms = FORMS.iter().filter(|form| form.fence == cursor.block.word && is_of_it(&form.english));
    let line = |form: &crate::scenario::reference::Form| format!("- `{}`: {}", form.written(letters), form.says);
    let lines: Vec<String> = forms.map(line).collect();
    (!lines.is_empty()).then(|| vec![lines.join("\n")])
}
