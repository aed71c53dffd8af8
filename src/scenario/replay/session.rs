//! The state of a replay: the table, the hand being played, and what has been found so far.

use super::mus::Bidding;
use super::question::Question;
use super::story::{Frame, Kind, Story};
use super::task;
use super::task_places::misplaced_error;
use crate::cards::{Card, CardSet, Letters, PerSeat, Seat};
use crate::engine::{DealState, Event, TableState};
use crate::mus;
use crate::rules::{GameFamily, Ruleset};
use crate::scenario::text::notation::spell_cards;
use crate::scenario::text::{Diagnostic, HandText, Keyword, Scenario, Span, Task, diagnose};
use std::error::Error;
use std::fmt;

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
    /// Begins the replay of a scenario, before its first deal.
    pub fn new(edition: &'a str, rules: Ruleset, scenario: &Scenario) -> Session<'a> {
        let header = &scenario.header;
        let mut players = Vec::new();
        for name in &header.players {
            players.push(name.value.clone());
        }
        let seats = players.len() as u8;
        let mut purses = PerSeat::all(0);
        for seat in (0..seats).map(Seat) {
            purses[seat] = match header.chips.get(usize::from(seat.0)) {
                Some(chips) => chips.value,
                None => rules.chips_start.value.0,
            };
        }
        let table = TableState::new(seats, Seat(0), purses);
        let mut mus_table = mus::MusTable::new(&rules, seats, Seat(0));
        mus_table.purses = purses;
        let mut story = Story::of(rules, players);
        story.advice = header.advice;
        Session {
            edition,
            rules,
            letters: header.letters,
            story,
            hand: DealState::at_table(&table),
            table,
            mus: Bidding::new(&rules, mus_table),
            now: Progress::default(),
            expected: 0,
            stopped: false,
            narration: String::new(),
            tasks: Vec::new(),
            asked: Vec::new(),
        }
    }

    pub fn is_mus(&self) -> bool {
        self.rules.machine == GameFamily::Mus
    }

    /// Returns the word for what is dealt, as the game calls it.
    pub fn word_for_deal(&self) -> &'static str {
        if self.is_mus() { "deal" } else { "hand" }
    }

    /// Adds prose of the author to what stands before the next step.
    pub fn add_narration(&mut self, prose: &str) {
        if !self.narration.is_empty() && !prose.is_empty() {
            self.narration.push_str("\n\n");
        }
        self.narration.push_str(prose);
    }

    /// Returns the name of the player at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        match self.story.players.get(usize::from(seat.0)) {
            Some(name) => name,
            None => "?",
        }
    }

    /// Spells a keyword in the language of the file.
    pub fn spell_keyword(&self, keyword: Keyword) -> &'static str {
        keyword.spelling_in(self.letters)
    }

    /// Spells the cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
    pub fn spell_cards(&self, set: CardSet) -> String {
        spell_cards(&self.rules, set)
    }

    pub fn cards_held(&self, seat: Seat) -> CardSet {
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

    /// Says who is asked for what, if anyone is.
    pub fn describe_question(&self) -> String {
        if self.is_mus() {
            self.mus_question().phrase
        } else {
            self.question_of(&self.hand, 0, 0).phrase
        }
    }

    pub fn mus_question(&self) -> Question {
        self.mus.question(&|seat| self.name(seat).to_owned())
    }

    /// Adds a diagnostic. It names the topic of a clause; whose clause it is is known here.
    pub fn report(&mut self, mut wrong: Diagnostic) {
        if let Some(topic) = wrong.clause {
            wrong.clause = Some(format!("{}/{topic}", self.rules.id));
        }
        self.story.diagnostics.push(wrong);
    }

    /// Counts an expectation that is met with, and reports what is wrong with it, if something is.
    pub fn record_expectation(&mut self, wrong: Option<Diagnostic>) {
        self.expected += 1;
        match wrong {
            Some(wrong) => self.report(wrong),
            None => self.story.proved.expectations += 1,
        }
    }

    /// Reports tasks that cannot be asked where they stand.
    pub fn report_misplaced(&mut self, tasks: &[Task]) {
        for task in tasks {
            let wrong = misplaced_error(task, self.rules.machine);
            self.story.diagnostics.push(wrong);
        }
    }

    /// Assigns the tasks that wait to the next step, if they fit it, and reports the others.
    pub fn assign_tasks(&mut self, fits: impl Fn(&Task) -> bool) {
        let at = self.story.count();
        let mut misplaced = Vec::new();
        for task in std::mem::take(&mut self.tasks) {
            if fits(&task) {
                self.asked.push((at, task));
            } else {
                misplaced.push(task);
            }
        }
        self.report_misplaced(&misplaced);
    }

    /// Returns what the next step has whatever is played, with the prose that stands before it.
    pub fn next_frame(&mut self, kind: Kind, id: &str, mover: Option<Seat>) -> Frame {
        let hand = self.now.number;
        Frame {
            hand,
            id: format!("h{hand}-{id}"),
            kind,
            narration: std::mem::take(&mut self.narration),
            mover,
            place: self.now.part_span.clone(),
            ..Frame::default()
        }
    }

    /// Forgets all steps but the last, with what belongs to them, and returns how many these were.
    pub fn forget_steps(&mut self) -> usize {
        let forgotten = self.story.count().saturating_sub(1);
        self.story.forget_first_steps(forgotten);
        self.story.tables.clear();
        self.asked.clear();
        forgotten
    }

    /// Ends the replay, and returns the story that it became.
    pub fn finish(mut self, scenario: &Scenario) -> Story {
        let is_whole = self.story.diagnostics.is_empty()
            && scenario.hands.iter().all(HandText::can_be_replayed);
        // Nothing in such a file could be wrong, so nothing in it is checked.
        if is_whole && self.expected == 0 {
            let opening = &scenario.header.opening;
            self.report(if scenario.hands.is_empty() {
                diagnose!("no-hand-is-dealt", opening)
            } else {
                diagnose!("nothing-is-expected", opening)
            });
        }
        let Session {
            mut story, asked, ..
        } = self;
        if let Some(last) = story.count().checked_sub(1)
            && let Some(hand) = scenario.hands.last()
        {
            story.frame_mut(last).closing.clone_from(&hand.closing);
        }
        if is_whole {
            task::pose_tasks(&mut story, asked);
        }
        story
    }
}
