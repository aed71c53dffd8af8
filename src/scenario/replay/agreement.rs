//! What a header agrees: the edition with its options, and whether a scenario can be played by these rules.

use super::errors::list;
use crate::editions::{self, house};
use crate::rules::{ClauseId, Credit, OptionError, OptionValue, Ruleset, Value, by_name};
use crate::scenario::text::{
    Diagnostic, Header, HouseRules, Scenario, Span, Spanned, diagnose, header, quote, three_nearest,
};
use std::collections::BTreeMap;

/// The edition with the options agreed, or why they cannot be.
pub fn agreed(header: &Header, edition: &Spanned<String>) -> Result<Ruleset, Box<Diagnostic>> {
    let base = header
        .house
        .edition_by_id(&edition.value)
        .ok_or_else(|| unknown_edition(edition, header.house))?;
    let at = |name: &str| {
        header
            .options
            .get(name)
            .map_or(&header.opening, |at| &at.span)
    };
    base.with_options(&options(header))
        .map_err(|error| match error {
            OptionError::Unknown {
                edition,
                name,
                known,
            } => {
                let key = header.option_names.get(&name).unwrap_or(&header.opening);
                let (written, all) = (quote(&name), list(known.iter()));
                let wrong = diagnose!("unknown-option", key, edition, written, all);
                wrong
                    .with_suggestions(&near_words(&name, known.iter().copied()), str::to_owned)
                    .into()
            }
            OptionError::Value { name, takes } => {
                let words = takes.split('"').skip(1).step_by(2);
                let written = header.options.get(&name).map(|at| &at.value);
                let near = if let Some(OptionValue::Word(written)) = written {
                    near_words(written, words)
                } else {
                    Vec::new()
                };
                diagnose!("value-of-an-option", at(&name), name, takes)
                    .with_suggestions(&near, in_quotes)
                    .into()
            }
            OptionError::Conflict { name, why } => {
                diagnose!("option-excluded", at(&name), name, why).into()
            }
        })
}

fn options(header: &Header) -> BTreeMap<String, OptionValue> {
    by_name(
        header
            .options
            .iter()
            .map(|(name, at)| (name.clone(), at.value.clone())),
    )
}

/// What a `mouche.toml` comes to: where its table has its name, if it has one, and its rules, if they can be agreed.
pub fn settled(text: &str) -> (Option<Span>, Option<&'static Ruleset>, Vec<Diagnostic>) {
    let (told, mut wrong) = header::read_table(text);
    let Some((name, header)) = told else {
        return (None, None, wrong);
    };
    let rules = header.editions.first().and_then(|edition| {
        agreed(&header, edition)
            .map_err(|found| wrong.push(*found))
            .ok()?;
        let base = editions::printed_by_id(&edition.value)?;
        house::settle_table(
            &header::table_edition_id(&name.value),
            &name.value,
            base,
            &options(&header),
        )
        .ok()
    });
    (Some(name.span), rules.filter(|_| wrong.is_empty()), wrong)
}

pub fn unfit(scenario: &Scenario, rules: &Ruleset) -> Vec<Diagnostic> {
    let header = &scenario.header;
    let mut wrong: Vec<Diagnostic> = header.shows.iter().filter_map(unknown_clause).collect();
    if !rules.players.value.allows(header.players.len()) {
        let span = header
            .players
            .last()
            .map_or(&header.opening, |last| &last.span);
        let (edition, by, number) = (
            rules.id,
            rules.players.value.describe(),
            header.players.len(),
        );
        wrong.push(
            diagnose!("player-count", span, edition, by, number)
                .with_clause(rules.clause_id(ClauseId::Players)),
        );
    }
    let editions = || header.editions.iter().map(|edition| &edition.value);
    for name in scenario
        .hands
        .iter()
        .flat_map(|hand| &hand.parts)
        .flat_map(|part| &part.editions)
    {
        if editions().all(|edition| *edition != name.value) {
            let (written, all) = (quote(&name.value), list(editions()));
            wrong.push(diagnose!("edition-of-no-header", &name.span, written, all));
        }
    }
    // There is no credit where one pays in cash.
    let below = header
        .chips
        .iter()
        .find(|chips| chips.value < 0 && rules.credit.value == Credit::Cash);
    wrong.extend(below.map(|below| {
        diagnose!("below-nothing", &below.span).with_clause(rules.clause_id(ClauseId::Credit))
    }));
    for edition in &header.editions {
        // One machine plays all editions of a file.
        if header
            .house
            .edition_by_id(&edition.value)
            .is_some_and(|edition| edition.machine != rules.machine)
        {
            wrong.push(diagnose!(
                "games-of-two-kinds",
                &edition.span,
                one = rules.id,
                other = edition.value
            ));
        }
    }
    wrong
}

fn unknown_edition(edition: &Spanned<String>, house: HouseRules) -> Diagnostic {
    let written = quote(&edition.value);
    if let HouseRules::Broken = house {
        return diagnose!("broken-table", &edition.span);
    }
    if editions::by_id(&edition.value).is_some() {
        return diagnose!("table-of-another-folder", &edition.span, written);
    }
    let known = || {
        editions::playable_editions()
            .chain(house.ruleset())
            .map(|edition| edition.id)
    };
    let mut within = known().filter(|id| !edition.value.is_empty() && id.contains(&edition.value));
    let only = within.next().filter(|_| within.next().is_none());
    let wrong = diagnose!(
        "unknown-edition",
        &edition.span,
        written,
        all = list(known())
    );
    if let Some(only) = only {
        return wrong.with_suggestion(Some(only), in_quotes);
    }
    wrong.with_suggestions(&near_words(&edition.value, known()), in_quotes)
}

/// Returns the words among those known that one may be a slip of.
fn near_words<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    header::near_keys(word, &Vec::from_iter(known))
}

fn in_quotes(word: &str) -> String {
    format!("\"{word}\"")
}

/// Returns the clauses that a name may be meant as: the one that it is the end of, or those that are spelled nearly so.
fn near_clauses(name: &str) -> Vec<String> {
    let ids = || ClauseId::ALL.iter().map(|topic| topic.id());
    let is_end = |id: &&str| {
        id.rsplit_once('.')
            .is_some_and(|(_, end)| end.eq_ignore_ascii_case(name))
    };
    let by_their_end: Vec<String> = ids().filter(is_end).map(str::to_owned).collect();
    if by_their_end.is_empty() {
        near_words(name, ids())
    } else {
        by_their_end
    }
}

fn unknown_clause(name: &Spanned<String>) -> Option<Diagnostic> {
    let written = quote(&name.value);
    if ClauseId::by_id(&name.value).is_some() {
        return None;
    }
    if let Some(now) = ClauseId::by_former_id(&name.value) {
        return Some(diagnose!("renamed-clause", &name.span, written, now));
    }
    let (_, topic) = name.value.rsplit_once('/').unwrap_or(("", &name.value));
    let near = three_nearest(topic, ClauseId::ALL.iter().map(|topic| topic.id()));
    let wrong = diagnose!(
        "unknown-clause",
        &name.span,
        written,
        near = list(near.iter())
    );
    Some(wrong.with_suggestions(&near_clauses(topic), in_quotes))
}
