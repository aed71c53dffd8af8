//! The lines of a fence, each read on its own: an error spends its line and no other.

use super::{Keyword, Kind, Names, Read, Reader, Token, tokens};
use crate::cards::Letters;
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::load::Content;

/// Two words that are one keyword in French, made one token: `s'y tient`, the apostrophe straight or bent.
fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let first = joined.last().map(|first| first.text.replace('\u{2019}', "'"));
        let phrase = first.and_then(|first| Keyword::phrase(&first, token.text));
        match (phrase, joined.last_mut()) {
            (Some(text), Some(last)) => {
                (last.text, last.span) = (text, last.span.start..token.span.end);
            }
            _ => joined.push(token),
        }
    }
    joined
}

/// The tokens of a line that begins at this place of a fence's text, each with its place in the file.
pub fn line_tokens<'a>(content: &Content, at: usize, line: &'a str, letters: Letters) -> Vec<Token<'a>> {
    let tokens = tokens(line, |range| content.span(range.start + at..range.end + at));
    if letters == Letters::French { joined(tokens) } else { tokens }
}

/// Reads each line that says anything; what cannot be read is told, and the next line follows.
pub fn each_line(
    content: &Content,
    names: &Names,
    letters: Letters,
    mut read: impl FnMut(&mut Reader) -> Read<()>,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (at, line) in content.lines() {
        let mut reader = Reader::new(line_tokens(content, at, line, letters), names, letters);
        if reader.kind() != Kind::End {
            diagnostics.extend(read(&mut reader).err().map(|wrong| *wrong));
        }
    }
    diagnostics
}
