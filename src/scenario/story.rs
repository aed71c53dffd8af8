//! A scenario as it was played under one edition: the steps a page shows, and what the file proved.

use super::change::Change;
use super::diagnostic::Diagnostic;
use super::syntax::Span;
use crate::cards::{Card, Seat};
use crate::engine::{Act, Event, Hand, Promise, Stage};
use crate::rules::{Phase, Ruleset, Sort, Topic};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What one scenario came to under one edition.
#[derive(Clone, Debug)]
pub struct Story {
    /// The edition with the options agreed.
    pub rules: Ruleset,
    /// Names by seat.
    pub players: Vec<String>,
    /// Its steps, in order.
    pub steps: Vec<Step>,
    /// Clauses that an event, a refusal or a binding duty showed.
    pub shown: BTreeSet<Topic>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
    /// What it proved.
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
            advice: false,
            steps: Vec::new(),
            shown: BTreeSet::new(),
            diagnostics: Vec::new(),
            proved: Proved::default(),
            felt: OnceLock::new(),
        }
    }

    /// The clauses that something tried in it is refused by.
    pub fn refused(&self) -> impl Iterator<Item = Topic> {
        self.steps.iter().filter_map(|step| match step.kind {
            Kind::Refused { clause, .. } => Some(clause),
            _ => None,
        })
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

impl Kind {
    /// The kind of step that an act makes of a hand.
    pub fn of(act: Act, before: &Hand) -> Kind {
        match (act.does(), before.stage) {
            (None, _) => Kind::Deal,
            (Some(does), _) if does.verb().sort() == Sort::Fault => Kind::Fault,
            (_, Stage::In(Phase::Claims)) => Kind::Claims,
            (_, Stage::In(Phase::Tricks)) => Kind::Play,
            _ => Kind::Declaration,
        }
    }

    /// Whether it moves what the acts before it have settled.
    pub fn settles(&self) -> bool {
        matches!(self, Kind::Payment | Kind::End)
    }
}

impl Step {
    /// What an act did to a hand; its card, if it was one, is the last of the trick.
    pub fn of(act: Act, before: Hand, after: Hand, events: Vec<Event>, trick: Vec<(Seat, Card)>) -> Step {
        Step {
            mover: before.asks().then_some(before.mover),
            ..Step::new(Kind::of(act, &before), before, after, events, trick)
        }
    }

    /// A step of the first hand of a story that no file tells.
    pub fn new(kind: Kind, before: Hand, after: Hand, events: Vec<Event>, trick: Vec<(Seat, Card)>) -> Step {
        let (id, narration, closing) = Default::default();
        let (hand, mover, waiting, next, place) = (1, None, Vec::new(), None, 0..0);
        Step { hand, id, kind, narration, closing, before, after, events, mover, waiting, trick, next, place }
    }

    /// Whether it ends the acts of its hand, so that what it settles is left to the step of the reckoning.
    pub fn is_settled_later(&self) -> bool {
        self.kind != Kind::Deal && !self.kind.settles() && !self.after.asks()
    }
}

impl std::ops::AddAssign for Proved {
    fn add_assign(&mut self, other: Proved) {
        self.hands += other.hands;
        self.plays += other.plays;
        self.refusals += other.refusals;
        self.expectations += other.expectations;
    }
}

/// One step of a hand: what was asked, what was done, and what came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the hand in its file, from 1.
    pub hand: usize,
    /// Its id within the file: `h1-t3-2`. It survives edits elsewhere.
    pub id: String,
    /// What kind of step.
    pub kind: Kind,
    /// Prose of the author that belongs before it, as Markdown.
    pub narration: String,
    /// Prose that closes the file, if this is its last step.
    pub closing: String,
    /// The table before it.
    pub before: Hand,
    /// The table after it.
    pub after: Hand,
    /// What happened.
    pub events: Vec<Event>,
    /// Who was asked, if someone was.
    pub mover: Option<Seat>,
    /// Debts that wait beside the pool, in the order made.
    pub waiting: Vec<Promise>,
    /// The cards of the trick so far, in the order played, this step's card among them.
    pub trick: Vec<(Seat, Card)>,
    /// What is known of the next pool, after the reckoning.
    pub next: Option<Next>,
    /// Where its file tells it: a statement, or the opening line of a deal or a payout.
    pub place: Span,
}

/// What the reckoning leaves for the next hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// What the next pool will hold, in chips.
    pub pool: i64,
    /// What will wait beside it, in chips.
    pub waiting: i64,
    /// All debts that have not entered a pool.
    pub debts: Vec<Promise>,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pool, cards and turn-up.
    Deal,
    /// A declaration.
    Declaration,
    /// A fault, and its price.
    Fault,
    /// The claims of a flush.
    Claims,
    /// A card played.
    Play,
    /// Something tried and refused.
    Refused {
        /// Who tried.
        seat: Seat,
        /// The card tried, if it was one.
        card: Option<Card>,
        /// What was tried, in words: `to claim the mouche`.
        attempt: String,
        /// The clause that refuses it.
        clause: Topic,
    },
    /// The reckoning.
    Payment,
    /// The end of the session, and its last debts.
    End,
}
