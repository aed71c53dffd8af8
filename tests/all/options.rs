//! Options and editions: what an edition has by default, and what it has when something else is agreed.

use crate::test_extent;
use mouche::editions;
use mouche::rules::{OptionDef, OptionError, OptionValue, Ruleset};
use std::collections::BTreeMap;

/// The options that are agreed upon at the table, and of which the engine has no use.
pub const UNFELT: &[&str] = &["bid_on_three", "pam_never_looed", "silence_means_yes"];

fn options_of_editions() -> impl Iterator<Item = (&'static Ruleset, &'static OptionDef)> {
    editions::ALL
        .iter()
        .flat_map(|edition| OptionDef::open_in(edition).map(move |option| (*edition, option)))
}

fn agree_on_option(
    edition: &Ruleset,
    option: &OptionDef,
    to: OptionValue,
) -> Result<Ruleset, OptionError> {
    edition.with_options(&BTreeMap::from([(option.name.into(), to)]))
}

#[test]
fn to_agree_on_the_default_changes_nothing() {
    for (edition, option) in options_of_editions() {
        let Some(now) = option.value_if_applicable(edition) else {
            continue;
        };
        let rules = agree_on_option(edition, option, now.clone());
        let same = rules.is_ok_and(|rules| format!("{rules:?}") == format!("{edition:?}"));
        assert!(same, "{}: {} = {now}", edition.id, option.name);
    }
}

#[test]
fn what_an_option_says_it_takes_it_takes_and_has_afterwards() {
    for (edition, option) in options_of_editions() {
        let values = option.agreeable_fixed_values(edition);
        assert!(
            values.len() > 1 || option.number_forms(edition).count() > 0,
            "{} has no choice",
            option.name
        );
        for to in values {
            match agree_on_option(edition, option, to.clone()) {
                // Of what the engine has no use for there is nothing to read.
                Ok(_) if UNFELT.contains(&option.name) => {}
                Ok(rules) => assert_eq!(
                    option.value_if_applicable(&rules),
                    Some(to),
                    "{}: {}",
                    edition.id,
                    option.name
                ),
                Err(error) => assert!(
                    matches!(error, OptionError::Conflict { .. }),
                    "{}: {to}",
                    option.name
                ),
            }
        }
    }
}

/// Returns every way to agree on an option and at most two others in an edition.
fn companies_with<'a>(
    edition: &'a Ruleset,
    option: &'a OptionDef,
) -> Vec<BTreeMap<String, OptionValue>> {
    let settings = |option: &OptionDef| {
        let values = option
            .fixed_values()
            .into_iter()
            .chain(option.agreeable_usual_numbers(edition));
        values
            .map(|to| (option.name.to_owned(), to))
            .collect::<Vec<_>>()
    };
    let others: Vec<(String, OptionValue)> = OptionDef::open_in(edition)
        .filter(|other| other.name != option.name)
        .flat_map(settings)
        .collect();
    let mut companies = Vec::new();
    for own in settings(option) {
        companies.push(BTreeMap::from([own.clone()]));
        for (at, one) in others.iter().enumerate() {
            companies.push(BTreeMap::from([own.clone(), one.clone()]));
            companies.extend(
                others[at..]
                    .iter()
                    .map(|other| BTreeMap::from([own.clone(), one.clone(), other.clone()])),
            );
        }
    }
    companies
}

/// Each value that is listed for an option can be agreed on, and each that can be agreed on is listed.
#[test]
fn an_option_lists_the_values_that_some_company_can_agree_on() {
    for (edition, option) in options_of_editions().step_by(test_extent::sample_step(7)) {
        let listed = option
            .agreeable_fixed_values(edition)
            .into_iter()
            .chain(option.agreeable_usual_numbers(edition))
            .collect::<Vec<_>>();
        let mut possible: Vec<OptionValue> = Vec::new();
        for company in companies_with(edition, option) {
            let to = &company[option.name];
            if !possible.contains(to) && edition.with_options(&company).is_ok() {
                possible.push(to.clone());
            }
        }
        let missing: Vec<&OptionValue> =
            possible.iter().filter(|to| !listed.contains(to)).collect();
        assert!(
            missing.is_empty(),
            "{}: {} does not list {missing:?}",
            edition.id,
            option.name
        );
        let refused: Vec<&OptionValue> =
            listed.iter().filter(|to| !possible.contains(to)).collect();
        assert!(
            refused.is_empty(),
            "{}: {} lists {refused:?}",
            edition.id,
            option.name
        );
    }
}

#[test]
fn a_value_that_is_always_refused_is_not_listed() {
    let edition = |id: &str| editions::by_id(id).expect("an edition");
    let known = |id: &str| {
        OptionDef::open_in(edition(id))
            .map(|option| option.name)
            .collect::<Vec<_>>()
    };
    // Debts must wait in 1730, because its flush sweeps those that do; so there can be no ceiling either.
    for option in ["debts", "debt_cap"] {
        assert!(known("mouche-1718").contains(&option), "{option}");
        assert!(!known("mouche-1730").contains(&option), "{option}");
    }
    // What needs another option is listed.
    assert!(
        known("mouche-1718").contains(&"pam_fee_when")
            || known("mouche-1718").contains(&"staged_order")
    );
}

#[test]
fn a_conflict_is_told_of_an_option_that_was_agreed() {
    let mut conflicts = 0;
    for edition in editions::ALL.iter() {
        let cap = (
            "debt_cap",
            OptionValue::Number(edition.tricks().expect("tricks").stake.value.chips),
        );
        let each = OptionDef::open_in(edition).flat_map(|option| {
            option
                .agreeable_fixed_values(edition)
                .into_iter()
                .map(|to| (option.name, to))
        });
        let settings: Vec<(&str, OptionValue)> = each.chain([cap]).collect();
        for (one, other) in settings
            .iter()
            .flat_map(|one| settings.iter().map(move |other| (one, other)))
        {
            let options: BTreeMap<_, _> = [one, other]
                .map(|(name, to)| (name.to_string(), to.clone()))
                .into();
            if let Err(OptionError::Conflict { name, .. }) = edition.with_options(&options) {
                assert!(
                    options.contains_key(&name),
                    "{}: {options:?} conflicts by {name}",
                    edition.id
                );
                conflicts += 1;
            }
        }
    }
    assert!(conflicts > 10, "only {conflicts} conflicts were found");
}
