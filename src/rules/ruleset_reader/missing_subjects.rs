//! Clauses that are taken over and are about a thing that the edition does not have.

use super::RulesetReader;
use crate::rules::{ClauseId, ClauseLookup, ClauseSource, Ruleset};

impl RulesetReader<'_> {
    /// Makes clauses on a flush or a top card absent that are taken over, if the file says that this edition has none, and offers
    /// none as an option.
    pub(super) fn remove_missing_subjects(&self, rules: &mut Ruleset) {
        for decisive in [ClauseId::FlushWhat, ClauseId::PamCard] {
            let mut readings = rules.questions_with_answers(decisive).iter();
            let is_offered = readings.any(|reading| reading.option.is_some())
                || rules.options.iter().any(|option| option.topic == decisive);
            let is_given = self.tables.iter().any(|table| table.topic == decisive);
            if is_offered || !is_given {
                continue;
            }
            for (topic, parts) in &self.clauses {
                if parts.place.is_none()
                    && rules.lacks_thing_of(decisive, *topic)
                    && let Some(clause) = rules.any_clause_mut(*topic)
                {
                    clause.replace_text(Some(""), ClauseSource::Without);
                }
            }
        }
    }
}
