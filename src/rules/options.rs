//! Options: what players may agree on before play. Each has a name and changes one clause.

mod author_option;
mod option_list;
mod option_words;

use super::mus_values::RoyalThirtyOne;
use super::{MusRules, Ruleset, TrickRules};
use crate::cards::InsertionSort;
pub use author_option::{AuthorOptionChoice, AuthorOptionWords};
use option_list::ALL;
pub use option_list::{OptionDef, OptionValue, WHEN_TRUMPS_ARE_NAMED};
pub(crate) use option_words::value_pattern_in_words;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::{PoisonError, RwLock};

/// The reason why players cannot agree on an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// The edition does not have the option.
    Unknown {
        /// The id of the edition.
        edition: &'static str,
        /// The name of the option.
        name: String,
        /// The names of the edition's options.
        known: Vec<&'static str>,
    },
    /// The option does not take the value.
    Value {
        /// The name of the option.
        name: String,
        /// The values that it takes, in words.
        takes: String,
    },
    /// Another option excludes this one.
    Conflict {
        /// The name of the option.
        name: String,
        /// The reason, and what to write instead.
        why: &'static str,
    },
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
                    "{edition} has no option {name}; its options are {}",
                    known.join(", ")
                )
            }
            OptionError::Value { name, takes } => {
                write!(f, "the option {name} cannot have this value; write {takes}")
            }
            OptionError::Conflict { name, why } => {
                write!(f, "the option {name} does not fit the other rules: {why}")
            }
        }
    }
}

impl Error for OptionError {}

impl OptionDef {
    /// Returns the option of this name: a built-in one, or else one of a registered author edition.
    pub fn by_name(name: &str) -> Option<&'static OptionDef> {
        if let Some(option) = ALL.iter().find(|option| option.name == name) {
            return Some(option);
        }
        let offered = OFFERED.read().unwrap_or_else(PoisonError::into_inner);
        offered.iter().copied().find(|option| option.name == name)
    }

    /// Keeps the options that an edition of an author offers, so that they are known by their names.
    pub(crate) fn register_options(edition: &Ruleset) {
        let mut offered = OFFERED.write().unwrap_or_else(PoisonError::into_inner);
        // The newest file of an edition comes first.
        for option in edition.options {
            offered.insert(0, option);
        }
    }

    /// Returns the options of the program, and then those that an edition offers.
    fn program_and_edition_options(
        edition: &Ruleset,
    ) -> impl Iterator<Item = &'static OptionDef> + use<> {
        ALL.iter().chain(edition.options)
    }

    /// Returns the options that an edition knows, though some may leave players no choice.
    pub fn known_to(edition: &Ruleset) -> impl Iterator<Item = &'static OptionDef> + use<> {
        let edition = *edition;
        OptionDef::program_and_edition_options(&edition)
            .filter(move |option| option.is_known_to(&edition))
    }

    /// Returns the option of this name that an edition knows.
    pub fn known_by_name(edition: &Ruleset, name: &str) -> Option<&'static OptionDef> {
        OptionDef::known_to(edition).find(|option| option.name == name)
    }

    /// Returns all options of the program, in the order of their names.
    pub fn all_of_program() -> impl Iterator<Item = &'static OptionDef> {
        ALL.iter()
    }

    /// Returns the options that leave players a choice in an edition: those of the program in the order of their names, then
    /// those that the edition offers.
    pub fn open_in(edition: &Ruleset) -> impl Iterator<Item = &'static OptionDef> + use<> {
        let edition = *edition;
        OptionDef::program_and_edition_options(&edition)
            .filter(move |option| option.is_open_in(&edition))
    }

    /// Returns the options that a house table has set otherwise than the printed edition, each with its new value.
    pub fn changed_options(
        rules: &Ruleset,
        printed: &Ruleset,
    ) -> impl Iterator<Item = (&'static OptionDef, OptionValue)> {
        let rules = *rules;
        let printed = *printed;
        OptionDef::program_and_edition_options(&printed).filter_map(move |option| {
            let value = option.value_if_applicable(&rules)?;
            let is_changed = option.value_if_applicable(&printed).as_ref() != Some(&value);
            // To find out whether an option is open takes long, and few options are changed.
            (is_changed && option.is_open_in(&printed)).then_some((option, value))
        })
    }

    /// Returns an edition with the first other value of the option that fits. None where the option takes a number.
    pub fn with_other_value(&self, edition: &Ruleset) -> Option<Ruleset> {
        let current = self.value_in(edition);
        for value in self.agreeable_fixed_values(edition) {
            if Some(&value) == current.as_ref() {
                continue;
            }
            let options = options_by_name([(self.name.into(), value)]);
            if let Ok(rules) = edition.with_options(&options) {
                return Some(rules);
            }
        }
        None
    }
}

/// The options of registered editions of authors.
static OFFERED: RwLock<Vec<&'static OptionDef>> = RwLock::new(Vec::new());

/// Returns options by their names. The map is filled one by one, because collecting a list into a map compiles a sort of
/// its own for each kind of list, which makes the engine for pages larger.
pub(crate) fn options_by_name(
    options: impl IntoIterator<Item = (String, OptionValue)>,
) -> BTreeMap<String, OptionValue> {
    let mut map = BTreeMap::new();
    map.extend(options);
    map
}

/// Returns options without the one of this name. A new map is filled, because removing an entry of a map would make the engine
/// for pages 4 kB larger.
pub(crate) fn without_option(
    options: &BTreeMap<String, OptionValue>,
    name: &str,
) -> BTreeMap<String, OptionValue> {
    let others = options.iter().filter(|(other, _)| *other != name);
    options_by_name(others.map(|(other, value)| (other.clone(), value.clone())))
}

