//! How acts become the steps of a story, and what their ids are.

use super::session::Session;
use crate::cards::Seat;
use crate::engine::{Act, Event, Hand, Move, Refusal, Stage, ahead, apply, close, is_over, settle_last_debts};
use crate::rules::{Phase, Topic};
use crate::scenario::story::{Kind, Next, Step};

impl Session<'_> {
    /// Makes an act; the step it gives is added.
    pub(super) fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let mut events = Vec::new();
        let before = self.hand;
        self.hand = apply(&self.rules, &before, act, &mut events)?;
        let mover = (before.stage != Stage::Open).then_some(before.mover);
        let kind = Kind::of(act, &before);
        self.count(act, &kind, &before);
        let trick_ends = events.iter().any(|event| event.fact.won().is_some());
        let id = self.id(&kind, &before);
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

    fn id(&self, kind: &Kind, before: &Hand) -> String {
        match kind {
            Kind::Deal => "deal".into(),
            Kind::Fault => format!("fault{}", self.faults),
            _ => asked(before, self.declarations, self.trick.len()),
        }
    }

    /// The id of what the mover is asked for now: an attempt hangs on it.
    fn id_of_what_is_asked(&self) -> String {
        asked(&self.hand, self.declarations + 1, self.trick.len() + 1)
    }

    /// Adds a refusal as a step of its own.
    pub(super) fn refused(&mut self, kind: Kind) {
        self.tries += 1;
        let id = format!("{}-try{}", self.id_of_what_is_asked(), self.tries);
        let mover = self.hand.asks().then_some(self.hand.mover);
        self.proved.refusals += 1;
        self.step(kind, id, self.hand, Vec::new(), mover);
    }

    pub(super) fn step(&mut self, kind: Kind, id: String, before: Hand, events: Vec<Event>, mover: Option<Seat>) {
        let id = format!("h{}-{id}", self.number);
        if kind == Kind::Claims && self.steps.last().is_some_and(|last| last.id == id) {
            // All claims of a hand are one step.
            return self.belongs_to_the_last(events);
        }
        self.note(&kind, &events);
        self.steps.push(Step {
            hand: self.number,
            id,
            kind,
            narration: std::mem::take(&mut self.narration),
            closing: String::new(),
            before,
            after: self.hand,
            events,
            mover,
            waiting: self.table.debts.clone(),
            trick: self.trick.clone(),
            next: None,
            place: self.part_span.clone(),
        });
    }

    /// Leaves the turn-up where the dealer has not taken it. It is no step: what comes of it belongs to the last one.
    pub(super) fn leave_turn_up(&mut self) {
        if self.hand.stage != Stage::In(Phase::TurnUp) {
            return;
        }
        let (mut events, leaves) = (Vec::new(), Act::Does(self.hand.mover, Move::LeaveTurnUp));
        let Ok(hand) = apply(&self.rules, &self.hand, leaves, &mut events) else { return };
        self.hand = hand;
        self.belongs_to_the_last(events);
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

    /// Leaves the turn-up, and lets every flush that is still to be asked for pass.
    pub(super) fn let_all_pass(&mut self) {
        self.leave_turn_up();
        while self.hand.stage == Stage::In(Phase::Claims) {
            if self.act(Act::Does(self.hand.mover, Move::LetPass)).is_err() {
                return;
            }
        }
    }

    /// Lets those pass who are asked before this seat.
    pub(super) fn let_pass_before(&mut self, seat: Seat) {
        self.leave_turn_up();
        while self.hand.stage == Stage::In(Phase::Claims) && self.hand.mover != seat && self.hand.unasked.has(seat) {
            if self.act(Act::Does(self.hand.mover, Move::LetPass)).is_err() {
                return;
            }
        }
    }

    /// Brings the finished hand back to the table, and adds the reckoning as a step.
    pub(super) fn close_hand(&mut self) {
        if std::mem::replace(&mut self.paid, true) {
            return;
        }
        close(&self.rules, &self.hand, &mut self.table);
        let (rules, table) = (&self.rules, &self.table);
        let next = ahead(rules, table);
        let next = Next { pool: next.next_pool(rules), waiting: next.waiting(rules), debts: next.debts };
        let payments: Vec<Event> = self.events.iter().copied().filter(Event::is_reckoned).collect();
        let hand = self.hand;
        self.step(Kind::Payment, "pay".into(), hand, payments, None);
        if let Some(step) = self.steps.last_mut() {
            step.next = Some(next);
        }
    }

    /// Adds the end as a step, if the session is over: what is still owed is paid in and shared.
    pub(super) fn end(&mut self) {
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

/// The id of what a hand asks, by its number in its phase.
fn asked(hand: &Hand, declaration: usize, card: usize) -> String {
    match hand.stage {
        Stage::In(Phase::Naming) => "names".into(),
        Stage::In(Phase::Round(_)) => format!("d{declaration}"),
        Stage::In(Phase::TurnUp) => "turn-up".into(),
        Stage::In(Phase::Claims) => "claims".into(),
        Stage::In(Phase::Tricks) => format!("t{}-{card}", hand.finished + 1),
        Stage::Open | Stage::Over => "pay".into(),
    }
}
