//! An option: what it changes, what it takes, and how a ruleset has it.

use crate::rules::{Ruleset, Topic};

/// A value given to an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `"staged"`.
    Word(String),
    /// `true`.
    Flag(bool),
    /// `20`.
    Number(i64),
    /// `{ tours = 3 }`.
    Table(String, i64),
}

impl Setting {
    /// As an address has it: `at_once`.
    pub fn in_address(&self) -> String {
        match self {
            Setting::Word(word) => word.clone(),
            other => other.to_string(),
        }
    }
}

impl std::fmt::Display for Setting {
    /// As it is written in a header.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Word(word) => write!(f, "{word:?}"),
            Setting::Flag(flag) => write!(f, "{flag}"),
            Setting::Number(number) => write!(f, "{number}"),
            Setting::Table(name, number) => write!(f, "{{ {name} = {number} }}"),
        }
    }
}

/// What an option takes with a number of the company's choice, in words, and those that a company would choose.
pub(super) type Also = (&'static str, fn(&Ruleset) -> Vec<Setting>);

/// An option: its name, the clause it changes, what it takes, the change, and how a ruleset has it now.
pub struct Agreed {
    /// Its name.
    pub name: &'static str,
    /// The clause it changes.
    pub topic: Topic,
    pub(super) values: fn() -> Vec<Setting>,
    pub(super) also: &'static [Also],
    pub(super) set: fn(&mut Ruleset, &Setting) -> Option<()>,
    pub(super) get: fn(&Ruleset) -> Option<Setting>,
}

impl Agreed {
    /// Whether a reading of an edition names it.
    pub fn is_known_to(&self, edition: &Ruleset) -> bool {
        edition.readings(self.topic).iter().any(|reading| reading.option == Some(self.name))
    }

    /// The values that it takes somewhere, but for those with a number of the company's choice.
    pub fn values(&self) -> Vec<Setting> {
        (self.values)()
    }

    /// Those of them that fit an edition.
    pub fn values_in(&self, edition: &Ruleset) -> Vec<Setting> {
        self.values()
            .into_iter()
            .filter(|value| self.fits(edition, value) && self.takes_effect(edition, value))
            .collect()
    }

    /// Whether an edition has something that a value can be put in the place of.
    fn takes_effect(&self, edition: &Ruleset, value: &Setting) -> bool {
        (self.set)(&mut edition.clone(), value).is_some()
    }

    /// Whether an edition has a use for a value: its reading may name some words and leave out others.
    pub(super) fn fits(&self, edition: &Ruleset, value: &Setting) -> bool {
        let among = edition.readings(self.topic).iter().find(|reading| reading.option == Some(self.name));
        let among = among.map_or(&[][..], |reading| reading.among);
        among.is_empty() || among.iter().any(|word| matches!(value, Setting::Word(own) if own == word))
    }

    /// Some of what it takes beside them, with a number of the company's choice: `{ tours = 3 }`.
    pub fn usual(&self, rules: &Ruleset) -> Vec<Setting> {
        let usual = self.also.iter().flat_map(|(_, usual)| usual(rules));
        usual.filter(|value| self.takes_effect(rules, value)).collect()
    }

    /// What it takes beside its values in an edition, with a number of the company's choice: `{ tours = N }`, or a number in words.
    pub fn also(&self, rules: &Ruleset) -> impl Iterator<Item = &'static str> {
        let takes = |(_, usual): &&Also| usual(rules).iter().any(|value| self.takes_effect(rules, value));
        self.also.iter().filter(takes).map(|(words, _)| *words)
    }

    /// All that it takes in an edition, in words: `"none" or a multiple of the stake`.
    ///
    /// ```
    /// use mouche::{editions, rules::Agreed};
    ///
    /// let takes = |name| Agreed::by_name(name).map(|option| option.takes(editions::ALL[0]));
    /// assert_eq!(takes("debt_cap").as_deref(), Some("\"none\" or a multiple of the stake"));
    /// assert_eq!(takes("all_pass").as_deref(), Some("\"dealer_takes\" or \"void\""));
    /// ```
    pub fn takes(&self, edition: &Ruleset) -> String {
        Agreed::in_words(self.values_in(edition), self.also(edition))
    }

    /// Values and what else an option takes, in words.
    pub fn in_words(values: Vec<Setting>, also: impl Iterator<Item = &'static str>) -> String {
        let values = values.into_iter().map(|value| value.to_string());
        let mut words: Vec<String> = values.chain(also.map(str::to_owned)).collect();
        let last = words.pop().unwrap_or_default();
        if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
    }

    /// What a ruleset has agreed already; of an edition, its default. None where the option has nothing to say: an
    /// order of staged debts, when debts are not staged, or anything of a top card, where there is none.
    pub fn now(&self, rules: &Ruleset) -> Option<Setting> {
        if self.misses_its_top_card(rules) { None } else { (self.get)(rules) }
    }

    /// An edition with this as another has it, as far as the other has anything to say of it. It serves to compare the one
    /// topic: whether it fits what else the edition decides is not asked.
    pub fn as_in(&self, other: &Ruleset, edition: &Ruleset) -> Ruleset {
        let mut rules = *edition;
        if let Some(()) = self.now(other).and_then(|now| (self.set)(&mut rules, &now)) { rules } else { *edition }
    }

    pub(super) fn misses_its_top_card(&self, rules: &Ruleset) -> bool {
        self.name.starts_with("pam_") && rules.pam_card.value.0.is_none()
    }
}
