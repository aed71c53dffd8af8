//! The index of the search. Its words are folded as `book/theme/search/words.js` folds those of a query.

use super::page_text::{PageSection, PageText};
use super::search_synonyms::WORDS;
use crate::book::chapters::decision_in_words;
use crate::editions;
use crate::editions::house_table::{ALL_HANDS, INDEX};
use crate::rules::{ClauseLookup as _, ClausePresence, FamilyGame, GlossaryTerm, Ruleset, SIGNS};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A page that the search finds.
pub(super) struct SearchablePage<'a> {
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
const EXCERPT_LENGTH: usize = 110;

/// The most entries that may have a word beside their excerpts.
const MOST_ENTRIES_OF_A_WORD: usize = 60;

/// The words that a search leaves out, folded.
static IGNORED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    WORDS
        .ignored
        .iter()
        .flat_map(|word| fold_word_parts(word))
        .collect()
});

/// The endings that a stem lacks, the longest first, as in `book/theme/search/words.js`.
const ENDINGS: [&str; 7] = ["ings", "ing", "ers", "er", "ed", "es", "s"];

/// Returns a script that holds the index of some pages, as a string of JSON:
///
/// - `signs`: each sign with its meaning;
/// - `same`: the groups of words that mean the same in a search, and `ignored`: the words that it leaves out;
/// - `asked`: some phrases of readers, the clauses that they ask about by them, and the pages of rules that have them; none if all have;
/// - `chapters`: some phrases of readers for pages whose addresses begin alike, and this beginning;
/// - `pages`: for each page its address, its name, its part, the short name of the edition whose rules it prints, the language of its name if
///   it is not English, the name of its edition and that of its game;
/// - `columns`: for each section its page, anchor, title, the text that is shown, folded words beside it, the pages of the editions that take
///   the clause over without printing it, and the decision of a clause in a few words. Each of these is a list of its own, because a server
///   packs texts of one kind into fewer bytes;
/// - `absent`: the entries about things that their edition does not have.
pub(super) fn index_script(pages: &[SearchablePage]) -> String {
    let mut entries = Vec::new();
    let mut absent = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        for section in &page.text.sections {
            if !page.is_searched(&section.anchor) {
                continue;
            }
            if page.prints_absent_clause(&section.anchor) {
                absent.push(entries.len());
            }
            entries.push(page.section_entry(at, section, pages));
        }
    }
    leave_out_common_words(&mut entries);
    let listed: Vec<Value> = pages.iter().map(SearchablePage::index_entry).collect();
    let index = json!({
        "signs": SIGNS,
        "same": WORDS.same,
        "ignored": WORDS.ignored,
        "asked": asked_phrases(pages),
        "chapters": chapter_search_phrases(pages),
        "pages": listed,
        "columns": columns_of_entries(&entries),
        "absent": absent,
    });
    let text = quote_for_script(&index.to_string());
    format!("window.moucheIndex=JSON.parse({text});\n")
}

/// Returns a line of text as a string of JavaScript. JSON is full of double quotation marks, so the string has single ones.
fn quote_for_script(line: &str) -> String {
    format!("'{}'", line.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Returns what is known of all sections, as a list for each kind of knowledge.
fn columns_of_entries(entries: &[IndexedSection]) -> [Vec<Value>; 7] {
    let mut columns = [const { Vec::new() }; 7];
    for entry in entries {
        for (column, value) in columns.iter_mut().zip(entry.to_values()) {
            column.push(value);
        }
    }
    columns
}

/// Returns what readers ask of clauses: our phrases for each clause, the words of the glossary for it, and other names of editions.
fn asked_phrases(pages: &[SearchablePage]) -> Vec<Value> {
    let mut asked = Vec::new();
    for (topic, phrases) in WORDS.asked {
        asked.push(json!([phrases, [topic.id()], []]));
    }
    for (topic, (editions, phrases)) in WORDS.asked_in {
        let pages = pages_of_rules(pages, editions);
        if !pages.is_empty() {
            asked.push(json!([phrases, [topic.id()], pages]));
        }
    }
    for term in editions::TERMS.iter() {
        let topics: Vec<&str> = term.topics.iter().map(|topic| topic.id()).collect();
        let mut phrases = vec![term.name];
        phrases.extend(term.forms.iter().filter(|form| **form != term.name));
        asked.push(json!([
            phrases,
            topics,
            pages_of_rules(pages, &editions_with_word(term))
        ]));
    }
    for (editions, names) in WORDS.editions {
        asked.push(json!([names, [], pages_of_rules(pages, editions)]));
    }
    asked
}

/// Returns the editions that use a word of the glossary; none if all may. The source of an edition has its own word for a flush
/// or for the top card.
fn editions_with_word(term: &GlossaryTerm) -> Vec<&'static str> {
    if !term.of.is_empty() {
        return term.of.to_vec();
    }
    let is_english = term.tongue.lang_unless_english().is_none();
    let mut ids = Vec::new();
    for edition in editions::printed_editions() {
        let mut words = edition.terms.words().into_iter();
        if !is_english && words.any(|(_, word)| term.forms.contains(&word)) {
            ids.push(edition.id);
        }
    }
    ids
}

/// Returns what readers call the chapters of this book, with the beginnings of their addresses.
fn chapter_search_phrases(
    pages: &[SearchablePage],
) -> Vec<&'static (&'static str, &'static [&'static str])> {
    let mut chapters = Vec::new();
    for chapter in WORDS.chapters {
        if pages.iter().any(|page| page.page.starts_with(chapter.0)) {
            chapters.push(chapter);
        }
    }
    chapters
}

