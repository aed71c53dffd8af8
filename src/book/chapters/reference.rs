//! What the program goes by, printed from its own tables: how it reads scenarios, and the rules of its strategy.

use super::clause::{in_words, named};
use crate::book::book_config::{BookGames, has_drills};
use crate::book::sign::legend_of;
use crate::cards::Letters;
use crate::editions;
use crate::explore::strategy::{OCCASIONS, Occasion, StrategyRule};
use crate::page::markdown::{escaped, one_line};
use crate::page::{Place, seated};
use crate::rules::{GameFamily, MOST_CHIPS, OptionDef, OptionValue, Ruleset, SIGNS, Work};
use crate::scenario::{
    Code, FORMS, Form, KEYS, Keyword, LONGEST_FILE, LONGEST_NAME, MOST_HANDS, Report, TABLE_KEYS,
    Word, check, full,
};
use crate::session::{DRILLS, Drill, NAMES, companies};
use anyhow::{Result, bail};
use askama::Template;
use include_dir::{Dir, include_dir};
use std::collections::BTreeSet;

/// A file for each message, held by the tests.
static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/tests/refused");

/// What is told of what else could have been played.
pub(super) const WHAT_IF: &str = include_str!("../../../templates/what_if.md");

/// A table for authors, by its name: that of a fence has the lines of it.
#[derive(Template)]
#[template(path = "reference.md")]
struct Reference<'a> {
    name: &'a str,
}

const TABLES: &str =
    "keys, table, fences, deal, script, payout, task, french, words, limits, options, messages";

pub(in crate::book) fn reference(name: &str) -> Result<String> {
    Ok(match name {
        "play" => one_line(
            &Play {
                games: at_the_table(|_| true),
                drills: &DRILLS,
                has_terminal: true,
            }
            .render()?,
        ),
        "what-if" => WHAT_IF.into(),
        "playground" => one_line(
            &Playground {
                games: at_the_table(|kind| kind == GameFamily::Tricks),
            }
            .render()?,
        ),
        _ if TABLES.split(", ").any(|table| table == name) => Reference { name }.render()?,
        _ => bail!("no table is called `{name}`; write {TABLES}, what-if, play or playground"),
    })
}

impl Reference<'_> {
    /// The lines of a fence: those of every game, and then those of some.
    fn forms(&self) -> (Vec<&'static Form>, Vec<&'static Form>) {
        let of_all = |form: &&Form| editions::ALL.iter().all(|edition| form.is_told_by(edition));
        FORMS
            .iter()
            .filter(|form| form.fence.spelling(Letters::English) == self.name)
            .partition(of_all)
    }
}

/// Returns the ids of the editions that know a line, as a header has them, each with the option that it needs.
fn editions_of(form: &Form) -> String {
    let known = editions::ALL
        .iter()
        .filter_map(|edition| match form.option_for(edition) {
            Some(option) => Some(format!("`{}` (with `{}`)", edition.id, option.name)),
            None => form
                .is_told_by(edition)
                .then(|| format!("`{}`", edition.id)),
        });
    known.collect::<Vec<_>>().join(", ")
}

fn words() -> impl Iterator<Item = Keyword> {
    let mut seen = BTreeSet::new();
    Keyword::told().filter(move |word| seen.insert(word.spelling()))
}

/// Each option that some edition of the book knows, with all that it takes in any of them.
fn options() -> impl Iterator<Item = (&'static OptionDef, String)> {
    OptionDef::all().filter_map(|option| {
        let knows = editions::playable_editions().filter(|edition| option.is_known_to(edition));
        let widest = knows.max_by_key(|edition| option.number_forms(edition).count())?;
        Some((
            option,
            OptionDef::describe_choices(option.values(), option.number_forms(widest)),
        ))
    })
}

