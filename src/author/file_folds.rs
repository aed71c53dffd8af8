//! The stretches of a file that an editor can fold: each fence, and each deal with all that belongs to it.

use super::Document;
use crate::scenario::{FenceKind, Span};

/// Returns the stretches of a file that can be folded.
pub(crate) fn list_folds(document: &Document) -> Vec<Span> {
    let blocks = &document.structure().blocks;
    let mut folds = Vec::new();
    let mut deal: Option<Span> = None;
    for block in blocks {
        folds.push(block.span.clone());
        if block.word == FenceKind::Deal {
            folds.extend(deal.replace(block.span.clone()));
        } else if let Some(deal) = &mut deal {
            deal.end = block.span.end;
        }
    }
    folds.extend(deal);
    folds.sort_by_key(|fold| (fold.start, std::cmp::Reverse(fold.end)));
    folds.dedup();
    folds
}
