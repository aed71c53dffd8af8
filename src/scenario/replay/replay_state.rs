//! The state of a replay: the table, the hand being played, and what has been found so far.

use super::awaited_move_words::AwaitedMoveWords;
use super::story::{CommonStepParts, GameWithStepParts, Step, StepKind, Story, StorySteps};
use super::task_step_fit::task_before_wrong_step;
use crate::cards::{Card, CardLanguage, CardSet, PerSeat, Seat};
use crate::scenario::text::moves_and_line_forms::spell_cards;
use crate::scenario::text::{Diagnostic, Keyword, Scenario, Span, Task};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The result of a statement: nothing, or a mistake that ends the hand.
pub type StatementReplayResult = Result<(), Box<Diagnostic>>;

/// A deal that cannot be closed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealNotOver;

impl fmt::Display for DealNotOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the deal is not over")
    }
}

impl Error for DealNotOver {}

/// A game of which files are replayed.
pub trait ReplayableGame: GameWithStepParts {
    /// The facts about a deal that a replay keeps besides its state.
    type Notes: Clone + Default;

    /// The word for what is dealt, as the game calls it.
    const WORD_FOR_DEAL: &'static str;

    /// The word for a turn to deal.
    const WORD_FOR_TURN: &'static str;

    /// Returns the table before the first deal.
    fn first_table(rules: &Self::Rules, purses: PerSeat<i64>, seats: u8) -> Self::Table;

    /// Returns the state of a deal that is not opened yet.
    fn unopened_deal_state(rules: &Self::Rules, table: &Self::Table) -> Self::State;

    /// Returns the player who is asked, or was asked last.
    fn player_asked_now_or_last(state: &Self::State) -> Seat;

    fn cards_held(state: &Self::State, seat: Seat) -> CardSet;

    /// Returns the move that the deal waits for now.
    fn pending_move(replay: &Replay<Self>) -> AwaitedMoveWords;

    /// Returns where a card is that a player does not hold, in words.
    fn describe_place_of(replay: &Replay<Self>, card: Card) -> String;

    /// Returns the steps of a story.
    fn story_steps(steps: Vec<Step<Self>>) -> StorySteps;
}

/// The replay of a scenario of one game, under one edition.
#[derive(Clone)]
pub struct Replay<'a, G: ReplayableGame> {
    /// The edition's id, as the header names it; and the edition with the options agreed.
    pub edition: &'a str,
    pub rules: Arc<G::Rules>,
    pub letters: CardLanguage,
    /// The story that it becomes, without its steps.
    pub story: Story,
    pub steps: Vec<Step<G>>,
    pub table: G::Table,
    /// The deal under way.
    pub deal: G::State,
    pub now: DealReplayNotes,
    /// The facts about the deal that only this game keeps.
    pub own: G::Notes,
    /// Expectations met with, whether they hold or not.
    pub expected: usize,
    pub stopped: bool,
    /// True if it is only asked whether everything holds: it ends at the first mistake, and keeps no story.
    pub is_brief: bool,
    pub narration: String,
    pub tasks: Vec<Task>,
    /// Those that were put, each with the place of its step.
    pub asked: Vec<(usize, Task)>,
}

/// What the replay of a deal notes besides its state, in every game.
#[derive(Clone, Default)]
pub struct DealReplayNotes {
    /// The number of the hand, from 1.
    pub number: usize,
    /// The place of the last statement read.
    pub part_span: Span,
    /// Cards of the stock that the deal tells and nobody has drawn.
    pub stock: Vec<Card>,
    /// True if the file tells of it at all.
    pub tells_stock: bool,
    /// Of those, the ones that an offender was given beyond their own: nobody else can draw them.
    pub astray: CardSet,
    /// True if the hand's payout was read.
    pub paid: bool,
    /// The numbers that the file gives to the tricks of this deal.
    pub trick_numbers: Vec<u32>,
    /// True if the next line of the script begins with the number of a trick.
    pub is_before_next_trick: bool,
    /// The number of attempts so far, of which ids are made.
    pub tries: usize,
    /// The number of diagnostics when the last move was made.
    pub diagnostics_at_move: usize,
}

