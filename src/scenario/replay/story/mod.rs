//! A scenario as it was played under one edition: its steps, and what it proved.

mod chip_movement_words;
mod story_facts_for_lists;
mod story_step;

use crate::cards::CardLanguage;
use crate::engine::TableBetweenDeals;
use crate::rules::{ClauseId, EngineKind, Ruleset};
use crate::scenario::text::Diagnostic;
pub(crate) use chip_movement_words::describe_addition_or_total;
pub use chip_movement_words::{describe_sum, format_with_true_minus, payout_of_event};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::OnceLock;
pub use story_facts_for_lists::StoryFactsForLists;
pub use story_step::{
    CommonStepParts, GameWithStepParts, MusStep, PosedTask, PossibleAnswer, Step, StepKind,
    TaskAnswerVerdict, TrickOnlyStepParts,
};

/// A clause's topic and another value of it, in words.
pub type ClauseWithOtherValue = (ClauseId, String);

/// A scenario as it was played under one edition.
#[derive(Clone, Debug)]
pub struct Story {
    /// The edition with the options agreed. Code that needs the clauses of one game takes them from a step.
    pub rules: Ruleset,
    /// The names of the players, by their seats.
    pub players: Vec<String>,
    /// The language of its cards and verbs, and the suits of its pack.
    pub letters: CardLanguage,
    /// The steps of the story.
    pub steps: StorySteps,
    /// The table of each hand, once its pool was made.
    pub tables: Vec<TableBetweenDeals>,
    /// Clauses that an event, a refusal or a binding duty showed.
    pub shown: BTreeSet<ClauseId>,
    /// The mistakes, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// The numbers of things that were checked against the engine.
    pub proved: EngineCheckCounts,
    /// True if its author asks that each declaration say what it may come to.
    pub advice: bool,
    /// The clauses that it shows or feels, once somebody has asked for them.
    pub(super) shown_or_felt: OnceLock<BTreeSet<ClauseId>>,
    /// What lists of hands print, once somebody has asked for it.
    outline: OnceLock<StoryFactsForLists>,
}

/// The steps of a story, by the game that is played.
#[derive(Clone, Debug)]
pub enum StorySteps {
    /// Those of a game with tricks.
    Tricks(Vec<Step>),
    /// Those of Mus.
    Mus(Vec<MusStep>),
}

impl StorySteps {
    /// Returns no steps of a game yet.
    pub fn without_steps(machine: EngineKind) -> StorySteps {
        match machine {
            EngineKind::Tricks => StorySteps::Tricks(Vec::new()),
            EngineKind::Mus => StorySteps::Mus(Vec::new()),
        }
    }
}

impl Story {
    /// Returns a story of these players and rules that has no steps yet.
    pub fn without_steps(rules: Ruleset, players: Vec<String>) -> Story {
        Story {
            rules,
            players,
            letters: CardLanguage::English,
            steps: StorySteps::without_steps(rules.family()),
            tables: Vec::new(),
            shown: BTreeSet::new(),
            diagnostics: Vec::new(),
            proved: EngineCheckCounts::default(),
            advice: false,
            shown_or_felt: OnceLock::new(),
            outline: OnceLock::new(),
        }
    }

    /// Returns the steps, whatever is played.
    pub fn all_steps(&self) -> impl DoubleEndedIterator<Item = AnyStep<'_>> {
        (0..self.step_count()).map(|at| self.step(at))
    }

    /// Returns the step at a place.
    pub fn step(&self, index: usize) -> AnyStep<'_> {
        match &self.steps {
            StorySteps::Tricks(steps) => AnyStep::Tricks(&steps[index]),
            StorySteps::Mus(steps) => AnyStep::Mus(&steps[index]),
        }
    }

    /// Returns the number of steps.
    pub fn step_count(&self) -> usize {
        match &self.steps {
            StorySteps::Tricks(steps) => steps.len(),
            StorySteps::Mus(steps) => steps.len(),
        }
    }

    /// Returns the steps of a game with tricks; none if Mus is played.
    pub fn trick_steps(&self) -> &[Step] {
        match &self.steps {
            StorySteps::Tricks(steps) => steps,
            StorySteps::Mus(_) => &[],
        }
    }

    /// Returns the steps of Mus; none if another game is played.
    pub fn mus_steps(&self) -> &[MusStep] {
        match &self.steps {
            StorySteps::Tricks(_) => &[],
            StorySteps::Mus(steps) => steps,
        }
    }

    /// Returns the steps of a game with tricks, to be written to; none if Mus is played.
    pub fn trick_steps_mut(&mut self) -> &mut [Step] {
        match &mut self.steps {
            StorySteps::Tricks(steps) => steps,
            StorySteps::Mus(_) => &mut [],
        }
    }

    /// Adds a step of a game with tricks. A story of Mus has none.
    pub fn push_trick_step(&mut self, step: Step) {
        if let StorySteps::Tricks(steps) = &mut self.steps {
            steps.push(step);
        }
    }

    /// Adds a step of Mus. A story of another game has none.
    pub fn push_mus_step(&mut self, step: MusStep) {
        if let StorySteps::Mus(steps) = &mut self.steps {
            steps.push(step);
        }
    }

    /// Returns what each step has whatever is played.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &CommonStepParts> {
        self.all_steps().map(AnyStep::frame)
    }

    /// Returns what a step has whatever is played, by its place, to be written to.
    pub fn frame_mut(&mut self, index: usize) -> &mut CommonStepParts {
        match &mut self.steps {
            StorySteps::Tricks(steps) => &mut steps[index].frame,
            StorySteps::Mus(steps) => &mut steps[index].frame,
        }
    }

    /// Returns whether it goes on to the end of its session.
    pub fn has_session_ended(&self) -> bool {
        let last = self.frames().next_back();
        last.is_some_and(|last| last.kind == StepKind::End)
    }
}

/// The numbers of things that a check has held against the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Proved")]
pub struct EngineCheckCounts {
    /// Hands played to their end, or to `stop`.
    pub hands: usize,
    /// Cards played.
    pub plays: usize,
    /// Refusals shown.
    pub refusals: usize,
    /// Expectations that hold: winners, obligations, refusals, amounts, assertions.
    pub expectations: usize,
}

impl std::ops::AddAssign for EngineCheckCounts {
    fn add_assign(&mut self, other: EngineCheckCounts) {
        self.hands += other.hands;
        self.plays += other.plays;
        self.refusals += other.refusals;
        self.expectations += other.expectations;
    }
}

/// A step, whatever is played.
#[derive(Clone, Copy, Debug)]
pub enum AnyStep<'a> {
    /// A step of a game with tricks.
    Tricks(&'a Step),
    /// A step of Mus.
    Mus(&'a MusStep),
}

impl<'a> AnyStep<'a> {
    /// Returns what the step has whatever is played.
    pub fn frame(self) -> &'a CommonStepParts {
        match self {
            AnyStep::Tricks(step) => &step.frame,
            AnyStep::Mus(step) => &step.frame,
        }
    }
}

impl Deref for AnyStep<'_> {
    type Target = CommonStepParts;

    fn deref(&self) -> &CommonStepParts {
        self.frame()
    }
}

impl<'a> From<&'a Step> for AnyStep<'a> {
    fn from(step: &'a Step) -> AnyStep<'a> {
        AnyStep::Tricks(step)
    }
}

impl<'a> From<&'a MusStep> for AnyStep<'a> {
    fn from(step: &'a MusStep) -> AnyStep<'a> {
        AnyStep::Mus(step)
    }
}
