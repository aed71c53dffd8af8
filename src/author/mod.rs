//! What is told of a scenario file while it is being written, by its places as bytes. Nothing is worked out here: what is wrong
//! comes from [`crate::scenario::check`], what may stand at the cursor from the parser, and what may be done from the engine.

mod completion;
mod cursor;
mod fixes;
mod hover;
#[cfg(feature = "cli")]
mod parts;

use crate::scenario::syntax::{Header, Span};
use crate::scenario::{Block, Checked, House, Names, Word, blocks, check_in};
pub(crate) use completion::{Item, complete};
pub(crate) use fixes::{Fix, OFFERS, Offer, fix, found, words};
pub(crate) use hover::hover;
use std::cell::OnceCell;
#[cfg(feature = "cli")]
pub(crate) use {
    completion::Thing,
    fixes::spelled,
    parts::{Part, hands},
};

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

struct Outline {
    /// What its header says, as far as it can be read.
    header: Option<Header>,
    blocks: Vec<Block>,
    names: Names,
}

impl Document {
    pub(crate) fn new(path: String, text: String, house: House) -> Document {
        Document { path, text, house, checked: OnceCell::new(), outline: OnceCell::new() }
    }

    pub(crate) fn checked(&self) -> &Checked {
        self.checked.get_or_init(|| check_in(self.house, &self.path, self.text.as_bytes()))
    }

    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let (header, blocks) = blocks(self.house, &self.text);
            let names = header.as_ref().map_or_else(Names::default, Names::of);
            Outline { header, blocks, names }
        })
    }

    /// Whether it is told what is wrong with it: a scenario, or a file that should be one by its folder.
    fn is_ours(&self) -> bool {
        self.checked().is_scenario || self.path.split('/').rev().skip(1).any(|folder| folder == "scenarios")
    }
}

impl Outline {
    /// The fence whose text, or whose opening line, holds a byte.
    fn block(&self, byte: usize) -> Option<&Block> {
        let holds = |block: &&Block| {
            let end = if block.closed { block.content.whole().end } else { block.span.end + 1 };
            block.opening.start <= byte && byte < end.max(block.opening.end + 1)
        };
        self.blocks.iter().find(holds)
    }

    /// How many deals begin up to a byte: the number of the hand that it belongs to.
    fn hand(&self, byte: usize) -> usize {
        let deals = self.blocks.iter().filter(|block| block.word == Word::Deal);
        deals.filter(|block| block.opening.start <= byte).count()
    }
}

/// Whether a stretch holds a byte, its end included: the cursor behind a word is still at it.
fn touches(span: &Span, byte: usize) -> bool {
    span.start <= byte && byte <= span.end
}
