//! A scenario as it was played under one edition: its steps, and what it proved.
#![expect(missing_docs, reason = "what has no doc is what its name says")]

mod step;
mod sums;

use crate::engine::TableState;
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::text::Diagnostic;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::OnceLock;
pub use step::{Frame, Kind, MusStep, Posed, Possible, Step, Verdict};
pub(crate) use sums::added;
pub use sums::{number, payment, sum};

/// A clause's topic and another value of it, in words.
pub type Change = (ClauseId, String);

/// What one scenario came to under one edition.
#[derive(Clone, Debug)]
pub struct Story {
    /// The edition with the options agreed.
    pub rules: Ruleset,
    pub players: Vec<String>,
    pub steps: Vec<Step>,
    /// The steps of a file of Mus, which has no others.
    pub mus: Vec<MusStep>,
    /// The table of each hand, once its pool was made.
    pub tables: Vec<TableState>,
    /// Clauses that an event, a refusal or a binding duty showed.
    pub shown: BTreeSet<ClauseId>,
    pub diagnostics: Vec<Diagnostic>,
    pub proved: Proved,
    /// Whether its author asks that each declaration say what it may come to.
    pub advice: bool,
    pub(super) felt: OnceLock<BTreeSet<Change>>,
}

impl Story {
    /// A story of which nothing is told yet: a table that plays by these rules.
    pub fn of(rules: Ruleset, players: Vec<String>) -> Story {
        Story {
            rules,
            players,
            steps: Vec::new(),
            mus: Vec::new(),
            tables: Vec::new(),
            shown: BTreeSet::new(),
            diagnostics: Vec::new(),
            proved: Proved::default(),
            advice: false,
            felt: OnceLock::new(),
        }
    }

    pub fn all(&self) -> impl DoubleEndedIterator<Item = AnyStep<'_>> {
        self.steps
            .iter()
            .map(AnyStep::Tricks)
            .chain(self.mus.iter().map(AnyStep::Mus))
    }

    pub fn step(&self, at: usize) -> AnyStep<'_> {
        match self.mus.get(at) {
            Some(step) => AnyStep::Mus(step),
            None => AnyStep::Tricks(&self.steps[at]),
        }
    }

    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.all().map(AnyStep::frame)
    }

    /// What a step has, by its place, to be written to.
    pub fn frame_mut(&mut self, at: usize) -> &mut Frame {
        match self.mus.get_mut(at) {
            Some(step) => &mut step.frame,
            None => &mut self.steps[at].frame,
        }
    }

    pub fn count(&self) -> usize {
        self.steps.len() + self.mus.len()
    }

    /// Returns whether it goes on to the end of its session.
    pub fn has_ended(&self) -> bool {
        let last = self.frames().next_back();
        last.is_some_and(|last| last.kind == Kind::End)
    }
}

/// What a check has held against the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Proved {
    /// Hands played to their end, or to `stop`.
    pub hands: usize,
    /// Cards played.
    pub plays: usize,
    /// Refusals shown.
    pub refusals: usize,
    /// Expectations that hold: winners, obligations, refusals, amounts, assertions.
    pub expectations: usize,
}

impl std::ops::AddAssign for Proved {
    fn add_assign(&mut self, other: Proved) {
        self.hands += other.hands;
        self.plays += other.plays;
        self.refusals += other.refusals;
        self.expectations += other.expectations;
    }
}

#[derive(Clone, Copy, Debug)]
pub enum AnyStep<'a> {
    Tricks(&'a Step),
    Mus(&'a MusStep),
}

impl<'a> AnyStep<'a> {
    pub fn frame(self) -> &'a Frame {
        match self {
            AnyStep::Tricks(step) => &step.frame,
            AnyStep::Mus(step) => &step.frame,
        }
    }
}

impl Deref for AnyStep<'_> {
    type Target = Frame;

    fn deref(&self) -> &Frame {
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
