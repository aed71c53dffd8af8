//! The lines of a fence, each read on its own: an error spends its line and no other.

use super::{Kind, Names, Read, Reader, tokens};
use crate::cards::Letters;
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::load::Content;

/// Reads each line that says anything; what cannot be read is told, and the next line follows.
pub fn each_line(
    content: &Content,
    names: &Names,
    letters: Letters,
    mut read: impl FnMut(&mut Reader) -> Read<()>,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (at, line) in content.lines() {
        let tokens = tokens(line, |range| content.span(range.start + at..range.end + at));
        let mut reader = Reader::new(tokens, names, letters);
        if reader.kind() != Kind::End {
            diagnostics.extend(read(&mut reader).err().map(|wrong| *wrong));
        }
    }
    diagnostics
}
