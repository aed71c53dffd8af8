//! The words after the signs that open a fence.

use super::item::Item;
use crate::editor::document::Document;
use crate::scenario::reference::Word;
use crate::scenario::syntax::Span;
use lsp_types::CompletionItemKind;

/// The words of fences, where one is being opened: the header where there is none; after the word of a script or a
/// payout the editions that the fence may be for.
pub(super) fn complete(document: &Document, byte: usize) -> Option<(Vec<Item>, Span)> {
    let line = document.text[..byte].rfind('\n').map_or(0, |end| end + 1);
    let typed =
        document.text[line..byte].trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '>' | '-' | '*'));
    let words = typed.trim_start_matches(['`', '~']);
    if typed.len() - words.len() < 3 || closes(document, byte - typed.len()) {
        return None;
    }
    let start = byte - words.rsplit([' ', ',']).next().unwrap_or(words).len();
    let items = match words.trim_end().is_empty() || !words.contains(' ') {
        true => all(document),
        false => editions(document),
    };
    Some((items, if words.contains(' ') { start..byte } else { byte - words.len()..byte }))
}

/// Whether the signs here end a fence.
fn closes(document: &Document, signs: usize) -> bool {
    let blocks = &document.outline().blocks;
    blocks.iter().any(|block| block.closed && block.opening.start < signs && signs < block.span.end)
}

fn all(document: &Document) -> Vec<Item> {
    let outline = document.outline();
    let has_header = outline.header.is_some();
    let mut words: Vec<Word> = Word::ALL.into();
    words.retain(|word| !(has_header && *word == Word::Header));
    let item = |word: Word| Item::new(CompletionItemKind::KEYWORD, word.spelling(outline.letters), word.says());
    words.into_iter().map(item).collect()
}

fn editions(document: &Document) -> Vec<Item> {
    let editions = document.outline().header.iter().flat_map(|header| &header.editions);
    editions.map(|edition| Item::new(CompletionItemKind::ENUM_MEMBER, edition.value.clone(), "")).collect()
}
