//! A file in its canonical spelling, and some hands of it. An editor asks for both again and again, so a file is spelled once.

use super::file_words::{list_file_words, list_players_in_prose};
use super::replay_checkpoints::prepare_replays;
use super::{Document, format_document, line_start};
use crate::scenario::{FenceKind, Span};

/// Returns a file in canonical spelling, if that differs.
pub(crate) fn formatted_text_if_different(document: &Document) -> Option<&str> {
    let formatted = document.formatted.get_or_init(|| format_document(document));
    formatted.as_deref()
}

/// Returns whether the formatted text of the document is known already.
pub(crate) fn is_formatting_cached(document: &Document) -> bool {
    document.formatted.get().is_some()
}

/// Works out what takes long in a long file, before it is asked for.
pub(crate) fn precompute_slow_parts(document: &Document) {
    list_file_words(document);
    list_players_in_prose(document);
    prepare_replays(document);
    formatted_text_if_different(document);
}

/// Returns the deals that touch a stretch of a file, from a line's beginning to a line's end, and their text in canonical
/// spelling. No other deal is read.
pub(crate) fn format_hands_in(document: &Document, stretch: &Span) -> Option<(Span, String)> {
    let structure = document.structure();
    let blocks = &structure.blocks;
    let header = blocks
        .iter()
        .find(|block| block.word == FenceKind::Header)?;
    let deals = blocks.iter().filter(|block| block.word == FenceKind::Deal);
    let starts: Vec<usize> = deals
        .map(|block| line_start(&document.text, block.opening.start))
        .collect();
    let first = starts.iter().rfind(|start| **start <= stretch.start)?;
    let next = starts.iter().find(|start| **start > stretch.end);
    let hands = *first..next.copied().unwrap_or(document.text.len());
    let header_start = line_start(&document.text, header.span.start);
    let header_text = &document.text[header_start..header.span.end];
    let before = format!("{header_text}\n\n");
    let text = format!("{before}{}", &document.text[hands.clone()]);
    let excerpt = Document::new(document.path.clone(), text, document.house);
    let formatted = format_document(&excerpt)?;
    let new_hands = formatted.strip_prefix(&before)?;
    Some((hands, new_hands.to_owned()))
}
