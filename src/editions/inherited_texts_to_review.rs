//! The texts that an edition takes over though they speak about something that it changes, and its own texts that still have a
//! number of the base.

use super::author_editions::{clauses_not_taken_over, takeover_bases};
use crate::rules::from_toml::parse_file;
use crate::rules::{ClauseId, ClauseLookup, ClauseSource, Ruleset, data};
use std::sync::LazyLock;

data! {
    /// How a text shows that it speaks about the value of a clause.
    struct ClauseSubjectWords {
        clause: ClauseId,
        words: &'static [&'static str],
        amounts: bool,
    }

    struct ClauseSubjectsFile { subject: &'static [ClauseSubjectWords] }
}

static SUBJECTS: LazyLock<&'static [ClauseSubjectWords]> = LazyLock::new(|| {
    parse_file::<ClauseSubjectsFile>("spoken_of.toml", include_str!("spoken_of.toml")).subject
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

/// Returns the texts that an edition takes over, and that have words about a clause whose value it changes, or a term for which it
/// has another. Words prove nothing: somebody has to read the text.
pub fn inherited_texts_to_review(rules: &Ruleset) -> Vec<InheritedTextToReview> {
    let mut texts = Vec::new();
    for base in takeover_bases(rules, super::by_id) {
        texts.extend(texts_to_review_from(rules, base));
    }
    texts
}

/// Returns the texts to review among those that an edition takes over from one other.
fn texts_to_review_from(rules: &Ruleset, base: &Ruleset) -> Vec<InheritedTextToReview> {
    let mut texts = Vec::new();
    for subject in SUBJECTS.iter() {
        if !rules.decides_as(base, subject.clause) {
            let words = subject.words_of_old_value(rules, base);
            texts.extend(inherited_texts_with_words(
                rules,
                base,
                subject.clause.id(),
                &words,
            ));
        }
    }
    let terms = base.terms.words().into_iter().zip(rules.terms.words());
    for (key, ((_, before), (_, now))) in TERM_KEYS.into_iter().zip(terms) {
        if before != now && !before.is_empty() {
            let words = BaseValueWords {
                amounts: vec![before.to_owned()],
                words: Vec::new(),
            };
            texts.extend(inherited_texts_with_words(rules, base, key, &words));
        }
    }
    texts
}

/// The keys of the terms in an edition file, in the order of [`crate::rules::EditionTerms::words`].
const TERM_KEYS: [&str; 3] = ["terms.flush", "terms.no_trick", "terms.top_card"];

/// The words that tell a value of the base, which a text must not have once the edition changes
/// that value.
#[derive(Default)]
struct BaseValueWords {
    /// Numbers with their nouns, and terms: wrong in any text.
    amounts: Vec<String>,
    /// Other words. They are not reported in a text that the author has reworded.
    words: Vec<String>,
}

impl BaseValueWords {
    /// Returns the first of the words that a text has.
    fn find_in(&self, text: &str, is_reworded: bool) -> Option<&String> {
        let words: &[String] = if is_reworded { &[] } else { &self.words };
        let mut all = self.amounts.iter().chain(words);
        all.find(|phrase| has_words(text, phrase))
    }
}

/// Returns the texts that an edition takes over from another and that have one of some words.
fn inherited_texts_with_words(
    rules: &Ruleset,
    base: &Ruleset,
    changed: &'static str,
    words: &BaseValueWords,
) -> Vec<InheritedTextToReview> {
    let mut texts = Vec::new();
    for clause in rules.clauses() {
        let is_taken_over =
            matches!(clause.source, ClauseSource::Same { edition, .. } if edition == base.id);
        if !is_taken_over || !rules.has_subject_of(clause.topic) {
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

/// Returns the clauses of an edition whose own text has a number that its own value has not, each with the number: a number of
/// the base, or another number of the same things in a text that has none of the numbers of the value.
pub(crate) fn own_texts_with_old_numbers(rules: &Ruleset) -> Vec<(ClauseId, String)> {
    let bases = takeover_bases(rules, super::by_id);
    let mut found = Vec::new();
    for clause in clauses_not_taken_over(rules) {
        let mut old = BaseValueWords::default();
        for base in &bases {
            old.amounts
                .extend(amounts_only_in_base(rules, base, clause.topic));
        }
        let value = rules.describe_value(clause.topic).unwrap_or_default();
        let number = clause.text().render(|text, _| {
            let of_base = old.find_in(text, true).cloned();
            of_base.or_else(|| find_contradicting_amount(&value, text))
        });
        found.extend(number.map(|number| (clause.topic, number)));
    }
    found
}

/// Returns the clauses with an own value whose text is that of the base word for word.
pub(crate) fn own_values_with_text_of_base(rules: &Ruleset) -> Vec<ClauseId> {
    let bases = takeover_bases(rules, super::by_id);
    let mut topics = Vec::new();
    for clause in clauses_not_taken_over(rules) {
        let topic = clause.topic;
        let text = raw_text(rules, topic);
        let has_text_of_base = bases
            .iter()
            .any(|base| text == raw_text(base, topic) && !rules.decides_as(base, topic));
        if rules.has_subject_of(topic) && has_text_of_base {
            topics.push(topic);
        }
    }
    topics
}

/// Returns an amount in a text that contradicts a value in words: of the same things as an amount of the value, where the text
/// has no such amount as the value.
fn find_contradicting_amount(value: &str, text: &str) -> Option<String> {
    for amount in amounts_in(value) {
        let spellings = spellings_of_amount(&amount);
        if spellings.iter().any(|words| has_words(text, words)) {
            continue;
        }
        let (_, noun) = amount.split_once(' ')?;
        let mut others = amounts_in(text).into_iter();
        let other = others.find(|other| other.split_once(' ').is_some_and(|(_, of)| of == noun));
        if other.is_some() {
            return other;
        }
    }
    None
}

/// Returns the numbers, with their nouns, that are in the value of a clause of the base and not in that of an edition, in figures and in words.
fn amounts_only_in_base(rules: &Ruleset, base: &Ruleset, topic: ClauseId) -> Vec<String> {
    let now = amounts_in(&rules.describe_value(topic).unwrap_or_default());
    let mut spellings = Vec::new();
    for amount in amounts_in(&base.describe_value(topic).unwrap_or_default()) {
        if !now.contains(&amount) {
            spellings.extend(spellings_of_amount(&amount));
        }
    }
    spellings
}

impl ClauseSubjectWords {
    /// Returns the words by which a text may still speak of the base's value.
    fn words_of_old_value(&self, rules: &Ruleset, base: &Ruleset) -> BaseValueWords {
        let mut old = BaseValueWords::default();
        if self.amounts {
            old.amounts = amounts_only_in_base(rules, base, self.clause);
        }
        old.words = self.words.iter().map(|word| (*word).to_owned()).collect();
        old
    }
}

/// Returns the numbers of some words, each with the noun after it.
fn amounts_in(described: &str) -> Vec<String> {
    let words: Vec<&str> = described
        .split(|c: char| c.is_whitespace() || ",;:().".contains(c))
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
