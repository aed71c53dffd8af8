//! The fences of ours in a file, as far as they can be told apart without reading their lines.

use super::markdown_fences::{FenceContent, FenceKind, read_title_and_fences};
use super::{FolderRules, Header, Span, header};
use crate::cards::CardLanguage::English;

/// A fence of ours, whatever is wrong with what it says.
#[derive(Clone, Debug)]
pub struct ScenarioFence {
    /// Its kind.
    pub word: FenceKind,
    /// Its opening line.
    pub opening: Span,
    /// From its first sign to its last.
    pub span: Span,
    /// The text between its opening line and its end.
    pub content: FenceContent,
    /// True if closing signs stand behind its text.
    pub closed: bool,
}

/// Returns the fences of ours in a file, and what its header says as far as it can be read.
pub fn header_and_scenario_fences(
    house: FolderRules,
    text: &str,
) -> (Option<Header>, Vec<ScenarioFence>) {
    let (_, fences) = read_title_and_fences(text);
    let head = fences
        .iter()
        .find(|fence| fence.kind(English) == Some(FenceKind::Header));
    let header = head.map(|head| header::read_header(head, house).0);
    let letters = match &header {
        Some(header) => header.letters,
        None => English,
    };
    let mut found = Vec::new();
    for fence in fences {
        if let Some(word) = fence.kind(letters) {
            found.push(ScenarioFence {
                word,
                opening: fence.opening,
                span: fence.span,
                content: fence.content,
                closed: fence.closed,
            });
        }
    }
    (header, found)
}
