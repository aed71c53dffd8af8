//! A file as it stands while it is being written.

use crate::scenario::syntax::{Header, Span};
use crate::scenario::{Block, Checked, House, Names, Word, blocks, check_in};
use std::cell::OnceCell;

/// The folder whose Markdown is told of whatever it lacks.
const FOLDER: &str = "scenarios";

/// A file and its path; what it comes to is worked out when first asked for.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) path: String,
    pub(crate) text: String,
    /// The table of its folder.
    pub(crate) house: House,
    checked: OnceCell<Checked>,
    outline: OnceCell<Outline>,
}

pub(super) struct Outline {
    /// What its header says, as far as it can be read.
    pub(super) header: Option<Header>,
    pub(super) blocks: Vec<Block>,
    pub(super) names: Names,
}

impl Document {
    pub(crate) fn new(path: String, text: String, house: House) -> Document {
        Document { path, text, house, checked: OnceCell::new(), outline: OnceCell::new() }
    }

    pub(crate) fn checked(&self) -> &Checked {
        self.checked.get_or_init(|| check_in(self.house, &self.path, self.text.as_bytes()))
    }

    pub(super) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let (header, blocks) = blocks(self.house, &self.text);
            let names = header.as_ref().map_or_else(Names::default, Names::of);
            Outline { header, blocks, names }
        })
    }

    /// Whether it is told what is wrong with it: a scenario, or a file that should be one.
    pub(super) fn is_ours(&self) -> bool {
        self.checked().is_scenario || self.path.split('/').rev().skip(1).any(|folder| folder == FOLDER)
    }
}

impl Outline {
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
        let deals = self.blocks.iter().filter(|block| block.word == Word::Deal);
        deals.filter(|block| block.opening.start <= byte).count()
    }
}

/// Whether a stretch holds a byte, its end included: the cursor behind a word is still at it.
pub(super) fn touches(span: &Span, byte: usize) -> bool {
    span.start <= byte && byte <= span.end
}
