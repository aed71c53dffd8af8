//! How the others play: the strategy's rules in words, in the order in which they decide.

use crate::explore::strategy::{Occasion, STRATEGY};
use crate::page::Place;
use crate::rules::Work;
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
    lalanne: String,
    boussac: String,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn strategy(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let (lalanne, boussac) = (place.work(Work::of("lalanne")), place.work(Work::of("boussac")));
    Ok(Chapter { occasions: STRATEGY.occasions(), odds: place.to("odds.html"), lalanne, boussac }.render()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_sources_advise_is_told_with_the_sources() {
        let chapter = strategy(Path::new(PAGE)).expect("a chapter");
        let advice = chapter.split_once("{#advice}").expect("the section").1;
        for work in ["lalanne", "boussac"] {
            assert!(advice.contains(&format!("(sources.html#{work})")), "{work}");
        }
    }

    #[test]
    fn each_rule_is_printed_once() {
        let chapter = strategy(Path::new(PAGE)).expect("a chapter");
        for rule in STRATEGY.occasions().iter().flat_map(|occasion| occasion.rules) {
            assert_eq!(chapter.matches(&format!(". {}\n", rule.text)).count(), 1, "{}", rule.text);
        }
    }
}
