//! How acts of a game with tricks become steps: of the moves, of what silence says, of the payout and of the end.

use super::super::session::{NotOver, Session};
use super::super::story::{Kind, Step};
use super::super::task;
use crate::cards::Seat;
use crate::engine::{
    Act, DealState, Event, Move, Refusal, Stage, apply_to_copy, check_session_end, close_deal,
    move_offer, settle_last_debts, table_for_next_deal,
};
use crate::rules::{ClauseId, MoveKind, Phase, Verb};
use crate::scenario::text::Task;

impl Session<'_> {
    /// Returns the question that a deal asks: its id, by its number in its phase, and a phrase that names the player and
    /// the move.
    pub fn question_asked(
        &self,
        hand: &DealState,
        declaration: usize,
        card: usize,
    ) -> (String, String) {
        let (name, trick) = (self.name(hand.mover), hand.tricks_finished + 1);
        let may = if hand.default_move().is_some() {
            "may"
        } else {
            "is to"
        };
        let (id, whom): (&str, &str) = match hand.stage {
            Stage::Open => ("pay", "the cards are not dealt"),
            Stage::Over => ("pay", "the hand is over"),
            Stage::In(Phase::Naming) => ("names", &format!("{name} {may} name trumps")),
            Stage::In(Phase::ThrowIn) => (
                &format!("throws{}", hand.mover.0),
                &format!("{name} must throw in a flush"),
            ),
            Stage::In(Phase::Defence) => ("defence", &format!("{name} may defend the pack")),
            Stage::In(Phase::Round(_)) => {
                (&format!("d{declaration}"), &format!("{name} is to declare"))
            }
            Stage::In(Phase::TurnUp) => ("turn-up", &format!("{name} may take the turn-up")),
            Stage::In(Phase::Claims) => ("claims", &format!("{name} is asked for a flush")),
            Stage::In(Phase::Tricks) => (
                &format!("t{trick}-{card}"),
                &format!("{name} is to play to trick {trick}"),
            ),
        };
        (id.to_owned(), whom.to_owned())
    }

    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let mut events = Vec::new();
        let before = self.hand;
        self.hand = apply_to_copy(&self.rules, &before, act, &mut events)?;
        let mover = match act {
            // Whoever bids before all others is not the one who is asked.
            Act::Move(seat, Move::BidAll) => Some(seat),
            _ => (before.stage != Stage::Open).then_some(before.mover),
        };
        let kind = match (act.as_move(), before.stage) {
            (None, _) => Kind::Deal,
            (Some(does), _) if does.verb().kind() == MoveKind::Fault => Kind::Fault,
            (_, Stage::In(Phase::Claims)) => Kind::Claims,
            (Some(Move::Play(_)), _) => Kind::Play,
            _ => Kind::Declaration,
        };
        if let Act::Move(seat, Move::Play(card)) = act {
            self.now.trick.push((seat, card));
            self.story.proved.plays += 1;
        } else if kind == Kind::Fault {
            self.now.faults += 1;
        } else if matches!(before.stage, Stage::In(Phase::Round(_))) {
            self.now.declarations += 1;
        }
        let id = match (&kind, act.as_move()) {
            (Kind::Deal, _) => "deal".into(),
            (Kind::Fault, _) => format!("fault{}", self.now.faults),
            (_, Some(Move::DemandCivility)) => format!("t{}-civil", before.tricks_finished + 1),
            _ => {
                self.question_asked(&before, self.now.declarations, self.now.trick.len())
                    .0
            }
        };
        let trick_ends = events
            .iter()
            .any(|event| event.kind.as_trick_winner().is_some());
        self.step(kind, id, before, events, mover);
        if trick_ends {
            self.now.trick.clear();
        }
        self.now.tries = 0;
        Ok(())
    }

    pub fn refused(&mut self, kind: Kind) {
        self.now.tries += 1;
        self.story.proved.refusals += 1;
        let (id, _) = self.question_asked(
            &self.hand,
            self.now.declarations + 1,
            self.now.trick.len() + 1,
        );
        let mover = self.hand.awaits_move().then_some(self.hand.mover);
        self.step(
            kind,
            format!("{id}-try{}", self.now.tries),
            self.hand,
            Vec::new(),
            mover,
        );
    }

    fn step(
        &mut self,
        kind: Kind,
        id: String,
        before: DealState,
        events: Vec<Event>,
        mover: Option<Seat>,
    ) {
        let is_last = |last: &Step| last.id == format!("h{}-{id}", self.now.number);
        if kind == Kind::Claims && self.story.steps.last().is_some_and(is_last) {
            // All claims of a hand are one step.
            return self.belongs_to_the_last(events);
        }
        self.note(&kind, &events);
        // No task asks about an attempt, or what is passed over in silence.
        let claims = || {
            events
                .iter()
                .any(|event| matches!(event.kind.as_move(), Some((_, Move::Claim))))
        };
        let passes = matches!(kind, Kind::Refused { .. }) || (kind == Kind::Claims && !claims());
        let cards = self.now.trick.len();
        let fits = |task: &Task| task::fits(task, &kind, mover, cards);
        let frame = self.frame(
            kind.clone(),
            id,
            mover,
            if passes { None } else { Some(&fits) },
        );
        let (waiting, trick) = (self.table.debts.clone(), self.now.trick.clone());
        self.story.steps.push(Step {
            waiting,
            trick,
            ..Step::new(frame, before, self.hand, events)
        });
    }

    /// Makes what silence says, as long as it is wanted. Letting a flush pass is a step; all else is of the last one.
    pub fn pass_while(&mut self, is_wanted: impl Fn(&Session) -> bool) {
        while let Some(does) = self.hand.default_move().filter(|_| is_wanted(self)) {
            let (act, mut events) = (Act::Move(self.hand.mover, does), Vec::new());
            let made = match does {
                Move::LetPass => self.act(act),
                _ => apply_to_copy(&self.rules, &self.hand, act, &mut events)
                    .map(|hand| self.hand = hand),
            };
            if made.is_err() {
                return;
            }
            if does != Move::LetPass {
                self.belongs_to_the_last(events);
            }
        }
    }

    /// Whether a seat is asked for such a move, though it may not be open to it.
    pub fn asks(&self, seat: Seat, verb: Verb) -> bool {
        self.hand.mover == seat && move_offer(&self.rules, &self.hand, verb).is_some()
    }

    fn belongs_to_the_last(&mut self, events: Vec<Event>) {
        if events
            .iter()
            .any(|event| event.kind.as_trick_winner().is_some())
        {
            self.now.trick.clear();
        }
        let Some(mut last) = self.story.steps.pop() else {
            return;
        };
        self.note(&last.kind, &events);
        last.events.extend(events);
        last.after = self.hand;
        self.story.steps.push(last);
    }

    /// Remembers what happened, and the clauses that made it happen.
    fn note(&mut self, kind: &Kind, events: &[Event]) {
        self.story
            .shown
            .extend(events.iter().map(|event| event.clause));
        // The reckoning shows again what has moved already.
        self.now
            .events
            .extend(events.iter().filter(|_| !kind.settles()));
    }

    /// Brings the finished hand back to the table, and adds the reckoning as a step.
    ///
    /// # Errors
    /// If the hand is not over: [`Session::whom`] says who is asked for what.
    pub fn close_hand(&mut self) -> Result<(), NotOver> {
        self.pass_while(|_| true);
        if self.hand.stage != Stage::Over {
            return Err(NotOver);
        }
        if std::mem::replace(&mut self.now.paid, true) {
            return Ok(());
        }
        close_deal(&self.rules, &self.hand, &mut self.table);
        let next = if self.is_session_over() {
            None
        } else {
            Some(table_for_next_deal(&self.rules, &self.table))
        };
        let payments: Vec<Event> = self
            .now
            .events
            .iter()
            .copied()
            .filter(Event::is_payment)
            .collect();
        self.step(Kind::Payment, "pay".into(), self.hand, payments, None);
        if let Some(step) = self.story.steps.last_mut() {
            step.next = next;
        }
        Ok(())
    }

    /// Whether the session is over after the hands closed so far: then there is no next pool.
    pub fn is_session_over(&self) -> bool {
        self.table.deals > 0 && check_session_end(&self.rules, &mut self.table.clone())
    }

    /// Adds the end as a step, if the session is over: what is still owed is paid in and shared.
    pub fn end(&mut self) {
        if !self.is_session_over() {
            return;
        }
        let (before, mut events) = (self.hand, Vec::new());
        settle_last_debts(&self.rules, &mut self.table, &mut events);
        (self.hand.purses, self.hand.pool, self.hand.cash) =
            (self.table.purses, self.table.pool, self.table.cash);
        self.story.shown.insert(ClauseId::End);
        self.step(Kind::End, "end".into(), before, events, None);
    }
}
