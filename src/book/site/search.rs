//! The index of the search. Its words are folded as `book/theme/search.js` folds those of a query.

use super::page_text::PageText;
use crate::editions;
use crate::rules::{Presence, Ruleset, SIGNS};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A page that the search finds.
pub(super) struct SearchPage<'a> {
    /// The path from the root of the site.
    pub(super) page: &'a str,
    pub(super) name: &'a str,
    pub(super) part: &'a str,
    /// The language of the name and the narration; empty for English.
    pub(super) language: &'a str,
    pub(super) text: &'a PageText,
    /// The narration of a hand. It stands for the words of the page, which are many more.
    pub(super) narration: Option<&'a str>,
}

/// The most characters of an excerpt.
const EXCERPT_LENGTH: usize = 130;

/// Returns a script that holds the index of some pages:
///
/// - `signs`: each sign with its meaning;
/// - `pages`: for each page its address, its name, its part, the short name of the edition whose rules it prints, the language of its name if
///   it is not English, and the name of its edition;
/// - `entries`: for each section its page, anchor, title, excerpt and folded words, and the pages of the editions that take the
///   clause over without printing it;
/// - `absent`: the entries about things that their edition does not have.
pub(super) fn index_script(pages: &[SearchPage]) -> String {
    let mut entries = Vec::new();
    let mut absent = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        for section in &page.text.sections {
            if page.prints_absent_clause(&section.anchor) {
                absent.push(entries.len());
            }
            let mut prose = section.prose.as_str();
            if section.anchor.is_empty() {
                prose = page.narration.unwrap_or(prose);
            }
            let words = fold_words(&format!("{prose} {}", section.apparatus));
            entries.push(json!([
                at,
                section.anchor,
                section.title.trim(),
                shorten_with_signs(prose, &section.signs),
                words.join(" "),
                pages_taking_over(page, &section.anchor, pages),
            ]));
        }
    }
    let pages: Vec<Value> = pages.iter().map(SearchPage::index_entry).collect();
    let index = json!({ "signs": SIGNS, "pages": pages, "entries": entries, "absent": absent });
    format!("window.moucheIndex={index};\n")
}

impl SearchPage<'_> {
    /// Returns the entry of the page in the list of pages.
    fn index_entry(&self) -> Value {
        let edition_of_rules = self.edition_of_rules();
        let edition = edition_of_rules.or_else(|| self.edition_of_hand());
        let short = edition_of_rules.map_or("", |rules| rules.short);
        let name = edition.map_or("", |edition| edition.name);
        json!([self.page, self.name, self.part, short, self.language, name])
    }

    /// Returns the edition whose rules the page prints.
    fn edition_of_rules(&self) -> Option<&'static Ruleset> {
        let id = self.page.strip_prefix("rules/")?.strip_suffix(".html")?;
        editions::by_id(id)
    }

    /// Returns the edition of the hand on the page; none for a hand of several editions.
    fn edition_of_hand(&self) -> Option<&'static Ruleset> {
        let (shelf, _) = self.page.strip_prefix("hands/")?.split_once('/')?;
        editions::by_id(shelf)
    }

    /// Returns whether a section is a clause that only says that its edition does not have
    /// something.
    fn prints_absent_clause(&self, anchor: &str) -> bool {
        match (self.edition_of_rules(), editions::clause_id(anchor)) {
            (Some(edition), Some(topic)) => edition.presence_of(topic) != Presence::Present,
            _ => false,
        }
    }

    /// Returns whether the page has a section with this anchor.
    fn has_section(&self, anchor: &str) -> bool {
        let mut sections = self.text.sections.iter();
        sections.any(|section| section.anchor == anchor)
    }
}

/// Returns the indices of the pages of editions that take a clause over from the edition of a page
/// without printing it.
fn pages_taking_over(page: &SearchPage, anchor: &str, pages: &[SearchPage]) -> Vec<usize> {
    let mut taking_over = Vec::new();
    let (Some(origin), Some(topic)) = (page.edition_of_rules(), editions::clause_id(anchor)) else {
        return taking_over;
    };
    for (at, other) in pages.iter().enumerate() {
        if let Some(edition) = other.edition_of_rules()
            && editions::origin(edition, topic).id == origin.id
            && !other.has_section(anchor)
        {
            taking_over.push(at);
        }
    }
    taking_over
}

/// Returns the beginning of a text, followed by those of its signs that the beginning does not
/// contain.
fn shorten_with_signs(text: &str, signs: &str) -> String {
    let mut excerpt = shorten_text(text, EXCERPT_LENGTH);
    let missing: String = signs
        .chars()
        .filter(|sign| !excerpt.contains(*sign))
        .collect();
    excerpt += &missing;
    excerpt
}

/// Returns the beginning of a text, cut between words to at most `most` characters.
pub(super) fn shorten_text(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let cut: String = text.chars().take(most).collect();
    let (whole_words, _) = cut.rsplit_once(' ').unwrap_or((&cut, ""));
    format!("{}…", whole_words.trim_end_matches([',', ';', ':', '.']))
}

/// Returns the folded words of a text, each once, without cards.
fn fold_words(text: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut folded = Vec::new();
    for word in text.split_whitespace() {
        if word.contains(['♠', '♥', '♦', '♣']) {
            continue;
        }
        for part in fold_word(word) {
            if seen.insert(part.clone()) {
                folded.push(part);
            }
        }
    }
    folded
}

/// Returns the parts of a word in lower case, without accents and ligatures. Single letters are
/// left out.
fn fold_word(word: &str) -> Vec<String> {
    let without_accents: String = word.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let lower_case = without_accents.to_lowercase();
    let without_ligatures = lower_case.replace('œ', "oe").replace('æ', "ae");
    let mut parts = Vec::new();
    for part in without_ligatures.split(|c: char| !c.is_alphanumeric()) {
        if part.len() > 1 || part.contains(char::is_numeric) {
            parts.push(part.to_string());
        }
    }
    parts
}

#[cfg(test)]
#[path = "../../../tests/unit/book_site_search.rs"]
mod tests;
