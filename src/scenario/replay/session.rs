//! The state of a replay: the table, the hand being played, and what has been found so far.

use super::mus::Bidding;
use super::story::{Frame, Kind, Story};
use super::task;
use crate::cards::{Card, CardSet, Letters, PerSeat, Seat};
use crate::engine::{DealState, Event, TableState};
use crate::mus;
use crate::rules::{GameFamily, Ruleset};
use crate::scenario::text::notation::spell_cards;
use crate::scenario::text::{Diagnostic, HandText, Keyword, Scenario, Span, Task, diagnose};
use std::error::Error;
use std::fmt;

type Fits<'a> = &'a dyn Fn(&Task) -> bool;

/// What a statement came to, or what is wrong with it and ends the hand.
pub type CheckResult = Result<(), Box<Diagnostic>>;

/// A deal that cannot be closed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOver;

impl fmt::Display for NotOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the deal is not over")
    }
}

impl Error for NotOver {}

#[derive(Clone)]
pub struct Session<'a> {
    /// The edition's id, as the header names it; and the edition with the options agreed.
    pub edition: &'a str,
    pub rules: Ruleset,
    pub letters: Letters,
    pub story: Story,
    pub table: TableState,
    pub hand: DealState,
    pub mus: Bidding,
    pub now: Progress,
    /// Expectations met with, whether they hold or not.
    pub expected: usize,
    pub stopped: bool,
    pub narration: String,
    pub tasks: Vec<Task>,
    /// Those that were put, each with the place of its step.
    pub asked: Vec<(usize, Task)>,
}

#[derive(Clone, Default)]
pub struct Progress {
    /// The number of the hand, from 1.
    pub number: usize,
    /// The place of the last statement read.
    pub part_span: Span,
    /// Cards of the stock that the deal tells and nobody has drawn.
    pub stock: Vec<Card>,
    /// Whether the file tells of it at all.
    pub tells_stock: bool,
    /// Of those, the ones that an offender was given beyond their own: nobody else can draw them.
    pub astray: CardSet,
    pub trick: Vec<(Seat, Card)>,
    /// The pool that is played for, in chips.
    pub pool: i64,
    pub events: Vec<Event>,
    /// Whether the hand's payout was read.
    pub paid: bool,
    /// What ids are made of: declarations, faults and attempts so far.
    pub declarations: usize,
    pub faults: usize,
    pub tries: usize,
}

impl<'a> Session<'a> {
    pub fn new(edition: &'a str, rules: Ruleset, scenario: &Scenario) -> Session<'a> {
        let header = &scenario.header;
        let players: Vec<String> = header
            .players
            .iter()
            .map(|name| name.value.clone())
            .collect();
        let seats = players.len() as u8;
        let mut purses = PerSeat::all(0);
        let told = header
            .chips
            .iter()
            .map(|chips| chips.value)
            .chain(std::iter::repeat(rules.chips_start.value.0));
        (0..seats)
            .map(Seat)
            .zip(told)
            .for_each(|(seat, chips)| purses[seat] = chips);
        let table = TableState::new(seats, Seat(0), purses);
        let mus = Bidding::new(
            &rules,
            mus::MusTable {
                purses,
                ..mus::MusTable::new(&rules, seats, Seat(0))
            },
        );
        let story = Story {
            advice: header.advice,
            ..Story::of(rules, players)
        };
        let (letters, hand) = (header.letters, DealState::at_table(&table));
        let (now, expected, stopped, narration, tasks, asked) = Default::default();
        Session {
            edition,
            rules,
            letters,
            story,
            table,
            hand,
            mus,
            now,
            expected,
            stopped,
            narration,
            tasks,
            asked,
        }
    }

    pub fn is_mus(&self) -> bool {
        self.rules.machine == GameFamily::Mus
    }

    pub fn what_is_dealt(&self) -> &'static str {
        if self.is_mus() { "deal" } else { "hand" }
    }

    pub fn tell(&mut self, prose: &str) {
        if !self.narration.is_empty() && !prose.is_empty() {
            self.narration.push_str("\n\n");
        }
        self.narration.push_str(prose);
    }

