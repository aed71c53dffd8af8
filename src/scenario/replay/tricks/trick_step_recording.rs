//! How acts of a game with tricks become steps: of the moves, of what silence says, of the payout and of the end.

use super::super::awaited_move_words::AwaitedMoveWords;
use super::super::replay_state::DealNotOver;
use super::super::story::{Step, StepKind};
use super::super::task_step_fit::fits_trick_step;
use super::TrickReplay;
use crate::cards::Seat;
use crate::engine::{
    DealStage, DealState, Event, EventDetails, Move, Refusal, TrickAct, apply_to_copy,
    check_end_or_mark_last_deal, close_deal, move_offer, share_out_remaining_debts,
    table_marking_last_deal,
};
use crate::rules::{ClauseId, DealPhase, MoveOccasion, Verb};

impl TrickReplay<'_> {
    /// Returns the move that a deal waits for, with the numbers of declarations and of cards of the trick so far.
    pub fn pending_move_of(
        &self,
        hand: &DealState,
        declaration_number: usize,
        card_number: usize,
    ) -> AwaitedMoveWords {
        let name = self.name(hand.mover);
        let trick = hand.tricks_finished + 1;
        match hand.stage {
            DealStage::Open => AwaitedMoveWords::new("pay", "the cards are not dealt yet"),
            DealStage::Over => AwaitedMoveWords::new("pay", "the deal is over"),
            DealStage::In(DealPhase::Naming) => {
                let may = if hand.move_by_silence().is_some() {
                    "may"
                } else {
                    "must"
                };
                AwaitedMoveWords::new("names", format!("{name} {may} name trumps"))
            }
            DealStage::In(DealPhase::ThrowIn) => AwaitedMoveWords::new(
                format!("throws{}", hand.mover.0),
                format!("{name} must throw in a flush"),
            ),
            DealStage::In(DealPhase::Defence) => {
                AwaitedMoveWords::new("defence", format!("{name} may defend the pack"))
            }
            DealStage::In(DealPhase::Round(_)) => AwaitedMoveWords::new(
                format!("d{declaration_number}"),
                format!("{name} must declare"),
            ),
            DealStage::In(DealPhase::TurnUp) => {
                AwaitedMoveWords::new("turn-up", format!("{name} may take the turn-up"))
            }
            DealStage::In(DealPhase::Claims) => {
                AwaitedMoveWords::new("claims", format!("{name} may claim a flush now"))
            }
            DealStage::In(DealPhase::Tricks) => AwaitedMoveWords::new(
                format!("t{trick}-{card_number}"),
                format!("{name} must play to trick {trick}"),
            ),
        }
    }

    /// Applies an act to the deal, and adds the step that it is.
    pub fn apply_act(&mut self, act: TrickAct) -> Result<(), Refusal> {
        let before = self.deal;
        let mut events = Vec::new();
        self.deal = apply_to_copy(&self.rules, &before, act, &mut events)?;
        let kind = kind_of_act(act, before.stage);
        self.count_act_in_deal(act, &kind, before.stage);
        let id = if self.is_brief {
            String::new()
        } else {
            self.id_of_act(act, &kind, &before)
        };
        let ends_trick = has_trick_winner(&events);
        self.add_step(kind, id, before, events, actor_of(act, &before));
        if ends_trick {
            self.own.trick.clear();
        }
        self.now.tries = 0;
        Ok(())
    }

    /// Counts an act among those of the deal so far: ids are made of these numbers.
    fn count_act_in_deal(&mut self, act: TrickAct, kind: &StepKind, stage: DealStage) {
        if let TrickAct::Move(seat, Move::Play(card)) = act {
            self.own.trick.push((seat, card));
            self.story.proved.plays += 1;
        } else if *kind == StepKind::Fault {
            self.own.faults += 1;
        } else if matches!(stage, DealStage::In(DealPhase::Round(_))) {
            self.own.declarations += 1;
        }
    }

    fn id_of_act(&self, act: TrickAct, kind: &StepKind, before: &DealState) -> String {
        match kind {
            StepKind::Deal => "deal".to_owned(),
            StepKind::Fault => format!("fault{}", self.own.faults),
            _ if act.as_move() == Some(Move::DemandCivility) => {
                format!("t{}-civil", before.tricks_finished + 1)
            }
            _ => {
                let cards = self.own.trick.len();
                self.pending_move_of(before, self.own.declarations, cards)
                    .id
            }
        }
    }

    /// Adds an attempt that was refused as a step.
    pub fn add_refusal(&mut self, kind: StepKind) {
        self.now.tries += 1;
        self.story.proved.refusals += 1;
        let declaration = self.own.declarations + 1;
        let card = self.own.trick.len() + 1;
        let pending = self.pending_move_of(&self.deal, declaration, card);
        let id = format!("{}-try{}", pending.id, self.now.tries);
        let mover = self.deal.awaits_move().then_some(self.deal.mover);
        self.add_step(kind, id, self.deal, Vec::new(), mover);
    }

    fn add_step(
        &mut self,
        kind: StepKind,
        id: String,
        before: DealState,
        events: Vec<Event>,
        mover: Option<Seat>,
    ) {
        let number = self.now.number;
        let continues_claims = kind == StepKind::Claims
            && self
                .steps
                .last()
                .is_some_and(|last| last.kind == StepKind::Claims && last.hand == number);
        if continues_claims {
            // All claims of a hand are one step.
            return self.extend_last_step(events);
        }
        self.note_events(&kind, &events);
        // No task asks about an attempt, an announcement out of turn, or what is passed over in silence.
        let is_silence = kind == StepKind::Claims && !has_claim(&events);
        let is_announcement = kind == StepKind::Declaration && has_claim(&events);
        if !matches!(kind, StepKind::Refused { .. }) && !is_silence && !is_announcement {
            let cards = self.own.trick.len();
            self.assign_or_report_waiting_tasks(|task| fits_trick_step(task, &kind, mover, cards));
        }
        let frame = self.next_frame(kind, &id, mover);
        let mut step: Step = Step::new(frame, &self.rules, before, self.deal, events);
        step.own.trick.clone_from(&self.own.trick);
        if !self.is_brief {
            step.own.waiting.clone_from(&self.table.debts);
        } else if !matches!(step.kind, StepKind::Refused { .. }) {
            // Only the last move is asked for again.
            self.steps.clear();
        }
        self.steps.push(step);
    }

    /// Makes the moves that silence makes, as long as they are wanted. Letting a flush pass is a step; all others belong to the
    /// last one.
    pub fn make_silent_moves(&mut self, is_wanted: impl Fn(&TrickReplay) -> bool) {
        while let Some(silence) = self.deal.move_by_silence()
            && is_wanted(self)
        {
            let act = TrickAct::Move(self.deal.mover, silence);
            if silence == Move::LetPass {
                if self.apply_act(act).is_err() {
                    return;
                }
                continue;
            }
            let mut events = Vec::new();
            let Ok(after) = apply_to_copy(&self.rules, &self.deal, act, &mut events) else {
                return;
            };
            self.deal = after;
            self.extend_last_step(events);
        }
    }

    /// Returns whether a seat is asked for such a move, though it may not be open to it.
    pub fn is_seat_asked_for(&self, seat: Seat, verb: Verb) -> bool {
        self.deal.mover == seat && move_offer(&self.rules, &self.deal, verb).is_some()
    }

    /// Adds events to the last step, and ends it with the deal as it now stands.
    fn extend_last_step(&mut self, events: Vec<Event>) {
        if has_trick_winner(&events) {
            self.own.trick.clear();
        }
        let Some(last) = self.steps.last() else {
            return;
        };
        self.note_events(&last.kind.clone(), &events);
        if let Some(step) = self.steps.last_mut() {
            step.events.extend(events);
            step.after = self.deal;
        }
    }

    /// Remembers what happened, and the clauses that made it happen.
    fn note_events(&mut self, kind: &StepKind, events: &[Event]) {
        for event in events {
            if self.is_brief {
                break;
            }
            self.story.shown.insert(event.clause);
            // A flush that is claimed shows what a flush is.
            if matches!(event.details, EventDetails::MadeMove(_, Move::Claim, _)) {
                self.story.shown.insert(ClauseId::FlushWhat);
            }
        }
        // The payout shows again what has moved already.
        if kind.is_settlement() {
            return;
        }
        if self.is_brief {
            // Nothing else decides whether a payout holds.
            let booked = events.iter().filter(|event| may_be_in_payout(event));
            self.own.events.extend(booked);
        } else {
            self.own.events.extend_from_slice(events);
        }
    }

    /// Brings the finished deal back to the table, and adds the payout as a step.
    ///
    /// # Errors
    /// If the deal is not over: [`TrickReplay::describe_pending_move`] says who is asked for what.
    pub fn finish_trick_deal(&mut self) -> Result<(), DealNotOver> {
        self.make_silent_moves(|_| true);
        if self.deal.stage != DealStage::Over {
            return Err(DealNotOver);
        }
        if std::mem::replace(&mut self.now.paid, true) {
            return Ok(());
        }
        close_deal(&self.rules, &self.deal, &mut self.table);
        if self.is_brief {
            let cards = self.own.trick.len();
            self.assign_or_report_waiting_tasks(|task| {
                fits_trick_step(task, &StepKind::Payment, None, cards)
            });
            return Ok(());
        }
        let next = if self.is_session_over() {
            None
        } else {
            Some(table_marking_last_deal(&self.rules, &self.table))
        };
        // The payout tells the next pool, and so which debts enter it.
        if let Some(next) = &next
            && !next.entering_debts(&self.rules).is_empty()
        {
            self.story.shown.insert(ClauseId::DebtEnter);
        }
        let mut payments = self.own.events.clone();
        payments.retain(Event::is_part_of_payout);
        self.add_step(StepKind::Payment, "pay".into(), self.deal, payments, None);
        if let Some(step) = self.steps.last_mut() {
            step.own.next = next;
        }
        Ok(())
    }

    /// Returns whether the session is over after the deals closed so far: then there is no next pool.
    pub fn is_session_over(&self) -> bool {
        self.table.deals > 0 && check_end_or_mark_last_deal(&self.rules, &mut self.table.clone())
    }

    /// Adds the end as a step, if the session is over: what is still owed is paid in and shared.
    pub fn add_end_step_if_over(&mut self) {
        if !self.is_session_over() {
            return;
        }
        let before = self.deal;
        let mut events = Vec::new();
        share_out_remaining_debts(&self.rules, &mut self.table, &mut events);
        self.deal.purses = self.table.purses;
        self.deal.pool = self.table.pool;
        self.deal.cash = self.table.cash;
        self.story.shown.insert(ClauseId::End);
        self.add_step(StepKind::End, "end".into(), before, events, None);
    }
}

