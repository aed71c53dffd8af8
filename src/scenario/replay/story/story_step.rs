//! One step of a hand, and the tasks that are asked about it.

use crate::cards::{Card, Seat};
use crate::engine::{Event, Game, Move, PendingDebt, TableBetweenDeals, TrickGame};
use crate::mus::MusGame;
use crate::rules::{ClauseId, Verb};
use crate::scenario::text::{Span, Task, TaskAnswer};
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// One step of a hand: what was asked, what was done, and what came of it.
#[derive(Clone, Debug)]
pub struct Step<G: GameWithStepParts = TrickGame> {
    /// The parts that a step of any game has.
    pub frame: CommonStepParts,
    /// The rules of the game by which it was made.
    pub rules: Arc<G::Rules>,
    /// The deal as it stood before it.
    pub before: G::State,
    /// The deal as it stood after it.
    pub after: G::State,
    /// The events, each with its clause.
    pub events: Vec<Event<G::EventDetails>>,
    /// The parts that only a step of this game has.
    pub own: G::GameStepParts,
}

/// A step of a deal of Mus.
pub type MusStep = Step<MusGame>;

/// A game of which stories have steps.
pub trait GameWithStepParts: Game {
    /// The parts that only a step of this game has.
    type GameStepParts: Clone + Debug + Default;
}

impl GameWithStepParts for TrickGame {
    type GameStepParts = TrickOnlyStepParts;
}

impl GameWithStepParts for MusGame {
    type GameStepParts = ();
}

/// The parts that only a step of a game with tricks has.
#[derive(Clone, Debug, Default)]
pub struct TrickOnlyStepParts {
    /// Debts that wait beside the pool, in the order made.
    pub waiting: Vec<PendingDebt>,
    /// The cards of the trick so far, in the order played, this step's card among them.
    pub trick: Vec<(Seat, Card)>,
    /// The table as the next deal finds it, after the payout.
    pub next: Option<TableBetweenDeals>,
}

impl<G: GameWithStepParts> Step<G> {
    /// Returns a step of which nothing is known that only this game has.
    pub fn new(
        frame: CommonStepParts,
        rules: &Arc<G::Rules>,
        before: G::State,
        after: G::State,
        events: Vec<Event<G::EventDetails>>,
    ) -> Step<G> {
        Step {
            frame,
            rules: Arc::clone(rules),
            before,
            after,
            events,
            own: G::GameStepParts::default(),
        }
    }

    /// Returns a step of a first deal that does not come from a file: the mover decides in this state.
    pub fn decision_without_file(
        rules: &Arc<G::Rules>,
        kind: StepKind,
        mover: Option<Seat>,
        state: G::State,
    ) -> Step<G> {
        Step::new(
            CommonStepParts {
                hand: 1,
                kind,
                mover,
                ..CommonStepParts::default()
            },
            rules,
            state,
            state,
            Vec::new(),
        )
    }
}

impl Step {
    /// Returns the first move that was made in it, if one was.
    pub fn first_made_move(&self) -> Option<Move> {
        self.events
            .iter()
            .find_map(|event| event.details.as_move())
            .map(|(_, does)| does)
    }

    /// Returns whether this is the last act of its deal. The payout that follows shows what
    /// this act settles.
    pub fn is_last_act_of_deal(&self) -> bool {
        self.kind != StepKind::Deal && !self.kind.is_settlement() && !self.after.awaits_move()
    }
}

impl<G: GameWithStepParts> Deref for Step<G> {
    type Target = CommonStepParts;

    fn deref(&self) -> &CommonStepParts {
        &self.frame
    }
}

impl<G: GameWithStepParts> DerefMut for Step<G> {
    fn deref_mut(&mut self) -> &mut CommonStepParts {
        &mut self.frame
    }
}

/// The parts that a step of any game has: where it stands, and what its file says there.
#[derive(Clone, Debug, Default)]
pub struct CommonStepParts {
    /// The number of the hand in its file, from 1.
    pub hand: usize,
    /// Its id within the file: `h1-t3-2`. It survives edits elsewhere.
    pub id: String,
    /// The kind of thing that is done in it.
    pub kind: StepKind,
    /// Prose of the author that belongs before it, as Markdown.
    pub narration: String,
    /// The tasks that are asked before it.
    pub tasks: Vec<PosedTask>,
    /// Prose that closes the file, if this is its last step.
    pub closing: String,
    /// The player who was asked, if someone was.
    pub mover: Option<Seat>,
    /// The place where its file tells it: a statement, or the opening line of a deal or a payout.
    pub place: Span,
}

/// The kinds of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StepKind {
    /// The deal: pool, cards and turn-up.
    #[default]
    Deal,
    /// A move that is said.
    Declaration,
    /// A fault with a price.
    Fault,
    /// All claims of a flush, and those who let it pass.
    Claims,
    /// A card that is played.
    Play,
    /// An attempt that a clause refuses.
    Refused {
        /// The player who tries.
        seat: Seat,
        /// The card that they try to play.
        card: Option<Card>,
        /// The kind of move that they try.
        verb: Verb,
        /// The attempt in words: `to claim the mouche`.
        attempt: String,
        /// The clause that refuses it.
        clause: ClauseId,
    },
    /// The payout of a deal.
    Payment,
    /// The end of the session, and its last debts.
    End,
}

impl StepKind {
    /// Returns whether the step only pays what earlier acts have decided: a payment, or the
    /// end of the deal.
    pub fn is_settlement(&self) -> bool {
        matches!(self, StepKind::Payment | StepKind::End)
    }
}

/// A task that is asked before a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PosedTask {
    /// The task as its author wrote it.
    pub task: Task,
    /// The answers that it offers, in the order in which they are shown.
    pub answers: Vec<PossibleAnswer>,
}

/// An answer that a task offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleAnswer {
    /// The answer.
    pub answer: TaskAnswer,
    /// The verdict on the answer.
    pub verdict: TaskAnswerVerdict,
    /// Why, in the author's words.
    pub reason: Option<String>,
}

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAnswerVerdict {
    /// It is right, or as good as the best.
    Good,
    /// It is allowed, and comes to less.
    Worse,
    /// It is not allowed, by this clause.
    Forbidden(ClauseId),
    /// It is not true.
    Wrong,
}
