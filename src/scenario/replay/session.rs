//! The state of a replay: the table, the hand being played, what has been found so far, and the steps that acts become.

use super::story::{Frame, Kind, MusStep, Next, Proved, Step, Story};
use super::task;
use crate::cards::{Card, Letters, PerSeat, Seat, Set};
use crate::engine::{
    Act, Event, Hand, Move, Refusal, Stage, Table, ahead, apply, close, is_over, offer, settle_last_debts,
};
use crate::rules::{Finish, Phase, Ruleset, Topic, Verb};
use crate::scenario::text::notation::spelled;
use crate::scenario::text::{Diagnostic, HandText, Keyword, Scenario, Span, Task, say};
use std::collections::BTreeSet;

/// How a help begins that has a statement by which a refusal is shown.
pub const TO_SHOW: &str = "to show the refusal itself, write `";

/// A replay under way.
pub struct Session<'a> {
    /// The edition's id, as the header names it.
    pub edition: &'a str,
    /// The edition with the options agreed.
    pub rules: Ruleset,
    /// The letters that the file is written in, and so its words.
    pub letters: Letters,
    pub players: Vec<String>,
    /// What lasts from hand to hand.
    pub table: Table,
    pub hand: Hand,
    /// Its number, from 1.
    pub number: usize,
    /// Cards of the stock that the deal tells and nobody has drawn.
    pub stock: Vec<Card>,
    /// Whether the file tells of it at all.
    pub tells_stock: bool,
    /// Of those, the ones that an offender was given beyond their own: nobody else can draw them.
    pub astray: Set,
    pub trick: Vec<(Seat, Card)>,
    /// The pool that is played for, in chips.
    pub pool: i64,
    pub events: Vec<Event>,
    pub steps: Vec<Step>,
    /// The table of each hand so far, once its pool was made.
    pub tables: Vec<Table>,
    pub diagnostics: Vec<Diagnostic>,
    pub proved: Proved,
    /// Expectations met with, whether they hold or not.
    pub expected: usize,
    pub stopped: bool,
    /// Whether the hand's payout was read.
    pub paid: bool,
    /// The place of the last statement read.
    pub part_span: Span,
    pub shown: BTreeSet<Topic>,
    pub narration: String,
    pub tasks: Vec<Task>,
    /// Those that were put, each with the place of its step.
    pub asked: Vec<(usize, Task)>,
    /// What ids are made of: declarations, faults and attempts so far.
    pub declarations: usize,
    pub faults: usize,
    pub tries: usize,
}

impl<'a> Session<'a> {
    pub fn new(edition: &'a str, rules: Ruleset, players: Vec<String>, purses: PerSeat<i64>) -> Session<'a> {
        let table = Table::new(players.len() as u8, Seat(0), purses);
        let hand = Hand::at(&table);
        Session {
            edition,
            rules,
            letters: Letters::English,
            players,
            table,
            hand,
            number: 0,
            stock: Vec::new(),
            tells_stock: false,
            astray: Set::EMPTY,
            trick: Vec::new(),
            pool: 0,
            events: Vec::new(),
            steps: Vec::new(),
            tables: Vec::new(),
            diagnostics: Vec::new(),
            proved: Proved::default(),
            expected: 0,
            stopped: false,
            paid: false,
            part_span: 0..0,
            shown: BTreeSet::new(),
            narration: String::new(),
            tasks: Vec::new(),
            asked: Vec::new(),
            declarations: 0,
            faults: 0,
            tries: 0,
        }
    }

    /// Makes ready for the next hand of the file.
    pub fn begin_hand(&mut self, index: usize, text: &HandText) {
        self.number = index + 1;
        (self.declarations, self.faults, self.tries, self.paid) = (0, 0, 0, false);
        self.trick.clear();
        self.events.clear();
        self.stock.clear();
        self.astray = Set::EMPTY;
        self.part_span = text.deal.opening.clone();
        self.tell(&text.narration);
    }

    /// Keeps prose for the next step.
    pub fn tell(&mut self, prose: &str) {
        if !self.narration.is_empty() && !prose.is_empty() {
            self.narration.push_str("\n\n");
        }
        self.narration.push_str(prose);
    }

    pub fn name(&self, seat: Seat) -> &str {
        self.players.get(usize::from(seat.0)).map_or("?", String::as_str)
    }

    /// The id of a clause of this edition.
    pub fn clause(&self, topic: Topic) -> String {
        self.rules.clause_id(topic)
    }

    /// A word of the grammar in the file's language.
    pub fn word(&self, keyword: Keyword) -> &'static str {
        keyword.word(self.letters)
    }

