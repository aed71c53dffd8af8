//! Clauses that are taken over and are about a thing that the edition does not have.

use super::RulesetReader;
use crate::rules::{ClauseId, ClauseLookup, ClauseSource, Ruleset};

impl RulesetReader<'_> {
    /// Makes clauses on a flush or a top card absent that are taken over, if the file says that this edition has none, and offers
    /// none as an option. Returns whether there are any: then the rules have to be read again.
    pub(super) fn mark_missing_subjects_absent(&mut self, rules: &Ruleset) -> bool {
        let mut has_removed = false;
        for decisive in [ClauseId::FlushWhat, ClauseId::PamCard] {
            let mut readings = rules.questions_with_answers(decisive).iter();
            let is_offered = readings.any(|reading| reading.option.is_some())
                || rules.options.iter().any(|option| option.topic == decisive);
            let is_given = self.tables.iter().any(|table| table.topic == decisive);
            if is_offered || !is_given {
                continue;
            }
            for (topic, parts) in &mut self.clauses {
                if parts.place.is_none()
                    && !matches!(parts.clause.source, ClauseSource::Without)
                    && rules.lacks_thing_decided_by(decisive, *topic)
                {
                    parts.clause.text = "";
                    parts.clause.source = ClauseSource::Without;
                    has_removed = true;
                }
            }
        }
        has_removed
    }
}
