//! What is found: values that exclude each other, or a value that changes nothing.

use crate::rules::ClauseId;

/// Two values that exclude each other, or one that no game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The clause whose value excludes the other.
    pub topic: ClauseId,
    /// The other clause; none if the value is impossible by itself.
    pub other: Option<ClauseId>,
    /// The reason, in a sentence without a full stop.
    pub why: &'static str,
}

/// Returns an exclusion of two clauses.
pub(super) fn excluded(topic: ClauseId, other: ClauseId, why: &'static str) -> Option<Exclusion> {
    Some(Exclusion {
        topic,
        other: Some(other),
        why,
    })
}

/// Returns a value that is impossible by itself.
pub(super) fn impossible(topic: ClauseId, why: &'static str) -> Option<Exclusion> {
    Some(Exclusion {
        topic,
        other: None,
        why,
    })
}

/// The clause that leaves no place for a value, and the reason.
pub(super) type IdleValueReason = Option<(ClauseId, &'static str)>;

/// Returns the clause and the reason if a value can have no effect.
pub(super) fn idle_if(is_idle: bool, other: ClauseId, why: &'static str) -> IdleValueReason {
    is_idle.then_some((other, why))
}