    /// How what is forbidden may be told all the same.
    pub fn as_refused(&self, seat: Seat, what: &str, topic: Topic) -> String {
        let [tries, refused] = [Keyword::Tries, Keyword::Refused].map(|word| self.word(word));
        let name = self.name(seat);
        format!("{TO_SHOW}{name} {tries} {what} ({refused}: {topic})`")
    }

    pub fn wrong(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Counts an expectation, and notes what is wrong with it.
    pub fn expect(&mut self, wrong: Option<Diagnostic>) {
        self.expected += 1;
        if let Some(wrong) = wrong { self.wrong(wrong) } else { self.proved.expectations += 1 }
    }

    /// What it came to, with the steps of Mus where that is played.
    pub fn finish(mut self, scenario: &Scenario, mus: Vec<MusStep>) -> Story {
        let whole = self.diagnostics.is_empty() && scenario.hands.iter().all(HandText::is_read);
        if whole && self.expected == 0 {
            self.wrong(proves_nothing(scenario));
        }
        let Session { rules, players, steps, tables, shown, diagnostics, proved, asked, .. } = self;
        let advice = scenario.header.advice;
        let mut story = Story { steps, mus, tables, shown, diagnostics, proved, advice, ..Story::of(rules, players) };
        if whole {
            task::pose(&mut story, asked);
        }
        story
    }

    /// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
    pub fn cards(&self, set: Set) -> String {
        spelled(&self.rules, set)
    }
}

/// Nothing in the file could be wrong, so nothing in it is held.
fn proves_nothing(scenario: &Scenario) -> Diagnostic {
    let opening = &scenario.header.opening;
    if scenario.hands.is_empty() { say!("no-hand-is-dealt", opening) } else { say!("nothing-is-expected", opening) }
}

/// Cards with a space between them.
pub fn spell(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

pub fn list<T: AsRef<str>>(words: impl Iterator<Item = T>) -> String {
    words.map(|word| word.as_ref().to_string()).collect::<Vec<_>>().join(", ")
}

/// How acts become the steps of a story, and what their ids are.
impl Session<'_> {
    /// Makes an act; the step it gives is added.
    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let mut events = Vec::new();
        let before = self.hand;
        self.hand = apply(&self.rules, &before, act, &mut events)?;
        let mover = match act {
            // Whoever bids before all others is not the one who is asked.
            Act::Does(seat, Move::BidAll) => Some(seat),
            _ => (before.stage != Stage::Open).then_some(before.mover),
        };
        let kind = Kind::of(act, &before);
        self.count(act, &kind, &before);
        let id = self.id(act, &kind, &before);
        let trick_ends = ends_a_trick(&events);
        self.step(kind, id, before, events, mover);
        if trick_ends {
            self.trick.clear();
        }
        self.tries = 0;
        Ok(())
    }

    /// Counts what ids are made of.
    fn count(&mut self, act: Act, kind: &Kind, before: &Hand) {
        if let Act::Does(seat, Move::Play(card)) = act {
            self.trick.push((seat, card));
            self.proved.plays += 1;
        } else if *kind == Kind::Fault {
            self.faults += 1;
        } else if matches!(before.stage, Stage::In(Phase::Round(_))) {
            self.declarations += 1;
        }
    }

    fn id(&self, act: Act, kind: &Kind, before: &Hand) -> String {
        match (kind, act.does()) {
            (Kind::Deal, _) => "deal".into(),
            (Kind::Fault, _) => format!("fault{}", self.faults),
            (_, Some(Move::DemandCivility)) => format!("t{}-civil", before.finished + 1),
            _ => asked(before, self.declarations, self.trick.len()),
        }
    }

    /// Adds a refusal as a step of its own.
    pub fn refused(&mut self, kind: Kind) {
        self.tries += 1;
        let id = format!("{}-try{}", asked(&self.hand, self.declarations + 1, self.trick.len() + 1), self.tries);
        let mover = self.hand.asks().then_some(self.hand.mover);
        self.proved.refusals += 1;
        self.step(kind, id, self.hand, Vec::new(), mover);
    }

    pub fn step(&mut self, kind: Kind, id: String, before: Hand, events: Vec<Event>, mover: Option<Seat>) {
        let id = format!("h{}-{id}", self.number);
        if kind == Kind::Claims && self.steps.last().is_some_and(|last| last.id == id) {
            // All claims of a hand are one step.
            return self.belongs_to_the_last(events);
        }
        self.note(&kind, &events);
        if !task::passes(&kind, &events) {
            let (at, cards) = (self.steps.len(), self.trick.len());
            let tasks = std::mem::take(&mut self.tasks).into_iter();
            let (fit, stray): (Vec<Task>, _) = tasks.partition(|task| task::fits(task, &kind, mover, cards));
            self.asked.extend(fit.into_iter().map(|task| (at, task)));
            let machine = self.rules.machine;
            self.diagnostics.extend(stray.iter().map(|stray| task::misplaced(stray, machine)));
        }
        let (waiting, place) = (self.table.debts.clone(), self.part_span.clone());
        let narration = std::mem::take(&mut self.narration);
        let step = Step::new(kind, before, self.hand, events, self.trick.clone());
        let frame = Frame { hand: self.number, id, narration, mover, place, ..step.frame };
        self.steps.push(Step { frame, waiting, ..step });
    }

