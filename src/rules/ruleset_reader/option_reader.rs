//! Reads the options that an edition file offers: each is a table `[[option]]`.

use super::{RulesetReader, ensure_arises};
use crate::rules::data_error::DataProblem;
use crate::rules::edition_keys::{CHOICE_KEYS, OPTION_KEYS};
use crate::rules::from_toml::{DataError, TomlValue, expected, read_field_or_default, read_table};
use crate::rules::{AuthorOptionChoice, AuthorOptionWords, ClauseId, OptionDef, Ruleset};
use toml::Spanned;

impl<'a> RulesetReader<'a> {
    /// Reads the options that the edition offers. It decides by itself as the first choice of each.
    pub(super) fn read_options(
        &mut self,
        rules: &Ruleset,
    ) -> Result<&'static [OptionDef], DataError> {
        let Some(list) = self.file.get("option") else {
            return Ok(&[]);
        };
        let tables = read_list(list).map_err(|error| error.under("option"))?;
        // Leaked because rules are used until the program ends.
        let own: &'static Ruleset = Box::leak(Box::new(*rules));
        let mut options = Vec::new();
        for table in tables {
            let option = self.read_option(own, table.get_ref());
            options.push(
                option.map_err(|error| error.under("option").with_span_if_missing(table.span()))?,
            );
        }
        // Leaked for the same reason.
        Ok(options.leak())
    }

    /// Reads one option.
    fn read_option(
        &mut self,
        own: &'static Ruleset,
        written: &'a TomlValue<'a>,
    ) -> Result<OptionDef, DataError> {
        let table = read_table(written, &OPTION_KEYS)?;
        let topic = read_field_or_default(table, "clause")?;
        ensure_arises(topic, self.family)?;
        let list = table.get("choice");
        let list = list.ok_or_else(|| DataError::from(DataProblem::Missing).under("choice"))?;
        let mut choices = Vec::new();
        for item in read_list(list).map_err(|error| error.under("choice"))? {
            let edition = Some(own).filter(|_| choices.is_empty());
            let choice = self.read_author_option_choice(edition, topic, item.get_ref());
            choices.push(
                choice.map_err(|error| error.under("choice").with_span_if_missing(item.span()))?,
            );
        }
        if choices.len() < 2 {
            let error = DataError::unexpected("two choices or more", "fewer");
            return Err(error.under("choice").with_span_if_missing(list.span()));
        }
        let author = AuthorOptionWords {
            question: read_field_or_default(table, "question")?,
            // Leaked because rules are used until the program ends.
            choices: choices.leak(),
        };
        Ok(OptionDef::of_author(
            read_field_or_default(table, "name")?,
            topic,
            author,
        ))
    }

    /// Reads a choice: that of the edition itself, which needs no value, or another.
    fn read_author_option_choice(
        &mut self,
        own_edition_if_first: Option<&'static Ruleset>,
        topic: ClauseId,
        written: &'a TomlValue<'a>,
    ) -> Result<AuthorOptionChoice, DataError> {
        let table = read_table(written, &CHOICE_KEYS)?;
        let rules = match (own_edition_if_first, table.get("value")) {
            (Some(own), None) => own,
            (None, Some(value)) => {
                let text = read_field_or_default(table, "text")?;
                self.read_rules_with_value(topic, value, text)?
            }
            (None, None) => return Err(DataError::from(DataProblem::Missing).under("value")),
            (Some(_), Some(value)) => {
                let what = "no value in the first choice, which is the edition’s own";
                let error = expected(what, value.get_ref());
                return Err(error.under("value").with_span_if_missing(value.span()));
            }
        };
        Ok(AuthorOptionChoice {
            word: read_field_or_default(table, "word")?,
            answer: read_field_or_default(table, "answer")?,
            rules,
        })
    }

    /// Reads the rules with another value and text of a clause.
    fn read_rules_with_value(
        &mut self,
        topic: ClauseId,
        value: &'a Spanned<TomlValue<'a>>,
        text: &'static str,
    ) -> Result<&'static Ruleset, DataError> {
        let place = self.clauses.iter().position(|(of, _)| *of == topic);
        let place = place.ok_or_else(|| DataError::unknown_name("clause", topic.id()))?;
        let (_, parts) = &mut self.clauses[place];
        let own_value = parts.value;
        let own_text = parts.clause.text;
        parts.value = Some(value);
        parts.clause.text = text;
        let rules = self.read_rules();
        let (_, changed) = &mut self.clauses[place];
        changed.value = own_value;
        changed.clause.text = own_text;
        // Leaked because rules are used until the program ends.
        Ok(Box::leak(Box::new(rules?)))
    }
}

/// Returns the items of a list.
fn read_list<'a>(
    written: &'a Spanned<TomlValue<'a>>,
) -> Result<&'a [Spanned<TomlValue<'a>>], DataError> {
    let list = written.get_ref();
    match list.as_array() {
        Some(items) => Ok(items),
        None => Err(expected("a list of tables", list).with_span_if_missing(written.span())),
    }
}
