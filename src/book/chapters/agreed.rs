//! What a company may agree before play, in the words of a reader. The names that files use are for authors.

use crate::narrate::sentence::capital;
use crate::rules::{Agreed, Ruleset, Setting};
use crate::session::companies;

/// What may be agreed before play, as the form of a table asks for it.
pub(super) struct Agreeable {
    pub(super) option: &'static Agreed,
    pub(super) question: &'static str,
    /// What holds if nothing is said.
    pub(super) now: Option<Setting>,
    /// What else it takes, each with those who may play then, if they are others.
    pub(super) values: Vec<(Setting, Option<String>)>,
}

impl Agreeable {
    pub(super) fn new(rules: &Ruleset, option: &'static Agreed) -> Agreeable {
        let mut readings = rules.readings(option.topic).iter();
        let answered = readings.find(|reading| reading.option == Some(option.name));
        let others = |value: &Setting| {
            let agreed = rules.with(&[(option.name.to_owned(), value.clone())].into()).ok()?;
            Some(players(&agreed)).filter(|after| *after != players(rules))
        };
        let now = option.now(rules);
        let values =
            option.values_in(rules).into_iter().chain(option.usual(rules)).filter(|value| Some(value) != now.as_ref());
        let values = values.map(|value| (value.clone(), others(&value))).collect();
        Agreeable { option, question: answered.map_or("", |reading| reading.question), now, values }
    }
}

/// A value as an address has it: `at_once`.
pub(super) fn written(value: &Setting) -> String {
    match value {
        Setting::Word(word) => word.clone(),
        other => other.to_string(),
    }
}

/// A value in words: `yes`, `at once`.
pub(super) fn in_words(value: &Setting) -> String {
    match value {
        Setting::Flag(true) => "yes".into(),
        Setting::Flag(false) => "no".into(),
        Setting::Table(what, 1) => format!("1 {}", what.trim_end_matches('s')),
        Setting::Table(what, count) => format!("{count} {what}"),
        other => written(other).replace('_', " "),
    }
}

pub(super) fn named(option: &Agreed) -> String {
    capital(&option.name.replace('_', " "))
}

/// All that an option takes in an edition, in words: `first come, reshuffle discards or cap 3`.
pub(super) fn takes(option: &Agreed, edition: &Ruleset) -> String {
    let number = |also: &str| match also.strip_prefix("{ ").and_then(|rest| rest.split(' ').next()) {
        Some(what) => format!("{what}, by number"),
        None => also.into(),
    };
    let words: Vec<String> = option.values_in(edition).iter().map(in_words).chain(option.also().map(number)).collect();
    match words.split_last() {
        Some((last, words)) if !words.is_empty() => format!("{} or {last}", words.join("; ")),
        _ => words.concat(),
    }
}

/// How many may sit down to an edition: `3 4 5`.
pub(super) fn players(rules: &Ruleset) -> String {
    companies(rules).map(|players| players.to_string()).collect::<Vec<_>>().join(" ")
}
