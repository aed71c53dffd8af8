//! Reads what a file of a new game says in place of a base: the editions in its tables `[[same]]`, and the words of its source.

use super::{RulesetReader, TERMS_KEYS};
use crate::rules::data_error::DataProblem;
use crate::rules::edition_keys::inherited_clauses_tables;
use crate::rules::from_toml::{DataError, expected, read_field_or, read_spanned, read_table};
use crate::rules::{ClauseId, ClauseLookup, EditionTerms, EngineKind, SuitSystem};
use toml::de::DeTable;

impl RulesetReader<'_> {
    /// Checks that the editions in `[[same]]` are of the kind of game of this one. Those that are not known are reported where their
    /// clauses are read.
    pub(super) fn check_family_of_inherited(&self) -> Result<(), DataError> {
        for table in inherited_clauses_tables(self.file) {
            let Some(edition) = table.get_ref().get("edition") else {
                continue;
            };
            let Ok(other) = read_spanned(edition).and_then(|id| self.other_edition(id)) else {
                continue;
            };
            if other.family() != self.family {
                let wrong = expected("an edition of the same kind of game", edition.get_ref());
                let wrong = wrong.under("edition").under("same");
                return Err(wrong.with_span_if_missing(edition.span()));
            }
        }
        Ok(())
    }

    /// Reads the words of the source in a file without a base. A word may be missing if the game does not have the thing.
    pub(super) fn read_terms_of_new_game(&self) -> Result<EditionTerms, DataError> {
        let empty = DeTable::new();
        let table = match self.file.get("terms") {
            Some(written) => read_table(written.get_ref(), &TERMS_KEYS)
                .map_err(|error| error.under("terms").with_span_if_missing(written.span()))?,
            None if self.family == EngineKind::Mus => &empty,
            None => return Err(DataError::from(DataProblem::Missing).under("terms")),
        };
        Ok(EditionTerms {
            flush: self.read_term(table, "flush", ClauseId::FlushWhat)?,
            no_trick: self.read_term(table, "no_trick", ClauseId::DebtMake)?,
            top_card: self.read_term(table, "top_card", ClauseId::PamCard)?,
            pack: read_field_or(table, "pack", Some(SuitSystem::French))
                .map_err(|error| error.under("terms"))?,
        })
    }

    /// Reads the word for what a clause is about. It may be missing if the game does not have that.
    fn read_term<'t>(
        &self,
        table: &DeTable<'t>,
        key: &str,
        topic: ClauseId,
    ) -> Result<&'static str, DataError> {
        let is_optional = !topic.arises_in(self.family) || self.is_absent(topic);
        read_field_or(table, key, is_optional.then_some("")).map_err(|error| error.under("terms"))
    }

    /// Returns whether the game has nothing of what a clause is about.
    fn is_absent(&self, topic: ClauseId) -> bool {
        let Some((_, parts)) = self.clauses.iter().find(|(of, _)| *of == topic) else {
            return true;
        };
        if let Some(value) = parts.value {
            return value.get_ref().as_str() == Some("none");
        }
        let clause = parts.base.and_then(|base| base.any_clause(topic));
        clause.is_some_and(|clause| clause.value().is_absent())
    }
}
