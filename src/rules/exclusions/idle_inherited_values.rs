//! Values that a file takes over although its own values leave no place for them: the text that is taken over with such a value
//! would state a rule that nobody plays by.

use super::exclusion::{Exclusion, excluded};
use crate::rules::{ClauseId, ClauseLookup, ClauseSource, Ruleset};

/// The clauses whose texts say what happens at a number, a move or a card that another clause defines. A text of any other clause
/// stays true where its case never arises.
const DEPENDENT_CLAUSES: [ClauseId; 18] = [
    ClauseId::Allfold,
    ClauseId::DebtMake,
    ClauseId::DeclAll,
    ClauseId::DeclBlind,
    ClauseId::DeclDefend,
    ClauseId::DeclOrder,
    ClauseId::End,
    ClauseId::FlushRedeal,
    ClauseId::FlushWhat,
    ClauseId::PamAbsent,
    ClauseId::PamCalls,
    ClauseId::PamNames,
    ClauseId::PamTurned,
    ClauseId::PayDouble,
    ClauseId::PlayLead,
    ClauseId::PrizeCouples,
    ClauseId::PrizeJeu,
    ClauseId::TurnOwner,
];

impl Ruleset {
    /// Returns the first value that an edition takes over from another, and that has an effect there but none here, because of a
    /// value that the file gives. `is_given` tells whether the file gives the value of a clause.
    pub fn find_idle_inherited_value(
        &self,
        base: &Ruleset,
        is_given: &dyn Fn(ClauseId) -> bool,
    ) -> Option<Exclusion> {
        for topic in DEPENDENT_CLAUSES {
            let is_inherited = !is_given(topic) && self.inherits_value_from(base, topic);
            if !is_inherited || base.find_idle_value(topic).is_some() {
                continue;
            }
            let Some(idle) = self.find_idle_value(topic) else {
                continue;
            };
            // An edition without a top card lacks the whole subject, so no value of such a clause has an effect.
            if idle.other == Some(ClauseId::PamCard) {
                continue;
            }
            let cause = self.find_idleness_cause(base, topic, is_given);
            let cause = cause.or(idle.other).unwrap_or(topic);
            return excluded(cause, topic, idle.why);
        }
        None
    }

    /// Returns whether an edition has the value of a clause from another edition, unless its file gives one.
    fn inherits_value_from(&self, base: &Ruleset, topic: ClauseId) -> bool {
        let is_base = self.parent.is_some_and(|parent| parent.id == base.id);
        let source = self.source(topic);
        is_base || matches!(source, Some(ClauseSource::Same { edition, .. }) if edition == base.id)
    }

    /// Returns the clause of the file without whose value another clause would have an effect.
    fn find_idleness_cause(
        &self,
        base: &Ruleset,
        topic: ClauseId,
        is_given: &dyn Fn(ClauseId) -> bool,
    ) -> Option<ClauseId> {
        let given = ClauseId::ALL.iter().copied().filter(|own| is_given(*own));
        let mut causes = given.filter(|own| {
            let mut rules = *self;
            rules.copy_clause(*own, base);
            rules.find_idle_value(topic).is_none()
        });
        causes.next()
    }
}
