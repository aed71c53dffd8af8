//! The spellings of a word in a file of data: one, or several with `|` between them.

use super::ValueForm;
use super::from_toml::{DataError, FromToml, TomlValue};

/// The spellings of a word: the first is written, and all are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spellings(pub &'static [&'static str]);

impl Spellings {
    /// Returns the spelling that is written.
    pub fn first(self) -> &'static str {
        match self.0.first() {
            Some(first) => first,
            None => "",
        }
    }

    /// Returns whether a word is one of them.
    pub fn contains(self, word: &str) -> bool {
        self.0.contains(&word)
    }
}

impl FromToml for Spellings {
    fn from_toml(value: &TomlValue) -> Result<Spellings, DataError> {
        let words: &'static str = FromToml::from_toml(value)?;
        let spellings: Vec<&str> = words.split('|').collect();
        // Leaked because words are used until the program ends.
        Ok(Spellings(spellings.leak()))
    }

    fn form() -> ValueForm {
        ValueForm::Words("spellings with `|` between them")
    }
}
