//! The chapter of words.

use crate::book::links::glossed_of;
use crate::book::sign::sign;
use crate::editions;
use crate::page::Place;
use crate::page::markdown::{inline, one_line};
use crate::rules::{Ruleset, Term, Tongue, Topic};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "glossary.html")]
struct Glossary {
    tongue: Tongue,
    place: Place,
}

/// The chapter, as Markdown, for a page at this path.
pub(super) fn glossary(page: &Path) -> Result<String> {
    let part = |tongue| -> Result<String> { Ok(one_line(&Glossary { tongue, place: Place::of(page) }.render()?)) };
    Ok(format!(
        "# The words\n\nThe words that the rules use, with what they mean here. Where a word stands in a rule for the first time, it leads to its entry. The meanings are in our words; a work is named where the word is the work's.\n\n## French words\n\n{}\n\n## Words of the card table\n\n{}\n",
        part(Tongue::French)?,
        part(Tongue::English)?
    ))
}

impl Glossary {
    fn terms(&self) -> impl Iterator<Item = &'static Term> {
        editions::TERMS.iter().filter(|term| term.tongue == self.tongue)
    }

    /// What more is said of a word, as HTML.
    fn more(&self, term: &'static Term) -> String {
        inline(&glossed_of(term, self.place))
    }
}

/// Who states a clause of their own on a topic, where an edition has the thing; else everyone who says that it has not.
fn stated(term: &Term, topic: &Topic) -> Vec<&'static Ruleset> {
    let own = editions::ALL.iter().copied().filter(|edition| editions::origin(edition, *topic).id == edition.id);
    let own: Vec<_> = own.filter(|edition| term.of.is_empty() || term.of.contains(&edition.id)).collect();
    let having: Vec<_> = own.iter().copied().filter(|edition| !edition.clause(*topic).is_absent()).collect();
    if having.is_empty() { own } else { having }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_about_something_that_an_edition_states() {
        let is_idle = |term: &&Term| term.topics.iter().all(|topic| stated(term, topic).is_empty());
        assert_eq!(editions::TERMS.iter().find(is_idle).map(|term| term.id), None);
    }
}
