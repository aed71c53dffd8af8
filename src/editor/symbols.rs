//! The hands of a file and their parts, as an editor outlines them.

use super::open::{Lines, Open};
use crate::author::{Part, hands};
use crate::scenario::syntax::Span;
use lsp_types::{DocumentSymbol, SymbolKind};

pub(super) fn symbols(file: &Open) -> Vec<DocumentSymbol> {
    let lines = file.lines();
    let part = |part: &Part| symbol(&lines, &part.name, SymbolKind::EVENT, &part.span);
    let hand = |(hand, parts): (Part, Vec<Part>)| {
        let children = Some(parts.iter().map(part).collect());
        DocumentSymbol { children, ..symbol(&lines, &hand.name, SymbolKind::NAMESPACE, &hand.span) }
    };
    hands(&file.document).into_iter().map(hand).collect()
}

fn symbol(lines: &Lines, name: &str, kind: SymbolKind, span: &Span) -> DocumentSymbol {
    let range = lines.range(span);
    #[expect(deprecated, reason = "the protocol's type has this field, and no other way to make one")]
    DocumentSymbol {
        name: name.to_owned(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: lines.range(&(span.start..span.start)),
        children: None,
    }
}
