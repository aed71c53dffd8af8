//! Who sits down to what: the company, its names, its edition and what is agreed.

use crate::cards::{Letters, MOST_SEATS, Seat};
use crate::editions;
use crate::rules::{GameFamily, OptionValue, Ruleset, Value, by_name};
use crate::scenario::{Draft, DraftEnd, PlayedHand, nearest_candidate, parse_option_value};
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

pub(crate) const NAMES: [&str; MOST_SEATS] = [
    "Anne",
    "Bertrand",
    "Claude",
    "Denise",
    "Étienne",
    "Françoise",
    "Gaston",
    "Hélène",
    "Isidore",
    "Jeanne",
];

#[derive(Clone, Debug)]
pub(crate) struct Company {
    pub(crate) title: String,
    pub(crate) rules: Ruleset,
    pub(crate) options: Options,
    /// Whether what is saved goes to where nobody knows the table that it is played at.
    pub(crate) is_abroad: bool,
    pub(crate) players: Vec<String>,
    /// What each starts with, by seat; empty when the edition says.
    pub(crate) chips: Vec<i64>,
    pub(crate) letters: Letters,
    pub(crate) learner: Seat,
}

pub(crate) type Options = BTreeMap<String, OptionValue>;

impl Company {
    pub(crate) fn new(
        rules: Ruleset,
        options: Options,
        players: Vec<String>,
        learner: Seat,
        seed: u64,
    ) -> Company {
        let title = format!("A session of {}, from seed {seed}", rules.name);
        let (chips, letters) = Default::default();
        Company {
            title,
            rules,
            options,
            is_abroad: true,
            players,
            chips,
            letters,
            learner,
        }
    }

    /// Returns what a file of its sessions begins with, under these rules and options.
    pub(super) fn draft<'a>(&'a self, rules: &'a Ruleset, options: &'a Options) -> Draft<'a> {
        Draft {
            title: &self.title,
            rules,
            players: &self.players,
            shows: &[],
            chips: &self.chips,
            options,
            letters: self.letters,
            until: DraftEnd::End,
        }
    }

    /// Checks that a scenario can tell of its players.
    ///
    /// # Errors
    /// What is wrong with a name.
    pub(super) fn check_names(&self) -> Result<()> {
        let written = self
            .draft(&self.rules, &self.options)
            .write_file::<PlayedHand>(&[]);
        written.map(drop).map_err(|wrong| anyhow!("{wrong}"))
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.players[usize::from(seat.0)]
    }
}

/// The edition of this id with these options, if so many may play it.
pub(crate) fn rules(
    edition: &str,
    players: usize,
    options: &[(String, OptionValue)],
) -> Result<Ruleset> {
    let rules = editions::by_id(edition).with_context(|| {
        let known: Vec<&str> = editions::all_editions().map(|edition| edition.id).collect();
        let near = nearest_candidate(edition, known.iter().copied())
            .map(|near| format!("did you mean {near}?"));
        let all = || format!("there are {}", known.join(", "));
        format!(
            "no edition is called {edition}; {}",
            near.unwrap_or_else(all)
        )
    })?;
    let rules = rules.with_options(&by_name(options.iter().cloned()))?;
    let allowed = rules.players.value;
    ensure!(
        allowed.allows(players),
        "{} is for {}",
        rules.id,
        allowed.describe()
    );
    Ok(rules)
}

pub(crate) fn of_tricks(rules: Ruleset) -> Result<Ruleset> {
    ensure!(
        rules.machine == GameFamily::Tricks,
        "{} has no tricks, and this is of games with tricks",
        rules.id
    );
    Ok(rules)
}

pub(crate) fn companies(rules: &Ruleset) -> impl Iterator<Item = usize> {
    let allowed = rules.players.value;
    (2..=NAMES.len()).filter(move |players| allowed.allows(*players))
}

/// Why words are no option with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingError {
    /// There is no `=` between a name and a value.
    NoEqualsSign,
    /// What follows the `=` is no value of any option.
    NoValue,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SettingError::NoEqualsSign => "an option is written NAME=VALUE",
            SettingError::NoValue => "no option takes such a value",
        })
    }
}

impl Error for SettingError {}

/// Reads an option with its value: `debts=staged`.
pub(crate) fn option(written: &str) -> Result<(String, OptionValue), SettingError> {
    let (name, value) = written.split_once('=').ok_or(SettingError::NoEqualsSign)?;
    Ok((
        name.trim().to_owned(),
        parse_option_value(value).ok_or(SettingError::NoValue)?,
    ))
}

/// What is told before a deal: who plays, or to whom the deal passes.
pub(super) fn passed_on(company: &Company, from: Option<Seat>, to: Seat) -> String {
    match from {
        None => format!(
            "{} plays against the strategy of the book.",
            company.name(company.learner)
        ),
        Some(from) if from == to => format!("{} deals again.", company.name(to)),
        Some(_) => format!("The deal passes to {}.", company.name(to)),
    }
}
