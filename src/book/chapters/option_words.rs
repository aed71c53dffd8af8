//! The words for options and their values.

use crate::cards::count_of;
use crate::rules::from_toml::parse_file;
use crate::rules::{OptionDef, OptionValue, Ruleset, data};
use std::sync::LazyLock;

data! {
    /// The words of `option_words.toml`.
    struct WordsOfOptions {
        options: &'static [OptionWords],
    }

    /// The words for an option: the question that it answers, what its numbers count, and the answer of each value that
    /// needs words.
    pub(super) struct OptionWords {
        name: &'static str,
        asks: &'static str,
        unit: &'static str = "",
        values: &'static [(&'static str, &'static str)],
    }
}

static WORDS: LazyLock<WordsOfOptions> =
    LazyLock::new(|| parse_file("option_words.toml", include_str!("option_words.toml")));

/// Returns the words of an option.
///
/// # Panics
/// If `option_words.toml` lacks the option. A test looks up each of them.
fn words_of_option(name: &str) -> &'static OptionWords {
    for words in WORDS.options {
        if words.name == name {
            return words;
        }
    }
    panic!("the option {name} has no words in option_words.toml")
}

/// Returns the question that an option answers: `When does the session end?`
pub(crate) fn option_question(option: &OptionDef) -> &'static str {
    if let Some(author) = option.author {
        return author.question;
    }
    words_of_option(option.name).asks
}

/// Returns a value of an option in words: `yes`, `one in each pool`, `5 chips`.
pub(crate) fn value_in_words(option: &OptionDef, value: &OptionValue) -> String {
    let key = value.in_address();
    if let Some(author) = option.author {
        let choice = author.choices.iter().find(|choice| choice.word == key);
        return match choice {
            Some(choice) => choice.answer.to_owned(),
            None => key,
        };
    }
    let option_words = words_of_option(option.name);
    for (name, words) in option_words.values {
        if *name == key {
            return (*words).to_owned();
        }
    }
    match value {
        OptionValue::Flag(true) => "yes".into(),
        OptionValue::Flag(false) => "no".into(),
        OptionValue::Table(kind, count) => end_in_words(kind, &count.to_string()),
        OptionValue::Number(count) if !option_words.unit.is_empty() => {
            count_of(*count as usize, option_words.unit)
        }
        _ => key,
    }
}

/// Returns when a session ends that ends after a number of things: `after 3 tours`.
fn end_in_words(kind: &str, count: &str) -> String {
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

/// Returns all values that an option takes in an edition, in words.
pub(super) fn values_in_words(option: &OptionDef, edition: &Ruleset) -> String {
    let mut words = Vec::new();
    for value in option.agreeable_fixed_values(edition) {
        words.push(value_in_words(option, &value));
    }
    for pattern in option.number_forms(edition) {
        words.push(value_pattern_in_words(pattern));
    }
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{}; or {last}", others.join("; ")),
        _ => words.concat(),
    }
}

/// Returns the words for a pattern of values. A pattern in braces takes a number: `{ tours = N }`.
fn value_pattern_in_words(pattern: &str) -> String {
    let inside = pattern
        .strip_prefix("{ ")
        .and_then(|rest| rest.split(' ').next());
    match inside {
        Some(kind) => end_in_words(kind, "N"),
        None => pattern.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_and_every_word_that_it_takes_has_words() {
        for option in OptionDef::all_of_program() {
            assert!(option_question(option).ends_with('?'), "{}", option.name);
            for value in option.fixed_values() {
                let words = value_in_words(option, &value);
                assert!(
                    !words.contains('_'),
                    "{} has no words for {words}",
                    option.name
                );
            }
        }
    }
}
