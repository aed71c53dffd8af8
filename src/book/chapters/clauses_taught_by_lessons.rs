//! The level of a hand: what a reader should know before reading it. It follows from the lessons of the book and from the hand.

use super::agreed_options::has_agreed_options;
use super::clause_lessons::clauses_taught_by_lessons;
use crate::book::ProseChapters;
use crate::page::HandUnderEdition;
use crate::rules::ClauseId;
use std::collections::BTreeSet;

/// The most steps of a hand for beginners. A deal of four players has about 25.
const MOST_STEPS_FOR_BEGINNERS: usize = 30;

/// The clauses that the lessons of a book teach. They decide the levels of its hands.
pub(super) struct TaughtClauses {
    taught: BTreeSet<ClauseId>,
}

impl TaughtClauses {
    pub(super) fn from_lessons(prose: &ProseChapters) -> TaughtClauses {
        TaughtClauses {
            taught: clauses_taught_by_lessons(prose),
        }
    }

    /// Returns the level of a hand, as lists filter by it; none if the book has no lessons.
    ///
    /// A hand for beginners is one short deal by a printed edition, and the lessons teach all clauses that it is about. An
    /// advanced hand compares editions, or is about a clause that no lesson teaches. All others are intermediate.
    pub(super) fn level_of(&self, view: &HandUnderEdition) -> Option<&'static str> {
        if self.taught.is_empty() {
            return None;
        }
        let mut promised = view.file.promised_clauses().peekable();
        let is_beyond_lessons =
            promised.peek().is_none() || promised.any(|topic| !self.taught.contains(&topic));
        if view.has_several_editions() || is_beyond_lessons {
            return Some("advanced");
        }
        let outline = view.story.outline();
        let is_short = outline.deal_count == 1 && outline.step_count <= MOST_STEPS_FOR_BEGINNERS;
        if is_short && !has_agreed_options(view) {
            Some("beginner")
        } else {
            Some("intermediate")
        }
    }
}
