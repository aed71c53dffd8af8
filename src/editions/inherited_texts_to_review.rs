//! The texts that an edition takes over though they speak about something that it changes, and its own texts that still have a
//! number of the base.

use super::author_editions::clauses_not_taken_over;
use crate::rules::from_toml::parse_file;
use crate::rules::{ClauseId, ClauseLookup, ClauseSource, Ruleset, data};
use std::sync::LazyLock;

data! {
    /// How a text shows that it speaks about the value of a clause.
    struct Subject {
        clause: ClauseId,
        words: &'static [&'static str],
        amounts: bool,
    }

    struct SubjectsFile { subject: &'static [Subject] }
}

static SUBJECTS: LazyLock<&'static [Subject]> = LazyLock::new(|| {
    parse_file::<SubjectsFile>("spoken_of.toml", include_str!("spoken_of.toml")).subject
});

/// A text that an edition takes over, with words about something that the edition changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InheritedTextToReview {
    /// The clause with the text.
    pub clause: ClauseId,
    /// What the edition changes, as its file names it: a clause, or a term.
    pub changed: &'static str,
    /// The words in the text.
    pub words: String,
}

/// Returns the texts that an edition takes over from its base, and that have words about a clause whose value it changes, or a
/// term for which it has another. Words prove nothing: somebody has to read the text.
pub fn inherited_texts_to_review(rules: &Ruleset) -> Vec<InheritedTextToReview> {
    let Some(base) = rules.parent else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for subject in SUBJECTS.iter() {
        if !rules.decides_as(base, subject.clause) {
            let words = subject.words_about_old_value(rules, base);
            texts.extend(inherited_texts_with_words(
                rules,
                subject.clause.id(),
                &words,
            ));
        }
    }
    let terms = base.terms.words().into_iter().zip(rules.terms.words());
    for (key, ((_, before), (_, now))) in TERM_KEYS.into_iter().zip(terms) {
        if before != now && !before.is_empty() {
            let words = WordsAboutOldValue {
                amounts: vec![before.to_owned()],
                words: Vec::new(),
            };
            texts.extend(inherited_texts_with_words(rules, key, &words));
        }
    }
    texts
}

/// The keys of the terms in an edition file, in the order of [`crate::rules::EditionTerms::words`].
const TERM_KEYS: [&str; 3] = ["terms.flush", "terms.no_trick", "terms.top_card"];

/// The words about a value of the base that an edition changes.
#[derive(Default)]
struct WordsAboutOldValue {
    /// Numbers with their nouns, and terms: wrong in any text.
    amounts: Vec<String>,
    /// Other words. They are not reported in a text that the author has reworded.
    words: Vec<String>,
}

impl WordsAboutOldValue {
    /// Returns the first of the words that a text has.
    fn find_in(&self, text: &str, is_reworded: bool) -> Option<&String> {
        let words: &[String] = if is_reworded { &[] } else { &self.words };
        let mut all = self.amounts.iter().chain(words);
        all.find(|phrase| has_words(text, phrase))
    }
}

/// Returns the texts of an edition that are taken over and have one of some words.
fn inherited_texts_with_words(
    rules: &Ruleset,
    changed: &'static str,
    words: &WordsAboutOldValue,
) -> Vec<InheritedTextToReview> {
    let mut texts = Vec::new();
    for clause in rules.clauses() {
        let is_taken_over = matches!(clause.source, ClauseSource::Same { .. });
        if !is_taken_over || !rules.has(clause.topic) {
            continue;
        }
        let is_reworded = is_reworded(rules, clause.topic);
        let found = clause
            .text()
            .render(|text, _| words.find_in(text, is_reworded).cloned());
        texts.extend(found.map(|found| InheritedTextToReview {
            clause: clause.topic,
            changed,
            words: found,
        }));
    }
    texts
}

/// Returns whether an edition takes a clause over, and says it in words of its own.
pub(crate) fn is_reworded(rules: &Ruleset, topic: ClauseId) -> bool {
    let Some(ClauseSource::Same { edition, .. }) = rules.source(topic) else {
        return false;
    };
    let other = super::by_id(edition);
    other.is_some_and(|other| raw_text(rules, topic) != raw_text(other, topic))
}

/// Returns the text of a clause as its file writes it.
fn raw_text(rules: &Ruleset, topic: ClauseId) -> Option<&'static str> {
    Some(rules.any_clause(topic)?.without_value().text)
}