    /// Makes what silence says, as long as there is something and it is wanted. Who lets a flush pass makes a step of it; what
    /// comes of anything else belongs to the last one.
    pub fn pass_while(&mut self, is_wanted: impl Fn(&Session) -> bool) {
        while let Some(does) = self.hand.silent().filter(|_| is_wanted(self)) {
            let act = Act::Does(self.hand.mover, does);
            if does == Move::LetPass {
                if self.act(act).is_err() {
                    return;
                }
                continue;
            }
            let mut events = Vec::new();
            let Ok(hand) = apply(&self.rules, &self.hand, act, &mut events) else { return };
            self.hand = hand;
            if ends_a_trick(&events) {
                self.trick.clear();
            }
            self.belongs_to_the_last(events);
        }
    }

    /// Whether a seat is asked for such a move, though it may not be open to it.
    pub fn asks(&self, seat: Seat, verb: Verb) -> bool {
        self.hand.mover == seat && offer(&self.rules, &self.hand, verb).is_some()
    }

    /// Adds what happened to the step before.
    fn belongs_to_the_last(&mut self, events: Vec<Event>) {
        let Some(mut last) = self.steps.pop() else { return };
        self.note(&last.kind, &events);
        last.events.extend(events);
        last.after = self.hand;
        self.steps.push(last);
    }

    /// Remembers what happened, and the clauses that made it happen.
    fn note(&mut self, kind: &Kind, events: &[Event]) {
        self.shown.extend(events.iter().map(|event| event.clause));
        if !kind.settles() {
            // The reckoning shows again what has moved already.
            self.events.extend_from_slice(events);
        }
    }

    /// Brings the finished hand back to the table, and adds the reckoning as a step.
    pub fn close_hand(&mut self) {
        if std::mem::replace(&mut self.paid, true) {
            return;
        }
        close(&self.rules, &self.hand, &mut self.table);
        let (rules, table) = (&self.rules, &self.table);
        let next = ahead(rules, table);
        let (pool, side_pot, waiting) = (next.next_pool(rules), next.next_side_pot(rules), next.waiting(rules));
        let next = Next { pool, waiting, side_pot, debts: next.debts };
        let is_done = self.is_done();
        let payments: Vec<Event> = self.events.iter().copied().filter(Event::is_reckoned).collect();
        let hand = self.hand;
        self.step(Kind::Payment, "pay".into(), hand, payments, None);
        if let Some(step) = self.steps.last_mut() {
            step.next = Some(next).filter(|_| !is_done);
        }
    }

    /// Whether the game is over, its pool taken: there is no next one.
    pub fn is_done(&self) -> bool {
        self.rules.end.value.finish == Finish::Points && is_over(&self.rules, &mut self.table.clone())
    }

    /// Adds the end as a step, if the session is over: what is still owed is paid in and shared.
    pub fn end(&mut self) {
        if self.table.hands == 0 || !is_over(&self.rules, &mut self.table) {
            return;
        }
        let (before, mut events) = (self.hand, Vec::new());
        settle_last_debts(&self.rules, &mut self.table, &mut events);
        (self.hand.purses, self.hand.pool, self.hand.cash) = (self.table.purses, self.table.pool, self.table.cash);
        self.shown.insert(Topic::End);
        self.step(Kind::End, "end".into(), before, events, None);
    }
}

fn ends_a_trick(events: &[Event]) -> bool {
    events.iter().any(|event| event.fact.won().is_some())
}

/// The id of what a hand asks, by its number in its phase.
fn asked(hand: &Hand, declaration: usize, card: usize) -> String {
    match hand.stage {
        Stage::In(Phase::Naming) => "names".into(),
        Stage::In(Phase::ThrowIn) => format!("throws{}", hand.mover.0),
        Stage::In(Phase::Defence) => "defence".into(),
        Stage::In(Phase::Round(_)) => format!("d{declaration}"),
        Stage::In(Phase::TurnUp) => "turn-up".into(),
        Stage::In(Phase::Claims) => "claims".into(),
        Stage::In(Phase::Tricks) => format!("t{}-{card}", hand.finished + 1),
        Stage::Open | Stage::Over => "pay".into(),
    }
}
