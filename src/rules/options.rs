//! Options: what players may agree before play. One name, one switch, one clause.

mod table;

use super::Ruleset;
use super::mus::Royal;
use crate::cards::InsertionSort;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use table::ALL;
pub use table::{OptionDef, OptionValue, WHEN_TRUMPS_ARE_NAMED};

/// Why an option cannot be agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// An option that the edition does not have, and those that it has.
    Unknown {
        edition: &'static str,
        name: String,
        known: Vec<&'static str>,
    },
    /// A value that the option does not take, and what it takes.
    Value { name: String, takes: String },
    /// An option that another excludes: why it does not fit, and what would.
    Conflict { name: String, why: &'static str },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown {
                edition,
                name,
                known,
            } => {
                write!(
                    f,
                    "{edition} knows no option called {name}; it knows {}",
                    known.join(", ")
                )
            }
            OptionError::Value { name, takes } => {
                write!(f, "{name} does not take this value; it takes {takes}")
            }
            OptionError::Conflict { name, why } => write!(f, "{name} does not fit here: {why}"),
        }
    }
}

impl Error for OptionError {}

impl OptionDef {
    pub fn by_name(name: &str) -> Option<&'static OptionDef> {
        ALL.iter().find(|option| option.name == name)
    }

    pub fn all() -> impl Iterator<Item = &'static OptionDef> {
        ALL.iter()
    }

    /// The options that leave a company a choice in an edition, by name.
    pub fn open_in(edition: &Ruleset) -> impl Iterator<Item = &'static OptionDef> + use<> {
        let edition = *edition;
        ALL.iter().filter(move |option| option.is_open_in(&edition))
    }

    /// What one ruleset has settled otherwise than another of its edition.
    pub fn changed_options(
        rules: &Ruleset,
        printed: &Ruleset,
    ) -> impl Iterator<Item = (&'static OptionDef, OptionValue)> {
        OptionDef::open_in(printed).filter_map(|option| {
            let now = option
                .current_value(rules)
                .filter(|now| option.current_value(printed).as_ref() != Some(now))?;
            Some((option, now))
        })
    }

    /// An edition with this agreed otherwise: the first other word that fits. None where it takes a number.
    pub fn with_other_value(&self, edition: &Ruleset) -> Option<Ruleset> {
        let now = (self.get)(edition);
        let others = self
            .values_in(edition)
            .into_iter()
            .filter(|to| Some(to) != now.as_ref());
        others
            .filter_map(|to| {
                edition
                    .with_options(&by_name([(self.name.into(), to)]))
                    .ok()
            })
            .next()
    }
}

/// Options by their names. Each is put in by itself: to build a map of a list takes a sort for each kind of list.
pub(crate) fn by_name(
    options: impl IntoIterator<Item = (String, OptionValue)>,
) -> BTreeMap<String, OptionValue> {
    let mut all = BTreeMap::new();
    all.extend(options);
    all
}

impl Ruleset {
    /// This edition with options agreed before play, if it knows them, takes their values, and none excludes another.
    ///
    /// ```
    /// use mouche::editions;
    /// use mouche::rules::{OptionError, OptionValue};
    /// use std::collections::BTreeMap;
    ///
    /// let edition = editions::by_id("mouche-1718").expect("an edition");
    /// let company = edition.with_options(&BTreeMap::from([("allow_two".into(), OptionValue::Flag(true))])).expect("an option");
    /// assert!(company.players.value.allows(2) && !edition.players.value.allows(2));
    /// // Its readings name no such option.
    /// let unknown = edition.with_options(&BTreeMap::from([("pam_fee_when".into(), OptionValue::Flag(true))]));
    /// assert!(matches!(unknown, Err(OptionError::Unknown { .. })));
    /// ```
    pub fn with_options(
        &self,
        options: &BTreeMap<String, OptionValue>,
    ) -> Result<Ruleset, OptionError> {
        let mut rules = *self;
        // By name: `debts` stands before `staged_order`, which needs it.
        for (name, to) in options {
            let option = OptionDef::by_name(name)
                .filter(|option| option.is_known_to(self))
                .ok_or_else(|| {
                    let known = OptionDef::open_in(self).map(|option| option.name).collect();
                    OptionError::Unknown {
                        edition: self.id,
                        name: name.clone(),
                        known,
                    }
                })?;
            let made = if option.fits(self, to) {
                (option.set)(&mut rules, to)
            } else {
                None
            };
            made.ok_or_else(|| OptionError::Value {
                name: name.clone(),
                takes: option.describe_values(self),
            })?;
        }
        let names: Vec<&str> = options.keys().map(String::as_str).collect();
        find_conflict(&rules, &names).map_or(Ok(rules), |(name, why)| {
            Err(OptionError::Conflict {
                name: name.into(),
                why,
            })
        })
    }

