//! The glossary: the words of the rules, language by language.

use crate::book::chapter_signs::signs_html;
use crate::book::glossary_links::link_terms_except;
use crate::editions;
use crate::page::{HomeOrGuestPage, join_lines, trusted_prose_to_inline_html};
use crate::rules::{ClauseId, ClauseLookup, ClausePresence, GlossaryTerm, Language, Ruleset};
use anyhow::Result;
use askama::Template;

const ABOUT: &str = "# Glossary\n\nThe words that the rules use, with their meaning here. The first time that a rule uses a word, the word links to its entry. The meanings are in our words. If a word comes from a work, the entry names the work.\n";

/// The languages of the glossary in their order, each with the title of its part.
const PARTS: [(&str, Language); 5] = [
    ("French words", Language::French),
    ("Spanish words", Language::Spanish),
    ("Basque words", Language::Basque),
    ("German words", Language::German),
    ("Words of the card table", Language::English),
];

/// The part of the glossary with the words of one language.
#[derive(Template)]
#[template(path = "glossary.html")]
struct LanguageGlossary {
    tongue: Language,
    place: HomeOrGuestPage,
}

/// Returns the glossary as Markdown.
pub(super) fn glossary_chapter(place: HomeOrGuestPage) -> Result<String> {
    let mut text = ABOUT.to_owned();
    for (title, tongue) in PARTS {
        let part = join_lines(&LanguageGlossary { tongue, place }.render()?);
        text += &format!("\n## {title}\n\n{part}\n");
    }
    Ok(text)
}

impl LanguageGlossary {
    /// Returns the words of the language, in the order of the glossary.
    fn terms(&self) -> Vec<&'static GlossaryTerm> {
        let is_of_part = |term: &&GlossaryTerm| term.tongue == self.tongue;
        editions::TERMS.iter().filter(is_of_part).collect()
    }

    /// Returns what the entry of a word says besides its meaning, as HTML.
    fn details_of_term(&self, term: &'static GlossaryTerm) -> String {
        trusted_prose_to_inline_html(&link_terms_except(term.more, self.place, term.id))
    }
}

/// Returns the editions that state a clause on a topic first and have the thing. If none has it,
/// those that say so.
fn editions_first_stating(term: &GlossaryTerm, topic: &ClauseId) -> Vec<&'static Ruleset> {
    let mut stating: Vec<&'static Ruleset> = Vec::new();
    for edition in editions::printed_editions() {
        let is_origin = editions::origin(edition, *topic).id == edition.id;
        let knows_word = term.of.is_empty() || term.of.contains(&edition.id);
        if is_origin && knows_word && edition.has_clause_on(*topic) {
            stating.push(edition);
        }
    }
    let mut having = stating.clone();
    having.retain(|edition| edition.presence_of(*topic) == ClausePresence::Present);
    if having.is_empty() { stating } else { having }
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_glossary.rs"]
mod tests;
