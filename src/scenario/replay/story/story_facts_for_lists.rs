//! The facts about a story that lists of hands print. They stay known when the steps of the story are forgotten.

use super::{StepKind, Story, StorySteps};
use crate::rules::ClauseId;
use std::collections::BTreeSet;

/// The facts about a story that lists of hands and the search print.
#[derive(Clone, Debug, Default)]
pub struct StoryFactsForLists {
    /// The number of its steps.
    pub step_count: usize,
    /// The number of its deals.
    pub deal_count: usize,
    /// True if its last step is a payout.
    pub ends_with_payout: bool,
    /// True if a step asks something.
    pub has_tasks: bool,
    /// The clauses that refuse a move in it.
    pub refusing: BTreeSet<ClauseId>,
    /// The prose before its steps, as Markdown, where there is some.
    pub narrations: Vec<String>,
    /// The prose that closes it.
    pub closing: String,
}

impl StoryFactsForLists {
    /// Reads the facts from the steps of a story.
    fn of_steps(story: &Story) -> StoryFactsForLists {
        let mut outline = StoryFactsForLists {
            step_count: story.step_count(),
            ..StoryFactsForLists::default()
        };
        for step in story.frames() {
            outline.deal_count = step.hand;
            outline.ends_with_payout = step.kind == StepKind::Payment;
            outline.has_tasks |= !step.tasks.is_empty();
            if let StepKind::Refused { clause, .. } = step.kind {
                outline.refusing.insert(clause);
            }
            if !step.narration.is_empty() {
                outline.narrations.push(step.narration.clone());
            }
            if !step.closing.is_empty() {
                outline.closing.clone_from(&step.closing);
            }
        }
        outline
    }
}

impl Story {
    /// Returns the facts that lists of hands print.
    pub fn outline(&self) -> &StoryFactsForLists {
        self.outline
            .get_or_init(|| StoryFactsForLists::of_steps(self))
    }

    /// Returns whether its steps were forgotten.
    pub fn has_forgotten_steps(&self) -> bool {
        self.step_count() == 0 && self.outline().step_count > 0
    }

    /// Forgets the steps, which take most of its memory. Its outline stays.
    pub fn forget_steps(&mut self) {
        self.outline();
        self.steps = StorySteps::without_steps(self.rules.family());
        self.tables = Vec::new();
    }
}
