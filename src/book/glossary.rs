//! The chapter of words.

use super::gloss::glossed_of;
use super::link::Link;
use super::sign::sign;
use crate::editions;
use crate::page::Place;
use crate::page::markdown::{inline, one_line};
use crate::rules::{Rests, Ruleset, Term, Tongue, Topic};
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// A word as the chapter prints it.
struct Entry {
    term: &'static Term,
    more: String,
    sources: Vec<Cited>,
    clauses: Vec<Stated>,
}

/// A work, and where in it.
struct Cited {
    work: Link,
    section: &'static str,
}

/// A topic, and the editions that state a clause of their own on it.
struct Stated {
    topic: Topic,
    /// Each with the signs of its clause, as HTML.
    by: Vec<(Link, String)>,
}

#[derive(Template)]
#[template(path = "glossary.html")]
struct Glossary {
    entries: Vec<Entry>,
}

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn glossary(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let part = |tongue| -> Result<String> {
        let entries = editions::TERMS.iter().filter(|term| term.tongue == tongue).map(|term| entry(term, place));
        Ok(one_line(&Glossary { entries: entries.collect() }.render()?))
    };
    Ok(format!(
        "# The words\n\nThe words that the rules use, with what they mean here. Where a word stands in a rule for the first time, it leads to its entry. The meanings are in our words; a work is named where the word is the work's.\n\n## French words\n\n{}\n\n## Words of the card table\n\n{}\n",
        part(Tongue::French)?,
        part(Tongue::English)?
    ))
}

fn entry(term: &'static Term, place: Place) -> Entry {
    let cited =
        |rests: &Rests| Cited { work: Link::new(place.work(rests.work), rests.work.short), section: rests.section };
    Entry {
        term,
        more: inline(&glossed_of(term, place)),
        sources: term.rests_on.iter().map(cited).collect(),
        clauses: term.topics.iter().map(|topic| stated(term, *topic, place)).collect(),
    }
}

/// Who states it, where an edition has the thing; else everyone who says that it has not.
fn stated(term: &Term, topic: Topic, place: Place) -> Stated {
    let own = |edition: &&&'static Ruleset| editions::origin(edition, topic).id == edition.id;
    let uses = |edition: &&&'static Ruleset| term.of.is_empty() || term.of.contains(&edition.id);
    let own: Vec<&'static Ruleset> = editions::ALL.iter().filter(own).filter(uses).copied().collect();
    let having: Vec<&'static Ruleset> =
        own.iter().copied().filter(|edition| !edition.clause(topic).is_absent()).collect();
    let by = if having.is_empty() { own } else { having };
    let signed = |edition: &&'static Ruleset| {
        let link = Link::new(place.clause(edition.id, topic), edition.short.to_string());
        (link, sign(edition.clause(topic).marks()))
    };
    Stated { topic, by: by.iter().map(signed).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::sign::{faults, signed};

    #[test]
    fn a_word_of_la_mouche_does_not_lead_to_boussac() {
        let jeton = editions::TERMS.iter().find(|term| term.id == "jeton").expect("a word");
        let years: Vec<_> = stated(jeton, Topic::ChipsKinds, Place::of(Path::new("x.md"))).by;
        assert_eq!(years.iter().map(|(link, _)| link.words.as_str()).collect::<Vec<_>>(), ["1718"]);
    }

    #[test]
    fn each_clause_that_a_word_leads_to_has_its_signs() {
        let page = Path::new("glossary.md");
        let chapter = signed(&glossary(page).expect("a chapter"), page);
        assert_eq!(faults(&chapter, page), [""; 0]);
        let fille = chapter.split(r#"<dt id="fille">"#).nth(1).and_then(|rest| rest.split("<dt ").next());
        assert!(fille.is_some_and(|fille| fille.contains(">°</span>")), "taking her is in part our reading");
    }

    #[test]
    fn every_word_has_an_anchor_and_its_clauses() {
        let chapter = glossary(Path::new("glossary.md")).expect("a chapter");
        for term in editions::TERMS.iter() {
            assert_eq!(chapter.matches(&format!(r#"id="{}""#, term.id)).count(), 1, "{}", term.id);
            assert!(!term.topics.is_empty(), "{} is about nothing", term.id);
        }
        assert!(!chapter.contains("()"), "a topic that no edition states");
    }
}
