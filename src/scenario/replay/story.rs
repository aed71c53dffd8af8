//! A scenario as it was played under one edition: its steps, what it proved, and what is said of moves of chips.
#![expect(missing_docs, reason = "what has no doc is what its name says")]

use crate::cards::{Card, Seat, count_in_words};
use crate::engine::{
    Account, AmountReason, DealState, Event, EventKind, Move, PendingDebt, TableState, Transfer,
};
use crate::mus;
use crate::rules::{ClauseId, Ruleset, Verb};
use crate::scenario::text::{Diagnostic, PayoutSubject, Span, Task, TaskAnswer};
use askama::Template;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

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
        let (steps, mus, tables, shown, diagnostics, proved, felt) = Default::default();
        Story {
            rules,
            players,
            advice: false,
            steps,
            mus,
            tables,
            shown,
            diagnostics,
            proved,
            felt,
        }
    }

    pub fn all(&self) -> impl DoubleEndedIterator<Item = AnyStep<'_>> {
        self.steps
            .iter()
            .map(AnyStep::Tricks)
            .chain(self.mus.iter().map(AnyStep::Mus))
    }

    pub fn step(&self, at: usize) -> AnyStep<'_> {
        self.mus
            .get(at)
            .map_or_else(|| AnyStep::Tricks(&self.steps[at]), AnyStep::Mus)
    }

    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.all().map(AnyStep::frame)
    }

    /// What a step has, by its place, to be written to.
    pub fn frame_mut(&mut self, at: usize) -> &mut Frame {
        self.mus
            .get_mut(at)
            .map_or_else(|| &mut self.steps[at].frame, |step| &mut step.frame)
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

impl Kind {
    /// Whether it moves what the acts before it have settled.
    pub fn settles(&self) -> bool {
        matches!(self, Kind::Payment | Kind::End)
    }
}

impl<H, E> Step<H, E> {
    pub fn new(frame: Frame, before: H, after: H, events: Vec<E>) -> Step<H, E> {
        let (waiting, trick, next) = Default::default();
        Step {
            frame,
            before,
            after,
            events,
            waiting,
            trick,
            next,
        }
    }

    /// A step of a first hand that no file tells: what is asked where it stands so.
    pub fn asked(kind: Kind, mover: Option<Seat>, hand: H) -> Step<H, E>
    where
        H: Copy,
    {
        Step::new(
            Frame {
                hand: 1,
                kind,
                mover,
                ..Frame::default()
            },
            hand,
            hand,
            Vec::new(),
        )
    }
}

impl Step {
    pub fn did(&self) -> Option<Move> {
        self.events
            .iter()
            .find_map(|event| event.kind.as_move())
            .map(|(_, does)| does)
    }

    /// Whether it ends the acts of its hand, so that what it settles is left to the step of the reckoning.
    pub fn is_settled_later(&self) -> bool {
        self.kind != Kind::Deal && !self.kind.settles() && !self.after.awaits_move()
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

/// What a step has whatever is played: where it stands, and what its file says there.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The number of the hand in its file, from 1.
    pub hand: usize,
    /// Its id within the file: `h1-t3-2`. It survives edits elsewhere.
    pub id: String,
    pub kind: Kind,
    /// Prose of the author that belongs before it, as Markdown.
    pub narration: String,
    pub tasks: Vec<Posed>,
    /// Prose that closes the file, if this is its last step.
    pub closing: String,
    /// Who was asked, if someone was.
    pub mover: Option<Seat>,
    /// Where its file tells it: a statement, or the opening line of a deal or a payout.
    pub place: Span,
}

/// One step of a hand: what was asked, what was done, and what came of it.
#[derive(Clone, Debug)]
pub struct Step<H = DealState, E = Event> {
    pub frame: Frame,
    pub before: H,
    pub after: H,
    pub events: Vec<E>,
    /// Debts that wait beside the pool, in the order made.
    pub waiting: Vec<PendingDebt>,
    /// The cards of the trick so far, in the order played, this step's card among them.
    pub trick: Vec<(Seat, Card)>,
    /// The table as the next hand finds it, after the reckoning.
    pub next: Option<TableState>,
}

/// The same of a deal of Mus, where what chips and tricks are has nothing in it.
pub type MusStep = Step<mus::MusState, mus::MusEvent>;

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

impl<H, E> Deref for Step<H, E> {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.frame
    }
}

impl<H, E> DerefMut for Step<H, E> {
    fn deref_mut(&mut self) -> &mut Frame {
        &mut self.frame
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posed {
    pub task: Task,
    /// In the order in which they are shown.
    pub answers: Vec<Possible>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    pub answer: TaskAnswer,
    pub verdict: Verdict,
    /// Why, in the author's words.
    pub reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right, or as good as the best.
    Good,
    /// It is allowed, and comes to less.
    Worse,
    /// It is not allowed, by this clause.
    Forbidden(ClauseId),
    Wrong,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Pool, cards and turn-up.
    #[default]
    Deal,
    Declaration,
    Fault,
    Claims,
    Play,
    Refused {
        seat: Seat,
        card: Option<Card>,
        verb: Verb,
        /// What was tried, in words: `to claim the mouche`.
        attempt: String,
        clause: ClauseId,
    },
    Payment,
    /// The end of the session, and its last debts.
    End,
}

/// What a payout calls an event, and the move of chips itself; none where it has no line for it.
pub fn payment(event: &Event) -> Option<(PayoutSubject, Transfer)> {
    let EventKind::Transferred(transfer) = event.kind else {
        return None;
    };
    let payment = match (transfer.from, transfer.to) {
        (Account::Pool, Account::Seat(to)) => PayoutSubject::Takes(to),
        (Account::Seat(_), Account::Seat(to)) if event.clause == ClauseId::DebtSweep => {
            PayoutSubject::Takes(to)
        }
        (Account::Seat(from), Account::Seat(to)) => PayoutSubject::Pays(from, to),
        (Account::Seat(from), Account::Pool)
            if event.is_payment() && event.clause != ClauseId::FaultMisdeal =>
        {
            PayoutSubject::PaysIn(from)
        }
        _ => return None,
    };
    Some((payment, transfer))
}

/// A number with a true minus.
pub fn number(count: i64) -> String {
    if count < 0 {
        format!("−{}", count.unsigned_abs())
    } else {
        count.to_string()
    }
}

#[derive(Template)]
#[template(path = "sum.txt")]
struct Sum<'a> {
    sum: AmountReason,
    chips: i64,
    total: String,
    waiting: &'a [i64],
}

/// How a number of chips came about: `3 tricks × 15 ÷ 5 = 9`. `waiting` are the debts that were swept, one a number.
pub fn sum(sum: AmountReason, chips: i64, waiting: &[i64]) -> String {
    Sum {
        sum,
        chips,
        total: number(chips),
        waiting,
    }
    .render()
    .expect("text has room")
}

/// What each is to have of debts that are shared equally, and what is left over.
fn shared(debts: i64, players: u8) -> (i64, i64) {
    (debts / i64::from(players), debts % i64::from(players))
}

/// So many shares of a pool: `3 tricks × 15 ÷ 5`. Where the pool does not divide, each share is rounded down first:
/// `2 shares of 1 (a sixth of 9; the rest stays)`.
fn times_share(count: u8, unit: &str, pool: i64, parts: i64) -> String {
    let units = count_in_words(usize::from(count), unit);
    if pool % parts == 0 {
        return format!("{units} × {pool} ÷ {parts}");
    }
    let share = pool / parts;
    let part = match parts {
        2 => "half".to_owned(),
        3 => "a third".to_owned(),
        4 => "a quarter".to_owned(),
        5 => "a fifth".to_owned(),
        6 => "a sixth".to_owned(),
        7 => "a seventh".to_owned(),
        _ => format!("1/{parts}"),
    };
    let each = if unit == "share" {
        format!("{units} of {share}")
    } else {
        format!("{units} at {share} each")
    };
    format!("{each} ({part} of {pool}; the rest stays)")
}

/// Parts that come to the whole, or the whole alone.
pub(crate) fn added(parts: &[i64], chips: i64) -> String {
    if parts.len() < 2 || parts.iter().sum::<i64>() != chips {
        return chips.to_string();
    }
    let parts: Vec<String> = parts.iter().map(i64::to_string).collect();
    format!("{} = {chips}", parts.join(" + "))
}
