//! The warnings that mdBook logs, which are errors for us.

use super::{HtmlPiece, html_pieces};
use anyhow::{Result, ensure};
use std::fmt::Debug;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tracing::field::Field;
use tracing::{Event, Level, Metadata, Subscriber, span};

/// Runs mdBook on a book whose chapters are in the folder `prose`.
///
/// # Errors
/// The error of mdBook, or else all warnings that it logged.
pub(super) fn run_failing_on_warnings(
    prose: &Path,
    run_mdbook: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let collector = WarningCollector::default();
    tracing::subscriber::with_default(collector.clone(), run_mdbook)?;
    let warnings = collector.0.lock().unwrap_or_else(PoisonError::into_inner);
    let mut messages = Vec::new();
    for warning in warnings.iter() {
        messages.push(prefix_chapter_and_line(warning, prose));
    }
    ensure!(
        messages.is_empty(),
        "mdBook warns:\n{}",
        messages.join("\n")
    );
    Ok(())
}

/// Returns a warning after the chapter that it names, and the line there if it can be found.
fn prefix_chapter_and_line(warning: &str, prose: &Path) -> String {
    let quoted: Vec<&str> = warning.split('`').skip(1).step_by(2).collect();
    let Some(chapter) = quoted.iter().find(|word| word.ends_with(".md")) else {
        return warning.to_string();
    };
    let text = std::fs::read_to_string(prose.join(chapter)).unwrap_or_default();
    let element = quoted[0].trim_matches(['<', '>', '/']);
    match find_unbalanced_tag(&text, element) {
        Some(at) => {
            let line = text[..at].matches('\n').count() + 1;
            format!("{chapter}, line {line}: {warning}")
        }
        None => format!("{chapter}: {warning}"),
    }
}

/// Returns the position in bytes of a tag of this element that opens it without an end, or ends it
/// without a beginning.
fn find_unbalanced_tag(text: &str, element: &str) -> Option<usize> {
    let mut open_tags = Vec::new();
    for piece in html_pieces(text) {
        match piece {
            HtmlPiece::Open(tag) if tag.name == element && !tag.is_void() => open_tags.push(tag.at),
            HtmlPiece::Close(tag) if tag.name == element && open_tags.pop().is_none() => {
                return Some(tag.at);
            }
            _ => {}
        }
    }
    open_tags.pop()
}

/// A log that keeps the warnings and errors of mdBook, and drops everything else.
#[derive(Clone, Default)]
struct WarningCollector(Arc<Mutex<Vec<String>>>);

impl Subscriber for WarningCollector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN && metadata.target().starts_with("mdbook")
    }

    fn event(&self, event: &Event<'_>) {
        let mut warnings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        event.record(&mut |field: &Field, value: &dyn Debug| {
            if field.name() == "message" {
                warnings.push(format!("{value:?}"));
            }
        });
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}
