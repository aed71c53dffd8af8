//! The state of a replay of Mus: the table, the deal under way, and the steps that acts become.

use super::words;
use crate::cards::Card;
use crate::cards::{Seat, Set};
use crate::engine::Refusal;
use crate::mus::{Act, Event, Fact, Hand, Stage, Table, apply, truth};
use crate::rules::mus::Lance;
use crate::rules::{Move, Topic, Verb};
use crate::scenario::replay::session::Session;
use crate::scenario::replay::story::{Frame, Kind, MusStep};
use crate::scenario::replay::task;
use crate::scenario::text::syntax::{At, Hole, Scenario, Span};

/// The cards that a player is told to be served, and where.
pub type Served = (Option<At<Hole<Vec<At<Card>>>>>, Span);

/// A replay under way.
pub struct Game<'a> {
    /// What has been found so far.
    pub session: Session<'a>,
    /// What lasts from deal to deal.
    pub table: Table,
    pub hand: Hand,
    pub steps: Vec<MusStep>,
    /// What the laying players of this round are served, in their order.
    pub served: Vec<(Seat, Served)>,
    /// Whether some of the declarations that are asked for were written.
    pub is_declared: bool,
    /// The phases that the last statement closed, and who won each.
    pub closed: Vec<(Lance, Option<Seat>)>,
    /// What ids are made of: rounds of mus, bets of the phase, attempts.
    rounds: usize,
    said: usize,
    tries: usize,
}

impl<'a> Game<'a> {
    pub fn new(session: Session<'a>, scenario: &Scenario) -> Game<'a> {
        let mut table = Table::new(&session.rules, session.players.len() as u8, Seat(0));
        for (seat, chips) in scenario.header.chips.iter().enumerate() {
            table.purses[Seat(seat as u8)] = chips.value;
        }
        let hand = Hand::at(&session.rules, &table);
        let (steps, served, closed) = (Vec::new(), Vec::new(), Vec::new());
        Game { session, table, hand, steps, served, is_declared: false, closed, rounds: 0, said: 0, tries: 0 }
    }

    /// Begins a deal of the table as it is.
    pub fn begin(&mut self) {
        self.hand = Hand::at(&self.session.rules, &self.table);
        (self.rounds, self.said, self.tries, self.is_declared) = (0, 0, 0, false);
        self.served.clear();
        self.closed.clear();
    }

    /// Who is asked for what, in words.
    pub fn whom(&self) -> String {
        words::whom(&self.hand, &|seat| self.session.name(seat).to_owned())
    }

    /// Why a clause forbids a seat something, in words.
    pub fn why(&self, seat: Seat, verb: Verb, clause: Topic) -> String {
        words::why(&self.session.rules, &self.hand, seat, verb, clause, &|seat| self.session.name(seat).to_owned())
    }

    /// The id of what is asked now.
    fn asked(&self) -> String {
        let (round, said) = (self.rounds.max(1), self.said + 1);
        match self.hand.stage {
            Stage::Open => "deal".into(),
            Stage::Asked => format!("mus{round}-{said}"),
            Stage::Laying | Stage::Seen => format!("lay{round}-{said}"),
            Stage::Serving => format!("serve{round}-{said}"),
            Stage::Declaring => format!("{}-says-{said}", self.hand.lance.word()),
            Stage::Betting => format!("{}-{said}", self.hand.lance.word()),
            Stage::Paying | Stage::Over => "show".into(),
        }
    }

    /// Makes an act; the step it gives is added.
    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let (before, mut events) = (self.hand, Vec::new());
        let id = match act {
            Act::Seen => format!("seen{}", self.rounds.max(1)),
            Act::Pay => self.paid_id(),
            _ => self.asked(),
        };
        apply(&self.session.rules, &mut self.hand, act, &mut events)?;
        let closed = events.iter().filter_map(|event| match event.fact {
            Fact::Closed(lance, _) => Some((lance, self.hand.outcomes[lance.place()].winner)),
            _ => None,
        });
        if !matches!(act, Act::Pay) {
            self.closed = closed.collect();
            // Where nobody has Jeu, that phase ends with what was said.
            if before.lance == Lance::Jeu && self.hand.lance == Lance::Point {
                self.closed.insert(0, (Lance::Jeu, None));
            }
        }
        let goes_on = (self.hand.stage, self.hand.lance) == (before.stage, before.lance) && before.stage != Stage::Open;
        self.said = if goes_on { self.said + 1 } else { 0 };
        self.is_declared &= self.hand.stage == Stage::Declaring && goes_on;
        self.rounds += usize::from(self.hand.stage == Stage::Asked && before.stage != Stage::Asked);
        self.tries = 0;
        let (kind, mover) = match act {
            Act::Deal(_) | Act::Misdeal => (Kind::Deal, None),
            Act::Pay => (Kind::Payment, None),
            Act::Does(..) | Act::Serve(_) => (Kind::Declaration, Some(before.mover)),
            Act::Seen => (Kind::Declaration, None),
        };
        self.step(kind, id, before, events, mover);
        Ok(())
    }