impl<'a, G: ReplayableGame> Replay<'a, G> {
    /// Begins the replay of a scenario, before its first deal.
    pub fn new(edition: &'a str, rules: G::Rules, scenario: &Scenario) -> Replay<'a, G> {
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
        let table = G::first_table(&rules, purses, seats);
        let mut story = Story::without_steps(rules.into(), players);
        story.advice = header.advice;
        story.letters = header.letters;
        Replay {
            edition,
            deal: G::unopened_deal_state(&rules, &table),
            rules: Arc::new(rules),
            letters: header.letters,
            story,
            steps: Vec::new(),
            table,
            now: DealReplayNotes::default(),
            own: G::Notes::default(),
            expected: 0,
            stopped: false,
            is_brief: false,
            narration: String::new(),
            tasks: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Begins a deal, whose number and opening line are known.
    pub fn begin_deal(&mut self, number: usize, opening: &Span) {
        self.now = DealReplayNotes {
            number,
            part_span: opening.clone(),
            diagnostics_at_move: self.story.diagnostics.len(),
            ..DealReplayNotes::default()
        };
        self.own = G::Notes::default();
    }

    /// Returns the number of players.
    pub fn seat_count(&self) -> u8 {
        self.story.players.len() as u8
    }

    /// Returns whether this is a brief replay that has found a mistake, so it need not go on.
    pub fn has_brief_replay_failed(&self) -> bool {
        self.is_brief && !self.story.diagnostics.is_empty()
    }

    /// Adds prose of the author to what stands before the next step.
    pub fn add_narration(&mut self, prose: &str) {
        if self.is_brief {
            return;
        }
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
    pub fn sort_and_spell_cards(&self, set: CardSet) -> String {
        spell_cards(&self.rules, set)
    }

    pub fn cards_held(&self, seat: Seat) -> CardSet {
        G::cards_held(&self.deal, seat)
    }

    /// Returns the player who is asked, or was asked last.
    pub fn player_asked_now_or_last(&self) -> Seat {
        G::player_asked_now_or_last(&self.deal)
    }

    /// Says who is asked for what, if anyone is.
    pub fn describe_pending_move(&self) -> String {
        G::pending_move(self).phrase
    }

    /// Adds a diagnostic. It names the topic of a clause; whose clause it is is known here.
    pub fn report(&mut self, mut wrong: Diagnostic) {
        if let Some(topic) = wrong.clause {
            wrong.clause = Some(format!("{}/{topic}", self.rules.id));
        }
        self.story.diagnostics.push(wrong);
    }

    /// Counts an expectation that is met with, and reports what is wrong with it, if something is.
    pub fn count_expectation_and_report(&mut self, wrong: Option<Diagnostic>) {
        self.expected += 1;
        match wrong {
            Some(wrong) => self.report(wrong),
            None => self.story.proved.expectations += 1,
        }
    }

    /// Reports tasks that cannot be asked where they stand.
    pub fn report_misplaced(&mut self, tasks: &[Task]) {
        for task in tasks {
            let wrong = task_before_wrong_step(task, G::FAMILY);
            self.story.diagnostics.push(wrong);
        }
    }

    /// Assigns the tasks that wait to the next step, if they fit it, and reports the others.
    pub fn assign_or_report_waiting_tasks(&mut self, fits: impl Fn(&Task) -> bool) {
        let at = self.steps.len();
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
    pub fn next_frame(&mut self, kind: StepKind, id: &str, mover: Option<Seat>) -> CommonStepParts {
        let hand = self.now.number;
        if self.is_brief {
            return CommonStepParts {
                hand,
                kind,
                mover,
                ..CommonStepParts::default()
            };
        }
        CommonStepParts {
            hand,
            id: format!("h{hand}-{id}"),
            kind,
            narration: std::mem::take(&mut self.narration),
            mover,
            place: self.now.part_span.clone(),
            ..CommonStepParts::default()
        }
    }

    /// Forgets all steps but the last, with what belongs to them, and returns how many these were.
    pub fn keep_only_last_step(&mut self) -> usize {
        let forgotten = self.steps.len().saturating_sub(1);
        self.steps.drain(..forgotten);
        self.story.tables.clear();
        self.asked.clear();
        forgotten
    }
}
