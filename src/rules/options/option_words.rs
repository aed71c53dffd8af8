//! The words for options and their values.

use super::{OptionDef, OptionValue};
#[cfg(feature = "cli")]
use crate::cards::count_of;
use crate::rules::Ruleset;
#[cfg(feature = "cli")]
use words_of_program::words_of_option;

/// The words for the options of the program. The engine in a page has none, because pages have them already.
#[cfg(feature = "cli")]
mod words_of_program {
    use crate::rules::data;
    use crate::rules::from_toml::parse_file;
    use std::sync::LazyLock;

    data! {
        /// The words of `option_words.toml`.
        struct WordsOfOptions {
            options: &'static [OptionWords],
        }

        /// The words for an option: the question that it answers, what its numbers count, and the answer of each value that
        /// needs words.
        pub(super) struct OptionWords {
            pub(super) name: &'static str,
            pub(super) asks: &'static str,
            pub(super) unit: &'static str = "",
            pub(super) values: &'static [(&'static str, &'static str)],
        }
    }

    static WORDS: LazyLock<WordsOfOptions> =
        LazyLock::new(|| parse_file("option_words.toml", include_str!("option_words.toml")));

    /// Returns the words of an option of the program.
    ///
    /// # Panics
    /// If `option_words.toml` lacks the option. A test looks up each of them.
    pub(super) fn words_of_option(name: &str) -> &'static OptionWords {
        for words in WORDS.options {
            if words.name == name {
                return words;
            }
        }
        panic!("the option {name} has no words in option_words.toml")
    }
}

impl OptionDef {
    /// Returns the question that the option answers: `When does the session end?` It is empty in the engine for pages, if the
    /// option is one of the program.
    pub fn question(&self) -> &'static str {
        if let Some(author) = self.author {
            return author.question;
        }
        #[cfg(feature = "cli")]
        return words_of_option(self.name).asks;
        #[cfg(not(feature = "cli"))]
        ""
    }

    /// Returns what the value of a word means: `one in each pool`; none if the value needs no words, such as a number.
    pub fn meaning_of_word(&self, word: &str) -> Option<&'static str> {
        if let Some(author) = self.author {
            let choice = author.choices.iter().find(|choice| choice.word == word)?;
            return Some(choice.answer);
        }
        #[cfg(feature = "cli")]
        for (name, words) in words_of_option(self.name).values {
            if *name == word {
                return Some(words);
            }
        }
        match word {
            "true" => Some("yes"),
            "false" => Some("no"),
            _ => None,
        }
    }

    /// Returns a value of the option in words: `yes`, `one in each pool`, `5 chips`.
    pub fn value_in_words(&self, value: &OptionValue) -> String {
        let key = value.in_address();
        if let Some(words) = self.meaning_of_word(&key) {
            return words.to_owned();
        }
        match value {
            OptionValue::Table(kind, count) => session_end_in_words(kind, &count.to_string()),
            OptionValue::Number(count) => self.number_in_words(*count),
            _ => key,
        }
    }

    /// Returns a number with what it counts: `5 chips`.
    fn number_in_words(&self, count: i64) -> String {
        #[cfg(feature = "cli")]
        if self.author.is_none() && !words_of_option(self.name).unit.is_empty() {
            return count_of(count as usize, words_of_option(self.name).unit);
        }
        count.to_string()
    }

    /// Returns all values that the option takes in an edition, as a file has them, each with its meaning. A number of the
    /// players' choice is written as a pattern: `{ tours = N }`.
    pub fn values_with_meanings(&self, edition: &Ruleset) -> Vec<(String, String)> {
        let mut values = Vec::new();
        for value in self.agreeable_fixed_values(edition) {
            values.push((value.to_string(), self.value_in_words(&value)));
        }
        for pattern in self.number_forms(edition) {
            values.push((pattern.to_owned(), value_pattern_in_words(pattern)));
        }
        values
    }

    /// Returns all values that the option takes in an edition, each with its meaning in parentheses: `"at_once" (all of them in
    /// the next pool) or "staged" (one in each pool)`.
    pub fn describe_values_with_meanings(&self, edition: &Ruleset) -> String {
        let mut values = Vec::new();
        for (written, meaning) in self.values_with_meanings(edition) {
            if written.trim_matches('"') == meaning {
                values.push(written);
            } else {
                values.push(format!("{written} ({meaning})"));
            }
        }
        join_alternatives(&values, ", ", " or ")
    }

    /// Returns all values that the option takes in an edition, in words.
    pub fn values_in_words(&self, edition: &Ruleset) -> String {
        let mut words = Vec::new();
        for (_, meaning) in self.values_with_meanings(edition) {
            words.push(meaning);
        }
        join_alternatives(&words, "; ", "; or ")
    }
}

/// Returns alternatives in one text, with another separator before the last.
fn join_alternatives(alternatives: &[String], separator: &str, last_separator: &str) -> String {
    match alternatives.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{}{last_separator}{last}", others.join(separator))
        }
        _ => alternatives.concat(),
    }
}

/// Returns when a session ends that ends after a number of things: `after 3 tours`.
fn session_end_in_words(kind: &str, count: &str) -> String {
    let thing = match kind {
        "target" => return format!("when a player has {count} chips"),
        "tours" => "tour",
        "hands" => "deal",
        "games" => "game",
        "losses" => "lost round",
        other => other,
    };
    let plural = if count == "1" { "" } else { "s" };
    format!("after {count} {thing}{plural}")
}

/// Returns the words for a pattern of values. A pattern in braces takes a number: `{ tours = N }`.
pub fn value_pattern_in_words(pattern: &str) -> String {
    let inside = pattern
        .strip_prefix("{ ")
        .and_then(|rest| rest.split(' ').next());
    match inside {
        Some(kind) => session_end_in_words(kind, "N"),
        None => pattern.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_and_every_word_that_it_takes_has_words() {
        for option in OptionDef::all_of_program() {
            assert!(option.question().ends_with('?'), "{}", option.name);
            for value in option.fixed_values() {
                let words = option.value_in_words(&value);
                assert!(
                    !words.contains('_'),
                    "{} has no words for {words}",
                    option.name
                );
            }
        }
    }
}