    fn paid_id(&self) -> String {
        let order = self.session.rules.phase_order.value.0;
        let lance = order.get(self.hand.at).copied().unwrap_or(Lance::Point);
        let is_point = lance == Lance::Jeu && self.hand.says[Lance::Jeu.place()].is_empty();
        format!("pay-{}", if is_point { Lance::Point } else { lance }.word())
    }

    fn step(&mut self, kind: Kind, id: String, before: Hand, events: Vec<Event>, mover: Option<Seat>) {
        let session = &mut self.session;
        session.shown.extend(events.iter().map(|event| event.clause));
        if !matches!(kind, Kind::Refused { .. }) {
            let is_answer = matches!(kind, Kind::Declaration) && mover.is_some();
            let tasks = std::mem::take(&mut session.tasks).into_iter();
            let (fit, stray): (Vec<_>, Vec<_>) =
                tasks.partition(|task| task::fits_bidding(task, before.stage, is_answer));
            session.asked.extend(fit.into_iter().map(|task| (self.steps.len(), task)));
            session.diagnostics.extend(stray.iter().map(|stray| task::misplaced(stray, session.rules.machine)));
        }
        let (narration, place) = (std::mem::take(&mut session.narration), session.part_span.clone());
        let id = format!("h{}-{id}", session.number);
        let frame = Frame { hand: session.number, id, narration, mover, place, ..Frame::of(kind) };
        self.steps.push(MusStep { frame, before, after: self.hand, events });
    }

    /// Adds a refusal as a step of its own.
    pub fn refused(&mut self, seat: Seat, verb: Verb, attempt: String, clause: Topic) {
        self.tries += 1;
        self.session.proved.refusals += 1;
        let id = format!("{}-try{}", self.asked(), self.tries);
        let kind = Kind::Refused { seat, verb, card: None, attempt, clause };
        self.step(kind, id, self.hand, Vec::new(), Some(self.hand.mover));
    }

    /// Makes the declarations that nobody wrote, truly, as long as they are wanted.
    pub fn declare(&mut self, is_wanted: impl Fn(&Game) -> bool) {
        while self.hand.stage == Stage::Declaring && !self.is_declared && is_wanted(self) {
            let lance = self.hand.lance;
            while self.hand.stage == Stage::Declaring && self.hand.lance == lance {
                let says = truth(&self.session.rules, &self.hand);
                if self.act(Act::Does(self.hand.mover, says)).is_err() {
                    return;
                }
            }
        }
    }

    /// Shows the cards and pays what is to be paid, phase by phase.
    pub fn pay(&mut self) {
        if self.hand.stage == Stage::Paying {
            self.step(Kind::Payment, "show".into(), self.hand, Vec::new(), None);
        }
        while self.hand.stage == Stage::Paying {
            if self.act(Act::Pay).is_err() {
                return;
            }
        }
    }

    /// Goes to the end of the deal, as far as silence does; who is asked for what if it is not over.
    pub fn finish(&mut self) -> Option<String> {
        self.declare(|_| true);
        self.pay();
        if self.hand.stage != Stage::Over {
            return Some(self.whom());
        }
        self.table = self.hand.close(&self.session.rules);
        None
    }

    /// The cards of a set as this edition ranks them.
    pub fn cards(&self, set: Set) -> String {
        self.session.cards(set)
    }

    /// Whether a move is a declaration of what one has.
    pub fn declares(does: Move) -> bool {
        matches!(does.verb().topic(), Topic::Declare | Topic::FaultLie)
    }
}