/// Returns the indices of the pages that print the rules of some editions.
fn pages_of_rules(pages: &[SearchablePage], editions: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        if let Some(edition) = page.edition_of_rules()
            && editions.contains(&edition.id)
        {
            found.push(at);
        }
    }
    found
}

/// What the search knows of a section.
struct IndexedSection {
    page: usize,
    anchor: String,
    title: String,
    excerpt: String,
    /// Stems of words that the title and the excerpt lack.
    more: BTreeSet<String>,
    taking_over: Vec<usize>,
    decision: String,
}

impl IndexedSection {
    fn to_values(&self) -> [Value; 7] {
        let more: Vec<&str> = self.more.iter().map(String::as_str).collect();
        [
            json!(self.page),
            json!(self.anchor),
            json!(self.title),
            json!(self.excerpt),
            json!(more.join(" ")),
            json!(self.taking_over),
            json!(self.decision),
        ]
    }
}

/// Leaves out the words beside the excerpts that many entries have. They would find nothing in particular, and fill half of the index.
fn leave_out_common_words(entries: &mut [IndexedSection]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries.iter() {
        for word in &entry.more {
            *counts.entry(word.clone()).or_default() += 1;
        }
    }
    for entry in entries {
        entry
            .more
            .retain(|word| counts[word] <= MOST_ENTRIES_OF_A_WORD);
    }
}

