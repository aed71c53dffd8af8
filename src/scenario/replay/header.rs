//! What the header asks for: an edition, options, players and their purses.

use super::session::{Session, list};
use crate::cards::{PerSeat, Seat};
use crate::editions;
use crate::rules::{Credit, OptionError, Ruleset, Topic};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, Scenario, Span};
use crate::scenario::words::{close, nearest, quoted};
use std::collections::BTreeMap;

/// The edition with the options agreed, or why they cannot be.
pub(super) fn agreed(scenario: &Scenario, edition: &At<String>) -> Result<Ruleset, Vec<Diagnostic>> {
    let base = editions::by_id(&edition.value).ok_or_else(|| vec![unknown_edition(edition)])?;
    agree(base, scenario).map_err(|wrong| vec![*wrong])
}

/// Opens a session under these rules, or says why not.
pub(super) fn begin<'a>(scenario: &Scenario, edition: &'a str, rules: Ruleset) -> Result<Session<'a>, Vec<Diagnostic>> {
    let mut wrong: Vec<Diagnostic> = scenario.header.shows.iter().filter_map(unknown_clause).collect();
    wrong.extend(players(&rules, scenario));
    wrong.extend(strange_editions(scenario));
    wrong.extend(below_nothing(&rules, scenario));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let names = scenario.header.players.iter().map(|name| name.value.clone()).collect();
    let purses = purses(&rules, scenario);
    let mut session = Session::new(edition, rules, names, purses);
    session.letters = scenario.header.letters;
    Ok(session)
}

fn unknown_edition(edition: &At<String>) -> Diagnostic {
    let known = || editions::ALL.iter().map(|edition| edition.id);
    let wrong = Diagnostic::new(
        Code::UnknownEdition,
        edition.span.clone(),
        format!("no edition is called {}", quoted(&edition.value)),
    )
    .label("no such edition")
    .help(format!("the editions are {}", list(known())));
    suggest(wrong, &edition.value, known())
}

/// Adds the nearest word as what to write instead.
fn suggest<'w>(wrong: Diagnostic, word: &str, known: impl Iterator<Item = &'w str>) -> Diagnostic {
    match nearest(word, known) {
        Some(other) => wrong.help(format!("did you mean `{other}`?")).fix(format!("\"{other}\"")),
        None => wrong,
    }
}

fn unknown_clause(name: &At<String>) -> Option<Diagnostic> {
    if editions::topic(&name.value).is_some() {
        return None;
    }
    if let Some(now) = Topic::formerly(&name.value) {
        return Some(renamed(name, now));
    }
    let near = close(&name.value, editions::topics().map(|topic| topic.id()));
    let message = format!("no clause is called {}", quoted(&name.value));
    let wrong = Diagnostic::new(Code::UnknownClause, name.span.clone(), message).label("no such clause");
    let wrong = wrong.help(format!("near it are {}", list(near.iter())));
    Some(suggest(wrong, &name.value, near.into_iter()))
}

fn renamed(name: &At<String>, now: Topic) -> Diagnostic {
    let message = format!("the clause {} is called `{now}` now", quoted(&name.value));
    Diagnostic::new(Code::UnknownClause, name.span.clone(), message).label("its name of old").fix(format!("\"{now}\""))
}

fn players(rules: &Ruleset, scenario: &Scenario) -> Option<Diagnostic> {
    use crate::rules::Value;
    let players = &scenario.header.players;
    if rules.players.value.allows(players.len()) {
        return None;
    }
    let span = players.last().map_or(scenario.header.opening.clone(), |last| last.span.clone());
    let message = format!("{} is played by {}, not {}", rules.id, rules.players.value.says(), players.len());
    let wrong = Diagnostic::new(Code::PlayerCount, span, message).label(format!("player {}, the last", players.len()));
    Some(wrong.clause(rules.clause_id(Topic::Players)))
}

fn strange_editions(scenario: &Scenario) -> Vec<Diagnostic> {
    let known = |name: &&At<String>| scenario.header.editions.iter().any(|edition| edition.value == name.value);
    let parts = scenario.hands.iter().flat_map(|hand| &hand.parts);
    parts
        .flat_map(|part| part.editions.iter().filter(|name| !known(name)))
        .map(|name| {
            Diagnostic::new(
                Code::UnknownEdition,
                name.span.clone(),
                format!("the header does not name {}", quoted(&name.value)),
            )
            .label("not an edition of this file")
            .help(format!("it names {}", list(scenario.header.editions.iter().map(|edition| edition.value.as_str()))))
        })
        .collect()
}

/// A purse that begins below nothing where there is no credit.
fn below_nothing(rules: &Ruleset, scenario: &Scenario) -> Option<Diagnostic> {
    let below = scenario.header.chips.iter().find(|chips| chips.value < 0)?;
    let message = "a purse cannot be below nothing: there is no credit here";
    let wrong = Diagnostic::new(Code::BadAmount, below.span.clone(), message).label("below nothing");
    (rules.credit.value == Credit::Cash).then(|| wrong.clause(rules.clause_id(Topic::Credit)))
}

fn agree(base: &Ruleset, scenario: &Scenario) -> Result<Ruleset, Box<Diagnostic>> {
    let options: BTreeMap<_, _> =
        scenario.header.options.iter().map(|(name, at)| (name.clone(), at.value.clone())).collect();
    base.with(&options).map_err(|error| {
        let header = &scenario.header;
        let at = |name: &str| header.options.get(name).map_or(header.opening.clone(), |at| at.span.clone());
        let key = |name: &str| header.option_names.get(name).map_or(header.opening.clone(), Span::clone);
        Box::new(match error {
            OptionError::Unknown { name, known } => {
                let message = format!("{} knows no option called {}", base.id, quoted(&name));
                let wrong = Diagnostic::new(Code::UnknownOption, key(&name), message).label("no such option");
                let wrong = wrong.help(format!("it knows {}", list(known.iter())));
                match nearest(&name, known.iter().copied()) {
                    Some(other) => wrong.help(format!("did you mean `{other}`?")).fix(other),
                    None => wrong,
                }
            }
            OptionError::Value { name, takes } => {
                Diagnostic::new(Code::UnknownOption, at(&name), format!("{name} does not take this value"))
                    .label("not one of its values")
                    .help(format!("it takes {takes}"))
            }
            OptionError::Conflict { name, why } => {
                Diagnostic::new(Code::UnknownOption, at(&name), format!("{name} does not fit here"))
                    .label("excluded")
                    .help(why)
            }
        })
    })
}

fn purses(rules: &Ruleset, scenario: &Scenario) -> PerSeat<i64> {
    let mut purses = PerSeat::all(0);
    for seat in (0..scenario.header.players.len() as u8).map(Seat) {
        let told = scenario.header.chips.get(usize::from(seat.0));
        purses[seat] = told.map_or(rules.chips_start.value.0, |chips| chips.value);
    }
    purses
}

#[cfg(test)]
mod tests {
    use crate::scenario::check;

    #[test]
    fn an_old_name_of_a_clause_is_told_its_new_one() {
        let denise = include_str!("../../../scenarios/mouche-1718/denise-must-trump.md");
        let told = check("a.md", denise.replacen("[\"play.trump\"]", "[\"play.ruff\"]", 1).as_bytes()).diagnostics;
        let fixes: Vec<Option<&str>> = told.iter().map(|wrong| wrong.fix.as_deref()).collect();
        assert_eq!(fixes, [Some("\"play.trump\"")], "{told:?}");
    }
}
