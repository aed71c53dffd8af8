//! What the program would write for a `?`, and for an expectation if it were one.

use crate::scenario::check;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::Span;

/// What is said of the `?` at this place of a text: of each edition, if they do not agree.
pub(super) fn fillings(path: &str, text: &str, place: usize) -> Vec<Diagnostic> {
    let is_it = |wrong: &Diagnostic| wrong.code == Code::Unfilled && wrong.span.start == place && wrong.fix.is_some();
    check(path, text.as_bytes()).diagnostics.into_iter().filter(is_it).collect()
}

/// What is said of an expectation that stands in a text, as if it were left open.
pub(super) fn opened(path: &str, text: &str, span: &Span) -> Vec<Diagnostic> {
    let mut open = text.to_owned();
    open.replace_range(span.clone(), "?");
    fillings(path, &open, span.start)
}