/// The message as it is printed of a file that has it, in lines of 90 characters at most.
fn example(code: Code) -> Option<String> {
    let name = format!("{}.md", code.id());
    let checked = check(&name, EXAMPLES.get_file(&name)?.contents());
    let told = checked
        .diagnostics
        .iter()
        .chain(&checked.warnings)
        .find(|told| told.code == code)?
        .clone();
    Some(full(
        &Report {
            path: &name,
            text: &checked.text,
            diagnostics: &[told],
        },
        false,
        90,
    ))
}

#[derive(Template)]
#[template(path = "play.html")]
struct Play<'a> {
    games: BookGames,
    drills: &'a [Drill],
    has_terminal: bool,
}

#[derive(Template)]
#[template(path = "playground.html")]
struct Playground {
    games: BookGames,
}

/// The page of an author's book on which one plays: there are no lessons, so nothing is drilled.
pub(super) fn play_page(games: BookGames) -> Result<String> {
    let play = one_line(
        &Play {
            games,
            drills: &[],
            has_terminal: false,
        }
        .render()?,
    );
    Ok(include_str!("../../../book/src/play.md").replace("```reference play\n```", &play))
}

/// What the signs mean that may come with a step.
fn legend() -> String {
    legend_of(&SIGNS.iter().map(|(sign, _)| *sign).collect::<String>())
}

/// The games that one sits down to here, if they are of this kind.
fn at_the_table(is_meant: fn(GameFamily) -> bool) -> BookGames {
    let mut games = editions::playable_games();
    games.retain(|(_, editions)| has_drills(editions) && is_meant(editions[0].machine));
    games
}

/// What an option asks for where an edition answers it.
fn question(rules: &Ruleset, option: &OptionDef) -> &'static str {
    let mut readings = rules.readings(option.topic).iter();
    readings
        .find(|reading| reading.option == Some(option.name))
        .map_or("", |reading| reading.question)
}

/// What an option takes beside what holds if nothing is said, each with those who may play then, if they are others.
fn values(rules: &Ruleset, option: &OptionDef) -> Vec<(OptionValue, Option<String>)> {
    let others = |value: &OptionValue| {
        let agreed = rules
            .with_options(&[(option.name.to_owned(), value.clone())].into())
            .ok()?;
        Some(players(&agreed)).filter(|after| *after != players(rules))
    };
    let (now, values) = (
        option.current_value(rules),
        option
            .values_in(rules)
            .into_iter()
            .chain(option.example_numbers(rules)),
    );
    values
        .filter(|value| Some(value) != now.as_ref())
        .map(|value| (value.clone(), others(&value)))
        .collect()
}

/// How many may sit down to an edition: `3 4 5`.
fn players(rules: &Ruleset) -> String {
    companies(rules)
        .map(|players| players.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

impl Play<'_> {
    fn with(&self, drill: &Drill) -> impl Iterator<Item = &Ruleset> {
        self.games
            .iter()
            .flat_map(|(_, editions)| editions)
            .copied()
            .filter(|rules| drill.fits(rules))
    }
}

#[derive(Template)]
#[template(path = "strategy.md")]
struct Strategy {
    place: Place,
}

impl Strategy {
    /// The rules of an occasion that concern any edition, each with those that it concerns, or does not, in words.
    fn told(&self, occasion: &'static Occasion) -> Vec<(&'static str, String)> {
        let told = |rule: &'static StrategyRule| {
            let (some, none): (Vec<_>, Vec<_>) =
                editions::ALL.iter().partition(|rules| rule.concerns(rules));
            let names = |all: &[&&Ruleset]| {
                all.iter()
                    .map(|rules| rules.name)
                    .collect::<Vec<_>>()
                    .join("; ")
            };
            let only = match (some.len(), none.len()) {
                (_, 0) => String::new(),
                (some, but) if but < some => format!(" *(Not in {}.)*", names(&none)),
                _ => format!(" *(In {}.)*", names(&some)),
            };
            (!some.is_empty()).then_some((rule.text, only))
        };
        occasion.rules.iter().filter_map(told).collect()
    }
}

pub(super) fn strategy(place: Place) -> Result<String> {
    Ok(Strategy { place }.render()?)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_reference.rs"]
mod tests;
