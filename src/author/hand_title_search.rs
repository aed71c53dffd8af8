//! The hands of a folder, by their titles and by what they show, as an editor searches for them.

use super::{Document, span_touches};
use crate::scenario::Span;

/// A hand that a search has found.
pub(crate) struct FoundHand {
    pub(crate) title: String,
    /// The editions of the hand, and the clauses that it shows.
    pub(crate) about: String,
    /// The place of the title.
    pub(crate) span: Span,
}

/// Returns the hand of a scenario file, if its title or what it shows has all words of the query.
pub(crate) fn match_hand_by_words(document: &Document, query: &str) -> Option<FoundHand> {
    let structure = document.structure();
    let header = structure.header.as_ref()?;
    let mut about: Vec<&str> = Vec::new();
    for id in header.editions.iter().chain(&header.shows) {
        about.push(&id.value);
    }
    let about = about.join(", ");
    let span = title_or_header_span(document, &header.opening);
    let title = document.text[span.clone()].to_owned();
    let searched = format!("{title} {about}").to_lowercase();
    let is_meant = query
        .to_lowercase()
        .split_whitespace()
        .all(|word| searched.contains(word));
    if !is_meant {
        return None;
    }
    Some(FoundHand { title, about, span })
}

/// Returns the place of the first heading without its sign; or of the header, in a file without one.
fn title_or_header_span(document: &Document, header: &Span) -> Span {
    let mut start = 0;
    for line in document.text.split_inclusive('\n') {
        let is_in_header = span_touches(header, start);
        if let Some(title) = line.strip_prefix("# ")
            && !is_in_header
        {
            let title_start = start + 2;
            return title_start..title_start + title.trim_end().len();
        }
        start += line.len();
    }
    header.clone()
}