impl SearchablePage<'_> {
    /// Returns the entry of the page in the list of pages.
    fn index_entry(&self) -> Value {
        let edition_of_rules = self.edition_of_rules();
        let edition = edition_of_rules.or_else(|| self.single_edition_of_hand());
        let short = edition_of_rules.map(|rules| rules.short);
        let name = edition.map(|edition| edition.name);
        let game = self.game().map(|game| game.name);
        json!([
            self.page,
            self.name,
            self.part,
            short.unwrap_or_default(),
            self.language,
            name.unwrap_or_default(),
            game.unwrap_or_default(),
        ])
    }

    /// Returns the entry of a section. A clause is shown whole, any other section by its beginning. A section of a list of hands has only
    /// its title, because the hands have entries of their own.
    fn section_entry(
        &self,
        page_index: usize,
        section: &PageSection,
        pages: &[SearchablePage],
    ) -> IndexedSection {
        let mut prose = section.prose.as_str();
        let mut apparatus = section.apparatus.as_str();
        if section.anchor.is_empty() {
            prose = self.narration.unwrap_or(prose);
        } else if self.lists_hands() {
            prose = "";
            apparatus = "";
        }
        let decision = self.decision_in_clause(&section.anchor);
        let most = match decision {
            Some(_) => usize::MAX,
            None => EXCERPT_LENGTH,
        };
        let excerpt = if section.anchor.is_empty() && self.edition_of_rules().is_some() {
            // What an edition is stands in the first paragraph of its rules, which is shown whole.
            shorten_with_signs(&self.text.opening, &section.signs, usize::MAX)
        } else {
            shorten_with_signs(prose, &section.signs, most)
        };
        let known = searchable_stems(&format!("{} {excerpt}", section.title));
        let mut more = searchable_stems(&format!("{prose} {apparatus}"));
        more.retain(|stem| !known.contains(stem));
        IndexedSection {
            page: page_index,
            anchor: section.anchor.clone(),
            title: section.title.trim().to_string(),
            excerpt,
            more,
            taking_over: pages_inheriting_clause(self, &section.anchor, pages),
            decision: decision.unwrap_or_default(),
        }
    }

    /// Returns whether the page is a list of hands.
    fn lists_hands(&self) -> bool {
        let file = self.page.strip_prefix("hands/");
        file.is_some_and(|file| !file.contains('/'))
    }

    /// Returns whether the search finds a section. Sheets, booklets, drills and the lists of all hands are found as wholes, because their sections
    /// repeat titles of other pages.
    fn is_searched(&self, anchor: &str) -> bool {
        let is_repetition = ["tonight/", "practice/", "booklets/"]
            .iter()
            .any(|folder| self.page.starts_with(folder));
        let lists_all_hands = [ALL_HANDS, INDEX]
            .iter()
            .any(|name| self.page == format!("hands/{name}.html"));
        anchor.is_empty() || !(is_repetition || lists_all_hands)
    }

    /// Returns the decision of the edition in a clause, in a few words; none if the section is not a clause.
    fn decision_in_clause(&self, anchor: &str) -> Option<String> {
        let edition = self.edition_of_rules()?;
        let topic = editions::clause_id_in_use(anchor)?;
        edition
            .has_clause_on(topic)
            .then(|| decision_in_words(edition, topic))
    }

    /// Returns the game that the page is about.
    fn game(&self) -> Option<&'static FamilyGame> {
        let (folder, file) = self.page.split_once('/')?;
        let name = file.split(['/', '.']).next()?;
        let edition = match folder {
            "games" | "booklets" => return editions::game_by_id(name),
            "rules" | "hands" | "tonight" | "practice" => editions::by_id(name)?,
            _ => return None,
        };
        editions::game_of(edition)
    }

    /// Returns the edition whose rules the page prints.
    fn edition_of_rules(&self) -> Option<&'static Ruleset> {
        let id = self.page.strip_prefix("rules/")?.strip_suffix(".html")?;
        editions::by_id(id)
    }

    /// Returns the edition of the hand on the page; none for a hand of several editions.
    fn single_edition_of_hand(&self) -> Option<&'static Ruleset> {
        let (shelf, _) = self.page.strip_prefix("hands/")?.split_once('/')?;
        editions::by_id(shelf)
    }

    /// Returns whether a section is a clause that only says that its edition does not have
    /// something.
    fn prints_absent_clause(&self, anchor: &str) -> bool {
        match (self.edition_of_rules(), editions::clause_id_in_use(anchor)) {
            (Some(edition), Some(topic)) => !matches!(
                edition.presence_of(topic),
                ClausePresence::Present | ClausePresence::Agreed(_)
            ),
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
fn pages_inheriting_clause(
    page: &SearchablePage,
    anchor: &str,
    pages: &[SearchablePage],
) -> Vec<usize> {
    let mut taking_over = Vec::new();
    let (Some(origin), Some(topic)) = (page.edition_of_rules(), editions::clause_id_in_use(anchor))
    else {
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
fn shorten_with_signs(text: &str, signs: &str, max_length: usize) -> String {
    let mut excerpt = shorten_text(text, max_length);
    let missing: String = signs
        .chars()
        .filter(|sign| !excerpt.contains(*sign))
        .collect();
    excerpt += &missing;
    excerpt
}

/// Returns the beginning of a text, cut between words to at most `max_length` characters.
pub(super) fn shorten_text(text: &str, max_length: usize) -> String {
    if text.chars().count() <= max_length {
        return text.to_string();
    }
    let cut: String = text.chars().take(max_length).collect();
    let (whole_words, _) = cut.rsplit_once(' ').unwrap_or((&cut, ""));
    format!("{}…", whole_words.trim_end_matches([',', ';', ':', '.']))
}

/// Returns the stems of the words of a text, without cards and without the words that a search leaves out.
fn searchable_stems(text: &str) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for word in text.split_whitespace() {
        if word.contains(['♠', '♥', '♦', '♣']) {
            continue;
        }
        for part in fold_word_parts(word) {
            if !IGNORED.contains(&part) {
                stems.insert(stem_word(&part).to_string());
            }
        }
    }
    stems
}

/// Returns the parts of a word in lower case, without accents and ligatures. An E after A or O stands for an umlaut and is left out.
/// Single letters are left out.
fn fold_word_parts(word: &str) -> Vec<String> {
    let without_accents: String = word.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let lower_case = without_accents.to_lowercase();
    let without_ligatures = lower_case.replace('œ', "o").replace('æ', "a");
    let folded = without_ligatures.replace("oe", "o").replace("ae", "a");
    let mut parts = Vec::new();
    for part in folded.split(|c: char| !c.is_alphanumeric()) {
        if part.len() > 1 || part.contains(char::is_numeric) {
            parts.push(part.to_string());
        }
    }
    parts
}

/// Returns a folded word without its ending, as `stemWord` in `book/theme/search/words.js` does: trumping, trumps and trump are one.
fn stem_word(word: &str) -> &str {
    for ending in ENDINGS {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 3
            && !word.ends_with("ss")
        {
            return without_doubled_end(stem);
        }
    }
    match word.strip_suffix('e') {
        Some(stem) if stem.chars().count() > 3 => stem,
        _ => word,
    }
}

/// Returns a stem of more than three letters without the second of two equal letters at its end. L and S stay doubled, because words
/// without an ending have them so: call, pass.
fn without_doubled_end(stem: &str) -> &str {
    let mut letters = stem.chars().rev();
    let last = letters.next();
    if stem.chars().count() > 3 && last == letters.next() && !stem.ends_with(['l', 's']) {
        &stem[..stem.len() - last.map(char::len_utf8).unwrap_or_default()]
    } else {
        stem
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/book_site_search_index.rs"]
mod tests;