/// Returns who does an act. A player who bids before all others, or announces a flush, is not always the one who is asked.
fn actor_of(act: TrickAct, before: &DealState) -> Option<Seat> {
    if let TrickAct::Move(seat, Move::BidAll | Move::Claim) = act {
        return Some(seat);
    }
    (before.stage != DealStage::Open).then_some(before.mover)
}

/// Returns the kind of step that an act is.
fn kind_of_act(act: TrickAct, stage: DealStage) -> StepKind {
    let Some(made) = act.as_move() else {
        return StepKind::Deal;
    };
    if made.verb().kind() == MoveOccasion::Fault {
        StepKind::Fault
    } else if stage == DealStage::In(DealPhase::Claims) {
        StepKind::Claims
    } else if matches!(made, Move::Play(_)) {
        StepKind::Play
    } else {
        StepKind::Declaration
    }
}

fn has_trick_winner(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| event.details.as_trick_winner().is_some())
}

/// Returns whether an event may be counted by a payout: chips that move or are owed, and points.
fn may_be_in_payout(event: &Event) -> bool {
    matches!(
        event.details,
        EventDetails::Transferred(_) | EventDetails::DebtMade(..) | EventDetails::Scored(..)
    )
}

fn has_claim(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| matches!(event.details.as_move(), Some((_, Move::Claim))))
}
