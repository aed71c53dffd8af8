//! How the others play: the strategy's rules in words, in the order in which they decide.

use super::place::Place;
use crate::explore::strategy::{Occasion, STRATEGY};
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// The page, from the root of the book.
pub(super) const PAGE: &str = "strategy.md";

#[derive(Template)]
#[template(path = "strategy.md")]
struct Chapter {
    occasions: [&'static Occasion; 6],
    odds: String,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn strategy(page: &Path) -> Result<String> {
    Ok(Chapter { occasions: STRATEGY.occasions(), odds: Place::of(page).to("odds.html") }.render()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_printed_once() {
        let chapter = strategy(Path::new(PAGE)).expect("a chapter");
        for rule in STRATEGY.occasions().iter().flat_map(|occasion| occasion.rules) {
            assert_eq!(chapter.matches(&format!(". {}\n", rule.text)).count(), 1, "{}", rule.text);
        }
    }
}
