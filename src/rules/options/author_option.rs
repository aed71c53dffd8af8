//! The options that edition files of authors offer.

use super::option_list::{OptionDef, OptionValue};
use crate::rules::{ClauseId, Ruleset};

/// A choice that the option of an author offers.
#[derive(Clone, Copy, Debug)]
pub struct AuthorOptionChoice {
    /// The word for it, as a header has it.
    pub word: &'static str,
    /// The choice in words.
    pub answer: &'static str,
    /// The edition with this choice.
    pub rules: &'static Ruleset,
}

/// The words and the choices of an option that an edition file describes.
#[derive(Clone, Copy, Debug)]
pub struct AuthorOptionWords {
    /// The question that the option answers.
    pub question: &'static str,
    /// The choices; the first is what the edition decides.
    pub choices: &'static [AuthorOptionChoice],
}

impl std::fmt::Debug for OptionDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl OptionDef {
    /// Returns an option that an edition file describes.
    pub(in crate::rules) fn of_author(
        name: &'static str,
        topic: ClauseId,
        author: AuthorOptionWords,
    ) -> OptionDef {
        OptionDef {
            name,
            topic,
            values: Vec::new,
            also: &[],
            set: |_, _| None,
            get: |_| None,
            author: Some(author),
        }
    }

    /// Sets a value in a ruleset; none if the option does not take the value.
    pub(super) fn set_value(&self, rules: &mut Ruleset, value: &OptionValue) -> Option<()> {
        let Some(author) = self.author else {
            return (self.set)(rules, value);
        };
        let OptionValue::Word(word) = value else {
            return None;
        };
        let choice = author.choices.iter().find(|choice| choice.word == word)?;
        rules.copy_clause(self.topic, choice.rules);
        Some(())
    }

    /// Returns the value that a ruleset has; none if the option does not apply to it.
    pub(super) fn value_in(&self, rules: &Ruleset) -> Option<OptionValue> {
        let Some(author) = self.author else {
            return (self.get)(rules);
        };
        let mut choices = author.choices.iter();
        let choice = choices.find(|choice| choice.rules.has_same_value(rules, self.topic))?;
        Some(OptionValue::Word(choice.word.to_owned()))
    }
}
