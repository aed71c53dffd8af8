//! The outline of a file as an editor shows it.

use super::open_file::{LinePositions, OpenFile};
use crate::author::{OutlineItem, outline_hands};
use lsp_types::{Range, SymbolKind};
use serde::Serialize;

/// Returns the hands of a file as symbols, each with its parts as children.
pub(super) fn document_symbols(file: &OpenFile) -> Vec<OutlineSymbol> {
    let lines = file.lines();
    let mut symbols = Vec::new();
    for (hand, parts) in outline_hands(&file.document) {
        let mut symbol = OutlineSymbol::new(hand, SymbolKind::NAMESPACE, &lines);
        for part in parts {
            let part = OutlineSymbol::new(part, SymbolKind::EVENT, &lines);
            symbol.children.push(part);
        }
        symbols.push(symbol);
    }
    symbols
}

/// A hand or a part of one in the outline of an editor.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OutlineSymbol {
    name: String,
    kind: SymbolKind,
    range: Range,
    selection_range: Range,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<OutlineSymbol>,
}

impl OutlineSymbol {
    fn new(item: OutlineItem, kind: SymbolKind, lines: &LinePositions) -> OutlineSymbol {
        let range = lines.range_of_span(&item.span);
        OutlineSymbol {
            name: item.name,
            kind,
            range,
            selection_range: Range::new(range.start, range.start),
            children: Vec::new(),
        }
    }
}