impl Ruleset {
    /// Returns the edition with options that players agreed on before play.
    ///
    /// # Errors
    /// If the edition does not have an option, an option does not take its value, or one excludes another.
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
        // In the order of names, so that `debts` is set before `staged_order`, which needs it.
        for (name, value) in options {
            let option = self.find_option(name)?;
            let is_set = option.is_value_offered(self, value)
                && option.set_value(&mut rules, value).is_some();
            if !is_set {
                return Err(OptionError::Value {
                    name: name.clone(),
                    takes: option.describe_values(self),
                });
            }
        }
        let names: Vec<&str> = options.keys().map(String::as_str).collect();
        if let Some((name, why)) = find_excluded_option(&rules, &names) {
            return Err(OptionError::Conflict {
                name: name.into(),
                why,
            });
        }
        if let Some((name, why)) = self.find_excluded_author_option(&rules, &names) {
            return Err(OptionError::Conflict {
                name: name.into(),
                why,
            });
        }
        Ok(rules)
    }

    /// Returns the agreed option of an author's edition that the other options exclude, with the
    /// reason. Pages offer only what the checker has accepted, so the engine that runs there does
    /// without this.
    fn find_excluded_author_option(
        &self,
        agreed_rules: &Ruleset,
        names: &[&str],
    ) -> Option<(&'static str, &'static str)> {
        if !cfg!(feature = "cli") {
            return None;
        }
        let mut offered = self.options.iter();
        let option = offered.find(|option| names.contains(&option.name))?;
        let exclusion = agreed_rules.find_exclusion()?;
        Some((option.name, exclusion.why))
    }

    /// Returns the option of this name, if the edition has it.
    fn find_option(&self, name: &str) -> Result<&'static OptionDef, OptionError> {
        let option = OptionDef::known_by_name(self, name);
        option.ok_or_else(|| OptionError::Unknown {
            edition: self.id,
            name: name.to_owned(),
            known: OptionDef::open_in(self).map(|open| open.name).collect(),
        })
    }

    /// Returns whether players can agree on these values of options, if they agree on at most `max_others` options as well. Each of
    /// the others removes what excludes a value.
    fn can_agree(&self, options: &[(&OptionDef, OptionValue)], max_others: usize) -> bool {
        let Some(why) = self.exclusion_reason(options) else {
            return true;
        };
        if max_others == 0 || why == REFUSED {
            return false;
        }
        for other in OptionDef::program_and_edition_options(self) {
            if options.iter().any(|(option, _)| option.name == other.name) {
                continue;
            }
            for value in other.fixed_and_usual_values(self) {
                let with_other = [options, &[(other, value)]].concat();
                let is_removed = self
                    .exclusion_reason(&with_other)
                    .is_none_or(|still| still != why && still != REFUSED);
                if is_removed && self.can_agree(&with_other, max_others - 1) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns why players cannot agree on these values of options together; none if they can.
    fn exclusion_reason(&self, options: &[(&OptionDef, OptionValue)]) -> Option<&'static str> {
        let mut rules = *self;
        let mut sorted: Vec<_> = options.iter().collect();
        sorted.insertion_sort_by_key(|(option, _)| option.name);
        for (option, value) in sorted {
            let is_set = option.is_known_to(self)
                && option.is_value_offered(self, value)
                && option.set_value(&mut rules, value).is_some();
            if !is_set {
                return Some(REFUSED);
            }
        }
        let names: Vec<&str> = options.iter().map(|(option, _)| option.name).collect();
        find_excluded_option(&rules, &names).map(|(_, why)| why)
    }
}

/// The reason for a value that its option does not take.
const REFUSED: &str = "";

/// Returns the option that another one excludes, of those that players agreed on, and the reason.
fn find_excluded_option(
    rules: &Ruleset,
    agreed_names: &[&str],
) -> Option<(&'static str, &'static str)> {
    match rules {
        Ruleset::Tricks(trick_rules) => {
            find_excluded_trick_option(rules, trick_rules, agreed_names)
        }
        Ruleset::Mus(rules) => find_excluded_mus_option(rules),
    }
}

/// Returns the option that these rules of Mus exclude, and the reason.
fn find_excluded_mus_option(rules: &MusRules) -> Option<(&'static str, &'static str)> {
    let has_no_royal = rules.jeu_compare.value.royal == RoyalThirtyOne::None;
    if rules.prize_jeu.value.rich.is_some() && has_no_royal {
        return Some((
            "rich_prizes",
            "these rules have no royal 31; add `royal = \"king\"` or `royal = \"figure\"`",
        ));
    }
    None
}

/// Returns the option of a game with tricks that another one excludes, of those that players agreed on, and the reason.
fn find_excluded_trick_option(
    ruleset: &Ruleset,
    rules: &TrickRules,
    agreed_names: &[&str],
) -> Option<(&'static str, &'static str)> {
    let staged = rules.debt_enter.value.is_one_debt_per_deal();
    let sweep = rules.debt_sweep.value;
    if staged && rules.debt_cap.value.0.is_some() {
        let excluded = if agreed_names.contains(&"debt_cap") {
            "debt_cap"
        } else {
            "debts"
        };
        return Some((
            excluded,
            "a limit on debts and staged debts exclude each other; remove one of them, or write `debt_cap = \"none\"`",
        ));
    }
    if !staged && agreed_names.contains(&"staged_order") {
        return Some((
            "staged_order",
            "with these rules, all debts enter the pool at once; add `debts = \"staged\"`",
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
            "the limit on debts must be a multiple of the stake",
        ));
    }
    let idle_option = ALL.iter().find(|option| {
        option.needs_missing_top_card(ruleset) && agreed_names.contains(&option.name)
    });
    if let Some(option) = idle_option {
        return Some((
            option.name,
            "these rules have no Pamphile; add `pamphile = true`",
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
