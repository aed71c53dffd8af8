//! A file as it stands in the editor.

use super::position::{Encoding, Lines};
use crate::cards::Letters;
use crate::scenario::syntax::{Header, Span};
use crate::scenario::{Block, Checked, Names, blocks, check};
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::cell::OnceCell;

/// The folder whose Markdown is told of whatever it lacks.
const FOLDER: &str = "scenarios";

/// An open file; what it comes to is worked out when first asked for.
pub(super) struct Document {
    /// Its address.
    pub(super) uri: Uri,
    /// The editor's number for this text.
    pub(super) version: i32,
    /// Its text.
    pub(super) text: String,
    encoding: Encoding,
    checked: OnceCell<Checked>,
    outline: OnceCell<Outline>,
}

/// The fences of a file, and what its header says.
pub(super) struct Outline {
    /// What its header says, as far as it can be read.
    pub(super) header: Option<Header>,
    /// Its fences.
    pub(super) blocks: Vec<Block>,
    /// The players' names.
    pub(super) names: Names,
    /// The letters it is written in.
    pub(super) letters: Letters,
}

impl Document {
    /// A file as it was opened.
    pub(super) fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Document {
        Document { uri, version, text, encoding, checked: OnceCell::new(), outline: OnceCell::new() }
    }

    /// Takes changes, one after another.
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = self.lines().bytes(range);
                    self.text.replace_range(span, &change.text);
                }
                None => self.text = change.text,
            }
        }
        self.version = version;
        (self.checked, self.outline) = Default::default();
    }

    /// Its lines.
    pub(super) fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text, self.encoding)
    }

    /// Its path, as it is shown.
    pub(super) fn path(&self) -> String {
        self.uri.path().as_estr().decode().into_string_lossy().into_owned()
    }

    /// What it comes to.
    pub(super) fn checked(&self) -> &Checked {
        self.checked.get_or_init(|| check(&self.path(), self.text.as_bytes()))
    }

    /// Its fences.
    pub(super) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.text))
    }

    /// Whether it is told what is wrong with it: a scenario, or a file that should be one.
    pub(super) fn is_ours(&self) -> bool {
        self.checked().is_scenario || self.path().split('/').rev().skip(1).any(|folder| folder == FOLDER)
    }
}

impl Outline {
    fn of(text: &str) -> Outline {
        let (header, blocks) = blocks(text);
        let names = header.as_ref().map_or_else(Names::default, |header| Names::new(&header.players));
        let letters = header.as_ref().map_or_else(Letters::default, |header| header.letters);
        Outline { header, blocks, names, letters }
    }

    /// The fence whose text, or whose opening line, holds a byte.
    pub(super) fn block(&self, byte: usize) -> Option<&Block> {
        let holds = |block: &&Block| {
            let end = if block.closed { block.content.whole().end } else { block.span.end + 1 };
            block.opening.start <= byte && byte < end.max(block.opening.end + 1)
        };
        self.blocks.iter().find(holds)
    }

    /// How many deals begin up to a byte: the number of the hand that it belongs to.
    pub(super) fn hand(&self, byte: usize) -> usize {
        let deals = self.blocks.iter().filter(|block| block.word == crate::scenario::reference::Word::Deal);
        deals.filter(|block| block.opening.start <= byte).count()
    }
}

/// Whether a stretch holds a byte, its end included: the cursor behind a word is still at it.
pub(super) fn touches(span: &Span, byte: usize) -> bool {
    span.start <= byte && byte <= span.end
}
