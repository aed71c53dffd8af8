//! Options and editions: what an edition has by default, and what it has when something else is agreed.

use mouche::editions;
use mouche::rules::{Agreed, OptionError, Ruleset, Setting};
use std::collections::BTreeMap;

/// The options that are agreed upon at the table, and of which the engine has no use.
pub const UNFELT: &[&str] = &["bid_on_three", "pam_never_looed", "silence_means_yes"];

fn each() -> impl Iterator<Item = (&'static Ruleset, &'static Agreed)> {
    editions::ALL.iter().flat_map(|edition| Agreed::known_to(edition).map(move |option| (*edition, option)))
}

fn agreed(edition: &Ruleset, option: &Agreed, to: Setting) -> Result<Ruleset, OptionError> {
    edition.with(&BTreeMap::from([(option.name.into(), to)]))
}

#[test]
fn to_agree_on_the_default_changes_nothing() {
    for (edition, option) in each() {
        let Some(now) = option.now(edition) else { continue };
        let rules = agreed(edition, option, now.clone());
        let same = rules.is_ok_and(|rules| format!("{rules:?}") == format!("{edition:?}"));
        assert!(same, "{}: {} = {now}", edition.id, option.name);
    }
}

#[test]
fn what_an_option_says_it_takes_it_takes_and_has_afterwards() {
    for (edition, option) in each() {
        let values = option.values_in(edition);
        assert!(values.len() > 1 || option.also(edition).count() > 0, "{} has no choice", option.name);
        for to in values {
            match agreed(edition, option, to.clone()) {
                // Of what the engine has no use for there is nothing to read.
                Ok(_) if UNFELT.contains(&option.name) => {}
                Ok(rules) => assert_eq!(option.now(&rules), Some(to), "{}: {}", edition.id, option.name),
                Err(error) => assert!(matches!(error, OptionError::Conflict { .. }), "{}: {to}", option.name),
            }
        }
    }
}

#[test]
fn a_conflict_is_told_of_an_option_that_was_agreed() {
    let mut conflicts = 0;
    for edition in editions::ALL.iter() {
        let cap = ("debt_cap", Setting::Number(edition.stake.value.chips));
        let each = Agreed::known_to(edition)
            .flat_map(|option| option.values_in(edition).into_iter().map(|to| (option.name, to)));
        let settings: Vec<(&str, Setting)> = each.chain([cap]).collect();
        for (one, other) in settings.iter().flat_map(|one| settings.iter().map(move |other| (one, other))) {
            let options: BTreeMap<_, _> = [one, other].map(|(name, to)| (name.to_string(), to.clone())).into();
            if let Err(OptionError::Conflict { name, .. }) = edition.with(&options) {
                assert!(options.contains_key(&name), "{}: {options:?} conflicts by {name}", edition.id);
                conflicts += 1;
            }
        }
    }
    assert!(conflicts > 10, "only {conflicts} conflicts were found");
}
