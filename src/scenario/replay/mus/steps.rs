//! How acts of Mus become steps: of the moves, of declarations that nobody wrote, of the payments.

use super::super::session::NotOver;
use super::super::story::{Kind, Step};
use super::super::task_places::fits_mus_step;
use super::{MusSession, question_of};
use crate::cards::Seat;
use crate::engine::Refusal;
use crate::mus::{
    MusAct, MusEvent, MusEventKind, MusStage, MusState, apply, close_deal, true_declaration,
};
use crate::rules::mus::BettingPhase;
use crate::rules::{ClauseId, Verb};

/// What of a step is known before its act is applied.
struct StepHead {
    kind: Kind,
    id: String,
    mover: Option<Seat>,
}

/// Applies an act to the deal, and adds the step that it is.
pub fn apply_act(session: &mut MusSession, act: MusAct) -> Result<(), Refusal> {
    let before = session.deal;
    let head = head_of_act(session, act);
    let mut events = Vec::new();
    apply(&session.rules, &mut session.deal, act, &mut events)?;
    if !matches!(act, MusAct::Pay) {
        note_closed_phases(session, &before, &events);
    }
    count_act(session, &before);
    session.now.tries = 0;
    add_step(session, head, before, events);
    Ok(())
}

/// Returns the kind, the id and the mover of the step that an act is.
fn head_of_act(session: &MusSession, act: MusAct) -> StepHead {
    let (kind, mover) = match act {
        MusAct::Deal(_) | MusAct::Misdeal => (Kind::Deal, None),
        MusAct::Pay => (Kind::Payment, None),
        MusAct::Move(..) | MusAct::Serve(_) => (Kind::Declaration, Some(session.deal.mover)),
        MusAct::CardSeen => (Kind::Declaration, None),
    };
    let id = match act {
        MusAct::Pay => format!("pay-{}", phase_to_pay(session).word()),
        MusAct::CardSeen => format!("seen{}", session.own.rounds.max(1)),
        _ => question_of(session).id,
    };
    StepHead { kind, id, mover }
}

/// Returns the phase that is paid next.
fn phase_to_pay(session: &MusSession) -> BettingPhase {
    let hand = &session.deal;
    let order = session.rules.phase_order.value.0;
    match order.get(hand.phase_index) {
        None => BettingPhase::Point,
        Some(BettingPhase::Jeu) if hand.claims[BettingPhase::Jeu.place()].is_empty() => {
            BettingPhase::Point
        }
        Some(lance) => *lance,
    }
}

/// Notes the phases that an act closed, and who won them.
fn note_closed_phases(session: &mut MusSession, before: &MusState, events: &[MusEvent]) {
    session.own.closed.clear();
    // Where nobody has Jeu, that phase ends with what was said.
    if before.phase == BettingPhase::Jeu && session.deal.phase == BettingPhase::Point {
        session.own.closed.push((BettingPhase::Jeu, None));
    }
    for event in events {
        if let MusEventKind::PhaseClosed(lance, _) = event.kind {
            let winner = session.deal.outcomes[lance.place()].winner;
            session.own.closed.push((lance, winner));
        }
    }
}

/// Counts an act among those of its phase, and the rounds of mus: ids are made of these numbers.
fn count_act(session: &mut MusSession, before: &MusState) {
    let stage = session.deal.stage;
    let is_same_phase = stage == before.stage && session.deal.phase == before.phase;
    if is_same_phase && stage != MusStage::Open {
        session.own.said += 1;
        session.own.is_declared &= stage == MusStage::Declaring;
    } else {
        session.own.said = 0;
        session.own.is_declared = false;
    }
    if stage == MusStage::AskingMus && before.stage != MusStage::AskingMus {
        session.own.rounds += 1;
    }
}

fn add_step(session: &mut MusSession, head: StepHead, before: MusState, events: Vec<MusEvent>) {
    for event in &events {
        session.story.shown.insert(event.clause);
    }
    let StepHead { kind, id, mover } = head;
    if !matches!(kind, Kind::Refused { .. }) {
        let is_answer = kind == Kind::Declaration && mover.is_some();
        session.assign_tasks(|task| fits_mus_step(task, before.stage, is_answer));
    }
    let frame = session.next_frame(kind, &id, mover);
    let step = Step::new(frame, before, session.deal, events);
    session.steps.push(step);
}

/// Adds an attempt that was refused as a step.
pub fn add_refusal(
    session: &mut MusSession,
    seat: Seat,
    verb: Verb,
    attempt: String,
    clause: ClauseId,
) {
    session.now.tries += 1;
    session.story.proved.refusals += 1;
    let question = question_of(session);
    let hand = session.deal;
    let head = StepHead {
        kind: Kind::Refused {
            seat,
            verb,
            card: None,
            attempt,
            clause,
        },
        id: format!("{}-try{}", question.id, session.now.tries),
        mover: Some(hand.mover),
    };
    add_step(session, head, hand, Vec::new());
}

/// Makes the declarations that nobody wrote, truly, as long as they are wanted.
pub fn declare_truly(session: &mut MusSession, is_wanted: impl Fn(&MusSession) -> bool) {
    while session.deal.stage == MusStage::Declaring
        && !session.own.is_declared
        && is_wanted(session)
    {
        let lance = session.deal.phase;
        while session.deal.stage == MusStage::Declaring && session.deal.phase == lance {
            let declaration = true_declaration(&session.rules, &session.deal);
            let act = MusAct::Move(session.deal.mover, declaration);
            if apply_act(session, act).is_err() {
                return;
            }
        }
    }
}

/// Pays the phases of a deal whose betting is over, after the cards are shown.
pub fn pay_phases(session: &mut MusSession) {
    if session.deal.stage == MusStage::Paying {
        let head = StepHead {
            kind: Kind::Payment,
            id: "show".to_owned(),
            mover: None,
        };
        add_step(session, head, session.deal, Vec::new());
    }
    while session.deal.stage == MusStage::Paying && apply_act(session, MusAct::Pay).is_ok() {}
}

/// Goes to the end of the deal, as far as silence does, and back to the table.
///
/// # Errors
/// If the deal is not over: [`MusSession::describe_question`] says who is asked for what.
pub fn finish_mus_deal(session: &mut MusSession) -> Result<(), NotOver> {
    declare_truly(session, |_| true);
    pay_phases(session);
    if session.deal.stage != MusStage::Over {
        return Err(NotOver);
    }
    close_deal(&session.rules, &session.deal, &mut session.table);
    Ok(())
}
