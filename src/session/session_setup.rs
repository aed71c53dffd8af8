//! The setup of a session: its players, its edition and its options.

use crate::cards::{CardLanguage, MOST_SEATS, Seat};
use crate::editions;
use crate::explore::ComputerLevel;
use crate::rules::{ClauseValue, OptionValue, Ruleset, TrickRules, options_by_name};
use crate::scenario::{
    DraftHeader, LastStageInDraft, PlayedDealRecord, parse_option_value, unique_nearest_candidate,
};
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// The names of players, by seat.
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

/// The players of a session and the table at which they play.
#[derive(Clone, Debug)]
pub(crate) struct SessionSetup {
    pub(crate) title: String,
    pub(crate) rules: Ruleset,
    pub(crate) options: AgreedOptions,
    /// True if the session is saved in a folder that does not have the house table at which it is played.
    pub(crate) is_abroad: bool,
    pub(crate) players: Vec<String>,
    /// The chips with which each player starts, by seat; empty where the edition says it.
    pub(crate) chips: Vec<i64>,
    pub(crate) letters: CardLanguage,
    pub(crate) learner: Seat,
    /// How well the other players play.
    pub(crate) level: ComputerLevel,
}

pub(crate) type AgreedOptions = BTreeMap<String, OptionValue>;

impl SessionSetup {
    pub(crate) fn new(
        rules: Ruleset,
        options: AgreedOptions,
        players: Vec<String>,
        learner: Seat,
        seed: u64,
    ) -> SessionSetup {
        SessionSetup {
            title: format!("A session of {}, from seed {seed}", rules.name),
            rules,
            options,
            is_abroad: true,
            players,
            chips: Vec::new(),
            letters: CardLanguage::default(),
            learner,
            level: ComputerLevel::ByTheBook,
        }
    }

    /// Returns the header of a file of its sessions, under these rules and options.
    pub(super) fn header_draft<'a>(
        &'a self,
        rules: &'a Ruleset,
        options: &'a AgreedOptions,
    ) -> DraftHeader<'a> {
        DraftHeader {
            title: &self.title,
            rules,
            players: &self.players,
            shows: &[],
            chips: &self.chips,
            options,
            letters: self.letters,
            book_language: None,
            until: LastStageInDraft::End,
        }
    }

    /// Checks that a scenario can tell of its players.
    ///
    /// # Errors
    /// A name that no player may have.
    pub(super) fn check_names(&self) -> Result<()> {
        let written = self
            .header_draft(&self.rules, &self.options)
            .write_file::<PlayedDealRecord>(&[]);
        written.map(drop).map_err(|wrong| anyhow!("{wrong}"))
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.players[usize::from(seat.0)]
    }
}

/// Returns the rules of an edition with these options.
///
/// # Errors
/// There is no such edition, the options cannot be agreed, or the edition is not for this number of players.
pub(crate) fn rules_of_table(
    edition: &str,
    players: usize,
    options: &[(String, OptionValue)],
) -> Result<Ruleset> {
    let rules = editions::by_id(edition).with_context(|| unknown_edition_message(edition))?;
    let rules = rules.with_options(&options_by_name(options.iter().cloned()))?;
    let allowed = rules.players.value;
    ensure!(
        allowed.allows(players),
        "{} is for {}",
        rules.id,
        allowed.describe()
    );
    Ok(rules)
}

/// Returns a message about a name that no edition has, with the nearest one or all.
pub(crate) fn unknown_edition_message(name: &str) -> String {
    #[cfg(feature = "cli")]
    if editions::author_editions::is_broken_edition(name) {
        return format!(
            "the file of the edition {name} has an error; `mouche check` says what is wrong"
        );
    }
    let known: Vec<&str> = editions::editions_and_house_tables()
        .map(|edition| edition.id)
        .collect();
    let hint = match unique_nearest_candidate(name, known.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("the editions are {}", known.join(", ")),
    };
    format!("no edition is called {name}; {hint}")
}

/// Returns the rules, if they are those of a game with tricks.
pub(crate) fn require_tricks(rules: &Ruleset) -> Result<&TrickRules> {
    rules.tricks().with_context(|| {
        format!(
            "{} has no tricks, and this works only for games with tricks",
            rules.id
        )
    })
}

/// Returns the numbers of players that may play by these rules.
pub(crate) fn allowed_player_counts(rules: &Ruleset) -> impl Iterator<Item = usize> {
    let allowed = rules.players.value;
    (2..=NAMES.len()).filter(move |players| allowed.allows(*players))
}

/// The reason why words are no option with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionSyntaxError {
    /// There is no `=` between a name and a value.
    NoEqualsSign,
    /// The text after the `=` is no value of any option.
    NoValue,
}

impl fmt::Display for OptionSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OptionSyntaxError::NoEqualsSign => "write an option as NAME=VALUE",
            OptionSyntaxError::NoValue => "no option takes this value",
        })
    }
}

impl Error for OptionSyntaxError {}

/// Reads an option with its value: `debts=staged`.
pub(crate) fn parse_option(written: &str) -> Result<(String, OptionValue), OptionSyntaxError> {
    let (name, value) = written
        .split_once('=')
        .ok_or(OptionSyntaxError::NoEqualsSign)?;
    Ok((
        name.trim().to_owned(),
        parse_option_value(value).ok_or(OptionSyntaxError::NoValue)?,
    ))
}

/// Returns words for the players at a level: "Anne plays against …".
pub(super) fn describe_opponents(level: ComputerLevel) -> String {
    match level {
        ComputerLevel::ByTheBook => "the strategy of the book".to_owned(),
        ComputerLevel::Fair | ComputerLevel::Sharp => {
            format!("the computer, which plays at level {}", level.name())
        }
    }
}

/// Returns the narration before a deal: who plays, or to whom the deal passes.
pub(super) fn introduce_deal(
    setup: &SessionSetup,
    last_dealer: Option<Seat>,
    dealer: Seat,
) -> String {
    match last_dealer {
        None => format!(
            "{} plays against {}.",
            setup.name(setup.learner),
            describe_opponents(setup.level)
        ),
        Some(last_dealer) if last_dealer == dealer => {
            format!("{} deals again.", setup.name(dealer))
        }
        Some(_) => format!("The deal passes to {}.", setup.name(dealer)),
    }
}