    /// Returns whether a company can agree on these values of options, if it agrees on so many others as well at most. Each of
    /// the others removes what excludes a value.
    fn can_agree<'a>(&self, options: &[(&'a OptionDef, OptionValue)], others: usize) -> bool {
        let Some(why) = self.exclusion_reason(options) else {
            return true;
        };
        if others == 0 || why == REFUSED {
            return false;
        }
        let is_free =
            |other: &&OptionDef| options.iter().all(|(option, _)| option.name != other.name);
        let with_value = |other: &'a OptionDef| other.any_values(self).map(move |to| (other, to));
        let more = ALL.iter().filter(is_free).flat_map(with_value);
        { more }.any(|other| {
            let with_other = [options, &[other]].concat();
            let is_removed = self
                .exclusion_reason(&with_other)
                .is_none_or(|still| still != why && still != REFUSED);
            is_removed && self.can_agree(&with_other, others - 1)
        })
    }

    /// Returns why these values of options cannot be agreed together; nothing if they can.
    fn exclusion_reason(&self, options: &[(&OptionDef, OptionValue)]) -> Option<&'static str> {
        let (mut rules, mut sorted) = (*self, options.iter().collect::<Vec<_>>());
        sorted.insertion_sort_by_key(|(option, _)| option.name);
        for (option, to) in sorted {
            let is_made = option.is_known_to(self)
                && option.fits(self, to)
                && (option.set)(&mut rules, to).is_some();
            if !is_made {
                return Some(REFUSED);
            }
        }
        let names: Vec<&str> = options.iter().map(|(option, _)| option.name).collect();
        find_conflict(&rules, &names).map(|(_, why)| why)
    }
}

/// What is said of a value that an option does not take.
const REFUSED: &str = "";

/// Returns the option that another one excludes, of those that were agreed, and why.
fn find_conflict(rules: &Ruleset, agreed: &[&str]) -> Option<(&'static str, &'static str)> {
    if rules.prize_jeu.value.rich.is_some() && rules.jeu_compare.value.royal == Royal::None {
        return Some((
            "rich_prizes",
            "no 31 is royal here; write `royal = \"king\"` or `royal = \"figure\"` as well",
        ));
    }
    let staged = rules.debt_enter.value.is_staged();
    let sweep = rules.debt_sweep.value;
    if staged && rules.debt_cap.value.0.is_some() {
        let excluded = if agreed.contains(&"debt_cap") {
            "debt_cap"
        } else {
            "debts"
        };
        return Some((
            excluded,
            "a ceiling and staged debts are alternatives; leave one of them out, or write `debt_cap = \"none\"`",
        ));
    }
    if !staged && agreed.contains(&"staged_order") {
        return Some((
            "staged_order",
            "debts are put in all at once here; write `debts = \"staged\"` as well",
        ));
    }
    if rules
        .debt_cap
        .value
        .0
        .is_some_and(|cap| cap % rules.stake.value.chips != 0)
    {
        return Some((
            "debt_cap",
            "a ceiling must be a multiple of the stake that was agreed on",
        ));
    }
    let idle = |option: &&OptionDef| option.lacks_top_card(rules) && agreed.contains(&option.name);
    if let Some(option) = ALL.iter().find(idle) {
        return Some((
            option.name,
            "there is no Pamphile here; write `pamphile = true` as well",
        ));
    }
    if !staged && (sweep.by_flush || sweep.by_vole) {
        return Some((
            "debts",
            "this edition sweeps waiting debts, so they must be staged",
        ));
    }
    None
}