/// Returns the clauses of an edition whose own text has a number that the value of the base has and the edition's own value has
/// not, each with the number.
pub(crate) fn own_texts_with_old_numbers(rules: &Ruleset) -> Vec<(ClauseId, String)> {
    let Some(base) = rules.parent else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for clause in clauses_not_taken_over(rules) {
        let old = WordsAboutOldValue {
            amounts: old_amounts(rules, base, clause.topic),
            words: Vec::new(),
        };
        let number = clause
            .text()
            .render(|text, _| old.find_in(text, true).cloned());
        found.extend(number.map(|number| (clause.topic, number)));
    }
    found
}

/// Returns the numbers, with their nouns, that are in the value of a clause of the base and not in that of an edition, in figures and in words.
fn old_amounts(rules: &Ruleset, base: &Ruleset, topic: ClauseId) -> Vec<String> {
    let now = amounts_in(&rules.describe_value(topic).unwrap_or_default());
    let mut spellings = Vec::new();
    for amount in amounts_in(&base.describe_value(topic).unwrap_or_default()) {
        if !now.contains(&amount) {
            spellings.extend(spellings_of_amount(&amount));
        }
    }
    spellings
}

impl Subject {
    /// Returns the words about the value of the base, if an edition changes it.
    fn words_about_old_value(&self, rules: &Ruleset, base: &Ruleset) -> WordsAboutOldValue {
        let mut old = WordsAboutOldValue::default();
        if self.amounts {
            old.amounts = old_amounts(rules, base, self.clause);
        }
        old.words = self.words.iter().map(|word| (*word).to_owned()).collect();
        old
    }
}

/// Returns the numbers of some words, each with the noun after it.
fn amounts_in(described: &str) -> Vec<String> {
    let words: Vec<&str> = described
        .split(|c: char| c.is_whitespace() || ",;:()".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let mut amounts = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_number = word.parse::<usize>().is_ok();
        if let Some(noun) = words.get(at + 1).filter(|_| is_number) {
            amounts.push(format!("{word} {noun}"));
        }
    }
    amounts
}

/// The words for small numbers, and for round ones.
const NUMBER_WORDS: [(&str, &str); 14] = [
    ("1", "one"),
    ("2", "two"),
    ("3", "three"),
    ("4", "four"),
    ("5", "five"),
    ("6", "six"),
    ("7", "seven"),
    ("8", "eight"),
    ("9", "nine"),
    ("10", "ten"),
    ("20", "twenty"),
    ("30", "thirty"),
    ("40", "forty"),
    ("50", "fifty"),
];

/// Returns an amount in figures and in words.
fn spellings_of_amount(amount: &str) -> Vec<String> {
    let mut spellings = vec![amount.to_owned()];
    let Some((number, noun)) = amount.split_once(' ') else {
        return spellings;
    };
    for (figures, word) in NUMBER_WORDS {
        if figures == number {
            spellings.push(format!("{word} {noun}"));
        }
    }
    spellings
}

/// Returns whether a text has some words as whole words, in any case.
fn has_words(text: &str, phrase: &str) -> bool {
    let text = text.to_lowercase().replace('\n', " ");
    let words = phrase.to_lowercase();
    text.match_indices(&words).any(|(at, found)| {
        is_word_edge(text[..at].chars().next_back())
            && is_word_edge(text[at + found.len()..].chars().next())
    })
}

/// Returns whether a word can end beside a character, or where there is none.
fn is_word_edge(neighbour: Option<char>) -> bool {
    neighbour.is_none_or(|c| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_found_in_figures_and_in_words() {
        let amounts = amounts_in("5 chips from the dealer only; to 40");
        assert_eq!(amounts, ["5 chips"]);
        assert_eq!(spellings_of_amount("5 chips"), ["5 chips", "five chips"]);
        assert!(has_words("They keep their\nfive cards.", "five cards"));
        assert!(!has_words("fifty-five cardsharps", "five cards"));
    }

    /// Each clause has at most one row, and each word can be found.
    #[test]
    fn the_rows_name_each_clause_once() {
        let mut seen = Vec::new();
        for subject in SUBJECTS.iter() {
            assert!(!seen.contains(&subject.clause), "{}", subject.clause);
            assert!(
                subject.amounts || !subject.words.is_empty(),
                "{}",
                subject.clause
            );
            seen.push(subject.clause);
        }
    }
}