    pub fn name(&self, seat: Seat) -> &str {
        self.story
            .players
            .get(usize::from(seat.0))
            .map_or("?", String::as_str)
    }

    pub fn word(&self, keyword: Keyword) -> &'static str {
        keyword.spelling_in(self.letters)
    }

    /// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
    pub fn cards(&self, set: CardSet) -> String {
        spell_cards(&self.rules, set)
    }

    pub fn held(&self, seat: Seat) -> CardSet {
        if self.is_mus() {
            self.mus.hand.hands[seat]
        } else {
            self.hand.hands[seat]
        }
    }

    pub fn mover(&self) -> Seat {
        if self.is_mus() {
            self.mus.hand.mover
        } else {
            self.hand.mover
        }
    }

    /// Who is asked for what, if anyone is.
    pub fn whom(&self) -> String {
        if self.is_mus() {
            self.asked_at_mus().1
        } else {
            self.question_asked(&self.hand, 0, 0).1
        }
    }

    pub fn asked_at_mus(&self) -> (String, String) {
        self.mus.question_asked(&|seat| self.name(seat).to_owned())
    }

    /// Notes what is wrong. Who finds it names the topic of a clause; whose clause it is is known here.
    pub fn wrong(&mut self, wrong: Diagnostic) {
        let clause = wrong
            .clause
            .map(|topic| format!("{}/{topic}", self.rules.id));
        self.story.diagnostics.push(Diagnostic { clause, ..wrong });
    }

    pub fn expect(&mut self, wrong: Option<Diagnostic>) {
        self.expected += 1;
        if let Some(wrong) = wrong {
            self.wrong(wrong)
        } else {
            self.story.proved.expectations += 1
        }
    }

    pub fn misplaced(&mut self, tasks: Vec<Task>) {
        let machine = self.rules.machine;
        self.story
            .diagnostics
            .extend(tasks.iter().map(|task| task::misplaced(task, machine)));
    }

    /// What the next step has whatever is played. Of the tasks that waited for it those that fit are put, others told.
    pub fn frame(
        &mut self,
        kind: Kind,
        id: String,
        mover: Option<Seat>,
        fits: Option<Fits>,
    ) -> Frame {
        if let Some(fits) = fits {
            let at = self.story.steps.len() + self.story.mus.len();
            let (fit, stray): (Vec<_>, _) =
                std::mem::take(&mut self.tasks).into_iter().partition(fits);
            self.asked.extend(fit.into_iter().map(|task| (at, task)));
            self.misplaced(stray);
        }
        let (hand, place) = (self.now.number, self.now.part_span.clone());
        let narration = std::mem::take(&mut self.narration);
        Frame {
            hand,
            id: format!("h{hand}-{id}"),
            kind,
            narration,
            mover,
            place,
            ..Frame::default()
        }
    }

    /// Forgets all steps but the last, with what belongs to them, and returns how many these were.
    pub fn forget_steps(&mut self) -> usize {
        let forgotten = self.story.count().saturating_sub(1);
        if self.is_mus() {
            self.story.mus.drain(..forgotten);
        } else {
            self.story.steps.drain(..forgotten);
        }
        self.story.tables.clear();
        self.asked.clear();
        forgotten
    }

    pub fn finish(mut self, scenario: &Scenario) -> Story {
        let whole = self.story.diagnostics.is_empty()
            && scenario.hands.iter().all(HandText::can_be_replayed);
        let opening = &scenario.header.opening;
        // Nothing in the file could be wrong, so nothing in it is held.
        match scenario.hands.is_empty() {
            _ if !whole || self.expected > 0 => {}
            true => self.wrong(diagnose!("no-hand-is-dealt", opening)),
            false => self.wrong(diagnose!("nothing-is-expected", opening)),
        }
        let Session {
            mut story, asked, ..
        } = self;
        if let (Some(last), Some(hand)) = (story.count().checked_sub(1), scenario.hands.last()) {
            story.frame_mut(last).closing.clone_from(&hand.closing);
        }
        if whole {
            task::pose(&mut story, asked);
        }
        story
    }
}
