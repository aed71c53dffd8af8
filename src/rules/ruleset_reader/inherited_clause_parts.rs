//! The parts of a clause as a file gives them, and what it takes over from another edition.

use crate::rules::from_toml::TomlValue;
use crate::rules::{Clause, ClauseId, ClauseLookup, ClauseValue, DataError, Ruleset};
use std::any::Any;
use std::ops::Range;
use toml::Spanned;

/// The parts of a clause that a file has.
pub(super) struct ClauseParts<'a> {
    /// The value, where the file has one.
    pub(super) value: Option<&'a Spanned<TomlValue<'a>>>,
    /// The edition that has the value otherwise.
    pub(super) base: Option<&'static Ruleset>,
    /// The clause but for its value.
    pub(super) clause: Clause<()>,
    /// The place of its name, where the file has a table for it.
    pub(super) place: Option<Range<usize>>,
}

impl ClauseParts<'_> {
    /// Returns a mistake in the value, with the id of the clause, and the place of its name if it has no other.
    #[cold]
    #[inline(never)]
    pub(super) fn error_in_value(&self, error: DataError, topic: ClauseId) -> DataError {
        let error = match self.value {
            Some(_) => error.under("value").under(topic.id()),
            None => error.under(topic.id()),
        };
        match &self.place {
            Some(place) => error.with_span_if_missing(place.clone()),
            None => error,
        }
    }
}

/// Returns the value of a clause in the edition that it is taken from.
pub(super) fn inherited_value<T: ClauseValue + Copy>(
    base: Option<&Ruleset>,
    topic: ClauseId,
) -> Option<T> {
    inherited_any_value(base, topic)?.downcast_ref().copied()
}

/// Returns the value, of any type, of a clause in the edition that it is taken from.
#[inline(never)]
fn inherited_any_value(base: Option<&Ruleset>, topic: ClauseId) -> Option<&dyn Any> {
    Some(base?.any_clause(topic)?.value())
}

/// Returns a clause, without its value, of the edition that it is taken from.
pub(super) fn inherited_clause(base: &Ruleset, topic: ClauseId) -> Result<Clause<()>, DataError> {
    match base.any_clause(topic) {
        Some(clause) => Ok(clause.without_value()),
        None => Err(DataError::unknown_name(
            "clause",
            format!("{}/{topic}", base.id),
        )),
    }
}
