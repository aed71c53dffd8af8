//! The words for options and their values.

use crate::narrate::sentence::capitalize;
use crate::rules::{OptionDef, OptionValue, Ruleset};

/// Returns a value in words: `yes`, `at once`.
pub(super) fn value_in_words(value: &OptionValue) -> String {
    match value {
        OptionValue::Flag(true) => "yes".into(),
        OptionValue::Flag(false) => "no".into(),
        OptionValue::Table(what, 1) => format!("1 {}", what.trim_end_matches('s')),
        OptionValue::Table(what, count) => format!("{count} {what}"),
        other => other.in_address().replace('_', " "),
    }
}

/// Returns the name of an option as a heading: `Staged order`.
pub(super) fn option_heading(option: &OptionDef) -> String {
    capitalize(&option.name.replace('_', " "))
}

/// Returns all values that an option takes in an edition, in words:
/// `first come, reshuffle discards or cap 3`.
pub(super) fn values_in_words(option: &OptionDef, edition: &Ruleset) -> String {
    let mut words: Vec<String> = option
        .values_in(edition)
        .iter()
        .map(value_in_words)
        .collect();
    words.extend(option.number_forms(edition).map(pattern_in_words));
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join("; ")),
        _ => words.concat(),
    }
}

/// Returns the words for a pattern of values, which is in braces if it takes a number:
/// `{ cap = N }`.
fn pattern_in_words(pattern: &str) -> String {
    let Some(inside) = pattern.strip_prefix("{ ") else {
        return pattern.into();
    };
    match inside.split(' ').next() {
        Some(what) => format!("{what}, by number"),
        None => pattern.into(),
    }
}
